"""Playing a game again from its deal and its events, and comparing the row with what they make.

Every move is checked by the rules, and every event is taken as it was when it happened; the row is
believed in nothing but the deal, which has its number or its commitment to answer for it. Faults
are told by the names of columns and by counts: never by a card, so that they may be sent around.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from engine import Deal, Position, Status, commitment
from engine.arranged import read_layout
from engine.lines import codes
from service.deals import deal_of
from service.progress import Kind, advance, change_of, do_again, nothing_happened

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from service.storage.events import Event
    from service.storage.games import Game

COMPARED: Final = (
    *(name for name in nothing_happened() if name != "hint_line"),
    "autoplay",
    "created_at",
    "last_move_at",
)
"""The columns that follow from the events."""

_TOLD: Final = (int, bool, str)
"""Values of these types are told; lines are not."""


class Broken(Exception):
    """The events cannot have happened so; the text says which could not."""


@dataclass(frozen=True, slots=True)
class Replayed:
    """What the events make of a game, None where they cannot be played, and what is wrong."""

    game: Game | None
    faults: tuple[str, ...]


def replay(game: Game, events: Sequence[Event]) -> Replayed:
    """Play a game again, and compare its row with what comes of it."""
    try:
        deal = deal_of(game)
        faults = list(_faults_of_deal(game, deal))
        position = Position.start(deal)
        then = _played(game, events, position)
    except Broken as broken:
        return Replayed(None, (str(broken),))
    except (ValueError, LookupError):  # what the engine says of a deal, moves or texts it knows not
        return Replayed(None, ("the deal cannot be laid out",))
    faults += _differences(game, then)
    faults += _faults_of_lines(game, events, position)
    return Replayed(then, tuple(faults))


def _played(game: Game, events: Sequence[Event], position: Position) -> Game:
    versions = [event.version for event in events]
    if versions != list(range(1, len(events) + 1)) or not events:
        raise Broken("the events' versions do not count from 1")
    then = replace(game, last_move_at=game.created_at, **nothing_happened())
    for event in events:
        try:
            _check(then, event)
            do_again(position, event)
            then = advance(
                then, change_of(event), position, at=event.at, zone=game.won_zone or "UTC"
            )
        except (ValueError, LookupError):
            raise Broken(f"event {event.version} cannot be played") from None
    if game.won_zone is None and game.won_on and then.won_on:  # of before the zone was kept
        then = replace(then, won_on=game.won_on, won_zone=None)
    return then


def _check(then: Game, event: Event) -> None:
    """Refuse an event that the game did not allow, beyond what playing its moves will tell."""
    started = event.kind == Kind.STARTED
    if started != (event.version == 1):
        raise Broken(f"event {event.version} is not where a game starts")
    tells_end = event.kind == Kind.RACE and then.race_result is None  # of a race one is out of
    if then.status != Status.PLAYING and not tells_end:
        raise Broken(f"event {event.version} comes after the end")
    if event.at < then.last_move_at and not started:
        raise Broken(f"event {event.version} comes before the one before it")
    if event.kind == Kind.UNDO and not then.line.endswith(event.moves):
        raise Broken(f"event {event.version} takes back what was not made")
    if event.kind == Kind.REDO and not then.redo.startswith(event.moves):
        raise Broken(f"event {event.version} makes again what was not taken back")


def _faults_of_deal(game: Game, deal: Deal) -> Iterator[str]:
    """Compare the cards with the number or the commitment that fixed them."""
    if game.deal_number is not None:
        if Deal.numbered(deal.rules, game.deal_number).order != deal.order:
            yield "the deal is not that of its number"
    elif game.deal_layout is not None:
        read_layout(deal.rules, game.deal_layout)  # which refuses what cannot lie so
    elif (
        game.salt is None
        or game.commitment is None
        or commitment(deal, salt=game.salt) != game.commitment.hex()
    ):
        yield "the deal is not that of its commitment"


def _differences(game: Game, then: Game) -> Iterator[str]:
    for name in COMPARED:
        kept, made = getattr(game, name), getattr(then, name)
        if kept != made:
            told = isinstance(kept, _TOLD) and isinstance(made, _TOLD)
            yield f"{name} is {kept}, by the events {made}" if told else f"{name} differs"


def _faults_of_lines(game: Game, events: Sequence[Event], position: Position) -> Iterator[str]:
    """Play the lines that are said to win."""
    if game.hint_line and not position.wins_by(codes(game.hint_line)):
        yield "hint_line does not win"
    first = events[0]
    if not first.answer:
        return
    proof = first.moves + first.answer  # automatic play may have made the line's first steps
    if not Position.start(position.deal).wins_by(codes(proof)):
        yield "the deal's solution does not win"
