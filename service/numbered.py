"""Public deals by number: their layout, and what is proved of them.

A number tells all cards to whoever computes them; still the service itself tells nothing of hidden
ones, since a game on that number may be running.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine import Position, Verdict
from engine.difficulty import measure
from engine.lines import BYTES_A_MOVE
from service import deals
from service.answers import difficulty_entry, piles
from service.details import Detail
from service.errors import NotAllowedHere
from service.searching import search
from service.storage import deal_verdicts
from service.storage.deal_verdicts import DealKey, DealVerdict

if TYPE_CHECKING:
    from collections.abc import Mapping

    from engine import Deal, Rules
    from service.means import Means
    from service.searching import Effort


def look_up(means: Means, name: str, number: str, options: Mapping[str, str]) -> dict[str, Any]:
    """Lay out a public deal as a player would see it, with the verdict that is kept, if one is.

    Raises:
        NotFound: there is no variant of that id or alias.
        Invalid: it has no such option.
        DealOutOfRange: it has no deal of that number.
    """
    rules, deal = _find(name, number, options, location="query")
    kept = None if rules.hides else deal_verdicts.find(means.database, _key(rules, number))
    return {
        **_identity(rules, number),
        "piles": piles(Position.start(deal)),
        **(_told(kept) if kept else {}),
    }


def judge(
    means: Means, name: str, number: str, options: Mapping[str, str], effort: Effort
) -> dict[str, Any]:
    """Tell whether a public deal can be won; what is proved is kept.

    Raises:
        NotFound: there is no variant of that id or alias.
        Invalid: it has no such option.
        DealOutOfRange: it has no deal of that number.
        NotAllowedHere: the deal has hidden cards.
    """
    rules, deal = _find(name, number, options, location="body")
    if rules.hides:
        raise NotAllowedHere(Detail.DEAL_WOULD_TELL)
    key = _key(rules, number)
    kept, busy = deal_verdicts.find(means.database, key), False
    if kept is None:
        position = Position.start(deal)
        found = search(means.config, position, effort)
        solution, busy = found.solution, found.busy
        kept = DealVerdict(
            verdict=solution.verdict.value,
            line=position.pack(solution.line),
            states=solution.states,
            judged_at=means.now(),
            difficulty=measure(deal) if solution.verdict is Verdict.WINNABLE else None,
        )
        if solution.verdict is not Verdict.UNKNOWN:
            most = means.config.max_deal_verdicts
            deal_verdicts.add(means.database, key, kept, most=most)
    told = {**_identity(rules, number), **_told(kept), "states": kept.states}
    return {**told, "busy": True} if busy else told


def _find(
    name: str, number: str, options: Mapping[str, str], *, location: str
) -> tuple[Rules, Deal]:
    rules = deals.choose_rules(deals.find_variant(name), options, location=location)
    return rules, deals.numbered(rules, number).deal


def _key(rules: Rules, number: str) -> DealKey:
    return DealKey(
        variant=rules.variant,
        rules_version=rules.version,
        options=rules.options,
        number=number,
    )


def _identity(rules: Rules, number: str) -> dict[str, Any]:
    return {
        "variant": rules.variant,
        "rules_version": rules.version,
        "options": dict(rules.options),
        "number": number,
    }


def _told(kept: DealVerdict) -> dict[str, Any]:
    told: dict[str, Any] = {"verdict": kept.verdict}
    if kept.verdict == Verdict.WINNABLE:
        told["moves_to_win"] = len(kept.line) // BYTES_A_MOVE
    if kept.difficulty is not None:
        told["difficulty"] = difficulty_entry(kept.difficulty)
    return told
