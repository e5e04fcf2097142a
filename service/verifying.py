"""Verifying everything that is kept: games and races against their events, figures against games.

It only reads, a player at a time and as of one moment, so it can run beside the service and needs
little memory however much there is. What is kept of a game is what `service.replaying` makes of
its events; the statistics are added up a second time, from the games so made. A race is told again
by `service.race_replaying`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from service.race_replaying import faults_of
from service.replaying import replay
from service.storage import events, games, race_events, races, stats, verifying
from service.storage.statements import one_moment
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
    """What was looked at, and what is wrong with it: a game, a player's figures, or a race."""

    kind: str
    id: UUID
    faults: tuple[str, ...]


def count(means: Means) -> int:
    """Count the games there are to verify."""
    return verifying.count_games(means.database)


def verify(means: Means) -> Iterator[Verified]:
    """Verify every game, every player's figures and every race."""
    after = verifying.FIRST
    while found := verifying.players(means.database, after=after, limit=PAGE):
        for player_id in found:
            with one_moment(means.database) as snapshot:
                yield from _of_player(snapshot, player_id)
        after = found[-1]
    after = verifying.FIRST
    while found := verifying.races(means.database, after=after, limit=PAGE):
        for race_id in found:
            yield Verified("race", race_id, _faults_of_race(means, race_id))
        after = found[-1]


def _faults_of_race(means: Means, race_id: UUID) -> tuple[str, ...]:
    with one_moment(means.database) as snapshot:
        race = races.of_id(snapshot, race_id)
        if race is None:
            return ()
        entries = races.entries(snapshot, race_id)
        happened = race_events.between(snapshot, race_id, after=0, upto=_MOST, limit=_MOST)
        played = games.of_ids(snapshot, [each.game_id for each in entries if each.game_id])
    return tuple(faults_of(race, entries, happened, played))


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
            yield Verified("game", game.id, replayed.faults)
        after = found[-1].id
    if whole:  # else there is nothing to compare the figures with
        yield Verified("player", player_id, tuple(_differences(snapshot, player_id, totals)))


def _differences(snapshot: Lent, player_id: UUID, totals: Totals) -> Iterator[str]:
    told = stats.figures(snapshot, player_id, variant=None)
    if len(told) != len(totals.figures()) or set(told) != totals.figures():
        yield "the figures are not those of the games"
    if stats.wins(snapshot, player_id, variant=None) != totals.wins():
        yield "the dates of wins are not those of the games"
