"""Verifying deals ahead: dealt, proved winnable and kept until games take them.

Nothing is held between two deals: each is one statement that adds it unless enough wait, so that
any number of processes may fill at once, and one that is killed loses the deal in its hands only.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING
from uuid import uuid4

from engine import catalogue
from service import deals, proving
from service.searching import Effort, place
from service.storage import verified_deals
from service.storage.verified_deals import VerifiedDeal

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from engine import Rules
    from service.config import Config
    from service.means import Means


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """How many deals are to wait, by which rules."""

    rules: Rules
    deals: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Tried:
    """That a deal was dealt and solved: the processor's time for it, and whether it was kept."""

    seconds: float
    kept: bool


def wanted(config: Config) -> list[Wanted]:
    """List what the settings want: of every variant that can be promised, by its usual rules."""
    return [
        Wanted(rules=rules, deals=config.verified_deals.of(rules.variant))
        for rules in (variant.with_options() for variant in catalogue())
        if deals.provable(rules)
    ]


def waiting(means: Means, rules: Rules) -> int:
    """Count the deals of these rules that wait."""
    return verified_deals.count(means.database, proving.key_of(rules))


def drop_outdated(means: Means) -> int:
    """Remove the deals of former rules; give how many there were."""
    versions = {variant.id: variant.version for variant in catalogue()}
    return verified_deals.drop_outdated(means.database, versions)


def fill(means: Means, asked: Sequence[Wanted]) -> Iterator[Tried]:
    """Verify deals until as many wait as are asked for, one of each rules in turn.

    Each is told of as it is done; whoever does not ask for the next stops here.
    """
    lacking = [each for each in asked if waiting(means, each.rules) < each.deals]
    while lacking:
        for each in tuple(lacking):
            begun = time.thread_time()
            deal = _verified(means, each.rules)
            kept = deal is not None and verified_deals.add(
                means.database, proving.key_of(each.rules), deal, most=each.deals
            )
            if deal is not None and not kept:
                lacking.remove(each)
            yield Tried(seconds=time.thread_time() - begun, kept=kept)


def _verified(means: Means, rules: Rules) -> VerifiedDeal | None:
    """Deal once and solve it, in one of the machine's places to search; None if not proved."""
    deal = deals.shuffled(rules, means.chance)
    usual = deals.find_variant(rules.variant).autoplay
    with place(means.config, Effort.DEEP) as found:
        proof = proving.prove(deal, usual, effort=proving.effort(means.config)) if found else None
    if proof is None:
        return None
    return VerifiedDeal(
        id=uuid4(),
        deal_order=bytes(deal.order or ()),
        line=proof.line,
        difficulty=proof.difficulty,
        made_at=means.now(),
    )
