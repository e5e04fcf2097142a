"""Write down what was measured: the rows of `engine.measured`, and the page made from them.

`--write` of `bench.truths` and `bench.study` comes here. `python -m bench.recording` makes
`docs/results/shares.md` anew from the rows; `tests/test_shares.py` compares the two.
"""

from __future__ import annotations

import json
import sys
from functools import partial
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from engine import catalogue
from engine.measured import HINTS_ONLY, WINNABLE, Measured, every_row

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from engine import Rules, Variant

ROOT: Final = Path(__file__).resolve().parent.parent
PAGE: Final = ROOT / "docs" / "results" / "shares.md"
_INTRODUCTION: Final = """\
# How often deals are won

Made by the commands named here with `--write`, not edited by hand. The deals are numbered ones
from 1 on, so whoever runs a command gets the same counts. Intervals are Wilson's, 95 %; where deals
are undecided, they reach from none of these won to all of them won. `GET /v1/variants/{variant}`
tells the same under `facts`. How the solver fares is in [solver.md](solver.md), how hints are found
in [hints.md](hints.md).
"""


def record(rules: Rules, rows: Iterable[Measured]) -> None:
    """Put rows in the place of older ones of the same way and options, and make the page anew."""
    kept = {_key(row): row for row in every_row(rules.variant) if row.version == rules.version}
    kept |= {_key(row): row for row in rows}
    path = ROOT / "engine" / "variants" / "measured" / f"{rules.variant}.json"
    lines = [
        json.dumps(_written(row), ensure_ascii=False) for row in sorted(kept.values(), key=_rank)
    ]
    path.write_text("[\n" + ",\n".join(lines) + "\n]\n", encoding="utf-8")
    every_row.cache_clear()
    PAGE.write_text(page(), encoding="utf-8")


def page() -> str:
    """Make the page from all rows."""
    return "\n".join([_INTRODUCTION, *_winnable(), *_ways()])


def table_row(row: Measured) -> str:
    """Write a row of a table of ways of playing."""
    exact = "" if row.exact is None else f"{float(row.exact):.4%}"
    counts = f"{row.won:,} | {row.deals:,} | {row.share:.2%}"
    return f"| {row.way} | {counts} | {_interval(row)} | {exact} |"


def as_asked(options: Mapping[str, str]) -> str:
    """Write options as the command line takes them."""
    return "".join(f" --option {name}={value}" for name, value in sorted(options.items()))


NARROW: Final = 0.002
WAYS_HEAD: Final = (
    "| way of playing | won | of | share | 95 % interval | in theory |\n"
    "| --- | ---: | ---: | ---: | --- | ---: |"
)


def _winnable() -> Iterator[str]:
    yield "## Winnable, every card known"
    yield "| variant | deals | winnable | lost, proved | undecided | 95 % interval | command |"
    yield "| --- | ---: | ---: | ---: | ---: | --- | --- |"
    for game in catalogue():
        for row in every_row(game.id):
            if row.way == WINNABLE:
                lost = row.deals - row.won - row.undecided
                yield (
                    f"| {_named(row, game)} | {row.deals:,} | {row.won:,} |"
                    f" {lost:,} | {row.undecided:,} | {_interval(row)} | `{row.command}` |"
                )
    yield ""


def _ways() -> Iterator[str]:
    yield "## Ways of playing that see no hidden card"
    for game in catalogue():
        rows = [row for row in every_row(game.id) if row.way != WINNABLE]
        for named, chosen in groupby(rows, key=partial(_named, game=game)):
            yield f"\n### {named}"
            yield "\n".join(map(str.__add__, WAYS_HEAD.split("\n"), (" command |", " --- |")))
            yield from (f"{table_row(row)} `{row.command}` |" for row in chosen)
    yield ""


def _interval(row: Measured) -> str:
    low, high = row.interval
    places = 3 if high - low < NARROW else 2
    return f"{low:.{places}%} to {high:.{places}%}"


def _named(row: Measured, game: Variant) -> str:
    chosen = ", ".join(f"{name}={value}" for name, value in sorted(row.options.items()))
    return f"{game.id} ({chosen})" if chosen else game.id


def _key(row: Measured) -> tuple[str, tuple[tuple[str, str], ...]]:
    return row.way, tuple(sorted(row.options.items()))


def _rank(row: Measured) -> tuple[list[tuple[str, str]], int, float, str]:
    first = [WINNABLE, HINTS_ONLY]
    at = first.index(row.way) if row.way in first else len(first)
    return sorted(row.options.items()), at, -row.share, row.way


def _written(row: Measured) -> dict[str, Any]:
    written: dict[str, Any] = {
        "way": row.way,
        "version": row.version,
        "options": dict(sorted(row.options.items())),
        "deals": row.deals,
        "won": row.won,
    }
    if row.undecided:
        written["undecided"] = row.undecided
    if row.exact is not None:
        written["exact"] = str(row.exact)
    return written | {"command": row.command}


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
    sys.exit(0)
