"""Reading a game, now or after a change, and listing one's games."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from service import racing
from service.access import admit, find_player
from service.changing import Outcome
from service.deals import position_of, variant_in_query
from service.storage import games
from service.storage.games import Selection
from service.waiting import Watched

if TYPE_CHECKING:
    from datetime import datetime
    from uuid import UUID

    from service.access import Ask
    from service.means import Means
    from service.storage.games import Game
    from service.storage.pool import Database
    from service.waiting import Caller

__all__ = ["Selection", "find", "find_changed", "listed", "outcome_of"]


def find(means: Means, ask: Ask) -> Game:
    """Find the caller's game, without laying out its cards."""
    return admit(means, ask).game


def find_changed(
    means: Means, caller: Caller, ask: Ask, *, known: frozenset[int], seconds: int
) -> Game:
    """Find the caller's game; if its version is a known one, wait for a change before.

    Raises:
        TooManyWaiting: there is no place to wait.
    """
    found = admit(means, ask)
    if found.game.version not in known or not seconds:
        return found.game
    with caller.place(found.player.id):
        caller.wait(means, GAMES, found.game.id, known=found.game.version, seconds=seconds)
    return find(means, ask)


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
    return games.page(means.database, player.id, selection, means.now())


def _states(database: Database, ids: list[UUID]) -> dict[UUID, tuple[int, datetime | None]]:
    return {game_id: (version, None) for game_id, version in games.versions(database, ids).items()}


GAMES: Final = Watched(name="game", states=_states)
