"""The settings: what is read, what is refused, and that docs/operating.md lists each."""

from pathlib import Path

import pytest

from service.config import BadSetting, Config, home_data, settings_table

OPERATING = Path(__file__).resolve().parents[2] / "docs" / "operating.md"


def test_an_empty_environment_gives_the_defaults():
    config = Config.from_environ({})
    assert config == Config()
    assert (config.host, config.port, config.database_url) == ("127.0.0.1", 8080, None)
    limits = (config.max_body, config.max_batch, config.max_page)
    assert limits == (65_536, 200, 100)
    assert (config.max_line, config.max_events, config.max_unfinished) == (2_000, 10_000, 50)


def test_variables_are_read():
    config = Config.from_environ(
        {
            "DATABASE_URL": "postgresql://u@h/n",
            "LONGCASE_DATA": "/srv/longcase",
            "PORT": " 9000 ",
            "LONGCASE_WORKERS": "3",
            "LONGCASE_PREPARE_THRESHOLD": "never",
            "LONGCASE_LOG_LEVEL": "debug",
            "LONGCASE_CORS_ORIGINS": "https://a.example, http://localhost:5173",
            "LONGCASE_TRUSTED_PROXIES": "10.0.0.0/8,::1",
            "LONGCASE_VERIFIED_DEALS": "8, freecell=500,cruel=0",
            "LONGCASE_CLOCKWORK": "off",
        }
    )
    assert config.database_url == "postgresql://u@h/n"
    assert config.data == Path("/srv/longcase")
    assert (config.port, config.workers, config.prepare_threshold) == (9000, 3, None)
    assert config.log_level == "DEBUG"
    assert config.cors_origins == ("https://a.example", "http://localhost:5173")
    assert config.trusted_proxies == ("10.0.0.0/8", "::1/128")
    ahead = [config.verified_deals.of(name) for name in ("fan", "freecell", "cruel")]
    assert (ahead, config.clockwork) == ([8, 500, 0], False)


def test_an_empty_variable_counts_as_not_set():
    assert Config.from_environ({"DATABASE_URL": "", "PORT": " "}) == Config()


@pytest.mark.parametrize(
    ("variable", "value"),
    [
        ("DATABASE_URL", "mysql://h/n"),
        ("LONGCASE_DATA", "here"),
        ("PORT", "65536"),
        ("PORT", "-1"),
        ("PORT", "²"),
        ("PORT", "9" * 5000),
        ("PORT", "00000000000099999"),
        ("LONGCASE_WORKERS", "0"),
        ("LONGCASE_THREADS", "many"),
        ("LONGCASE_PREPARE_THRESHOLD", "1.5"),
        ("LONGCASE_LOG_LEVEL", "loud"),
        ("LONGCASE_CORS_ORIGINS", "example.org"),
        ("LONGCASE_CORS_ORIGINS", "https://example.org/"),
        ("LONGCASE_TRUSTED_PROXIES", "10.0.0.1/8"),
        ("LONGCASE_MAX_BODY", "0"),
        ("LONGCASE_VERIFIED_DEALS", ","),
        ("LONGCASE_VERIFIED_DEALS", "freecell=3"),
        ("LONGCASE_VERIFIED_DEALS", "3,chess=3"),
        ("LONGCASE_VERIFIED_DEALS", "3,freecell"),
        ("LONGCASE_CLOCKWORK", "yes"),
    ],
)
def test_a_bad_value_is_refused_by_name(variable, value):
    with pytest.raises(BadSetting, match=f"^{variable}="):
        Config.from_environ({variable: value})


def test_a_password_is_never_shown():
    assert "secret" not in repr(Config(database_url="postgresql://u:secret@h/n"))
    assert "secret" not in repr(Config(metrics_token="secret" * 4))
    with pytest.raises(BadSetting) as caught:
        Config.from_environ({"DATABASE_URL": "postgre://u:secret@h/n"})
    assert "secret" not in str(caught.value)
    with pytest.raises(BadSetting) as caught:
        Config.from_environ({"LONGCASE_METRICS_TOKEN": "secret"})
    assert "secret" not in str(caught.value)


def test_the_data_home_follows_the_xdg_specification():
    assert home_data({"XDG_DATA_HOME": "/x", "HOME": "/h"}) == Path("/x/longcase")
    assert home_data({"XDG_DATA_HOME": "x", "HOME": "/h"}) == Path("/h/.local/share/longcase")
    assert home_data({"HOME": ""}).is_absolute()


def test_the_document_for_operators_lists_every_setting():
    text = OPERATING.read_text(encoding="utf-8")
    listed = text.split("<!-- settings -->")[1].split("<!-- /settings -->")[0]
    assert listed.strip() == settings_table(), "paste what `longcase settings` prints"
