"""Klondike, the classic Solitaire: seven columns, a stock that is gone through again and again."""

from engine.cards import KING, make_card
from engine.rules import (
    UNLIMITED,
    Build,
    Carry,
    FaceDown,
    Fill,
    Foundation,
    Foundations,
    Level,
    Rules,
    Stock,
    Suits,
    Tableau,
)
from engine.variant import Option, OptionValue, Par, Row, Variant

GAME = Variant(
    rules=Rules(
        variant="klondike",
        version=1,
        foundations=Foundations(
            piles=tuple(
                Foundation(first=make_card(rank=1, suit=suit), last=make_card(rank=13, suit=suit))
                for suit in range(4)
            ),
            returns=True,
        ),
        tableau=Tableau(
            pile_sizes=(1, 2, 3, 4, 5, 6, 7),
            build=Build(steps=(-1,), suits=Suits.ALTERNATE),
            fill=Fill.only(KING),
            carry=Carry.RUN,
            face_down=FaceDown.BUT_TOP,
        ),
        stock=Stock(draw=1, redeals=UNLIMITED),
        levels=(Level.OFF, Level.FINISH, Level.SAFE, Level.ALL),
    ),
    options=(
        Option(
            name="draw",
            values=(
                OptionValue(name="1"),
                OptionValue(name="3", replaces={"stock": Stock(draw=3, redeals=UNLIMITED)}),
            ),
        ),
    ),
    related=("german-solitaire", "clover-leaf", "freecell"),
    layout=(
        Row(piles="s", x=0, y=0),
        Row(piles="w", x=1.1, y=0),
        Row(piles="f1-f4", x=3.3, y=0, gap=1.1),
        Row(piles="t1-t7", x=0, y=1.3, gap=1.1),
    ),
    par=Par(seconds=420, moves=140, source="52 cards home, 21 turned up, some passes of the stock"),
)
