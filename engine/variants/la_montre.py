"""La Montre: Clock, but the fourth king may be exchanged once."""

from engine.rules import FaceDown, Goal, Level, Rules, Tableau, Turning
from engine.variant import Par, Ring, Row, Variant

GAME = Variant(
    rules=Rules(
        variant="la-montre",
        version=1,
        tableau=Tableau(pile_sizes=(4,) * 13, face_down=FaceDown.ALL, interchangeable=False),
        turning=Turning(swaps=1),
        goal=Goal.ALL_TURNED,
        undo=False,
        levels=(Level.OFF,),
    ),
    aliases=("watch",),
    raced=False,
    related=("clock", "grandfathers-clock"),
    layout=(
        Ring(piles="t1-t12", x=2.9, y=2.1, radius=2.9),
        Row(piles="t13", x=2.9, y=2.1),
    ),
    par=Par(seconds=120, moves=53, source="every card is turned once, one exchange"),
)
