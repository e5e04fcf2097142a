"""Verifying everything that is kept: each game against its events, figures against the games.

It only reads, a player at a time and as of one moment, so it can run beside the service and needs
little memory however much there is. What is kept of a game is what `service.replaying` makes of
its events; the statistics are added up a second time, from the games so made.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from service.replaying import replay
from service.storage import events, stats, verifying
from service.totals import Totals

if TYPE_CHECKING:
    from collections.abc import Iterator
    from uuid import UUID

    from service.means import Means
    from service.storage.pool import Lent

PAGE: Final = 50
_MOST: Final = 2**31 - 1


@dataclass(frozen=True, slots=True)
class Verified:
    """What was looked at, a game or where None a player's figures, and what is wrong with it."""

    player_id: UUID
    game_id: UUID | None
    faults: tuple[str, ...]


def count(means: Means) -> int:
    """Count the games there are to verify."""
    return verifying.count_games(means.database)


def verify(means: Means) -> Iterator[Verified]:
    """Verify every game and every player's figures."""
    after = verifying.FIRST
    while found := verifying.players(means.database, after=after, limit=PAGE):
        for player_id in found:
            with means.database.snapshot() as snapshot:
                yield from _of_player(snapshot, player_id)
        after = found[-1]


def _of_player(snapshot: Lent, player_id: UUID) -> Iterator[Verified]:
    totals, whole = Totals(), True
    after = verifying.FIRST
    while found := verifying.games(snapshot, player_id, after=after, limit=PAGE):
        for game in found:
            past = events.between(snapshot, game.id, after=0, upto=game.version, limit=game.version)
            replayed = replay(game, past)
            if replayed.game is None:
                whole = False
            else:
                totals.add(replayed.game)
            yield Verified(player_id, game.id, replayed.faults)
        after = found[-1].id
    if whole:  # else there is nothing to compare the figures with
        yield Verified(player_id, None, tuple(_differences(snapshot, player_id, totals)))


def _differences(snapshot: Lent, player_id: UUID, totals: Totals) -> Iterator[str]:
    told = stats.figures(snapshot, player_id, variant=None)
    if len(told) != len(totals.figures()) or set(told) != totals.figures():
        yield "the figures are not those of the games"
    if stats.wins(snapshot, player_id, variant=None) != totals.wins():
        yield "the dates of wins are not those of the games"
