"""Four Seasons: five piles in a cross, foundations in the corners from a dealt base card.

Version 1 did not let a king lie on an ace; version 2 does, whatever the base card is.
"""

from dataclasses import replace

from engine.rules import Build, Foundations, Level, Rules, Stock, Tableau
from engine.variant import Par, Row, Variant

CROSS = Tableau(pile_sizes=(1,) * 5, build=Build(steps=(-1,), wrap=True))
RULES = Rules(
    variant="four-seasons",
    version=2,
    foundations=Foundations(base_dealt=True),
    tableau=CROSS,
    stock=Stock(draw=1, redeals=0),
    levels=(Level.OFF, Level.FINISH, Level.SAFE, Level.ALL),
)

GAME = Variant(
    rules=RULES,
    former=(replace(RULES, version=1, tableau=replace(CROSS, build=Build(steps=(-1,)))),),
    related=("german-clock", "freecell", "beleaguered-castle", "cruel"),
    layout=(
        Row(piles="f1", x=3, y=0),
        Row(piles="t1", x=4.1, y=0),
        Row(piles="f2", x=5.2, y=0),
        Row(piles="t2-t4", x=3, y=1.1, gap=1.1),
        Row(piles="f3", x=3, y=2.2),
        Row(piles="t5", x=4.1, y=2.2),
        Row(piles="f4", x=5.2, y=2.2),
        Row(piles="s", x=0, y=1.1),
        Row(piles="w", x=1.1, y=1.1),
    ),
    par=Par(seconds=300, moves=110, source="46 draws, 51 cards home, some moves between piles"),
)
