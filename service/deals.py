"""Deals: secret ones dealt from the system's randomness, numbered ones, and a game's own.

A secret deal is committed to before its first card is shown. Those that are promised winnable are
the matter of `service.proving`.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from engine import (
    BadDeal,
    BadLayout,
    Card,
    Deal,
    Level,
    Position,
    Rules,
    Status,
    UnknownVariant,
    Variant,
    card,
    card_text,
    collect,
    commitment,
    shuffled_cards,
    variant,
)
from engine.arranged import read_layout
from engine.deals import HIGHEST_NUMBER
from engine.layouts import Layout
from service.details import Detail, Fault, FaultCode
from service.errors import DealOutOfRange, Invalid, NotFound

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import date
    from random import Random
    from uuid import UUID

    from engine import Move
    from service.storage.games import Game

SALT_BYTES: Final = 32


@dataclass(frozen=True, slots=True, kw_only=True)
class Dealt:
    """A deal for a new game: secret ones have a salt, proved ones a winning line, packed.

    `verified_id` names the row of the deals verified ahead that goes once the game is made;
    `daily_on` the day whose daily it is.
    """

    deal: Deal
    salt: bytes | None = None
    commitment: bytes | None = None
    verdict: str | None = None
    certificate: bytes | None = None
    difficulty: int | None = None
    verified_id: UUID | None = None
    daily_on: date | None = None


def find_variant(name: str) -> Variant:
    """Find a variant by its id or an alias.

    Raises:
        NotFound: there is none.
    """
    try:
        return variant(name)
    except UnknownVariant:
        raise NotFound(Detail.NO_VARIANT) from None


def variant_in_query(name: str | None) -> str | None:
    """Give the id of the variant that a query names by its id or an alias; None where it does not.

    Raises:
        Invalid: there is none.
    """
    try:
        return None if name is None else variant(name).id
    except UnknownVariant:
        raise Invalid.query("variant", FaultCode.NO_SUCH_VARIANT) from None


def choose_rules(found: Variant, options: Mapping[str, str], *, location: str = "body") -> Rules:
    """Give the present rules of a variant with these options, which came in body or query.

    Raises:
        Invalid: no such option, or no such value of one.
    """
    known = {option.name: [value.name for value in option.values] for option in found.options}
    faults = []
    for name, value in options.items():
        if value in known.get(name, ()):
            continue
        at = name if location == "query" else f"/options/{name}"
        faults.append(_option_fault(found, name, known, location=location, at=at[:200]))
    if faults:
        raise Invalid(*faults)
    return found.with_options(options)


def numbered(rules: Rules, number: str) -> Dealt:
    """Give a public deal.

    Raises:
        DealOutOfRange: the variant has no deal of that number.
    """
    try:
        return Dealt(deal=Deal.numbered(rules, number))
    except BadDeal:
        raise DealOutOfRange(
            Detail.NUMBERS, variant=rules.variant, first=1, last=HIGHEST_NUMBER[rules.shuffle]
        ) from None


def secret(rules: Rules, chance: Random) -> Dealt:
    """Deal at random and commit to it."""
    return committed(shuffled(rules, chance))


def shuffled(rules: Rules, chance: Random) -> Deal:
    """Deal at random."""
    cards = shuffled_cards(rules)
    chance.shuffle(cards)
    return Deal.of_order(rules, cards)


def committed(
    deal: Deal,
    *,
    verdict: str | None = None,
    certificate: bytes | None = None,
    difficulty: int | None = None,
    verified_id: UUID | None = None,
) -> Dealt:
    """Commit to a shuffled deal, with what is proved of it."""
    salt = secrets.token_bytes(SALT_BYTES)
    return Dealt(
        deal=deal,
        salt=salt,
        commitment=bytes.fromhex(commitment(deal, salt=salt)),
        verdict=verdict,
        certificate=certificate,
        difficulty=difficulty,
        verified_id=verified_id,
    )


def arranged(rules: Rules, piles: Mapping[str, Sequence[str]]) -> Dealt:
    """Start from where the player laid the cards.

    Raises:
        Invalid: such a deal would hide cards, cannot have come about, or is won already.
    """
    if rules.hides:
        raise Invalid.field("layout", FaultCode.LAYOUT_HIDES)
    try:
        deal = Deal(rules=rules, layout=read_layout(rules, piles))
    except BadLayout as error:
        at = f"layout/{error.where}" if error.where in piles else "layout"
        raise Invalid.field(at, FaultCode.LAYOUT_WRONG, reason=error.fault, **error.facts) from None
    if Position.start(deal).status() is not Status.PLAYING:
        raise Invalid.field("layout", FaultCode.LAYOUT_WON)
    return Dealt(deal=deal)


def layout_written(deal: Deal) -> dict[str, list[str]] | None:
    """Write the layout that a player made, if this deal has one, for `deal_of` to read again."""
    if deal.layout is None:
        return None
    return {
        pile: [card_text(code) for code in held] for pile, held in deal.layout.piles.items() if held
    }


def again(game: Game) -> Dealt:
    """Give the deal of a game that has ended, and is closed with it, for another attempt."""
    return Dealt(
        deal=deal_of(game),
        salt=game.salt,
        commitment=game.commitment,
        verdict=game.deal_verdict,
        difficulty=game.deal_difficulty,
        daily_on=game.daily_on,
    )


def first_steps(position: Position, level: Level) -> tuple[Move, ...]:
    """List what automatic play does on the dealt position, before the first move."""
    return collect(position, level) if level in (Level.SAFE, Level.ALL) else ()


def provable(rules: Rules) -> bool:
    """Tell whether deals of these rules can be promised winnable: open, and decisions matter."""
    return not rules.hides and not rules.chance_only


def rules_of(game: Game) -> Rules:
    """Give the rules a game is played by: its own version and options."""
    return rules_at(game.variant, game.rules_version, game.options)


def rules_at(name: str, version: int, options: Mapping[str, str]) -> Rules:
    """Give the rules of a variant as they were at a version, with all their options."""
    return _rules(name, version, tuple(sorted(options.items())))


def deal_of(game: Game) -> Deal:
    """Give the deal a game is played on; its layout was checked when the game was started."""
    rules = rules_of(game)
    if game.deal_order is not None:
        return of_order(rules, game.deal_order, number=game.deal_number)
    piles = game.deal_layout or {}
    held = {pile: tuple(card(text) for text in texts) for pile, texts in piles.items()}
    return Deal(rules=rules, layout=Layout(piles=held))


def of_order(rules: Rules, order: bytes, *, number: str | None = None) -> Deal:
    """Give the deal of an order that was checked when it was written down."""
    return Deal(rules=rules, order=tuple(map(Card, order)), number=number)


def position_of(game: Game) -> Position:
    """Give the position a game stands at."""
    return Position.resume(deal_of(game), game.line)


@lru_cache(maxsize=256)
def _rules(name: str, version: int, options: tuple[tuple[str, str], ...]) -> Rules:
    return variant(name).with_options(dict(options), version=version)


def _option_fault(
    found: Variant, name: str, known: Mapping[str, Sequence[str]], *, location: str, at: str
) -> Fault:
    code, facts = FaultCode.NO_OPTIONS, {"variant": found.id}
    if name in known:
        code, facts = FaultCode.ONE_OF, {"choices": ", ".join(known[name])}
    elif known:
        code, facts = FaultCode.NO_SUCH_OPTION, facts | {"options": ", ".join(known)}
    return Fault(location=location, at=at, code=code, facts=facts)
