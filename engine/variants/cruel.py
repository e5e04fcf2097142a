"""Cruel: twelve packets of four, built down in suit and gathered again at any time."""

from dataclasses import replace

from engine.cards import make_card
from engine.rules import (
    Build,
    Fill,
    Foundation,
    Foundations,
    GatherFrom,
    Level,
    Rules,
    Suits,
    Tableau,
    TableauRedeal,
)
from engine.variant import Option, OptionValue, Par, Row, Variant

FROM_TOPS = TableauRedeal(gather=GatherFrom.TOPS, size=4)

GAME = Variant(
    rules=Rules(
        variant="cruel",
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
        tableau=Tableau(
            pile_sizes=(4,) * 12,
            build=Build(steps=(-1,), suits=Suits.SAME),
            fill=Fill.never(),
            interchangeable=False,
        ),
        tableau_redeal=FROM_TOPS,
        levels=(Level.OFF, Level.FINISH, Level.ALL),
    ),
    options=(
        Option(
            name="redeal",
            values=(
                OptionValue(name="tops"),
                OptionValue(
                    name="bottoms",
                    replaces={"tableau_redeal": replace(FROM_TOPS, gather=GatherFrom.BOTTOMS)},
                ),
            ),
        ),
    ),
    related=("german-clock", "freecell", "beleaguered-castle", "four-seasons"),
    layout=(
        Row(piles="f1-f4", x=2.2, y=0, gap=1.1),
        Row(piles="t1-t6", x=0, y=1.3, gap=1.3),
        Row(piles="t7-t12", x=0, y=3.1, gap=1.3),
    ),
    par=Par(seconds=420, moves=90, source="48 cards home, about forty moves and redeals"),
)
