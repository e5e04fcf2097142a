"""Verdicts beside a plain exhaustive search: `make smallpacks VARIANT=freecell`; all without one.

Small packs are ends of games and cut-down packs (`tests.engine.cutting`), searched to the end in
the reference, by a search that knows nothing. Of each position are compared the verdict; where
nothing is hidden the way back after moves gone astray; and where cards may go up safely, what is
left of a win after they did. A difference is printed with its position, and makes the command fail.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections import Counter
from collections.abc import Iterator

from tqdm import tqdm

from engine import (
    Budget,
    Level,
    Move,
    Position,
    Rules,
    Status,
    Verdict,
    catalogue,
    collect,
    hint,
    solve,
    tidy,
    undos_to_winnable,
    variant,
)
from tests.engine.cutting import cut_down
from tests.engine.every import name_of, rules_of
from tests.engine.exhaustive import winnable
from tests.engine.small_positions import late_positions
from tests.reference import Table

POSITIONS = 2_000
MOST = 200  # positions the plain search looks at
ENOUGH = Budget(states=200_000)
ASTRAY = 6
WALKS = 1


class WrongVerdict(AssertionError):
    """The solver and the plain search differ."""


def small_packs(
    rules: Rules, *, seed: int, most: int = MOST
) -> Iterator[tuple[Position, Table, bool]]:
    """Give small positions that the plain search decides, with its answer."""
    late, cut = late_positions(rules, seed=seed), cut_down(rules, seed=seed)
    chance = random.Random(f"packs {seed}")  # noqa: S311 - repeatable, no secret
    while True:
        whole = rules.turning or chance.random() < 0.2
        position, table = next(late if whole else cut)
        truth = plain(rules, table, most=most)
        if truth is not None:
            yield position, table, truth


def plain(rules: Rules, table: Table, *, most: int = MOST) -> bool | None:
    """Search plainly; told which piles may change places, and nothing else."""
    ordered = rules.tableau is None or not rules.tableau.interchangeable or rules.tableau_redeal
    return winnable(table, mixed=not ordered, most=most)


def check_verdict(position: Position, *, truth: bool) -> Verdict:
    """Compare a verdict with the truth; unknown is no difference, and counted by the caller.

    Raises:
        WrongVerdict: it is wrong.
    """
    found = solve(position, ENOUGH).verdict
    right: tuple[Verdict, ...] = (Verdict.WINNABLE if truth else Verdict.LOST, Verdict.UNKNOWN)
    if position.status() is Status.WON:
        right = (Verdict.WON,)
    if found not in right:
        raise WrongVerdict(f"{found}, but winnable is {truth}: {position.truth()}")
    return found


def check_safe_play(rules: Rules, position: Position, table: Table) -> int:
    """Send up what is safe from a winnable position; count the moves.

    Raises:
        WrongVerdict: that lost the win.
    """
    sent = (collect(position, Level.SAFE), tidy(position, Level.SAFE))
    for moves in sent:
        after = _played(table, moves)
        if moves and plain(rules, after) is False:
            raise WrongVerdict(f"{[str(move) for move in moves]} spoils {position.truth()}")
    return len(sent[1])


def check_way_back(rules: Rules, position: Position, table: Table, chance: random.Random) -> bool:
    """Go astray from a winnable position; tell whether that lost it and the way back was compared.

    Raises:
        WrongVerdict: the hint or the undos to winnable do not lead to the last winnable position.
    """
    there = position.copy()
    wins = True
    while wins and there.length < ASTRAY and (moves := there.legal_moves()):
        move = chance.choice(moves)
        there.play(move)
        table = _played(table, [move])
        found = plain(rules, table)
        if found is None:
            return False
        wins = found
    if wins:
        return False
    right = 1
    for _ in range(chance.randint(0, 3)):
        if moves := there.legal_moves():  # lost is lost
            there.play(chance.choice(moves))
            right += 1
    given = hint(there, ENOUGH)
    told = (given and given.undos, undos_to_winnable(there, ENOUGH))
    if told != (right, right):
        line = [str(move) for move in there.unpack(there.line)]
        raise WrongVerdict(f"{told} undos, not {right}: {line} from {position.truth()}")
    return True


def judge(rules: Rules, *, positions: int, seed: int, most: int = MOST) -> Counter[str]:
    """Compare so many positions; count what there was, and print what differs."""
    chance = random.Random(f"judge {seed}")  # noqa: S311 - repeatable, no secret
    counts: Counter[str] = Counter()
    packs = small_packs(rules, seed=seed, most=most)
    for _ in tqdm(range(positions), desc=name_of(rules), leave=False):
        position, table, truth = next(packs)
        counts["winnable" if truth else "lost"] += 1
        try:
            counts["unknown"] += check_verdict(position, truth=truth) is Verdict.UNKNOWN
            if truth and Level.SAFE in rules.levels:
                counts["sent up"] += check_safe_play(rules, position, table)
            for _ in range(WALKS if truth and position.length == 0 and not rules.hides else 0):
                counts["ways back"] += check_way_back(rules, position, table, chance)
        except WrongVerdict as error:
            counts["wrong"] += 1
            tqdm.write(f"{name_of(rules)}: {error}", file=sys.stderr)
    return counts


def main(arguments: list[str]) -> int:
    """Print a table; give 1 where anything differs."""
    parser = argparse.ArgumentParser(prog="make smallpacks", description=__doc__)
    parser.add_argument("variants", nargs="*")
    parser.add_argument("--positions", type=int, default=POSITIONS)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args(arguments)
    chosen = [variant(name) for name in asked.variants] or catalogue()
    columns = ("winnable", "lost", "unknown", "ways back", "sent up", "wrong")
    sys.stdout.write(f"| rules | {' | '.join(columns)} |\n| --- |{' ---: |' * len(columns)}\n")
    wrong = 0
    for rules in (rules for each in chosen for rules in rules_of(each)):
        counts = judge(rules, positions=asked.positions, seed=asked.seed)
        wrong += counts["wrong"]
        row = " | ".join(str(counts[column]) for column in columns)
        sys.stdout.write(f"| {name_of(rules)} | {row} |\n")
        sys.stdout.flush()
    return 1 if wrong else 0


def _played(table: Table, moves: list[Move] | tuple[Move, ...]) -> Table:
    after = table.copy()
    for move in moves:
        after.play(str(move))
    return after


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
