"""What entrants are told of a race: who is in it and how far they are, and never a card.

What is told is the same for every entrant but for `seat` and `game`, which are the asker's own, and
follows from the race's events up to its version.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine import Deal, Position, shuffled_cards
from service.answers import difficulty_entry
from service.deals import rules_at
from service.timestamps import timestamp

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from uuid import UUID

    from service.storage.race_events import RaceEvent
    from service.storage.races import Entry, Race


def race_answer(
    race: Race,
    entries: Iterable[Entry],
    *,
    mine: Entry,
    replays: Mapping[int, str] | None = None,
    rematch: UUID | None = None,
) -> dict[str, Any]:
    """Write a race for the player of one of its entries."""
    shown = replays or {}
    answer = {
        **_facts(race, mine),
        "entries": [_entry(entry, replay=shown.get(entry.seat)) for entry in entries],
    }
    if race.rematch_of is not None:
        answer["rematch_of"] = str(race.rematch_of)
    if rematch is not None:
        answer["rematch"] = str(rematch)
    return answer


def race_summary(race: Race, mine: Entry) -> dict[str, Any]:
    """Write a race for a list, with how it ended for the player."""
    summary = {**_facts(race, mine), "state": mine.state}
    return summary if mine.result is None else {**summary, "result": mine.result}


def race_preview(race: Race, entries: Iterable[Entry]) -> dict[str, Any]:
    """Write a race for those who have its code and are not in it."""
    entered = list(entries)
    return {
        "variant": race.variant,
        "options": race.options,
        "seats": race.seats,
        "minutes": race.minutes,
        "status": race.status,
        "entered": len(entered),
        "names": [entry.name for entry in entered if entry.name is not None],
    }


def event_entry(event: RaceEvent) -> dict[str, Any]:
    """Write what happened."""
    entry: dict[str, Any] = {
        "version": event.version,
        "kind": event.kind,
        "at": timestamp(event.at),
    }
    if event.seat is not None:
        entry["seat"] = event.seat
    return entry | dict(event.told)


def _facts(race: Race, mine: Entry) -> dict[str, Any]:
    deal: dict[str, Any] = {"commitment": race.commitment.hex()}
    if race.deal_verdict is not None:
        deal["verdict"] = race.deal_verdict
    if race.deal_difficulty is not None and race.status == "over":
        deal["difficulty"] = difficulty_entry(race.deal_difficulty)
    facts: dict[str, Any] = {
        "id": str(race.id),
        "code": race.code,
        "variant": race.variant,
        "rules_version": race.rules_version,
        "options": race.options,
        "cards_to_place": _to_place(race.variant, race.rules_version, race.options),
        "seats": race.seats,
        "minutes": race.minutes,
        "deal": deal,
        "status": race.status,
        "version": race.version,
        "seat": mine.seat,
        "created_at": timestamp(race.created_at),
    }
    if race.status == "open" and race.due_at is not None:
        facts["expires_at"] = timestamp(race.due_at)
    if mine.game_id is not None:
        facts["game"] = str(mine.game_id)
    for name in ("starts_at", "ends_at", "ended_at"):
        moment = getattr(race, name)
        if moment is not None:
            facts[name] = timestamp(moment)
    if race.reason is not None:
        facts["reason"] = race.reason
    return facts


def _to_place(variant: str, version: int, options: Mapping[str, str]) -> int:
    """Tell how many cards are to be placed to win: of all deals of a variant the same."""
    rules = rules_at(variant, version, options)
    return Position.start(Deal.of_order(rules, shuffled_cards(rules))).to_place


def _entry(entry: Entry, *, replay: str | None) -> dict[str, Any]:
    written: dict[str, Any] = {
        "seat": entry.seat,
        "state": entry.state,
        "cards_placed": entry.cards_placed,
        "moves_made": entry.moves_made,
    }
    if entry.name is not None:
        written["name"] = entry.name
    if entry.leaves_at is not None:
        written["leaves_at"] = timestamp(entry.leaves_at)
    if entry.result is not None:
        written["result"] = entry.result
    if replay is not None:
        written["replay"] = replay
    return written
