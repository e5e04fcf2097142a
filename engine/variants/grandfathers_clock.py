"""Grandfather's Clock: eight columns, twelve foundations round the hours."""

from engine.cards import cards
from engine.rules import Build, Foundation, Foundations, Level, Rules, Tableau
from engine.variant import Option, OptionValue, Par, Ring, Row, Variant

FIRST = cards("TH JS QD KC 2H 3S 4D 5C 6H 7S 8D 9C")
LAST = cards("AH 2S 3D 4C 5H 6S 7D 8C 9H TS JD QC")
COLUMNS = (5,) * 8

GAME = Variant(
    rules=Rules(
        variant="grandfathers-clock",
        version=1,
        foundations=Foundations(
            piles=tuple(
                Foundation(first=first, last=last, laid_out=True)
                for first, last in zip(FIRST, LAST, strict=True)
            )
        ),
        tableau=Tableau(pile_sizes=COLUMNS, build=Build(steps=(-1,), wrap=True)),
        levels=(Level.OFF, Level.FINISH, Level.SAFE, Level.ALL),
    ),
    options=(
        Option(
            name="wrap",
            values=(
                OptionValue(name="on"),
                OptionValue(
                    name="off",
                    replaces={"tableau": Tableau(pile_sizes=COLUMNS, build=Build(steps=(-1,)))},
                ),
            ),
        ),
    ),
    autoplay=Level.FINISH,
    related=("clock", "la-montre"),
    layout=(
        Ring(piles="f1-f12", x=3.5, y=2.1, radius=2.9),
        Row(piles="t1-t8", x=0, y=5.4),
    ),
    par=Par(seconds=300, moves=45, source="median solution of our solver, 45 moves; 7 s a move"),
)
