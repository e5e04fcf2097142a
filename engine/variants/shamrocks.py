"""Shamrocks: eighteen fans that never hold more than three cards."""

from dataclasses import replace

from engine.cards import make_card
from engine.rules import (
    Bottomed,
    Build,
    Fill,
    Foundation,
    Foundations,
    Level,
    Rules,
    Tableau,
)
from engine.variant import Option, OptionValue, Par, Row, Variant

FANS = Tableau(
    pile_sizes=(*(3,) * 17, 1),
    build=Build(steps=(1, -1)),
    fill=Fill.never(),
    cap=3,
    bottomed=Bottomed.KINGS,
    fans=True,
)

GAME = Variant(
    rules=Rules(
        variant="shamrocks",
        version=1,
        foundations=Foundations(
            piles=tuple(
                Foundation(first=make_card(rank=1, suit=suit), last=make_card(rank=13, suit=suit))
                for suit in range(4)
            )
        ),
        tableau=FANS,
        levels=(Level.OFF, Level.FINISH, Level.SAFE, Level.ALL),
    ),
    options=(
        Option(
            name="kings",
            values=(
                OptionValue(name="bottom"),
                OptionValue(
                    name="none", replaces={"tableau": replace(FANS, bottomed=Bottomed.NONE)}
                ),
            ),
            layout=True,
        ),
    ),
    related=("fan", "clover-leaf", "alexander-the-great"),
    layout=(
        Row(piles="f1-f4", x=3.5, y=0, gap=1.3),
        Row(piles="t1-t6", x=0, y=1.3, gap=2),
        Row(piles="t7-t12", x=0, y=2.6, gap=2),
        Row(piles="t13-t18", x=0, y=3.9, gap=2),
    ),
    par=Par(seconds=420, moves=80, source="52 cards home and about thirty moves between fans"),
)
