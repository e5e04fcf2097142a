"""What a player does in a game: moves, undo, redo, automatic play, its level, resigning.

Each call is one function that hands `change` its decision. A unit is a player's move with the
automatic steps after it; undo and redo take whole units.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine import FACE_DOWN, IllegalMove, Level, Status, collect, tidy, undos_to_winnable, units
from service.certificates import certificate, line_in_hand
from service.changing import change
from service.closing import refuse_while_deal_is_open, refuse_while_racing
from service.deals import rules_of
from service.details import Detail, FaultCode
from service.errors import (
    GameOver,
    Invalid,
    NotAllowedHere,
    NothingToRedo,
    NothingToUndo,
    Refused,
    Unavailable,
)
from service.progress import Change, Kind
from service.searching import promptly

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine import Move, Position, Step
    from service.access import Ask
    from service.changing import Outcome
    from service.means import Means
    from service.storage.games import Game

DRAW: Final = "draw"
BUSY: Final[int | None] = -1  # units taken back are never fewer than none


def make_moves(means: Means, ask: Ask, moves: Sequence[Move]) -> Outcome:
    """Play one or more moves, all or nothing.

    Since nothing of a refused call is made, what it says must not tell of cards that its moves
    would have turned up: after such a move only `draw` may follow, which no card forbids.

    Raises:
        Refused: a move is not legal.
        GameOver: a move comes after the end, also when an earlier one of this call made it.
        NotAllowedHere: a move comes after one that turns up a card nobody knows.
    """

    def decide(game: Game, position: Position) -> Change:
        steps: list[Step] = []
        secret = len(moves) > 1 and game.deal_number is None and rules_of(game).hides
        hidden = face_down(position) if secret else 0
        for index, move in enumerate(moves):
            if secret and face_down(position) < hidden and str(move) != DRAW:
                raise NotAllowedHere(Detail.LOOKS_AHEAD, index=index)
            if position.status() is not Status.PLAYING:
                raise GameOver(index=index)
            steps += _play(position, move, index)
            steps += _follow(position, collect(position, Level(game.autoplay)))
        return Change(kind=Kind.MOVES, moves=position.line[len(game.line) :], steps=tuple(steps))

    return change(means, ask, decide)


def undo(means: Means, ask: Ask, count: int) -> Outcome:
    """Take back so many units.

    Raises:
        NotAllowedHere: the variant has no undo.
        NothingToUndo: fewer were played.
    """

    def decide(game: Game, position: Position) -> Change:
        if not rules_of(game).undo:
            raise NotAllowedHere(Detail.NO_UNDO)
        if position.units < count:
            raise NothingToUndo(Detail.FEWER_TO_UNDO, count=position.units)
        return _take_back(game, position, count)

    return change(means, ask, decide)


def undo_to_winnable(means: Means, ask: Ask) -> Outcome:
    """Take back the fewest units that lead to a position proved winnable.

    Raises:
        NotAllowedHere: this would tell of hidden cards, or of a daily that others are playing; or
            nothing is proved winnable.
        NothingToUndo: the game can be won from where it stands.
        Unavailable: too many others are searching.
    """

    def decide(game: Game, position: Position) -> Change:
        refuse_while_deal_is_open(game, means.now())
        refuse_while_racing(means, game)
        if rules_of(game).hides:
            raise NotAllowedHere(Detail.UNDO_WOULD_TELL)
        proof = b"" if game.hint_line else certificate(means, game)
        plan = line_in_hand(game, proof)
        count = promptly(
            means.config,
            lambda budget: undos_to_winnable(position, budget, plan=plan, proof=proof),
            busy=BUSY,
        )
        if count == BUSY:
            raise Unavailable(Detail.SEARCHES_BUSY)
        if count is None:
            raise NotAllowedHere(Detail.NONE_WINNABLE)
        if count == 0:
            raise NothingToUndo(Detail.STILL_WINNABLE)
        return _take_back(game, position, count)

    return change(means, ask, decide)


def redo(means: Means, ask: Ask, count: int) -> Outcome:
    """Play so many units again that were taken back.

    Raises:
        NothingToRedo: fewer were taken back since the last new move.
    """

    def decide(game: Game, position: Position) -> Change:
        redoable = units(game.redo)
        if len(redoable) < count:
            raise NothingToRedo(Detail.FEWER_TO_REDO, count=len(redoable))
        taken_back = redoable[:count]
        steps = tuple(step for unit in taken_back for step in position.redo_unit(unit))
        return Change(kind=Kind.REDO, moves=b"".join(taken_back), steps=steps)

    return change(means, ask, decide)


def autoplay(means: Means, ask: Ask, mode: Level) -> Outcome:
    """Send up what can go, all of it or what is safe, as one unit; nothing to send is no change."""

    def decide(game: Game, position: Position) -> Change | None:
        found = tidy(position, mode)
        if not found:
            return None
        steps = position.play(found[0]) + _follow(position, found[1:])
        return Change(kind=Kind.AUTOPLAY, moves=position.line[len(game.line) :], steps=steps)

    return change(means, ask, decide)


def set_level(means: Means, ask: Ask, level: Level) -> Outcome:
    """Change the level of automatic play, which acts at once and joins the last unit.

    Raises:
        Invalid: the variant has no such level.
    """

    def decide(game: Game, position: Position) -> Change | None:
        check_level(rules_of(game).levels, level)
        if level == game.autoplay:
            return None
        steps = _follow(position, collect(position, level))
        moves = position.line[len(game.line) :]
        return Change(kind=Kind.LEVEL, level=level.value, moves=moves, steps=steps)

    return change(means, ask, decide)


def resign(means: Means, ask: Ask) -> Outcome:
    """End a game."""
    return change(means, ask, lambda _game, _position: Change(kind=Kind.RESIGN))


def check_level(allowed: Sequence[Level], level: Level) -> None:
    """Refuse a level of automatic play that a variant does not have.

    Raises:
        Invalid: it is one of those.
    """
    if level not in allowed:
        names = ", ".join(each.value for each in allowed)
        raise Invalid.field("autoplay", FaultCode.NO_SUCH_LEVEL, levels=names)


def face_down(position: Position) -> int:
    """Count the cards that the player may not see."""
    return sum(pile.cards.count(FACE_DOWN) for pile in position.view().piles)


def _take_back(game: Game, position: Position, count: int) -> Change:
    steps = tuple(step for _ in range(count) for step in position.undo_unit()[1])
    return Change(kind=Kind.UNDO, moves=game.line[len(position.line) :], steps=steps)


def _play(position: Position, move: Move, index: int) -> tuple[Step, ...]:
    try:
        return position.play(move)
    except IllegalMove as error:
        raise Refused(error, index=index) from None


def _follow(position: Position, moves: Sequence[Move]) -> tuple[Step, ...]:
    return tuple(step for move in moves for step in position.follow(move))
