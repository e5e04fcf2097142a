"""Hints: the engine's next move, the line behind it kept with the game.

A hint is an event that holds its own answer, because a later and better solver might say
something else to a repeated request. One that finds nothing changes and counts nothing.
"""

from __future__ import annotations

from contextlib import ExitStack
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import orjson

from engine import Hint, Level, Why, find_way, hint, hint_of_plan, way_along
from service.certificates import certificate, line_in_hand
from service.changing import change
from service.closing import refuse_while_deal_is_open, refuse_while_racing
from service.deals import rules_of
from service.details import Detail
from service.errors import NotAllowedHere
from service.progress import Change, Kind
from service.searching import Effort, in_place, place

if TYPE_CHECKING:
    from engine import Budget, Position, Way
    from service.access import Ask
    from service.means import Means
    from service.storage.games import Game


@dataclass(frozen=True, slots=True, kw_only=True)
class Helped:
    """A hint's body as JSON, and the version of the game it was given at."""

    body: bytes
    version: int


def give_hint(means: Means, ask: Ask, *, whole_line: bool) -> Helped:
    """Name the next move, or how many moves to take back; with the whole line if asked for.

    Raises:
        NotAllowedHere: the player decides nothing in this variant, or others play this daily.
    """
    missed = False

    def decide(game: Game, position: Position) -> Change | None:
        nonlocal missed
        held.close()  # of a try that came too late
        refuse_while_deal_is_open(game, means.now())
        refuse_while_racing(means, game)
        if rules_of(game).chance_only:
            raise NotAllowedHere(Detail.NO_DECISIONS)
        proof = b"" if game.hint_line else certificate(means, game)
        plan = line_in_hand(game, proof)
        level = Level(game.autoplay)
        known = hint_of_plan(position, plan)
        found = _undisturbed(position, known, level)
        if found is None:
            missed = not held.enter_context(place(means.config, Effort.QUICK))
            if not missed:
                found = in_place(
                    means.config,
                    lambda budget: _searched(position, budget, known, proof=proof, level=level),
                )
        if found is None:
            return None
        body = _body(found, position, version=game.version + 1, whole_line=whole_line)
        return Change(kind=Kind.HINT, answer=orjson.dumps(body), plan=found.plan or None)

    with ExitStack() as held:  # the place is left once all is written: so few write at once
        outcome = change(means, ask, decide)
    version = outcome.game.version
    if outcome.event is None or outcome.event.answer is None:
        unknown = {"verdict": "unknown", **({"busy": True} if missed else {}), "version": version}
        return Helped(body=orjson.dumps(unknown), version=version)
    return Helped(body=outcome.event.answer, version=version)


def _undisturbed(position: Position, known: Hint | None, level: Level) -> Hint | None:
    """Give the next move of a line in hand, if automatic play lets it go on to its win."""
    way = way_along(position, known.line, level) if known else None
    return _on(known, way) if known and way else None


def _searched(
    position: Position, budget: Budget, known: Hint | None, *, proof: bytes, level: Level
) -> Hint | None:
    """Give a hint that needs a search: for a line that wins, or for one despite automatic play.

    Where automatic play spoils each line that is tried, the next move of one is the best guess:
    that the cards can be won is known, but not how at this level.
    """
    found = known or hint(position, budget, proof=proof)
    if found is None or found.why is not Why.WINS:
        return found
    way = find_way(position, found.line, level, budget)
    if way is not None:
        return _on(found, way)
    return Hint(why=Why.BEST_GUESS, verdict=found.verdict, move=found.move)


def _on(found: Hint, way: Way) -> Hint:
    sent = way.sent
    return replace(found, move=sent[0], moves_to_win=len(sent), line=sent, plan=way.plan)


def _body(found: Hint, position: Position, *, version: int, whole_line: bool) -> dict[str, Any]:
    body: dict[str, Any] = {}
    if found.move is not None:
        text = str(found.move)
        entries = (entry for entry in position.legal_entries() if entry["move"] == text)
        body |= {name: part for name, part in next(entries).items() if name != "cards"}
    body |= {"why": str(found.why), "verdict": str(found.verdict)}
    if found.moves_to_win is not None:
        body["moves_to_win"] = found.moves_to_win
    if found.undos is not None:
        body["undos"] = found.undos
    if whole_line:
        body["line"] = [str(move) for move in found.line]
    return body | {"version": version}
