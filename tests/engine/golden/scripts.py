"""Games worth recording: a win, an end that is none, one with undo and redo, one with returns.

Found anew by `make golden`, always the same ones for the same engine.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

from engine import (
    Budget,
    Deal,
    Level,
    Move,
    MoveKind,
    Position,
    Rules,
    Status,
    Variant,
    Verdict,
    solve,
)
from tests.engine.every import rules_of
from tests.engine.golden.playthroughs import Script, end_name
from tests.engine.walks import Manner, choose, comes_back, deal_acts, play_unit

SOLVED_DEALS = 40
TRIED_DEALS = 500  # where no solver helps
PLAYED_OUT = 250
DRAWN_DEALS = 2_000
TRIED_ENDS = 60
LONGEST = 500
LEFT_AFTER = 60
LEAST_SHOWN = 4  # moves of an end worth reading
UNDO_DEALS = 30
SOLVING = Budget(states=200_000)


def scripts_for(variant: Variant) -> dict[str, Script]:
    """Give the games to record, by name."""
    rules, *others = rules_of(variant)
    found = {"win": _win(rules, variant.autoplay), "end": _other_end(rules)}
    if rules.undo:
        found["undo"] = _undo(others[-1] if others else rules, rules.levels[-1])
    if rules.foundations is not None and rules.foundations.returns:
        found["back"] = _undo(rules, Level.OFF)  # a card sent up by itself has no way back
    return {name: script for name, script in found.items() if script is not None}


def _win(rules: Rules, level: Level) -> Script | None:
    """Win by the solver, with automatic play or without, or else by trying."""
    for tried in dict.fromkeys((level, Level.OFF)):
        for number in range(1, SOLVED_DEALS + 1):
            actions = _solved(rules, str(number), tried)
            if actions is not None:
                return Script(rules=rules, number=str(number), level=tried, actions=actions)
    for tried_number, line in _wins_by_trying(rules):
        shorter = _shortened(Deal.numbered(rules, tried_number), line)
        actions = tuple(map(str, shorter))
        return Script(rules=rules, number=tried_number, level=Level.OFF, actions=actions)
    return None


def _wins_by_trying(rules: Rules) -> Iterator[tuple[str, list[Move]]]:
    for number in map(str, range(1, TRIED_DEALS + 1)):
        script = _played(rules, number, Manner.EAGER, PLAYED_OUT)
        if _end(script) == "won":
            yield number, [Move.parse(action) for action in script.actions]
    for number in map(str, range(1, SOLVED_DEALS + 1)):
        line = _tried(rules, number)
        if line is not None:
            yield number, line


def _shortened(deal: Deal, line: list[Move]) -> list[Move]:
    """Leave out each move that the win does without, from the end on."""
    at = len(line)
    while at:
        at -= 1
        position = Position.replay(deal, line[:at])
        for move in line[at + 1 :]:
            if position.is_legal(move):
                position.apply(move)
        if position.status() is Status.WON:
            line = position.unpack(position.line)
    return line


def _tried(rules: Rules, number: str) -> list[Move] | None:
    """Play each next move to an end at random, follow the best game so far; give a win."""
    chance = random.Random(number)  # noqa: S311 - repeatable, no secret
    position = Position.start(Deal.numbered(rules, number))
    best, line = -1, list[Move]()
    while position.length < LONGEST:
        for move in position.legal_moves():
            begun = position.length
            position.apply(move)
            _play_out(position, chance)
            if position.best_placed > best:
                best, line = position.best_placed, position.unpack(position.line)
            if position.status() is Status.WON:
                return line
            while position.length > begun:
                position.undo()
        if len(line) <= position.length:
            return None
        position.apply(line[position.length])
    return None


def _play_out(position: Position, chance: random.Random) -> None:
    for move in _until_end(position, PLAYED_OUT, Manner.EAGER, chance):
        position.apply(move)


def _solved(rules: Rules, number: str, level: Level) -> tuple[str, ...] | None:
    position = Position.start(Deal.numbered(rules, number))
    deal_acts(position, level)
    line: list[Move] = []
    actions: list[str] = []
    while position.status() is not Status.WON:
        if not line:
            solution = solve(position, SOLVING)
            if solution.verdict is not Verdict.WINNABLE or len(actions) > LONGEST:
                return None
            line = list(solution.line)
        actions.append(str(line[0]))
        automatic = position.automatic
        play_unit(position, line.pop(0), level)
        if position.automatic != automatic:
            line = []
    return tuple(actions)


def _other_end(rules: Rules) -> Script:
    """Play at random to the end that comes soonest, not at once; leave where none comes."""
    games = [_played(rules, str(n), Manner.RANDOM, LONGEST) for n in range(1, TRIED_ENDS + 1)]
    ended = [game for game in games if _end(game) in ("stuck", "lost")]
    long_enough = [game for game in ended if len(game.actions) >= LEAST_SHOWN]
    shortest = min(long_enough or ended, key=lambda game: len(game.actions), default=None)
    return shortest or _drawn_out(rules) or _played(rules, "1", Manner.EAGER, LEFT_AFTER)


def _drawn_out(rules: Rules) -> Script | None:
    """Draw the whole stock where nothing but the drawn cards can move, until the game is stuck."""
    draw = Move(MoveKind.DRAW)
    for number in map(str, range(1, DRAWN_DEALS + 1)):
        position = Position.start(Deal.numbered(rules, number))
        if position.legal_moves() == [draw]:
            for _ in position.cards("s"):
                position.apply(draw)
        if position.stuck():
            actions = ("draw",) * position.units
            return Script(rules=rules, number=number, level=Level.OFF, actions=actions)
    return None


def _played(rules: Rules, number: str, manner: Manner, length: int) -> Script:
    chance = random.Random(number)  # noqa: S311 - repeatable, no secret
    position = Position.start(Deal.numbered(rules, number))
    for move in _until_end(position, length, manner, chance):
        position.apply(move)
    actions = tuple(str(move) for move in position.unpack(position.line))
    return Script(rules=rules, number=number, level=Level.OFF, actions=actions)


def _until_end(
    position: Position, length: int, manner: Manner, chance: random.Random
) -> Iterator[Move]:
    """Choose a next move, which the caller makes, as long as there is one."""
    for _ in range(length):
        move = choose(position, manner, chance)
        if move is None:
            return
        yield move


def _end(script: Script) -> str:
    moves = [Move.parse(action) for action in script.actions]
    return end_name(Position.replay(Deal.numbered(script.rules, script.number), moves))


def _undo(rules: Rules, level: Level) -> Script:
    """Take a game in which a card comes back, if it may, or else most happens by itself."""
    games = [_there_and_back(rules, str(number), level) for number in range(1, UNDO_DEALS + 1)]
    game = max(games, key=lambda game: (game.came_back, game.automatic))  # the first of equals
    actions = tuple(game.actions)
    return Script(rules=rules, number=game.number, level=game.level, actions=actions)


def _there_and_back(rules: Rules, number: str, level: Level) -> _WithUndo:
    """Play, take back, play again, go another way, take all back, and play some again."""
    game = _WithUndo(rules, number, level)
    for times, act in (
        (4, game.undo),
        (2, game.redo),
        (1, game.undo),
        (3, game.play),
        (1, game.bring_back),
        (20, game.undo),
        (5, game.redo),
    ):
        for _ in range(times):
            act()
    return game


class _WithUndo:
    """A game at a level of automatic play, a dozen moves old."""

    def __init__(self, rules: Rules, number: str, level: Level) -> None:
        self.number = number
        self.level = level
        self.position = Position.start(Deal.numbered(rules, number))
        self.actions: list[str] = []
        self._chance = random.Random(number)  # noqa: S311 - repeatable, no secret
        self._undone: list[bytes] = []
        self.came_back = False
        deal_acts(self.position, self.level)
        for _ in range(12):
            self.play()
        self.automatic = self.position.automatic

    def play(self) -> None:
        move = choose(self.position, Manner.EAGER, self._chance)
        if move is not None:
            self._play(move)

    def bring_back(self) -> None:
        """Take a card from a foundation where one may come back, and play on."""
        for move in filter(comes_back, self.position.legal_moves()):
            self._play(move)
            self.play()
            self.came_back = True
            return

    def _play(self, move: Move) -> None:
        self._undone.clear()
        play_unit(self.position, move, self.level)
        self.actions.append(str(move))

    def undo(self) -> None:
        if self.position.units:
            self._undone.append(self.position.undo_unit()[0])
            self.actions.append("undo")

    def redo(self) -> None:
        if self._undone:
            self.position.redo_unit(self._undone.pop())
            self.actions.append("redo")
