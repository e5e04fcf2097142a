"""Our solver beside fc-solve, deal by deal in one run: `make bench ARGS="solver [VARIANT ...]"`.

FreeCell on Microsoft deals 1 to 1,000 and 32,001 to 33,000, and Beleaguered Castle on our deals 1
to 500; then, alone, the other open variants. fc-solve is called through its library, so that no
process is started for a deal, with its presets `-l lg` and `-l as` (Debian: libfreecell-solver0,
and freecell-solver-bin for the presets). Each deal is solved by both in turn, in CPU time of this
thread. Ours gives the line as it was found, as fc-solve does. fc-solve knows no bound of memory, so
it is given one of positions. A peer's "unsolvable" is not counted as a proof: its moves are not all
moves. What a call costs beside the search is measured on games
one move from their end.
"""

from __future__ import annotations

import argparse
import ctypes
import ctypes.util
import resource
import sys
from dataclasses import dataclass, field
from statistics import median
from time import thread_time_ns
from typing import TYPE_CHECKING

from tqdm import tqdm

from engine import Budget, Deal, Position, Verdict, solve, variant

if TYPE_CHECKING:
    from collections.abc import Sequence

BUDGET = Budget(states=20_000_000, memory=384 << 20, tries=0)
OTHERS = ("grandfathers-clock", "clover-leaf", "alexander-the-great", "shamrocks", "cruel")
ALL = ("freecell", "beleaguered-castle", *OTHERS)
PEERS_POSITIONS = 2_000_000  # some 1.5 GB
MILLISECOND = 1_000_000
SOLVED, UNSOLVABLE = 0, 1
PRESETS = "its presets lie in Debian's freecell-solver-bin"


@dataclass(kw_only=True)
class Record:
    """What one solver did, deal by deal; times in ms of CPU."""

    name: str
    times: list[float] = field(default_factory=list)
    states: list[int] = field(default_factory=list)
    won: int = 0
    lost: int = 0
    undecided: int = 0

    def row(self) -> str:
        """Write it as a row of the table."""
        times = sorted(self.times)
        p95, p99 = (times[min(len(times) - 1, int(len(times) * q))] for q in (0.95, 0.99))
        return (
            f"| {self.name} | {len(times)} | {median(times):.3f} | {p95:.3f} | {p99:.3f} |"
            f" {times[-1]:.1f} | {median(self.states):.0f} | {self.won} | {self.lost} |"
            f" {self.undecided} |"
        )


class Peer:
    """fc-solve's library with one preset."""

    def __init__(self, *arguments: str) -> None:
        path = ctypes.util.find_library("freecell-solver") or "libfreecell-solver.so.0"
        self.library = ctypes.CDLL(path)
        self.library.freecell_solver_user_alloc.restype = ctypes.c_void_p
        self.solver = ctypes.c_void_p(self.library.freecell_solver_user_alloc())
        given = (ctypes.c_char_p * len(arguments))(*(a.encode() for a in arguments))
        none = (ctypes.c_char_p * 1)(None)
        error, last = ctypes.c_char_p(), ctypes.c_int()
        refused = self.library.freecell_solver_user_cmd_line_parse_args(
            self.solver, len(arguments), given, 0, none, None, None,
            ctypes.byref(error), ctypes.byref(last),
        )  # fmt: skip
        if refused or last.value != len(arguments):
            raise SystemExit(f"fc-solve does not take {arguments}: {PRESETS}")
        self.library.freecell_solver_user_limit_iterations_long(
            self.solver, ctypes.c_long(PEERS_POSITIONS)
        )

    def solve(self, board: str, record: Record) -> None:
        """Solve a board and note how."""
        text = board.encode()
        begun = thread_time_ns()
        answer = self.library.freecell_solver_user_solve_board(self.solver, text)
        record.times.append((thread_time_ns() - begun) / MILLISECOND)
        record.states.append(
            self.library.freecell_solver_user_get_num_states_in_collection(self.solver)
        )
        record.won += answer == SOLVED
        record.lost += answer == UNSOLVABLE
        record.undecided += answer not in (SOLVED, UNSOLVABLE)
        self.library.freecell_solver_user_recycle(self.solver)


def ours(deal: Deal, record: Record) -> None:
    """Solve a deal and note how."""
    position = Position.start(deal)
    begun = thread_time_ns()
    solution = solve(position, BUDGET)
    record.times.append((thread_time_ns() - begun) / MILLISECOND)
    record.states.append(solution.states)
    record.won += solution.verdict is Verdict.WINNABLE
    record.lost += solution.verdict is Verdict.LOST
    record.undecided += solution.verdict is Verdict.UNKNOWN


def board_of(deal: Deal) -> str:
    """Write a deal as fc-solve reads it."""
    piles = Position.start(deal).truth().piles
    laid = [pile.cards[-1] for pile in piles if pile.kind == "foundation" and pile.cards]
    head = "Foundations: " + " ".join(f"{card[1]}-{card[0]}" for card in laid) if laid else ""
    columns = [" ".join(pile.cards) for pile in piles if pile.kind == "tableau"]
    return "\n".join([*([head] if head else []), *columns]) + "\n"


def beside(name: str, numbers: Sequence[int], *arguments: str) -> None:
    """Solve deals by both and print the rows and the ratios."""
    rules = variant(name).with_options()
    mine, theirs = Record(name=f"{name}: ours"), Record(name=f"{name}: fc-solve")
    peer = Peer(*arguments)
    for number in tqdm(numbers, desc=name, leave=False):
        deal = Deal.numbered(rules, str(number))
        ours(deal, mine)
        peer.solve(board_of(deal), theirs)
    print(mine.row())
    print(theirs.row())
    a, b = sorted(mine.times), sorted(theirs.times)
    at = int(len(a) * 0.95)
    print(
        f"| ratio ours / fc-solve | | {median(a) / median(b):.2f} | {a[at] / b[at]:.2f} | |"
        f" {a[-1] / b[-1]:.2f} | | | | |"
    )


def alone(name: str, numbers: Sequence[int]) -> None:
    """Solve deals of a variant that the peer does not know."""
    rules = variant(name).with_options()
    record = Record(name=name)
    for number in tqdm(numbers, desc=name, leave=False):
        ours(Deal.numbered(rules, str(number)), record)
    print(record.row())


def overhead(name: str) -> float:
    """Measure in µs what a call costs that has next to nothing to search."""
    position = next(
        position
        for position in (
            Position.start(Deal.numbered(variant(name).with_options(), str(number)))
            for number in range(1, 1_000)
        )
        if _play_to_last(position)
    )
    times = []
    for _ in range(200):
        begun = thread_time_ns()
        solve(position, BUDGET)
        times.append((thread_time_ns() - begun) / 1_000)
    return median(times)


def _play_to_last(position: Position) -> bool:
    """Play a line to the win but for its last move, where a little search finds one."""
    line = solve(position, Budget(states=10_000)).line
    for move in line[:-1]:
        position.play(move)
    return bool(line)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; give the exit status."""
    parser = argparse.ArgumentParser(prog="make bench ARGS=solver", description=__doc__)
    parser.add_argument("--part", type=float, default=1.0, help="the share of the deals to solve")
    parser.add_argument("variants", nargs="*", help="which variants; all when none is named")
    asked = parser.parse_args(arguments)
    part, wanted = asked.part, asked.variants or ALL
    print("| solver | deals | ms median | p95 | p99 | worst | states | won | lost | undecided |")
    print("| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |")
    some = int(1_000 * part)
    microsoft = [*range(1, some + 1), *range(32_001, 32_001 + some)]
    castle = range(1, some // 2 + 1)
    if "freecell" in wanted:
        beside("freecell", microsoft, "-l", "lg")
    if "beleaguered-castle" in wanted:
        beside("beleaguered-castle", castle, "--game", "beleaguered_castle", "-l", "as")
    for name in OTHERS:
        if name in wanted:
            alone(name, range(1, some + 1))
    for name in wanted:
        print(f"\n{name}: a call costs {overhead(name):.1f} µs beside the search", end="")
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10
    print(f"\n\npeak memory, peer included, {peak} MB; bound of a search {BUDGET.memory >> 20} MB")
    return 0


if __name__ == "__main__":
    sys.exit(main())
