"""Learn when to open layers: `python -m bench.learn_openings --games 4000 --rounds 3`.

Plays German Clock on shuffled packs, not on the numbered deals that studies use, by the weights
learned so far; in the first round by the best order of suits alone. In every other game one choice,
picked beforehand, is made by a coin, so that what comes of both is seen. What came of the
choices after it is fitted to their signs by least squares, and makes the weights of the next
round; the last ones are written to `engine/solver/openings.json`.
"""

from __future__ import annotations

import argparse
import json
import random
from pathlib import Path
from typing import TYPE_CHECKING

from tqdm import tqdm

import engine.solver
from engine import Deal, Move, Position, Rules, Verdict, solve, variant
from engine.guessing import all_seen
from engine.moves import MoveKind
from engine.solver.openings import (
    BOTH,
    CERTAIN,
    SAMPLES,
    SECOND,
    Prospect,
    prospects,
    settled,
    worth,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

WRITTEN = Path(engine.solver.__file__).parent / "openings.json"
CHOICES = 10  # games have few more
RIDGE = 1e-4
Weights = dict[str, list[int]]
Seen = dict[str, list[tuple[tuple[int, ...], int, bool]]]  # signs, wins of the best order, won


def main() -> None:
    """Learn, and write the weights."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--variant", default="german-clock")
    parser.add_argument("--games", type=int, default=4_000, help="in each round")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    rules = variant(asked.variant).with_options()
    weights: Weights = {}
    seen: Seen = {BOTH: [], SECOND: []}
    for at in range(asked.rounds):
        chance = random.Random(f"{asked.seed}/{at}")  # noqa: S311 - repeatable, no secret
        won = 0
        if at > 1:  # what came of the plainest play teaches no more
            seen = {choice: rows[len(rows) // 2 :] for choice, rows in seen.items()}
        for game in tqdm(range(asked.games), desc=f"round {at + 1}", leave=False, unit="game"):
            won += play(rules, weights, chance, coin=game % 2 == 1, seen=seen)
        print(f"round {at + 1}: won {won / asked.games:.2%}, coins included")
        weights = {choice: fit(rows) for choice, rows in seen.items()}
    WRITTEN.write_text(json.dumps(weights) + "\n", encoding="utf-8")


def play(rules: Rules, weights: Weights, chance: random.Random, *, coin: bool, seen: Seen) -> bool:
    """Play a game on a shuffled pack, and note what was chosen and what came of it."""
    order = sorted(Deal.numbered(rules, "1").order or ())
    chance.shuffle(order)
    position = Position.start(Deal.of_order(rules, order))
    noted: list[Prospect] = []
    by_coin = chance.randrange(CHOICES) if coin else -1
    made = 0
    while not all_seen(position):
        moves = position.legal_moves()
        placing = next((move for move in moves if move.kind is MoveKind.CARRY), None)
        places = False
        if placing is not None and (plain := settled(position)) is not None:
            places = plain
        elif placing is not None:
            both = prospects(position, chance.getrandbits(64))
            places = worth(both[0], weights) >= worth(both[1], weights)
            if made == by_coin:
                places = chance.random() < 0.5  # noqa: PLR2004 - a coin
                noted.clear()
            made += 1
            noted.append(both[0] if places else both[1])
        position.apply(placing if placing is not None and places else Move(MoveKind.DRAW))
    won = solve(position).verdict in (Verdict.WON, Verdict.WINNABLE)
    for each in noted:
        if each.choice in seen:
            seen[each.choice].append((each.signs, each.best, won))
    return won


def fit(rows: Sequence[tuple[tuple[int, ...], int, bool]]) -> list[int]:
    """Fit wins to signs by least squares, drawn a little towards the best order's share."""
    width = len(rows[0][0])
    sizes = [max(abs(signs[k]) for signs, _, _ in rows) or 1 for k in range(width)]
    matrix = [[0.0] * (width + 1) for _ in range(width)]
    for signs, best, won in rows:
        scaled = [sign / size for sign, size in zip(signs, sizes, strict=True)]
        more = won - best / SAMPLES
        for line, sign in zip(matrix, scaled, strict=True):
            for k, other in enumerate(scaled):
                line[k] += sign * other
            line[width] += sign * more
    for k in range(width):
        matrix[k][k] += RIDGE * len(rows)
    weights = [found / size for found, size in zip(solved(matrix), sizes, strict=True)]
    weights[1] += 1 / SAMPLES  # the second sign is the best order's wins
    return [round(weight * CERTAIN) for weight in weights]


def solved(matrix: list[list[float]]) -> list[float]:
    """Solve linear equations, each with its right side last (Gauss and Jordan)."""
    size = len(matrix)
    for k in range(size):
        pivot = max(range(k, size), key=lambda at: abs(matrix[at][k]))
        matrix[k], matrix[pivot] = matrix[pivot], matrix[k]
        matrix[k] = [value / matrix[k][k] for value in matrix[k]]
        for at in range(size):
            if at != k:
                factor = matrix[at][k]
                matrix[at] = [
                    value - factor * above
                    for value, above in zip(matrix[at], matrix[k], strict=True)
                ]
    return [line[size] for line in matrix]


if __name__ == "__main__":
    main()
