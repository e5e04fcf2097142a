"""Generate clients of the document, build them, and let them play against the real service.

Run it by `make sdk`; what is made lies in build/sdk. In each language a client is made of the
present document and one of the last released, and both play against the service as it is and as it
may become.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from openapi.breaking import newest_released
from service.embedded import running
from service.storage.migrate import migrate
from tests.conftest import temporary_path
from tests.sdk.languages import LANGUAGES, Client
from tests.sdk.lossy import LOST, lossy
from tests.sdk.newer import STATUS, STEP, VARIANT, of_tomorrow
from tests.sdk.work import Failed, hold, say
from tests.serving import ROOT, serving

RATES: Final = "moves=20/s:30,guests=off"
"""Fewer moves at once than a game has."""
PILES: Final = 20


def main() -> int:
    """Make the clients and let them play; return the exit status."""
    try:
        with ThreadPoolExecutor() as beside:
            clients = list(beside.map(lambda make: [*_made(make)], LANGUAGES))
        say("starting Postgres and the service")
        with (
            service() as address,
            lossy(address) as today,
            lossy(address, of_tomorrow) as tomorrow,
            ThreadPoolExecutor() as beside,
        ):
            for job in [beside.submit(play, each, today, tomorrow) for each in clients]:
                job.result()
    except Failed as failure:
        print(failure, file=sys.stderr)
        return 1
    say("every client has played")
    return 0


def documents() -> dict[str, Path]:
    """Name the documents that clients are made of, each once."""
    present = ROOT / "openapi" / "openapi.json"
    released = newest_released()
    if released is None or released.read_bytes() == present.read_bytes():
        return {"present": present}
    return {"present": present, released.stem: released}


def play(clients: list[Client], today: str, tomorrow: str) -> None:
    """Let the clients of a language play, and compare what they say with what should be said."""
    for client in clients:
        for place, is_newer in ((today, False), (tomorrow, True)):
            first = client.runs("first", place)
            hold(len(first.splitlines()) > PILES, "first prints the piles and a move", first)
            check(client.runs("smoke", place), is_newer=is_newer)
            where = "a service of tomorrow" if is_newer else "the service"
            say(f"{client.language}: the client of {client.document} plays with {where}")


def check(said: str, *, is_newer: bool) -> None:
    """Compare what the smoke program said with what it should."""
    lines = [line.rstrip() for line in said.splitlines()]
    variants = next((line.split() for line in lines if line.startswith("variants: ")), [])
    hold((VARIANT if is_newer else "klondike") in variants, "the catalogue is read", said)
    status = STATUS if is_newer else {each: each for each in STATUS}
    steps = f" {STEP['kind']}" if is_newer else ""
    for expected in (
        "deal: 9007199254740993",
        r"version_conflict: version \d+ is now \d+",
        "illegal_move: .+ .+" if is_newer else "illegal_move: wrong_rank",
        "refused: (?!nothing to redo$).+ .+" if is_newer else "refused: nothing to redo",
        "games: 1; picture: <svg",  # made once, though the answer was lost
        "waiting: 503",
        "races: 1; events: joined joined starting started resigned result",
        "waiting: 409",  # the race has not started
        "waiting: 429",
        rf"ended: {status['won']}, \d+ moves; unknown steps:{steps}",
        f"race: {status['over']}, won lost",
    ):
        hold(any(re.fullmatch(expected, line) for line in lines), expected, said)
    again = lines.count("again: no answer")
    hold(again == len(LOST), "each answer that was lost is asked for once more", said)


def _made(make: Callable[[str, Path], Client]) -> Iterator[Client]:
    for name, document in documents().items():
        client = make(name, document)
        say(f"{client.language}: made and checked a client of {name}")
        yield client


@contextmanager
def service() -> Iterator[str]:
    """Serve from a database of its own, thrown away afterwards; give the address."""
    with temporary_path() as path, running(path, durable=False) as database:
        migrate(database.owner)
        with serving(
            database.app,
            LONGCASE_RATES=RATES,
            LONGCASE_RACE_COUNTDOWN="2",
            LONGCASE_SANDBOX="1",
        ) as server:
            yield server.address


if __name__ == "__main__":
    sys.exit(main())
