"""Races for tests: entering players, starting, and moves that win the secret deal."""

from __future__ import annotations

from typing import Any

from engine import Card, Deal, Position, commitment, variant
from tests.client import Client


def make(client: Client, name: str = "grandfathers-clock", *, seats: int = 2, **wish: Any) -> Any:
    """Make a race."""
    return client.post("races", {"variant": name, "seats": seats, **wish}, expect=201).json


def enter(client: Client, race: Any) -> Any:
    """Enter a race."""
    return client.post("race-entries", {"code": race["code"]}, expect=201).json


def started(clock: Any, *clients: Client, name: str = "grandfathers-clock", **wish: Any) -> Any:
    """Make a race for these players and let it start; give it as each of them is told of it."""
    first, *others = clients
    race = make(first, name, seats=len(clients), **wish)
    for client in others:
        enter(client, race)
    clock.forward(seconds=10)
    return [client.get(f"races/{race['id']}").json for client in clients]


def winning(sql: Any, race: Any) -> list[str]:
    """Give moves that win a race's deal, which its entrants cannot know."""
    ((order, line),) = sql("SELECT deal_order, line FROM race WHERE id = %s", [race["id"]])
    rules = variant(race["variant"]).with_options(race["options"])
    start = Position.start(Deal.of_order(rules, [Card(code) for code in order]))
    return [str(move) for move in start.unpack(line)]


def deal_instead(sql: Any, race: Any, number: str) -> Position:
    """Put a numbered deal's cards into a race that nobody has seen; give the position."""
    rules = variant(race["variant"]).with_options(race["options"])
    order = Deal.numbered(rules, number).order
    assert order is not None
    deal = Deal.of_order(rules, order)
    ((salt,),) = sql("SELECT salt FROM race WHERE id = %s", [race["id"]])
    values = [bytes(order), bytes.fromhex(commitment(deal, salt=salt)), race["id"]]
    sql(
        "UPDATE race SET deal_order = %s, commitment = %s, deal_verdict = NULL, line = NULL,"
        " deal_difficulty = NULL WHERE id = %s RETURNING id",
        values,
    )
    return Position.start(deal)
