"""FreeCell: eight columns, four cells, Microsoft deal numbers."""

from engine.cards import CLUBS, DIAMONDS, HEARTS, SPADES, make_card
from engine.rules import (
    Build,
    Carry,
    Cells,
    Foundation,
    Foundations,
    Level,
    Rules,
    Shuffle,
    Suits,
    Tableau,
)
from engine.variant import Par, Row, Variant

GAME = Variant(
    rules=Rules(
        variant="freecell",
        version=1,
        foundations=Foundations(
            piles=tuple(
                Foundation(first=make_card(rank=1, suit=suit), last=make_card(rank=13, suit=suit))
                for suit in (CLUBS, DIAMONDS, HEARTS, SPADES)
            )
        ),
        cells=Cells(count=4),
        tableau=Tableau(
            pile_sizes=(7, 7, 7, 7, 6, 6, 6, 6),
            build=Build(steps=(-1,), suits=Suits.ALTERNATE),
            carry=Carry.CELLS,
        ),
        levels=(Level.OFF, Level.FINISH, Level.SAFE, Level.ALL),
        shuffle=Shuffle.MICROSOFT,
    ),
    related=("german-clock", "beleaguered-castle", "four-seasons", "cruel"),
    layout=(
        Row(piles="c1-c4", x=0, y=0),
        Row(piles="f1-f4", x=4.5, y=0),
        Row(piles="t1-t8", x=0.25, y=1.3),
    ),
    par=Par(seconds=420, moves=90, source="solutions of about ninety moves; under 5 s each"),
)
