"""Deals proved winnable: taken from those verified ahead, or solved while the client waits.

No deal is served that is not proved from the position its player gets. One that was verified ahead
is proved once more by playing its line; where none waits, deals are dealt and solved within the
budget of the settings, and past it the service is `Unavailable`.
"""

from __future__ import annotations

import logging
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final
from uuid import uuid4

from engine import (
    BadDeal,
    Budget,
    Deal,
    Position,
    Status,
    Verdict,
    follow_plan,
    solve,
)
from engine.cards import Card
from engine.difficulty import measure
from engine.lines import codes
from service import deals
from service.deals import Dealt, committed
from service.details import Detail
from service.errors import Unavailable
from service.storage import verified_deals
from service.storage.verified_deals import RulesKey

if TYPE_CHECKING:
    from engine import Level, Rules
    from service.config import Config
    from service.means import Means
    from service.storage.verified_deals import VerifiedDeal

LONGEST_SEARCH_S: Final = 4.0
LONGEST_LINE: Final = 600  # a line that is to be followed must fit into a game
COME_AGAIN_S: Final = 2
_LOG: Final = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class Proof:
    """That a deal can be won: a line from the cards as dealt, packed, and how hard it is.

    `rest` is the line without what automatic play does before the first move.
    """

    deal: Deal
    line: bytes
    rest: bytes
    difficulty: int


def key_of(rules: Rules) -> RulesKey:
    """Name the rules that verified deals are kept by."""
    return RulesKey(variant=rules.variant, rules_version=rules.version, options=dict(rules.options))


def find(means: Means, rules: Rules) -> VerifiedDeal | None:
    """Find a deal that was verified ahead."""
    return verified_deals.find(means.database, key_of(rules), near=uuid4())


def proved_again(
    means: Means, rules: Rules, level: Level, found: VerifiedDeal | None
) -> Dealt | None:
    """Prove a deal that was found waiting, by its line; one whose line fails makes way for another.

    None where none waits, or where its line begins otherwise than what this level of automatic
    play does: so it proves another game.
    """
    while found is not None:
        proof = _replayed(rules, found, level)
        if proof is not None:
            return _dealt(proof, found) if proof.rest else None
        _LOG.error("a verified deal cannot be won", extra={"fields": {"variant": rules.variant}})
        verified_deals.drop(means.database, found.id)
        found = find(means, rules)
    return None


def solved(means: Means, rules: Rules, level: Level) -> Dealt:
    """Deal until a deal is proved winnable, within the budget of the settings.

    Raises:
        Unavailable: none was.
    """
    latest = time.monotonic() + LONGEST_SEARCH_S
    for _ in range(means.config.deal_tries):
        proof = prove(deals.shuffled(rules, means.chance), level, effort=effort(means.config))
        if proof is not None:
            return _dealt(proof)
        if time.monotonic() > latest:
            break
    raise Unavailable(Detail.NO_WINNABLE_DEAL, retry_after=COME_AGAIN_S)


def effort(config: Config) -> Budget:
    """Give the budget for one deal."""
    return Budget(states=config.deal_states)


def prove(deal: Deal, level: Level, *, effort: Budget) -> Proof | None:
    """Solve a deal from where its player starts, and play the line; None if it is not proved."""
    position = Position.start(deal)
    for step in deals.first_steps(position, level):
        position.follow(step)
    automatic = len(position.line)
    solution = solve(position, effort)
    if solution.verdict is not Verdict.WINNABLE or len(solution.line) > LONGEST_LINE:
        return None
    for move in solution.line:
        position.play(move)
    if position.status() is not Status.WON:
        return None
    return Proof(
        deal=deal,
        line=position.line,
        rest=position.line[automatic:],
        difficulty=measure(deal),
    )


def line_after(deal: Deal, line: bytes, level: Level) -> bytes:
    """Give what is left of a line after a level's first steps; nothing if those leave the line."""
    position = Position.start(deal)
    return follow_plan(line, position.pack(deals.first_steps(position, level)))


def _replayed(rules: Rules, found: VerifiedDeal, level: Level) -> Proof | None:
    """Make the moves of a waiting deal's line, each checked; None if they do not win."""
    try:
        deal = Deal.of_order(rules, tuple(map(Card, found.deal_order)))
    except BadDeal:
        return None
    position = Position.start(deal)
    if not position.wins_by(codes(found.line)):
        return None
    rest = line_after(deal, found.line, level)
    return Proof(deal=deal, line=found.line, rest=rest, difficulty=found.difficulty)


def _dealt(proof: Proof, found: VerifiedDeal | None = None) -> Dealt:
    return committed(
        proof.deal,
        verdict=Verdict.WINNABLE,
        certificate=proof.rest,
        difficulty=proof.difficulty,
        verified_id=None if found is None else found.id,
    )
