"""What a promise costs: `make bench ARGS="starting --games 500"`.

Starts the service twice, on databases of one embedded Postgres, and starts games over HTTP, turn by
turn in one run: without a promise; with a deal verified ahead; and, on the second service where
nothing is ahead, with a deal that is solved while the client waits. The first service's clockwork
runs, as it does by default. Prints times and their ratios at the median and at p99.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from contextlib import ExitStack
from dataclasses import dataclass, field
from http.client import HTTPConnection
from itertools import permutations
from pathlib import Path
from statistics import median
from time import perf_counter_ns
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit

import orjson
import psycopg
from psycopg.conninfo import make_conninfo
from tqdm import tqdm

from engine import variant
from service import filling
from service.config import Config
from service.embedded import running
from service.means import Means
from service.storage.migrate import migrate
from service.storage.pool import Database
from tests.serving import serving

if TYPE_CHECKING:
    from collections.abc import Sequence

    from service.embedded import Embedded

VARIANTS: Final = (
    "alexander-the-great",
    "beleaguered-castle",
    "clover-leaf",
    "cruel",
    "fan",
    "freecell",
    "grandfathers-clock",
    "shamrocks",
)
GAMES_A_PLAYER: Final = 25
WARM_UP: Final = 40
MILLISECOND: Final = 1_000_000


@dataclass(kw_only=True)
class Client:
    """A client that wants deals with or without the promise; a new player every few games."""

    connection: HTTPConnection
    winnable: bool
    token: str = ""
    games: int = 0
    times: list[float] = field(default_factory=list)

    def start(self, name: str) -> None:
        """Start a game and note how long that took, in ms."""
        if self.games % GAMES_A_PLAYER == 0:
            self.token = self._post("/v1/players", {})["token"]
        self.games += 1
        wish = {"variant": name, "winnable": self.winnable}
        begun = perf_counter_ns()
        game = self._post("/v1/games", wish)
        self.times.append((perf_counter_ns() - begun) / MILLISECOND)
        if game["deal"].get("verdict") != ("winnable" if self.winnable else None):
            raise AssertionError(game["deal"])

    def _post(self, path: str, body: object) -> Any:
        headers = {"Content-Type": "application/json"}
        if self.token:
            headers["Authorization"] = f"Bearer {self.token}"
        self.connection.request("POST", path, orjson.dumps(body), headers)
        answer = self.connection.getresponse()
        read = orjson.loads(answer.read())
        if answer.status != 201:  # noqa: PLR2004 - Created
            raise AssertionError(read)
        return read


def p99(times: Sequence[float]) -> float:
    """Give the time that one in a hundred is above."""
    return sorted(times)[min(len(times) - 1, int(len(times) * 0.99))]


def fill(dsn: str, deals: int) -> None:
    """Verify so many deals of each variant."""
    config = Config(database_url=dsn)
    asked = [filling.Wanted(rules=variant(name).with_options(), deals=deals) for name in VARIANTS]
    with (
        Database(config).open() as database,
        tqdm(total=deals * len(asked), desc="verifying", leave=False) as bar,
    ):
        for tried in filling.fill(Means(database=database, config=config), asked):
            bar.update(tried.kept)


def connect(address: str) -> HTTPConnection:
    """Make a connection that stays."""
    place = urlsplit(address)
    return HTTPConnection(place.hostname or "", place.port, timeout=60)


def measure(name: str, addresses: tuple[str, str], games: int) -> list[list[float]]:
    """Start games of a variant by all three clients in turn; give the times of each."""
    ahead, empty = (connect(address) for address in addresses)
    clients = (
        Client(connection=ahead, winnable=False),
        Client(connection=ahead, winnable=True),  # by one connection, so by one process
        Client(connection=empty, winnable=True),
    )
    turns = tuple(permutations(clients))
    for number in tqdm(range(games + WARM_UP), desc=name, leave=False):
        for client in turns[number % len(turns)]:
            client.start(name)
    return [client.times[WARM_UP:] for client in clients]


def row(name: str, measured: Sequence[Sequence[float]]) -> str:
    """Write the times of the three clients, and the second's by the first's."""
    figures = [figure(times) for times in measured for figure in (median, p99)]
    figures += [figures[2] / figures[0], figures[3] / figures[1]]
    return f"| {name} | {' | '.join(f'{figure:.2f}' for figure in figures)} |"


def second(embedded: Embedded) -> str:
    """Make another database; give how to connect to it."""
    with psycopg.connect(embedded.superuser(), autocommit=True) as connection:
        connection.execute("CREATE DATABASE empty TEMPLATE longcase OWNER longcase_owner")
    return make_conninfo(embedded.app, dbname="empty")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; give the exit status."""
    parser = argparse.ArgumentParser(prog="make bench ARGS=starting", description=__doc__)
    parser.add_argument("--games", type=int, default=500, help="of each kind, a variant")
    games = parser.parse_args(arguments).games
    with ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        Path(folder).chmod(0o755)
        embedded = stack.enter_context(running(Path(folder) / "data"))
        migrate(embedded.owner)
        dsn = second(embedded)
        fill(embedded.app, games + WARM_UP)
        level = str(games // 2)
        settings = {"LONGCASE_WORKERS": "2"}
        ahead = stack.enter_context(
            serving(
                embedded.app, LONGCASE_CLOCKWORK="on", LONGCASE_VERIFIED_DEALS=level, **settings
            )
        )
        empty = stack.enter_context(serving(dsn, **settings))
        print(
            "| variant | no promise: median ms | p99 | ahead: median ms | p99 |"
            " solved while waiting: median ms | p99 | ratio ahead / no promise: median | p99 |"
        )
        print(f"| --- |{' ---: |' * 8}")
        every: list[list[float]] = [[], [], []]
        for name in VARIANTS:
            measured = measure(name, (ahead.address, empty.address), games)
            print(row(f"`{name}`", measured), flush=True)
            for times, more in zip(every, measured, strict=True):
                times.extend(more)
        print(row("all", every))
    return 0


if __name__ == "__main__":
    sys.exit(main())
