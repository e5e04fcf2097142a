"""A second, slow and obvious statement of the rules of every variant.

Written from the written rules alone and never from the engine, with which it shares no line:
where the two disagree, one of them misreads the rules. Cards are texts ("TH"), piles are lists
of them from bottom to top, moves are the texts of the API. No automatic play, no undo, no solver.
"""

from __future__ import annotations

from collections.abc import Mapping

from tests.reference.beleaguered_castle import BeleagueredCastle
from tests.reference.clocks import Clock, LaMontre
from tests.reference.clover import AlexanderTheGreat, CloverLeaf
from tests.reference.cruel import Cruel
from tests.reference.dealing import pack
from tests.reference.fan import Fan
from tests.reference.four_seasons import FourSeasons
from tests.reference.freecell import FreeCell
from tests.reference.german import BavarianSolitaire, GermanSolitaire
from tests.reference.german_clock import GermanClock
from tests.reference.grandfathers_clock import GrandfathersClock
from tests.reference.klondike import Klondike
from tests.reference.shamrocks import Shamrocks
from tests.reference.table import Table

__all__ = ["VARIANTS", "Table", "start"]

VARIANTS: Mapping[str, type[Table]] = {
    "german-clock": GermanClock,
    "german-solitaire": GermanSolitaire,
    "bavarian-solitaire": BavarianSolitaire,
    "clock": Clock,
    "la-montre": LaMontre,
    "grandfathers-clock": GrandfathersClock,
    "clover-leaf": CloverLeaf,
    "alexander-the-great": AlexanderTheGreat,
    "shamrocks": Shamrocks,
    "fan": Fan,
    "freecell": FreeCell,
    "beleaguered-castle": BeleagueredCastle,
    "four-seasons": FourSeasons,
    "cruel": Cruel,
    "klondike": Klondike,
}


def start(variant: str, order: list[str], options: dict[str, str]) -> Table:
    """Lay out `order`, the cards as they come off the shuffled pack.

    Cards laid out before the shuffle (foundation bases) are not in it. An option that is missing
    has its default.
    """
    table = VARIANTS[variant]
    chosen = {name: values[0] for name, values in table.OPTIONS.items()}
    for name, value in options.items():
        if value not in table.OPTIONS.get(name, ()):
            raise ValueError(f"{variant} has no option {name}={value}")
        chosen[name] = value
    if sorted(order) != sorted(pack(variant, chosen)):
        raise ValueError(f"these are not the cards of {variant}")
    return table(order, chosen)
