"""How often a variant's deals can be won, and how often ways of playing win them.

Counts over numbered deals from 1 on, in `engine/variants/measured/` as JSON, a file for each
variant. The commands that measure write them (`bench/recording.py`), nobody types them, and each
names its command, so that it can be had again. The catalogue and `docs/results/shares.md` both
say what stands there. A row holds for one version of the rules and one choice of options.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from importlib.resources import files
from math import sqrt
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Mapping

    from engine.rules import Rules
    from engine.variant import Variant

WINNABLE: Final = "winnable, every card known"
HINTS_ONLY: Final = "hints only"
Z: Final = 1.959964  # the standard normal's, for 95 %


@dataclass(frozen=True, kw_only=True)
class Measured:
    """How many of the deals 1 to `deals` a way of playing won.

    `options` are those that are not at their default. `undecided` counts the deals of which the
    solver cannot tell whether they can be won. `exact` is the chance that theory gives, where it
    gives one.
    """

    way: str
    version: int
    options: Mapping[str, str]
    deals: int
    won: int
    undecided: int = 0
    exact: Fraction | None = None
    command: str

    @property
    def share(self) -> float:
        """Give the share won; what is undecided is not counted in."""
        return self.won / self.deals

    @property
    def interval(self) -> tuple[float, float]:
        """Give Wilson's 95 % interval: from nothing undecided won, to all of it won."""
        low, _ = wilson(self.won, self.deals)
        _, high = wilson(self.won + self.undecided, self.deals)
        return low, high


def wilson(won: int, of: int) -> tuple[float, float]:
    """Give Wilson's 95 % interval of a share.

    >>> low, high = wilson(50, 100)
    >>> round(low, 3), round(high, 3)
    (0.404, 0.596)
    """
    share, spread = won / of, Z * Z / of
    middle = (share + spread / 2) / (1 + spread)
    half = Z * sqrt(share * (1 - share) / of + spread / (4 * of)) / (1 + spread)
    return max(0.0, middle - half), min(1.0, middle + half)


def not_default(rules: Rules, variant: Variant) -> dict[str, str]:
    """Give the options of these rules that are not at their default."""
    defaults = {option.name: option.default for option in variant.options}
    return {name: value for name, value in rules.options.items() if value != defaults[name]}


@cache
def every_row(variant_id: str) -> tuple[Measured, ...]:
    """Give all that was measured of a variant, whatever its options, in the order of its file."""
    path = files("engine.variants").joinpath("measured", f"{variant_id}.json")
    if not path.is_file():
        return ()
    written: list[dict[str, Any]] = json.loads(path.read_text(encoding="utf-8"))
    return tuple(_row(each) for each in written)


def shown(rules: Rules, variant: Variant) -> dict[str, object]:
    """Give what the catalogue tells: the share winnable, and the share that hints win."""
    options = not_default(rules, variant)
    rows = {
        row.way: row
        for row in every_row(variant.id)
        if row.version == rules.version and row.options == options
    }
    named = {"winnable": WINNABLE, "hints_only": HINTS_ONLY}
    return {name: _shown(rows[way]) for name, way in named.items() if way in rows}


def _shown(row: Measured) -> dict[str, object]:
    low, high = row.interval
    told: dict[str, object] = {
        "share": round(row.share, 6),
        "low": round(low, 6),
        "high": round(high, 6),
        "deals": row.deals,
        "undecided": row.undecided,
        "command": row.command,
    }
    return told if row.exact is None else told | {"exact": round(float(row.exact), 6)}


def _row(written: dict[str, Any]) -> Measured:
    exact = written.pop("exact", None)
    return Measured(**written, exact=None if exact is None else Fraction(exact))
