"""What operators measure: told to who holds their token, of all workers, and nothing of a game."""

import re
from dataclasses import replace
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest

from service.app import create_app
from service.config import Config
from tests.client import Client
from tests.serving import serving

TOKEN = "operators-" + "x" * 30
GAME = "00000000-0000-4000-8000-000000000000"


@pytest.fixture
def measured():
    return Client(create_app(Config(metrics_token=TOKEN)))


def metrics(client):
    return client.get("/metrics", Authorization=f"Bearer {TOKEN}").raw.decode()


def count(told, **labels):
    """Add up the requests with these labels."""
    found = 0.0
    for line in told.splitlines():
        if line.startswith("longcase_requests_total{"):
            shown = dict(re.findall(r'(\w+)="([^"]*)"', line))
            if labels.items() <= shown.items():
                found += float(line.rpartition(" ")[2])
    return found


def test_requests_are_counted_by_route_method_and_status(measured):
    for _ in range(3):
        measured.get("variants")
    measured.get("variants/chess", expect=404)
    measured.get(f"games/{GAME}", expect=401)
    measured.call("BREW", "nothing", expect=404)
    told = metrics(measured)
    assert count(told, route="/v1/variants", method="GET", status="200") == 3
    assert count(told, route="/v1/variants/<variant>", status="404") == 1
    assert count(told, route="/v1/games/<uuid:game_id>", status="401") == 1
    assert count(told, route="none", method="other", status="404") == 1
    assert 'longcase_request_seconds_count{method="GET",route="/v1/variants"} 3.0' in told


def test_how_long_a_client_chose_to_wait_is_not_measured(player):
    path = f"games/{player.start('german-clock')['id']}"
    app = create_app(replace(player.app.extensions["means"].config, metrics_token=TOKEN))
    with app.extensions["database"].open():
        client = Client(app, player.token)
        client.get(path)
        client.get(path, If_None_Match='"1"', Prefer="wait=1", expect=304)
    told, route = metrics(Client(app)), "/v1/games/<uuid:game_id>"
    assert count(told, route=route) == 2
    assert f'longcase_request_seconds_count{{method="GET",route="{route}"}} 1.0' in told


def test_nothing_that_a_client_chose_is_a_label(measured):
    measured.get(f"games/{GAME}", expect=401)
    measured.get("secret-path?secret=1", expect=404)
    told = metrics(measured)
    assert GAME not in told
    assert "secret" not in told


@pytest.mark.parametrize(
    "sent", [None, "", TOKEN, f"Basic {TOKEN}", f"Bearer {TOKEN}x", "Bearer é"]
)
def test_strangers_find_nothing(measured, sent):
    headers = {} if sent is None else {"Authorization": sent}
    assert measured.get("/metrics", expect=404, **headers).code == "not_found"


def test_without_a_token_there_is_nothing(stranger):
    stranger.get("/metrics", expect=404, Authorization="Bearer ")


def test_one_worker_answers_for_all(database):
    settings = {"LONGCASE_METRICS_TOKEN": TOKEN, "LONGCASE_WORKERS": "2"}
    with serving(database, **settings) as server:
        for _ in range(20):
            urlopen(f"{server.address}/v1/variants").close()
        asked = Request(f"{server.address}/metrics", headers={"Authorization": f"Bearer {TOKEN}"})
        with urlopen(asked) as answer:
            assert answer.headers["Content-Type"].startswith("text/plain")
            told = answer.read().decode()
        assert count(told, route="/v1/variants", status="200") == 20
        with pytest.raises(HTTPError, match="404") as refused:
            urlopen(f"{server.address}/metrics")
        refused.value.close()
        assert TOKEN not in server.log.read_text(encoding="utf-8")


@pytest.mark.parametrize("settings", [{}, {"LONGCASE_METRICS_TOKEN": TOKEN}])
def test_a_folder_for_measures_that_others_named_stays(database, tmp_path, settings):
    kept = tmp_path / "kept"
    kept.touch()
    with serving(database, PROMETHEUS_MULTIPROC_DIR=str(tmp_path), **settings):
        pass
    assert list(tmp_path.iterdir()) == [kept]
