"""Hints: the engine's next move, the line behind it kept with the game.

A hint is an event that holds its own answer, because a later and better solver might say
something else to a repeated request. One that finds nothing changes and counts nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import orjson

from engine import Hint, hint, hint_of_plan
from service.certificates import certificate, line_in_hand
from service.changing import change
from service.closing import refuse_while_deal_is_open, refuse_while_racing
from service.deals import rules_of
from service.details import Detail
from service.errors import NotAllowedHere
from service.progress import Change, Kind
from service.searching import promptly
from service.sending import to_send

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine import Move, Position
    from service.access import Ask
    from service.means import Means
    from service.storage.games import Game


NO_PLACE: Final = object()


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
        refuse_while_deal_is_open(game, means.now())
        refuse_while_racing(means, game)
        if rules_of(game).chance_only:
            raise NotAllowedHere(Detail.NO_DECISIONS)
        proof = b"" if game.hint_line else certificate(means, game)
        plan = line_in_hand(game, proof)
        found = hint_of_plan(position, plan) if plan else None
        if found is None:
            given = promptly(
                means.config, lambda budget: hint(position, budget, proof=proof), busy=NO_PLACE
            )
            missed = given is NO_PLACE
            found = given if isinstance(given, Hint) else None
        if found is None:
            return None
        sent = to_send(game, position, found.line)
        body = _body(found, sent, position, version=game.version + 1, whole_line=whole_line)
        return Change(kind=Kind.HINT, answer=orjson.dumps(body), plan=found.plan or None)

    outcome = change(means, ask, decide)
    version = outcome.game.version
    if outcome.event is None or outcome.event.answer is None:
        unknown = {"verdict": "unknown", **({"busy": True} if missed else {}), "version": version}
        return Helped(body=orjson.dumps(unknown), version=version)
    return Helped(body=outcome.event.answer, version=version)


def _body(
    found: Hint, sent: Sequence[Move], position: Position, *, version: int, whole_line: bool
) -> dict[str, Any]:
    body: dict[str, Any] = {}
    if found.move is not None:
        text = str(found.move)
        entries = (entry for entry in position.legal_entries() if entry["move"] == text)
        body |= {name: part for name, part in next(entries).items() if name != "cards"}
    body |= {"why": str(found.why), "verdict": str(found.verdict)}
    if found.moves_to_win is not None:
        body["moves_to_win"] = len(sent)
    if found.undos is not None:
        body["undos"] = found.undos
    if whole_line:
        body["line"] = [str(move) for move in sent]
    return body | {"version": version}
