"""German Clock: thirteen rank piles, and layers that share a suit."""

from engine.rules import Level, RankPiles, Rules, Stock
from engine.variant import Option, OptionValue, Par, Ring, Row, Variant

GAME = Variant(
    rules=Rules(
        variant="german-clock",
        version=1,
        rank_piles=RankPiles(),
        stock=Stock(redeals=1),
        levels=(Level.OFF,),
    ),
    options=(
        Option(
            name="redeals",
            values=(
                OptionValue(name="1"),
                OptionValue(name="2", replaces={"stock": Stock(redeals=2)}),
                OptionValue(name="0", replaces={"stock": Stock(redeals=0)}),
            ),
        ),
    ),
    related=("freecell", "beleaguered-castle", "four-seasons", "cruel"),
    layout=(
        Ring(piles="f1-f12", x=2.9, y=2.1, radius=2.9),
        Row(piles="f13", x=2.9, y=2.1),
        Row(piles="s", x=7.2, y=0),
        Row(piles="w", x=8.4, y=0),
    ),
    par=Par(seconds=300, moves=140, source="52 placings, two passes of draws; 2 s each"),
)
