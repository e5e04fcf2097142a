"""Verdicts on a game: whether it can be won from where it stands, or from the deal.

While the game is played a verdict is an event that holds its own answer, as a hint is; one that is
unknown changes and counts nothing. Where cards are hidden it would tell of them, so it is given
once the deal has closed. The verdict on an ended game changes nothing any more.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import orjson

from engine import Position, Solution, Verdict, Way, hint_of_plan
from service.access import admit
from service.certificates import certificate, line_in_hand
from service.changing import change
from service.closing import refuse_while_deal_is_open, refuse_while_racing
from service.deals import deal_of, position_of, rules_of
from service.details import Detail
from service.errors import GameOver, NotAllowedHere, RaceOver
from service.helping import Helped
from service.progress import Change, Kind
from service.searching import Searched, search
from service.sending import way_of

if TYPE_CHECKING:
    from service.access import Ask
    from service.means import Means
    from service.searching import Effort
    from service.storage.games import Game


def give_verdict(means: Means, ask: Ask, *, effort: Effort, dealt: bool) -> Helped:
    """Tell whether a game can be won, from where it stands or from the deal.

    Raises:
        NotAllowedHere: cards are hidden, or it is a daily, and the deal has not closed.
    """
    searched: dict[bytes, Searched] = {}  # others may come between, but rarely move the cards

    def decide(game: Game, position: Position) -> Change | None:
        refuse_while_deal_is_open(game, means.now())
        refuse_while_racing(means, game)
        if rules_of(game).hides:
            raise NotAllowedHere(Detail.VERDICT_WOULD_TELL)
        if game.line not in searched:
            searched[game.line] = _solve(means, game, effort, dealt=dealt)
        found = searched[game.line]
        if found.solution.verdict is Verdict.UNKNOWN:
            return None
        way = _way(means, game, position, found, dealt=dealt)
        return Change(
            kind=Kind.VERDICT,
            answer=orjson.dumps(_body(found, way, version=game.version + 1)),
            plan=None if dealt else way.plan or None,
        )

    try:
        outcome = change(means, ask, decide)
    except (GameOver, RaceOver):
        return _of_the_ended(means, ask, effort=effort, dealt=dealt)
    version = outcome.game.version
    if outcome.event is None or outcome.event.answer is None:
        body = _body(searched[outcome.game.line], Way(), version=version)
        return Helped(body=orjson.dumps(body), version=version)
    return Helped(body=outcome.event.answer, version=version)


def _solve(means: Means, game: Game, effort: Effort, *, dealt: bool) -> Searched:
    """Search, unless a line that wins is in hand: of an earlier hint or of the deal's proof."""
    proof = certificate(means, game)
    position = Position.start(deal_of(game)) if dealt else position_of(game)
    known = hint_of_plan(position, proof if dealt else line_in_hand(game, proof))
    if known is not None:
        return Searched(Solution(verdict=known.verdict, line=known.line))
    return search(means.config, position, effort)


def _of_the_ended(means: Means, ask: Ask, *, effort: Effort, dealt: bool) -> Helped:
    """Tell of a game whose deal has closed; it is final, so its version stays."""
    game = admit(means, ask).game
    refuse_while_deal_is_open(game, means.now())
    refuse_while_racing(means, game)
    found = _solve(means, game, effort, dealt=dealt)
    way = _way(means, game, position_of(game), found, dealt=dealt)
    body = _body(found, way, version=game.version)
    return Helped(body=orjson.dumps(body), version=game.version)


def _way(means: Means, game: Game, position: Position, found: Searched, *, dealt: bool) -> Way:
    """Tell what the player would send from where the game stands; of the deal the whole line."""
    line = found.solution.line
    return Way(sent=line) if dealt or not line else way_of(means, game, position, line)


def _body(found: Searched, way: Way, *, version: int) -> dict[str, Any]:
    solution = found.solution
    body: dict[str, Any] = {"verdict": solution.verdict.value, "states": solution.states}
    if solution.verdict is Verdict.WINNABLE:
        body["moves_to_win"] = len(way.sent)
    if found.busy:
        body["busy"] = True
    return body | {"version": version}
