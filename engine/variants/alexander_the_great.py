"""Alexander the Great: twelve fans of four, two foundations built up in suit and two down."""

from engine.cards import ACE, KING, card
from engine.rules import Build, Fill, Foundation, Foundations, Level, Rules, Suits, Tableau
from engine.variant import Option, OptionValue, Par, Row, Variant

RED_ACES = Foundations(
    piles=(
        Foundation(first=card("AD"), last=card("KD"), laid_out=True),
        Foundation(first=card("AH"), last=card("KH"), laid_out=True),
        Foundation(first=card("KC"), last=card("AC"), step=-1, laid_out=True),
        Foundation(first=card("KS"), last=card("AS"), step=-1, laid_out=True),
    ),
    returns=True,
)
BLACK_ACES = Foundations(
    piles=(
        Foundation(first=card("AC"), last=card("KC"), laid_out=True),
        Foundation(first=card("AS"), last=card("KS"), laid_out=True),
        Foundation(first=card("KD"), last=card("AD"), step=-1, laid_out=True),
        Foundation(first=card("KH"), last=card("AH"), step=-1, laid_out=True),
    ),
    returns=True,
)

GAME = Variant(
    rules=Rules(
        variant="alexander-the-great",
        version=1,
        foundations=RED_ACES,
        tableau=Tableau(
            pile_sizes=(4,) * 12,
            build=Build(steps=(1, -1), suits=Suits.SAME),
            fill=Fill.only(ACE, KING),
            fans=True,
        ),
        levels=(Level.OFF, Level.FINISH, Level.SAFE, Level.ALL),
    ),
    options=(
        Option(
            name="colours",
            values=(
                OptionValue(name="red-aces"),
                OptionValue(name="black-aces", replaces={"foundations": BLACK_ACES}),
            ),
            layout=True,
        ),
    ),
    autoplay=Level.ALL,
    related=("clover-leaf", "shamrocks", "klondike"),
    layout=(
        Row(piles="f1-f4", x=3, y=0, gap=1.3),
        Row(piles="t1-t4", x=0, y=1.3, gap=2.4),
        Row(piles="t5-t8", x=0, y=2.6, gap=2.4),
        Row(piles="t9-t12", x=0, y=3.9, gap=2.4),
    ),
    par=Par(seconds=480, moves=50, source="our estimate: fifty decisions of ten seconds"),
)
