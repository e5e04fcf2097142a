"""Beleaguered Castle: eight rows of six, aces laid out between them."""

from engine.cards import make_card
from engine.rules import Build, Foundation, Foundations, Level, Rules, Tableau
from engine.variant import Par, Row, Variant

GAME = Variant(
    rules=Rules(
        variant="beleaguered-castle",
        version=1,
        foundations=Foundations(
            piles=tuple(
                Foundation(
                    first=make_card(rank=1, suit=suit),
                    last=make_card(rank=13, suit=suit),
                    laid_out=True,
                )
                for suit in range(4)
            )
        ),
        tableau=Tableau(pile_sizes=(6,) * 8, build=Build(steps=(-1,))),
        levels=(Level.OFF, Level.FINISH, Level.SAFE, Level.ALL),
    ),
    related=("german-clock", "freecell", "four-seasons", "cruel"),
    layout=(
        Row(piles="f1-f4", x=2, y=0, gap=1.1),
        Row(piles="t1-t8", x=0, y=1.3, gap=1.1),
    ),
    par=Par(seconds=420, moves=100, source="48 cards home and about as many moves between rows"),
)
