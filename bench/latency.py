"""What others' searches cost a player: `make bench ARGS="latency --rounds 10"`.

A real service over a Postgres of its own. One player makes moves, one after the other, in turns
quietly and while eight others ask for verdicts and hints without pause, in positions chosen to be
hard. Prints the times of the moves, and their ratio; both are measured in one run, by turns, so
that whatever else the machine does falls on both.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import statistics
import tempfile
import threading
import time
from http.client import HTTPConnection
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from tqdm import tqdm

from service.embedded import running
from service.storage.migrate import migrate
from tests.serving import serving

if TYPE_CHECKING:
    from collections.abc import Sequence
    from multiprocessing.sharedctypes import SynchronizedArray
    from multiprocessing.synchronize import Event

ASKERS = 8
PHASE_S = 2.0
HARD = {"variant": "shamrocks", "deal": "3"}  # undecided after millions of positions
ASKED: dict[str, tuple[dict[str, Any], str, dict[str, Any]]] = {
    "deep verdicts": (HARD, "verdict", {"effort": "deep"}),
    "quick verdicts": (HARD, "verdict", {}),
    "hints": (HARD, "hint", {}),
    "hints in klondike": ({"variant": "klondike", "deal": "3"}, "hint", {}),
    "hints in german-solitaire": ({"variant": "german-solitaire", "deal": "3"}, "hint", {}),
    "undo to winnable": (HARD, "undo", {"to": "winnable"}),
}


class Player:
    """A client with a connection that is kept."""

    def __init__(self, address: str) -> None:
        """Connect; the first game makes a guest."""
        parts = urlsplit(address)
        self.connection = HTTPConnection(parts.hostname or "", parts.port, timeout=120)
        self.token = ""

    def get(self, path: str) -> Any:
        """Ask, and read the answer."""
        return self._call("GET", path, None)

    def post(self, path: str, body: dict[str, Any]) -> Any:
        """Send a request and read the answer."""
        return self._call("POST", path, json.dumps(body))

    def _call(self, method: str, path: str, body: str | None) -> Any:
        headers = {"Content-Type": "application/json"}
        if self.token:
            headers["Authorization"] = f"Bearer {self.token}"
        self.connection.request(method, f"/v1/{path}", body, headers)
        return json.loads(self.connection.getresponse().read())

    def start(self, wish: dict[str, Any]) -> str:
        """Start a game; give its id."""
        game = self.post("games", wish)
        self.token = game.get("token", self.token)
        return str(game["id"])


def ask(address: str, kind: str, going: Event, counts: SynchronizedArray[int]) -> None:
    """Ask with eight connections as long as the event says."""

    def one(index: int) -> None:
        wish, call, body = ASKED[kind]
        player = Player(address)
        game = player.start(wish)
        while True:
            going.wait()
            player.post(f"games/{game}/{call}", body)
            counts[index] += 1

    for index in range(ASKERS):
        threading.Thread(target=one, args=(index,), daemon=True).start()
    threading.Event().wait()


def moves_of(player: Player, game: str, seconds: float) -> list[float]:
    """Move a card to a cell and take it back for some time; give milliseconds for each."""
    taken = []
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        for path, body in (("moves", {"moves": ["t1-c1"]}), ("undo", {})):
            start = time.perf_counter()
            player.post(f"games/{game}/{path}", body)
            taken.append(1000 * (time.perf_counter() - start))
        time.sleep(0.01)  # a person is slower still
    return taken


def measure(address: str, kind: str, rounds: int) -> tuple[list[float], list[float], int]:
    """Measure moves by turns alone and among askers; count what was answered to these."""
    context = multiprocessing.get_context("spawn")
    going, counts = context.Event(), context.Array("i", ASKERS)
    asking = context.Process(target=ask, args=(address, kind, going, counts), daemon=True)
    asking.start()
    mover = Player(address)
    quiet: list[float] = []
    busy: list[float] = []
    for _ in tqdm(range(rounds), desc=kind, leave=False):
        game = mover.start({"variant": "freecell", "deal": "617", "autoplay": "off"})
        time.sleep(PHASE_S / 2)  # what was asked for last ends
        quiet += moves_of(mover, game, PHASE_S)
        going.set()
        time.sleep(PHASE_S / 4)
        busy += moves_of(mover, game, PHASE_S)
        going.clear()
        mover.post(f"games/{game}/resign", {})
    asking.terminate()
    asking.join()
    return quiet, busy, sum(counts[:])


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; give the exit status."""
    parser = argparse.ArgumentParser(prog="make bench ARGS=latency", description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--workers", default="2")
    parser.add_argument("kinds", nargs="*", default=list(ASKED))
    asked = parser.parse_args(arguments)
    print("| eight ask for | answered | ms a move: median, p95 | among them | ratio of medians |")
    print("| --- | ---: | ---: | ---: | ---: |")
    with tempfile.TemporaryDirectory() as folder, running(Path(folder) / "data") as embedded:
        migrate(embedded.owner)
        with serving(embedded.app, LONGCASE_WORKERS=asked.workers) as server:
            for kind in asked.kinds:
                quiet, busy, answered = measure(server.address, kind, asked.rounds)
                a, b = statistics.median(quiet), statistics.median(busy)
                far = [statistics.quantiles(each, n=20)[-1] for each in (quiet, busy)]
                print(
                    f"| {kind} | {answered} | {a:.1f}, {far[0]:.1f} | {b:.1f}, {far[1]:.1f} "
                    f"| {b / a:.2f} |",
                    flush=True,
                )
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
