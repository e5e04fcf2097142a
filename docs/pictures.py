"""Draw the boards that the documents and the welcome page show: `python docs/pictures.py`.

A picture is a numbered deal after so many moves, each the first that is legal, so it can be drawn
again to the byte; `tests/test_docs.py` compares. Draw them again when the drawing has changed.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from engine import Deal, Position, catalogue, texts, variant
from engine.drawing import board_svg

ROOT = Path(__file__).resolve().parent.parent


@dataclass(frozen=True, kw_only=True)
class Picture:
    """A file, and the position it shows."""

    path: Path
    variant: str
    number: str
    moves: int


def pictures() -> tuple[Picture, ...]:
    """List the pictures."""
    numbers = {"grandfathers-clock": "46", "freecell": "617"}
    moves = {"german-clock": 60, "clock": 20, "la-montre": 20, "klondike": 30, "cruel": 2}
    images = tuple(
        Picture(
            path=ROOT / "docs" / "img" / f"{game.id}.svg",
            variant=game.id,
            number=numbers.get(game.id, "1"),
            moves=moves.get(game.id, 0),
        )
        for game in catalogue()
    )
    welcome = ROOT / "service" / "web" / "static" / "grandfathers-clock.svg"
    return (*images, Picture(path=welcome, variant="grandfathers-clock", number="46", moves=0))


def drawn(picture: Picture) -> str:
    """Draw a picture."""
    game = variant(picture.variant)
    position = Position.start(Deal.numbered(game.with_options(), picture.number))
    for _ in range(picture.moves):
        position.play(position.legal_moves()[0])
    name = texts(game.id, "en")["name"]
    state = f"after {picture.moves} moves" if picture.moves else "as dealt"
    return board_svg(
        position.view(), game, title=name, description=f"Deal {picture.number}, {state}."
    )


if __name__ == "__main__":
    for each in pictures():
        each.path.write_text(drawn(each), encoding="utf-8")
