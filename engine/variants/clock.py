"""Clock: turn card after card, until the fourth king."""

from engine.rules import FaceDown, Goal, Level, Rules, Tableau, Turning
from engine.variant import Par, Ring, Row, Variant

GAME = Variant(
    rules=Rules(
        variant="clock",
        version=1,
        tableau=Tableau(pile_sizes=(4,) * 13, face_down=FaceDown.ALL, interchangeable=False),
        turning=Turning(),
        goal=Goal.ALL_TURNED,
        undo=False,
        levels=(Level.OFF,),
    ),
    raced=False,
    related=("la-montre", "grandfathers-clock"),
    layout=(
        Ring(piles="t1-t12", x=2.9, y=2.1, radius=2.9),
        Row(piles="t13", x=2.9, y=2.1),
    ),
    par=Par(seconds=120, moves=52, source="every card is turned once, two seconds each"),
)
