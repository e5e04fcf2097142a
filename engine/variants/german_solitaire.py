"""German Solitaire: 8 piles built up, on which both packs must find their place."""

from dataclasses import replace

from engine.rules import Build, Goal, Level, Rules, Stock, Tableau
from engine.variant import Option, OptionValue, Par, Row, Variant

PILES = Tableau(pile_sizes=(1,) * 8, build=Build(steps=(1,), wrap=True))

GAME = Variant(
    rules=Rules(
        variant="german-solitaire",
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
    related=("bavarian-solitaire", "klondike"),
    layout=(
        Row(piles="s", x=0, y=0),
        Row(piles="w", x=1.1, y=0),
        Row(piles="t1-t8", x=0, y=1.3, gap=1.1),
    ),
    par=Par(seconds=1200, moves=380, source="solutions of about 380 moves, under 4 s each"),
)
