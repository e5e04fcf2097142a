"""What the limits of requests cost: `make bench ARGS=counting`.

Counts moves of many players, in memory and in a Postgres of its own, and answers requests with and
without counting, by turns in one run. Prints a processor's microseconds, and the ratio.
"""

from __future__ import annotations

import secrets
import statistics
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

from service.app import create_app
from service.buckets import Buckets
from service.config import Config
from service.embedded import running
from service.limiting import Budget, charges
from service.rates import NONE, Charge, Rates, read_rates
from service.storage import buckets as stored
from service.storage.migrate import migrate
from service.storage.pool import Database

if TYPE_CHECKING:
    from collections.abc import Callable

ROUNDS = 30
AT_ONCE = 50


def asked() -> list[tuple[Charge, ...]]:
    """List what moves of many players take."""
    return [
        tuple(
            charges(
                Rates(),
                Budget.MOVES,
                address=secrets.token_bytes(4),
                token=secrets.token_urlsafe(32),
            )
        )
        for _ in range(AT_ONCE)
    ]


def side_by_side(**kinds: Callable[[], object]) -> dict[str, float]:
    """Give the median of a processor's microseconds for each kind, measured by turns."""
    taken: dict[str, list[float]] = {name: [] for name in kinds}
    for _ in range(ROUNDS):
        for name, act in kinds.items():
            start = time.process_time()
            for _ in range(AT_ONCE):
                act()
            taken[name].append(1e6 * (time.process_time() - start) / AT_ONCE)
    return {name: statistics.median(each) for name, each in taken.items()}


def show(**figures: float) -> None:
    """Print figures, and each as a multiple of the first."""
    first = next(iter(figures.values()))
    for name, figure in figures.items():
        print(f"| {name.replace('_', ' ')} | {figure:.1f} | {figure / first:.2f} |")


def main() -> int:
    """Run the command; give the exit status."""
    print("| what | microseconds of our processor | ratio |\n| --- | ---: | ---: |")
    memory = Buckets()
    with tempfile.TemporaryDirectory() as folder, running(Path(folder) / "data") as embedded:
        migrate(embedded.owner)
        with Database(Config(database_url=embedded.app)).open() as database:
            taking = iter(asked() * (2 * ROUNDS))
            show(
                **side_by_side(
                    a_move_counted_in_memory=lambda: memory.spend(next(taking)),
                    a_move_counted_in_the_database=lambda: stored.spend(database, next(taking)),
                )
            )
    free = create_app(Config(rates=NONE)).test_client()
    counted = create_app(Config(rates=read_rates("addresses=1000000/s:1000000"))).test_client()
    show(
        **side_by_side(
            an_answer_without_counting=lambda: free.get("/v1/variants/fan").close(),
            an_answer_with=lambda: counted.get("/v1/variants/fan").close(),
        )
    )
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
