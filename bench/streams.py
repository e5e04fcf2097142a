"""What open streams cost the moves of others: `make bench ARGS="streams --rounds 3"`.

A real service over a Postgres of its own. Races go on all the time: players make moves in them at
a steady rate. One player, in none of them, makes moves one after the other, by turns while nobody
follows the races and while hundreds of streams do. Prints the times of these moves and their ratio,
both of one run, and what memory and processor the workers took.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import socket
import statistics
import tempfile
import threading
import time
from http import HTTPStatus
from http.client import HTTPConnection
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit

from tqdm import tqdm

from bench.latency import Player, moves_of
from service.embedded import running
from service.storage.migrate import migrate
from tests.serving import Server, serving

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from multiprocessing.sharedctypes import SynchronizedArray
    from multiprocessing.synchronize import Event

PHASE_S: Final = 4.0
TICKS: Final = os.sysconf("SC_CLK_TCK")


class Follower:
    """A stream of a race; it counts its events."""

    def __init__(self, address: str, token: str, race: str) -> None:
        """Open it, as soon as there is a place."""
        while True:
            parts = urlsplit(address)
            self.connection = HTTPConnection(parts.hostname or "", parts.port, timeout=60)
            headers = {"Authorization": f"Bearer {token}", "Accept": "text/event-stream"}
            self.connection.request("GET", f"/v1/races/{race}/events", headers=headers)
            self.socket = self.connection.sock
            self.answer = self.connection.getresponse()
            if self.answer.status == HTTPStatus.OK:
                return
            self.connection.close()  # the next connection may reach the other worker
            time.sleep(0.1)

    def read(self, events: SynchronizedArray[int], index: int) -> None:
        """Count events until the stream ends."""
        try:
            for line in self.answer:
                if line.startswith(b"id:"):
                    events[index] += 1
        except OSError:
            return


def follow(
    address: str,
    races: Sequence[tuple[str, str]],
    each: int,
    going: Event,
    counts: SynchronizedArray[int],
) -> None:
    """Hold streams open as long as the event says; the first count is how many are."""
    while True:
        going.wait()
        followers = []
        for token, race in races:
            for _ in range(each):
                followers.append(Follower(address, token, race))
                reading = (counts, 1)
                threading.Thread(target=followers[-1].read, args=reading, daemon=True).start()
                counts[0] += 1
        while going.is_set():
            time.sleep(0.1)
        for follower in followers:
            follower.socket.shutdown(socket.SHUT_RDWR)
        counts[0] = 0


def make_races(address: str, count: int) -> Iterator[tuple[Player, str, str]]:
    """Make races of two, all started; give each entrant with the race and the game."""
    for _ in range(count):
        entrants = [Player(address), Player(address)]
        for player in entrants:
            player.token = player.post("players", {})["token"]
        race = entrants[0].post("races", {"variant": "freecell", "seats": 2, "minutes": 60})
        entered = entrants[1].post("race-entries", {"code": race["code"]})
        yield entrants[1], race["id"], entered["game"]
        player = entrants[0]
        yield player, race["id"], player.get(f"races/{race['id']}")["game"]


def race_on(address: str, games: Sequence[tuple[str, str]], *, rate: float) -> None:
    """Change one game after the other at a rate: a move, and at the next turn it is taken back."""
    player = Player(address)
    moved: set[str] = set()
    while True:
        for token, game in games:
            begun = time.perf_counter()
            player.token = token
            if game in moved:
                player.post(f"games/{game}/undo", {})
            else:
                move = player.get(f"games/{game}/moves")["items"][0]["move"]
                player.post(f"games/{game}/moves", {"moves": [move]})
            moved ^= {game}
            time.sleep(max(0.0, 1 / rate - (time.perf_counter() - begun)))


def workers_of(server: Server) -> list[int]:
    """Name the worker processes."""
    path = Path(f"/proc/{server.process.pid}/task/{server.process.pid}/children")
    return [int(pid) for pid in path.read_text().split()]


def used(pid: int) -> tuple[float, float]:
    """Give the seconds of processor and the MiB of memory that a process used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return (int(fields[11]) + int(fields[12])) / TICKS, pages * os.sysconf("SC_PAGE_SIZE") / 2**20


def phase(server: Server, mover: Player, game: str) -> tuple[list[float], list[float], list[float]]:
    """Measure moves for a while; give their times, and each worker's share of a core and memory."""
    pids = workers_of(server)
    before, begun = [used(pid)[0] for pid in pids], time.perf_counter()
    times = moves_of(mover, game, PHASE_S)
    span = time.perf_counter() - begun
    after = [used(pid) for pid in pids]
    shares = [100 * (now - then) / span for (now, _), then in zip(after, before, strict=True)]
    return times, shares, [memory for _, memory in after]


def measure(server: Server, asked: argparse.Namespace) -> list[dict[str, Any]]:
    """Measure by turns without and with streams."""
    context = multiprocessing.get_context("spawn")
    going, counts = context.Event(), context.Array("i", 2)
    entrants = list(
        tqdm(make_races(server.address, asked.races), total=2 * asked.races, desc="races")
    )
    races = [(player.token, race) for player, race, _ in entrants]
    games = [(player.token, game) for player, _, game in entrants]
    each = asked.streams // len(races)
    time.sleep(1)  # the countdown of the last one
    others = [
        context.Process(target=follow, args=(server.address, races, each, going, counts)),
        context.Process(target=race_on, args=(server.address, games), kwargs={"rate": asked.rate}),
    ]
    for process in others:
        process.daemon = True
        process.start()
    mover = Player(server.address)
    kinds: list[dict[str, Any]] = [{"times": [], "shares": [], "memory": []} for _ in range(2)]
    told = [0, 0]
    for _ in tqdm(range(asked.rounds), desc="rounds"):
        for with_streams, kind in enumerate(kinds):
            game = mover.start({"variant": "freecell", "deal": "617", "autoplay": "off"})
            if with_streams:
                going.set()
                while counts[0] < each * len(races):
                    time.sleep(0.1)
                time.sleep(2)  # what they are told first
            before = counts[1]
            times, shares, memory = phase(server, mover, game)
            told[with_streams] += counts[1] - before
            kind["times"] += times
            kind["shares"] += shares
            kind["memory"] += memory
            mover.post(f"games/{game}/resign", {})
            going.clear()
        time.sleep(1)  # who has hung up is noticed
    for process in others:
        process.terminate()
        process.join()
    for kind, events in zip(kinds, told, strict=True):
        kind["events"] = events / (asked.rounds * PHASE_S)
    return kinds


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; give the exit status."""
    parser = argparse.ArgumentParser(prog="make bench ARGS=streams", description=__doc__)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--races", type=int, default=100, help="of two players each")
    parser.add_argument("--streams", type=int, default=400)
    parser.add_argument("--rate", type=float, default=20.0, help="moves a second in the races")
    asked = parser.parse_args(arguments)
    settings = {
        "LONGCASE_WORKERS": "2",
        "LONGCASE_THREADS": "300",
        "LONGCASE_MAX_WAITING_ADDRESS": "300",  # all streams come from here
        "LONGCASE_RACE_COUNTDOWN": "0",
    }
    with tempfile.TemporaryDirectory() as folder, running(Path(folder) / "data") as embedded:
        migrate(embedded.owner)
        with serving(embedded.app, **settings) as server:
            kinds = measure(server, asked)
    heads = "events told a second", "ms a move: median", "p99", "a worker's % of a core", "its MiB"
    print(f"| streams | {' | '.join(heads)} |\n|{' ---: |' * 6}")
    for count, kind in zip((0, asked.streams), kinds, strict=True):
        median, far = statistics.median(kind["times"]), statistics.quantiles(kind["times"], n=100)
        print(
            f"| {count} | {kind['events']:.0f} | {median:.1f} | {far[-1]:.1f} "
            f"| {statistics.mean(kind['shares']):.0f} | {statistics.mean(kind['memory']):.0f} |"
        )
    quiet, busy = (statistics.median(kind["times"]) for kind in kinds)
    print(f"ratio of medians {busy / quiet:.2f}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
