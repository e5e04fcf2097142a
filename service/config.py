"""The settings: one frozen value, read once from the environment, checked as it is read.

Nothing else in the service looks at the environment. A setting is added by adding a field;
`longcase settings` prints the table that docs/operating.md shows.
"""

import os
import pwd
import tempfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any, Self

from service import values
from service.rates import Rates, read_rates

_SECRET = frozenset({"DATABASE_URL", "LONGCASE_METRICS_TOKEN"})


class BadSetting(ValueError):
    """An environment variable holds a value that cannot be used."""

    def __init__(self, *, variable: str, value: str, wanted: str) -> None:
        """Name the variable, what it holds and what it should hold."""
        shown = "…" if variable in _SECRET else repr(value)
        super().__init__(f"{variable}={shown}: {wanted}")


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
    return field(default=default, metadata=metadata, repr=variable not in _SECRET)


@dataclass(frozen=True, slots=True, kw_only=True)
class Config:
    """All settings of the service, each with its default."""

    database_url: str | None = _setting(
        "DATABASE_URL",
        "the Postgres to use",
        read=values.dsn,
        default=None,
        shown="an embedded one",
    )
    data: Path | None = _setting(
        "LONGCASE_DATA",
        "the embedded Postgres' folder",
        read=values.path,
        default=None,
        shown="`longcase` in the user's data home",
    )
    host: str = _setting("HOST", "address to listen on", read=values.anything, default="127.0.0.1")
    port: int = _setting(
        "PORT", "port to listen on, 0: any", read=values.whole(least=0, most=65535), default=8080
    )
    workers: int = _setting(
        "LONGCASE_WORKERS",
        "worker processes",
        read=values.whole(least=1, most=512),
        default=_cores,
        shown="one a core",
    )
    threads: int = _setting(
        "LONGCASE_THREADS", "threads a worker", read=values.whole(least=1, most=1024), default=64
    )
    wait: int = _setting(
        "LONGCASE_WAIT",
        "seconds a request may wait for a change",
        read=values.whole(least=1, most=50),
        default=25,
    )
    max_waiting: int = _setting(
        "LONGCASE_MAX_WAITING",
        "requests and streams of one player that wait at once, in each worker",
        read=values.whole(least=1, most=1024),
        default=6,
    )
    max_waiting_address: int | None = _setting(
        "LONGCASE_MAX_WAITING_ADDRESS",
        "requests and streams of one address that wait at once, in each worker",
        read=values.whole(least=1, most=1024),
        default=None,
        shown="half of those that may",
    )
    heartbeat: int = _setting(
        "LONGCASE_HEARTBEAT",
        "seconds without an event after which a stream sends a line",
        read=values.whole(least=1, most=300),
        default=15,
    )
    pool_size: int = _setting(
        "LONGCASE_POOL_SIZE",
        "most database connections a worker",
        read=values.whole(least=1, most=512),
        default=8,
    )
    prepare_threshold: int | None = _setting(
        "LONGCASE_PREPARE_THRESHOLD",
        "runs before a statement is prepared, or `never` (pgbouncer before 1.21)",
        read=values.threshold,
        default=2,
    )
    statement_timeout: int = _setting(
        "LONGCASE_STATEMENT_TIMEOUT",
        "milliseconds a statement may take",
        read=values.whole(least=1, most=600_000),
        default=5_000,
    )
    pool_timeout: int = _setting(
        "LONGCASE_POOL_TIMEOUT",
        "seconds to wait for a database connection",
        read=values.whole(least=1, most=60),
        default=5,
    )
    graceful_timeout: int = _setting(
        "LONGCASE_GRACEFUL_TIMEOUT",
        "seconds for running requests to end at a stop",
        read=values.whole(least=0, most=600),
        default=20,
    )
    log_level: str = _setting(
        "LONGCASE_LOG_LEVEL", "least severity logged", read=values.level, default="INFO"
    )
    sandbox: bool = _setting(
        "LONGCASE_SANDBOX",
        "`1`: for tests of clients: scripted games, a clock to put forward, failures on demand",
        read=values.on,
        default=False,
        shown="off",
    )
    metrics_token: str | None = _setting(
        "LONGCASE_METRICS_TOKEN",
        "the bearer token that reads `/metrics`, 24 characters or more; without it nobody does",
        read=values.secret,
        default=None,
        shown="none",
    )
    cors_origins: tuple[str, ...] = _setting(
        "LONGCASE_CORS_ORIGINS",
        "web origins that may call, with commas between; `*`: any",
        read=values.origins,
        default=(),
        shown="none",
    )
    hsts: int = _setting(
        "LONGCASE_HSTS",
        "seconds for which browsers come by HTTPS alone (Strict-Transport-Security); 0: unsaid",
        read=values.whole(least=0, most=63_072_000),
        default=0,
    )
    trusted_proxies: tuple[str, ...] = _setting(
        "LONGCASE_TRUSTED_PROXIES",
        "networks whose forwarded addresses are believed",
        read=values.networks,
        default=(),
        shown="none",
    )
    rates: Rates = _setting(
        "LONGCASE_RATES",
        "requests let in, as `rate:at once`; `off`, or changes as in `moves=50/s:200,guests=off`",
        read=read_rates,
        default=Rates(),
        shown=f"`{Rates()}`",
    )
    rates_shared: bool = _setting(
        "LONGCASE_RATES_SHARED",
        "`on`: counted in the database, for all machines; `off`: on each machine",
        read=values.on,
        default=False,
        shown="off",
    )
    max_body: int = _setting(
        "LONGCASE_MAX_BODY",
        "bytes of a request's body",
        read=values.whole(least=1024, most=16 * 1024 * 1024),
        default=64 * 1024,
    )
    max_batch: int = _setting(
        "LONGCASE_MAX_BATCH",
        "moves in one request",
        read=values.whole(least=1, most=2000),
        default=200,
    )
    max_page: int = _setting(
        "LONGCASE_MAX_PAGE", "items on a page", read=values.whole(least=1, most=1000), default=100
    )
    max_line: int = _setting(
        "LONGCASE_MAX_LINE",
        "moves in a game's line",
        read=values.whole(least=1, most=10_000),
        default=2_000,
    )
    max_events: int = _setting(
        "LONGCASE_MAX_EVENTS",
        "events of a game",
        read=values.whole(least=1, most=100_000),
        default=10_000,
    )
    max_unfinished: int = _setting(
        "LONGCASE_MAX_UNFINISHED",
        "unfinished games a player",
        read=values.whole(least=1, most=10_000),
        default=50,
    )
    max_races: int = _setting(
        "LONGCASE_MAX_RACES",
        "races a player is in that are not over",
        read=values.whole(least=1, most=1_000),
        default=10,
    )
    race_countdown: int = _setting(
        "LONGCASE_RACE_COUNTDOWN",
        "seconds from the announcement of a race's start to the start",
        read=values.whole(least=0, most=300),
        default=10,
    )
    race_lobby: int = _setting(
        "LONGCASE_RACE_LOBBY",
        "minutes after which a race that does not start is cancelled",
        read=values.whole(least=1, most=1_440),
        default=15,
    )
    race_return: int = _setting(
        "LONGCASE_RACE_RETURN",
        "seconds in which a player who left a race may come back",
        read=values.whole(least=0, most=600),
        default=30,
    )
    keep_games: int = _setting(
        "LONGCASE_KEEP_GAMES",
        "days a guest's unfinished game is kept that nobody touches; 0: for ever",
        read=values.whole(least=0, most=36_500),
        default=90,
    )
    keep_guests: int = _setting(
        "LONGCASE_KEEP_GUESTS",
        "days a guest without games is kept; 0: for ever",
        read=values.whole(least=0, most=36_500),
        default=30,
    )
    max_deal_verdicts: int = _setting(
        "LONGCASE_MAX_DEAL_VERDICTS",
        "verdicts on public deals kept; the oldest make room",
        read=values.whole(least=1, most=100_000_000),
        default=100_000,
    )
    verified_deals: values.Ahead = _setting(
        "LONGCASE_VERIFIED_DEALS",
        "deals of a variant proved winnable ahead; of some others, as in `64,freecell=500`",
        read=values.ahead,
        default=values.Ahead(64),
        shown="64",
    )
    deal_tries: int = _setting(
        "LONGCASE_DEAL_TRIES",
        "where none is ahead, deals solved while a client waits, at most",
        read=values.whole(least=0, most=10_000),
        default=40,
    )
    deal_states: int = _setting(
        "LONGCASE_DEAL_STATES",
        "positions looked at for one deal to be proved winnable, at most",
        read=values.whole(least=1, most=1_000_000_000),
        default=60_000,
    )
    clockwork: bool = _setting(
        "LONGCASE_CLOCKWORK",
        "`on`: one process beside the web's does what acts without a request; or `off`",
        read=values.on,
        default=True,
        shown="on",
    )
    deep_searches: int = _setting(
        "LONGCASE_DEEP_SEARCHES",
        "deep searches at once on the machine, and as many quick ones",
        read=values.whole(least=1, most=512),
        default=lambda: max(1, _cores() - 1),
        shown="cores - 1",
    )
    deep_states: int = _setting(
        "LONGCASE_DEEP_STATES",
        "positions a deep search may look at",
        read=values.whole(least=50_000, most=1_000_000_000),
        default=2_000_000,
    )
    deep_memory: int = _setting(
        "LONGCASE_DEEP_MEMORY",
        "MiB of memory a deep search may use",
        read=values.whole(least=16, most=65_536),
        default=128,
    )
    deep_wait: int = _setting(
        "LONGCASE_DEEP_WAIT",
        "seconds to queue for a search",
        read=values.whole(least=0, most=60),
        default=3,
    )
    deep_seconds: int = _setting(
        "LONGCASE_DEEP_SECONDS",
        "seconds after which a search is told to stop",
        read=values.whole(least=1, most=600),
        default=5,
    )
    deep_folder: Path = _setting(
        "LONGCASE_DEEP_FOLDER",
        "a folder for lock files that all processes of the machine share",
        read=values.path,
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
            except values.Wrong as error:
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
    """Return this process's environment with database and address as settled on, for a child."""
    return os.environ | {
        "DATABASE_URL": config.database_url or "",
        "HOST": config.host,
        "PORT": str(config.port),
    }


def settings_table() -> str:
    """Return the settings as the Markdown table of docs/operating.md."""
    rows = ["| setting | what | default |", "| --- | --- | --- |"]
    rows += (
        f"| `{each.metadata['variable']}` | {each.metadata['about']} | {each.metadata['shown']} |"
        for each in fields(Config)
    )
    return "\n".join(rows)
