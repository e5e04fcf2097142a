"""Bavarian Solitaire: 10 piles built up, on which both packs must find their place."""

from dataclasses import replace

from engine.rules import Build, Goal, Level, Rules, Stock, Tableau
from engine.variant import Option, OptionValue, Par, Row, Variant

PILES = Tableau(pile_sizes=(1,) * 10, build=Build(steps=(1,), wrap=True))

GAME = Variant(
    rules=Rules(
        variant="bavarian-solitaire",
        version=1,
        packs=2,
        tableau=PILES,
        stock=Stock(draw=1, redeals=0),
        goal=Goal.STOCK_PLACED,
        levels=(Level.OFF,),
    ),
    options=(
        Option(
            name="cap",
            values=(
                OptionValue(name="none"),
                OptionValue(
                    name="13",
                    replaces={"tableau": replace(PILES, cap=13), "goal": Goal.FULL_RUNS},
                ),
            ),
        ),
    ),
    related=("german-solitaire",),
    layout=(
        Row(piles="s", x=0, y=0),
        Row(piles="w", x=1.1, y=0),
        Row(piles="t1-t10", x=0, y=1.3, gap=1.1),
    ),
    par=Par(seconds=1000, moves=300, source="solutions of about 300 moves, under 4 s each"),
)
