"""Fan: eighteen fans built down in suit; an empty one takes a king, and there is no redeal."""

from engine.cards import KING, make_card
from engine.rules import Build, Fill, Foundation, Foundations, Level, Rules, Suits, Tableau
from engine.variant import Par, Row, Variant

GAME = Variant(
    rules=Rules(
        variant="fan",
        version=1,
        foundations=Foundations(
            piles=tuple(
                Foundation(first=make_card(rank=1, suit=suit), last=make_card(rank=13, suit=suit))
                for suit in range(4)
            )
        ),
        tableau=Tableau(
            pile_sizes=(*(3,) * 17, 1),
            build=Build(steps=(-1,), suits=Suits.SAME),
            fill=Fill.only(KING),
            fans=True,
        ),
        levels=(Level.OFF, Level.FINISH, Level.SAFE, Level.ALL),
    ),
    autoplay=Level.ALL,
    related=("shamrocks", "clover-leaf", "alexander-the-great"),
    layout=(
        Row(piles="f1-f4", x=4.5, y=0, gap=1.3),
        Row(piles="t1-t5", x=0, y=1.3, gap=3),
        Row(piles="t6-t10", x=0, y=2.6, gap=3),
        Row(piles="t11-t15", x=0, y=3.9, gap=3),
        Row(piles="t16-t18", x=3, y=5.2, gap=3),
    ),
    par=Par(
        seconds=300,
        moves=67,
        source="median line found for deals 1-2000, fifteen moves of it between fans; 20 s each",
    ),
)
