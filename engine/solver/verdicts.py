"""What a solver is given and what it answers."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.moves import Move
    from engine.solver.stopping import Stop


class Verdict(StrEnum):
    """What is known of a position; the four are never folded together."""

    WON = "won"
    WINNABLE = "winnable"  # a line is in hand, replayed by the referee
    LOST = "lost"  # every position that can be reached was searched
    UNKNOWN = "unknown"  # a bound was reached


@dataclass(frozen=True, kw_only=True)
class Budget:
    """How much a search may use: positions looked at, bytes of memory, moves tried to shorten.

    Counted, not timed, so that the same question has the same answer on every machine. With no
    `tries` a winning line is given as it was found. `stop` is for who cannot wait: what is not
    decided when it is raised is unknown.
    """

    states: int = 200_000
    memory: int = 16 << 20
    tries: int = 200_000
    stop: Stop | None = field(default=None, compare=False)


@dataclass(frozen=True, kw_only=True)
class Solution:
    """A verdict, the winning line when there is one, and how many positions were looked at."""

    verdict: Verdict
    line: tuple[Move, ...] = ()
    states: int = 0
