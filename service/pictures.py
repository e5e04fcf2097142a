"""A game's board as a picture: what the player may see, and nothing else."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine import board_svg, letters, name_of, spoken_board, variant
from service.access import admit
from service.deals import position_of

if TYPE_CHECKING:
    from service.access import Ask
    from service.means import Means
    from service.storage.games import Game


def drawn(means: Means, ask: Ask, *, language: str) -> str:
    """Draw the caller's game as it stands, with its name and its cards in words."""
    return draw(admit(means, ask).game, language=language)


def draw(game: Game, *, language: str) -> str:
    """Draw a game as it stands."""
    view = position_of(game).view()
    return board_svg(
        view,
        variant(game.variant),
        title=name_of(game.variant, language),
        description=spoken_board(view, language),
        letters=letters(language),
    )
