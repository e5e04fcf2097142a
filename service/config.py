"""The settings: one frozen value, read once from the environment, checked as it is read.

Nothing else in the service looks at the environment. A setting is added by adding a field;
`longcase settings` prints the table that the README shows.
"""

import os
import pwd
import tempfile
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, fields
from ipaddress import ip_network
from pathlib import Path
from typing import Any, Self
from urllib.parse import urlsplit

from engine import catalogue


class BadSetting(ValueError):
    """An environment variable holds a value that cannot be used."""

    def __init__(self, *, variable: str, value: str, wanted: str) -> None:
        """Name the variable, what it holds and what it should hold."""
        shown = "…" if variable == "DATABASE_URL" else repr(value)  # it holds a password
        super().__init__(f"{variable}={shown}: {wanted}")


class _Wrong(ValueError):
    """What a reader says about a text; from_environ adds the variable's name."""


def _text(text: str) -> str:
    return text


def _dsn(text: str) -> str:
    if text.startswith(("postgres://", "postgresql://")) or "=" in text:
        return text
    raise _Wrong("expected postgresql://user:password@host:port/name")


def _path(text: str) -> Path:
    path = Path(text).expanduser()
    if not path.is_absolute():
        raise _Wrong("expected an absolute path")
    return path


def _whole(*, least: int, most: int) -> Callable[[str], int]:
    def read(text: str) -> int:
        if text.isascii() and text.isdigit() and least <= int(text[:12]) <= most:
            return int(text)
        raise _Wrong(f"expected a whole number from {least} to {most}")

    return read


def _threshold(text: str) -> int | None:
    return None if text == "never" else _whole(least=0, most=1000)(text)


def _level(text: str) -> str:
    if text.upper() in _LEVELS:
        return text.upper()
    raise _Wrong(f"expected one of {', '.join(_LEVELS)}")


def _parts(text: str) -> Iterator[str]:
    return (part for part in (part.strip() for part in text.split(",")) if part)


def _origins(text: str) -> tuple[str, ...]:
    for origin in _parts(text):
        parts = urlsplit(origin)
        if origin != "*" and (not parts.netloc or origin != f"{parts.scheme}://{parts.netloc}"):
            raise _Wrong("expected origins such as https://play.example.org, with commas between")
    return tuple(_parts(text))


def _networks(text: str) -> tuple[str, ...]:
    try:
        return tuple(str(ip_network(part)) for part in _parts(text))
    except ValueError as error:
        raise _Wrong("expected addresses or networks such as 10.0.0.0/8") from error


@dataclass(frozen=True, slots=True)
class Ahead:
    """How many deals of a variant are to wait: of most so many, of some their own number."""

    most: int
    others: tuple[tuple[str, int], ...] = ()

    def of(self, variant: str) -> int:
        """Tell how many of a variant."""
        return dict(self.others).get(variant, self.most)


def _ahead(text: str) -> Ahead:
    count = _whole(least=0, most=1_000_000)
    first, *others = list(_parts(text)) or [text]
    known = {variant.id for variant in catalogue()}
    named = []
    for part in others:
        name, _, figure = part.partition("=")
        if name not in known:
            raise _Wrong(f"expected the id of a variant, not {name!r}")
        named.append((name, count(figure)))
    return Ahead(count(first), tuple(named))


def _on(text: str) -> bool:
    if text in {"on", "off"}:
        return text == "on"
    raise _Wrong("expected on or off")


_LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR")


def _cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _shared_folder() -> Path:
    return Path(tempfile.gettempdir()) / f"longcase-{os.getuid()}"


def _setting(
    variable: str, about: str, *, read: Callable[[str], object], default: object, shown: str = ""
) -> Any:
    metadata = {"variable": variable, "about": about, "read": read, "shown": shown or str(default)}
    if callable(default):
        return field(default_factory=default, metadata=metadata)
    return field(default=default, metadata=metadata, repr=variable != "DATABASE_URL")


@dataclass(frozen=True, slots=True, kw_only=True)
class Config:
    """All settings of the service, each with its default."""

    database_url: str | None = _setting(
        "DATABASE_URL", "the Postgres to use", read=_dsn, default=None, shown="an embedded one"
    )
    data: Path | None = _setting(
        "LONGCASE_DATA",
        "the embedded Postgres' folder",
        read=_path,
        default=None,
        shown="`longcase` in the user's data home",
    )
    host: str = _setting("HOST", "address to listen on", read=_text, default="127.0.0.1")
    port: int = _setting(
        "PORT", "port to listen on, 0: any", read=_whole(least=0, most=65535), default=8080
    )
    workers: int = _setting(
        "LONGCASE_WORKERS",
        "worker processes",
        read=_whole(least=1, most=512),
        default=_cores,
        shown="one a core",
    )
    threads: int = _setting(
        "LONGCASE_THREADS", "threads a worker", read=_whole(least=1, most=1024), default=16
    )
    pool_size: int = _setting(
        "LONGCASE_POOL_SIZE",
        "most database connections a worker",
        read=_whole(least=1, most=512),
        default=8,
    )
    prepare_threshold: int | None = _setting(
        "LONGCASE_PREPARE_THRESHOLD",
        "runs before a statement is prepared, or `never` (pgbouncer before 1.21)",
        read=_threshold,
        default=2,
    )
    statement_timeout: int = _setting(
        "LONGCASE_STATEMENT_TIMEOUT",
        "milliseconds a statement may take",
        read=_whole(least=1, most=600_000),
        default=5_000,
    )
    pool_timeout: int = _setting(
        "LONGCASE_POOL_TIMEOUT",
        "seconds to wait for a database connection",
        read=_whole(least=1, most=60),
        default=5,
    )
    graceful_timeout: int = _setting(
        "LONGCASE_GRACEFUL_TIMEOUT",
        "seconds for running requests to end at a stop",
        read=_whole(least=0, most=600),
        default=20,
    )
    log_level: str = _setting(
        "LONGCASE_LOG_LEVEL", "least severity logged", read=_level, default="INFO"
    )
    cors_origins: tuple[str, ...] = _setting(
        "LONGCASE_CORS_ORIGINS",
        "web origins that may call, with commas between; `*`: any",
        read=_origins,
        default=(),
        shown="none",
    )
    trusted_proxies: tuple[str, ...] = _setting(
        "LONGCASE_TRUSTED_PROXIES",
        "networks whose forwarded addresses are believed",
        read=_networks,
        default=(),
        shown="none",
    )
    max_body: int = _setting(
        "LONGCASE_MAX_BODY",
        "bytes of a request's body",
        read=_whole(least=1024, most=16 * 1024 * 1024),
        default=64 * 1024,
    )
    max_batch: int = _setting(
        "LONGCASE_MAX_BATCH", "moves in one request", read=_whole(least=1, most=2000), default=200
    )
    max_page: int = _setting(
        "LONGCASE_MAX_PAGE", "items on a page", read=_whole(least=1, most=1000), default=100
    )
    max_line: int = _setting(
        "LONGCASE_MAX_LINE",
        "moves in a game's line",
        read=_whole(least=1, most=10_000),
        default=2_000,
    )
    max_events: int = _setting(
        "LONGCASE_MAX_EVENTS",
        "events of a game",
        read=_whole(least=1, most=100_000),
        default=10_000,
    )
    max_unfinished: int = _setting(
        "LONGCASE_MAX_UNFINISHED",
        "unfinished games a player",
        read=_whole(least=1, most=10_000),
        default=50,
    )
    max_deal_verdicts: int = _setting(
        "LONGCASE_MAX_DEAL_VERDICTS",
        "verdicts on public deals kept; the oldest make room",
        read=_whole(least=1, most=100_000_000),
        default=100_000,
    )
    verified_deals: Ahead = _setting(
        "LONGCASE_VERIFIED_DEALS",
        "deals of a variant proved winnable ahead; of some others, as in `64,freecell=500`",
        read=_ahead,
        default=Ahead(64),
        shown="64",
    )
    deal_tries: int = _setting(
        "LONGCASE_DEAL_TRIES",
        "where none is ahead, deals solved while a client waits, at most",
        read=_whole(least=0, most=10_000),
        default=40,
    )
    deal_states: int = _setting(
        "LONGCASE_DEAL_STATES",
        "positions looked at for one deal to be proved winnable, at most",
        read=_whole(least=1, most=1_000_000_000),
        default=60_000,
    )
    clockwork: bool = _setting(
        "LONGCASE_CLOCKWORK",
        "`on`: one process beside the web's does what acts without a request; or `off`",
        read=_on,
        default=True,
        shown="on",
    )
    deep_searches: int = _setting(
        "LONGCASE_DEEP_SEARCHES",
        "deep searches at once on the machine, and as many quick ones",
        read=_whole(least=1, most=512),
        default=lambda: max(1, _cores() - 1),
        shown="cores - 1",
    )
    deep_states: int = _setting(
        "LONGCASE_DEEP_STATES",
        "positions a deep search may look at",
        read=_whole(least=50_000, most=1_000_000_000),
        default=2_000_000,
    )
    deep_memory: int = _setting(
        "LONGCASE_DEEP_MEMORY",
        "MiB of memory a deep search may use",
        read=_whole(least=16, most=65_536),
        default=128,
    )
    deep_wait: int = _setting(
        "LONGCASE_DEEP_WAIT",
        "seconds to queue for a search",
        read=_whole(least=0, most=60),
        default=3,
    )
    deep_seconds: int = _setting(
        "LONGCASE_DEEP_SECONDS",
        "seconds after which a search is told to stop",
        read=_whole(least=1, most=600),
        default=5,
    )
    deep_folder: Path = _setting(
        "LONGCASE_DEEP_FOLDER",
        "a folder for lock files that all processes of the machine share",
        read=_path,
        default=_shared_folder,
        shown="`longcase-` and the user's number, in the folder for temporary files",
    )

    @classmethod
    def from_environ(cls, environ: Mapping[str, str] | None = None) -> Self:
        """Read the environment; an empty variable counts as not set."""
        environ = os.environ if environ is None else environ
        found: dict[str, Any] = {}
        for each in fields(cls):
            variable = each.metadata["variable"]
            text = environ.get(variable, "").strip()
            if not text:
                continue
            try:
                found[each.name] = each.metadata["read"](text)
            except _Wrong as error:
                raise BadSetting(variable=variable, value=text, wanted=str(error)) from error
        return cls(**found)


def home_data(environ: Mapping[str, str] | None = None) -> Path:
    """Return the folder for the embedded Postgres where LONGCASE_DATA does not name one."""
    environ = os.environ if environ is None else environ
    chosen = environ.get("XDG_DATA_HOME", "")
    if chosen.startswith("/"):  # the XDG specification: a relative path is to be ignored
        return Path(chosen) / "longcase"
    try:
        home = environ.get("HOME") or pwd.getpwuid(os.getuid()).pw_dir
    except KeyError:  # a container's user without a name
        home = "/var/lib/longcase"
    return Path(home) / ".local" / "share" / "longcase"


def environ_with(config: Config) -> dict[str, str]:
    """Return this process's environment with the place that was settled on, for a child."""
    return os.environ | {
        "DATABASE_URL": config.database_url or "",
        "HOST": config.host,
        "PORT": str(config.port),
    }


def settings_table() -> str:
    """Return the settings as the README's Markdown table."""
    rows = ["| setting | what | default |", "| --- | --- | --- |"]
    rows += (
        f"| `{each.metadata['variable']}` | {each.metadata['about']} | {each.metadata['shown']} |"
        for each in fields(Config)
    )
    return "\n".join(rows)
