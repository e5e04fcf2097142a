"""Everything that is kept of a player, a game at a time.

Games come newest first, each as it stood when its turn came, with the events up to its version: so
what is told of a game agrees, while its player may play on. Games that were started later are left
out, as those in races that start later, and a running game is told as its player sees it. No more
is held in memory than some games.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import orjson

from service import history, stats
from service.access import find_player
from service.answers import game_answer, player_answer
from service.deals import position_of
from service.errors import NotFound
from service.raced import told, whole
from service.storage import games, race_lists, replays
from service.storage.games import Selection
from service.storage.race_lists import RaceSelection
from service.timestamps import timestamp

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import datetime
    from uuid import UUID

    from service.means import Means
    from service.storage.games import Game
    from service.storage.players import Player

AT_ONCE: Final = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class ExportedGame:
    """A game as its player sees it, with its deal if that has closed; and its events in parts."""

    about: dict[str, Any]
    events: Iterator[list[dict[str, Any]]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Export:
    """What is kept of a player: what fits into memory, and then the games."""

    at: datetime
    about: dict[str, Any]
    games: Iterator[ExportedGame]


def export(means: Means, token: str) -> Export:
    """Gather what is kept of a player.

    Raises:
        Unauthenticated: nobody holds the token.
    """
    player = find_player(means, token)
    at = means.now()
    return Export(
        at=at,
        about={
            "exported_at": timestamp(at),
            "player": player_answer(player),
            "stats": stats.read(means, token, variant=None),
            "races": list(_races(means, player)),
        },
        games=(_exported(means, game) for game in _games(means, player.id, at)),
    )


def _races(means: Means, player: Player) -> Iterator[dict[str, Any]]:
    """List the races a player is in, as they are told of them, the newest first."""
    after = None
    while True:
        selection = RaceSelection(after=after, limit=AT_ONCE)
        page = race_lists.page(means.database, player.id, selection)
        for race, _ in page:
            try:
                found = whole(means, race.id, player)
            except NotFound:  # they left it meanwhile
                continue
            yield orjson.loads(told(found, player).body)
        if len(page) < AT_ONCE:
            return
        after = page[-1][0].created_at, page[-1][0].id


def _games(means: Means, player_id: UUID, at: datetime) -> Iterator[Game]:
    after = None
    while True:
        selection = Selection(
            status=None, variant=None, by_last_move=False, after=after, limit=AT_ONCE
        )
        found = games.page(means.database, player_id, selection, at)
        yield from found
        if len(found) < AT_ONCE:
            return
        after = found[-1].created_at, found[-1].id


def _exported(means: Means, game: Game) -> ExportedGame:
    position = position_of(game)
    about = game_answer(game, position, ()) | history.of_the_deal(means, game)
    shared = None if game.finished_at is None else replays.id_of(means.database, game.id)
    if shared is not None:
        about["replay"] = shared
    return ExportedGame(about=about, events=history.whole(means, game, position))
