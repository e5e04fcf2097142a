"""Public deals with moves that win them, found by the engine: a test wins without help."""

from collections.abc import Iterator
from functools import cache
from itertools import count

from engine import Budget, Deal, Position, Verdict, solve, variant


def winnable(name: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Give a variant's winnable deals from the first on: their number and the moves."""
    for number in map(str, count(1)):
        line = _line(name, number)
        if line:
            yield number, line


@cache
def _line(name: str, number: str) -> tuple[str, ...]:
    deal = Deal.numbered(variant(name).with_options(), number)
    found = solve(Position.start(deal), Budget(states=20_000))
    return tuple(map(str, found.line)) if found.verdict is Verdict.WINNABLE else ()
