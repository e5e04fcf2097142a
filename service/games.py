"""Reading a game, and listing one's games."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from service import racing
from service.access import admit, find_player
from service.changing import Outcome
from service.deals import position_of, variant_in_query
from service.storage import games
from service.storage.games import Selection

if TYPE_CHECKING:
    from service.access import Ask
    from service.means import Means
    from service.storage.games import Game

__all__ = ["Selection", "find", "listed", "outcome_of"]


def find(means: Means, ask: Ask) -> Game:
    """Find the caller's game, without laying out its cards."""
    return admit(means, ask).game


def outcome_of(game: Game) -> Outcome:
    """Lay out a game as it stands."""
    return Outcome(game=game, position=position_of(game))


def listed(means: Means, token: str, selection: Selection) -> list[Game]:
    """List the caller's games.

    Raises:
        Invalid: there is no such variant.
    """
    player = find_player(means, token)
    racing.settle_mine(means, player.id)
    selection = replace(selection, variant=variant_in_query(selection.variant))
    return games.page(means.database, player.id, selection)
