"""Recorded games: every board, every legal move, what was done and what it showed.

The header and the lines that start with `>` are what was done; all else follows from them, which
is what the test checks. An action is the text of a move, `undo` or `redo`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from engine import Deal, Level, Move, Position, Rules, Status, Step, collect, variant
from engine.board_text import board_text
from tests.engine.golden.perft_tables import GOLDEN, options_text
from tests.engine.walks import deal_acts

WIDTH = 98


@dataclass(frozen=True, kw_only=True)
class Script:
    """What is done in a game: by which rules, from which deal, at which level, and the actions."""

    rules: Rules
    number: str
    level: Level
    actions: tuple[str, ...]


def paths_of(variant_id: str) -> list[Path]:
    """List a variant's recorded games."""
    return sorted((GOLDEN / variant_id / "games").glob("*.txt"))


def recorded(script: Script) -> str:
    """Play a script and write it down."""
    return "".join(f"{line}\n" for line in _lines(script))


def played(script: Script) -> Position:
    """Play a script; give where it ends."""
    position = Position.start(Deal.numbered(script.rules, script.number))
    deal_acts(position, script.level)
    undone: list[bytes] = []
    for action in script.actions:
        for _ in _done(position, action, script.level, undone):
            pass
    return position


def read(text: str) -> Script:
    """Read back what was done in a recorded game."""
    header = dict(re.findall(r"^(variant|version|options|deal|automatic) +(.+)$", text, re.M))
    options = {} if header["options"] == "-" else _options(header["options"])
    rules = variant(header["variant"]).with_options(options, version=int(header["version"]))
    actions = tuple(re.findall(r"^> (.+)$", text, re.M))
    return Script(
        rules=rules, number=header["deal"], level=Level(header["automatic"]), actions=actions
    )


def end_of(text: str) -> str:
    """Give how a recorded game ended: won, lost, stuck or left."""
    ends: list[str] = re.findall(r"^end: (\w+)", text, re.M)
    return ends[-1]


def end_name(position: Position) -> str:
    """Name how a game stands when it is over, or left."""
    if position.status() is not Status.PLAYING:
        return position.status().value
    return "stuck" if position.stuck() else "left"


def _lines(script: Script) -> Iterator[str]:
    rules = script.rules
    yield "# A recorded game: lines with > are what is done, all else follows from them."
    yield f"variant    {rules.variant}"
    yield f"version    {rules.version}"
    yield f"options    {options_text(rules)}"
    yield f"deal       {script.number}"
    yield f"automatic  {script.level.value}"
    yield ""
    position = Position.start(Deal.numbered(rules, script.number))
    yield from _board(position)
    if script.level in (Level.SAFE, Level.ALL):
        first = tuple(_automatic(position, script.level))
        if first:
            yield from ("at once", *first, "", *_board(position))
    undone: list[bytes] = []
    for action in script.actions:
        yield f"> {action}"
        yield from _done(position, action, script.level, undone)
        yield ""
        yield from _board(position)
    yield (
        f"end: {end_name(position)}, {position.best_placed} of {position.to_place} placed,"
        f" {position.units} moves, {position.automatic} automatic steps"
    )


def _done(position: Position, action: str, level: Level, undone: list[bytes]) -> Iterator[str]:
    if action == "undo":
        packed, steps = position.undo_unit()
        undone.append(packed)
        yield from _steps(steps)
    elif action == "redo":
        yield from _steps(position.redo_unit(undone.pop()))
    else:
        undone.clear()
        yield from _steps(position.play(Move.parse(action)))
        yield from _automatic(position, level)


def _automatic(position: Position, level: Level) -> Iterator[str]:
    for move in collect(position, level):
        yield f"+ {move}"
        yield from _steps(position.follow(move))


def _steps(steps: Sequence[Step]) -> Iterator[str]:
    for step in steps:
        yield f"  {step.kind.value} {step.source} to {step.target}: {' '.join(step.cards) or '-'}"


def _board(position: Position) -> Iterator[str]:
    yield from board_text(position.view()).splitlines()
    yield from _filled("can:", [str(move) for move in position.legal_moves()] or ["nothing"])
    yield ""


def _filled(label: str, words: Sequence[str]) -> Iterator[str]:
    line = label
    for word in words:
        if len(line) + 1 + len(word) > WIDTH:
            yield line
            line = " " * len(label)
        line += f" {word}"
    yield line


def _options(text: str) -> dict[str, str]:
    return dict(part.split("=", 1) for part in text.split())
