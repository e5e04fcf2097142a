"""The command `longcase`: run, serve, clockwork, fill, migrate, spec, settings, and the operators'.

`run` is for one machine: it starts Postgres unless DATABASE_URL names one, migrates, and keeps
both it and the web server alive until it is told to stop. Where something else does that,
`migrate` and `serve` are its parts.
"""

import argparse
import contextlib
import json
import logging
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from tqdm import tqdm

from engine import LANGUAGES, UnknownVariant, detail_text, variant
from service import clockwork, errors, filling, logs, operating, serving
from service.app import openapi_document
from service.binaries import NoPostgres, dies_with_parent
from service.config import BadSetting, Config, environ_with, home_data, settings_table
from service.deals import provable
from service.embedded import Embedded, running
from service.errands import (
    DATABASE_SECONDS,
    SIGNALS,
    CommandError,
    database_url,
    means_of,
    until_stopped,
)
from service.storage.migrate import MigrationError, check, migrate
from service.storage.pool import NotPermitted, Unavailable, Unreadable, reach

_LOG = logging.getLogger("service.command")
_SNAPSHOT = Path(__file__).resolve().parent.parent / "openapi" / "openapi.json"
_LESS_URGENT = 10
_WELCOME = """
Longcase serves at {address}

  pages    {address}/docs
  a game   curl -s {address}/v1/games -H 'Content-Type: application/json' \\
             -d '{{"variant": "grandfathers-clock"}}'
"""


_SAID_IN_ONE_LINE = (
    BadSetting,
    serving.CannotListen,
    NoPostgres,
    MigrationError,
    NotPermitted,
    Unavailable,
    Unreadable,
    CommandError,
)


def main(arguments: list[str] | None = None) -> int:
    """Run the command; return its exit status."""
    chosen = _parser().parse_args(arguments)
    try:
        config = Config.from_environ()
        logs.configure(level=config.log_level)
        chosen.verb(config, chosen)
    except _SAID_IN_ONE_LINE as error:
        print(f"longcase: {error}", file=sys.stderr)
        return 1
    except errors.Unavailable as error:
        print(f"longcase: {_why(error)}", file=sys.stderr)
        return 1
    return 0


def _why(error: errors.Unavailable) -> str:
    if error.detail is None:
        return "the database has gone away"
    return detail_text(error.detail, error.facts, LANGUAGES[0])


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="longcase", description="Patience games as a service.")
    verbs = parser.add_subparsers(required=True, metavar="verb")
    verbs.add_parser("run", help="Postgres if need be, migrate, serve").set_defaults(verb=_run)
    serve = verbs.add_parser(
        "serve", aliases=["web"], help="serve from the database at DATABASE_URL"
    )
    serve.set_defaults(verb=_serve)
    serve.add_argument("--welcome", action="store_true", help="say what to open")
    verbs.add_parser(
        "clockwork", help="do what acts without a request, for the database at DATABASE_URL"
    ).set_defaults(verb=_clockwork)
    fill = verbs.add_parser("fill", help="prove deals winnable ahead of the games they are for")
    fill.set_defaults(verb=_fill)
    fill.add_argument("--variant", help="only this one")
    fill.add_argument(
        "--option", action="append", default=[], metavar="NAME=VALUE", help="a house rule of it"
    )
    fill.add_argument("--to", type=int, help="how many are to wait; else as the settings say")
    verbs.add_parser("migrate", help="bring the database at DATABASE_URL up to date").set_defaults(
        verb=_migrate
    )
    spec = verbs.add_parser("spec", help="write openapi/openapi.json")
    spec.set_defaults(verb=_spec)
    spec.add_argument("--check", action="store_true", help="only compare it with the code")
    operating.add_verbs(verbs)
    verbs.add_parser("settings", help="list the settings").set_defaults(verb=_settings)
    return parser


def _run(config: Config, _chosen: argparse.Namespace) -> None:
    serving.check_address(config)
    with until_stopped(), _database(config) as (settled, embedded), _web(settled) as web:
        while web.poll() is None:
            if embedded is not None and embedded.mend():
                _LOG.warning("Postgres had died and was started again")
            time.sleep(0.2)
        raise CommandError("the web server ended by itself: see its lines above")


def _serve(config: Config, chosen: argparse.Namespace) -> None:
    dsn = database_url(config)
    reach(dsn, seconds=DATABASE_SECONDS)
    check(dsn)
    serving.check_address(config)
    serving.serve(config, welcome=_say_welcome if chosen.welcome else None)


def _migrate(config: Config, _chosen: argparse.Namespace) -> None:
    dsn = database_url(config)
    reach(dsn, seconds=DATABASE_SECONDS)
    applied = migrate(dsn)
    for each in applied:
        print(f"applied {each.number:04}_{each.name}")
    if not applied:
        print("nothing to migrate")


def _clockwork(config: Config, _chosen: argparse.Namespace) -> None:
    means = means_of(config, connections=clockwork.LOOPS)
    stop = threading.Event()
    for each in SIGNALS:
        signal.signal(each, lambda _number, _frame: stop.set())
    os.nice(_LESS_URGENT)
    with means.database.open():
        clockwork.work(means, stop)


def _fill(config: Config, chosen: argparse.Namespace) -> None:
    means = means_of(config)
    asked = _asked(config, chosen)
    with until_stopped(), means.database.open():
        missing = sum(max(0, each.deals - filling.waiting(means, each.rules)) for each in asked)
        with tqdm(total=missing, unit=" deals", desc="verified") as bar:
            for tried in filling.fill(means, asked):
                bar.update(tried.kept)


def _asked(config: Config, chosen: argparse.Namespace) -> list[filling.Wanted]:
    """List what is to be filled: what the settings want, or by which rules the caller says."""
    if chosen.variant is None:
        if chosen.option:
            raise CommandError("--option needs --variant")
        asked = filling.wanted(config)
    else:
        try:
            rules = variant(chosen.variant).with_options(
                dict(each.partition("=")[::2] for each in chosen.option)
            )
        except UnknownVariant as error:
            raise CommandError(str(error)) from None
        if not provable(rules):
            raise CommandError(f"deals of {rules.variant} are not proved winnable")
        asked = [filling.Wanted(rules=rules, deals=config.verified_deals.of(rules.variant))]
    return asked if chosen.to is None else [replace(each, deals=chosen.to) for each in asked]


def _spec(_config: Config, chosen: argparse.Namespace) -> None:
    text = json.dumps(openapi_document(), indent=2, ensure_ascii=False) + "\n"
    if not chosen.check:
        _SNAPSHOT.parent.mkdir(exist_ok=True)
        _SNAPSHOT.write_text(text, encoding="utf-8")
    elif not _SNAPSHOT.exists() or _SNAPSHOT.read_text(encoding="utf-8") != text:
        raise CommandError("openapi/openapi.json is not what the code says: run `make spec`")


def _settings(_config: Config, _chosen: argparse.Namespace) -> None:
    print(settings_table())


@contextlib.contextmanager
def _database(config: Config) -> Iterator[tuple[Config, Embedded | None]]:
    """Give the settings with a migrated database in them."""
    if config.database_url is not None:
        reach(config.database_url, seconds=DATABASE_SECONDS)
        migrate(config.database_url)
        yield config, None
        return
    with running(
        config.data or home_data(),
        connections=config.workers * config.pool_size + 10,  # the clockwork's and commands' too
        movable=config.data is None,
    ) as embedded:
        migrate(embedded.owner)
        yield replace(config, database_url=embedded.app), embedded


@contextlib.contextmanager
def _web(config: Config) -> Iterator[subprocess.Popen[bytes]]:
    """Run the web server as a process of its own, which drains before it ends."""
    web = subprocess.Popen(
        [*dies_with_parent("TERM"), sys.executable, "-m", "service.command", "serve", "--welcome"],
        env=environ_with(config),
        start_new_session=True,  # Ctrl-C comes to us alone: first this ends, then Postgres
    )
    try:
        yield web
    finally:
        web.terminate()
        with contextlib.suppress(subprocess.TimeoutExpired):
            web.wait(config.graceful_timeout + 5)
        with contextlib.suppress(ProcessLookupError):
            os.killpg(web.pid, signal.SIGKILL)  # workers that outlived it hold the port
        web.wait()


def _say_welcome(address: str) -> None:
    print(_WELCOME.format(address=address), flush=True)


if __name__ == "__main__":
    sys.exit(main())
