"""Learn how good a position of German or Bavarian Solitaire is, by play.

    python -m bench.learn_ascending --out engine/solver/prospects.json

First with ten piles, where games are won early, then with nine and with eight. Takes some minutes;
the seed is fixed, so that the weights come out the same again.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from tqdm import tqdm

from engine.solver.learning import practise, starting_weights

COURSE = (
    # piles, games, rate
    (10, 20_000, 0.1),
    (9, 20_000, 0.1),
    (8, 300_000, 0.1),
    (8, 300_000, 0.03),
    (8, 300_000, 0.01),
)
PORTION = 5_000
PER_LINE = 64
UNIT = 1024


def main() -> None:
    """Learn, and write the weights in 1024ths."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--share", type=float, default=1.0, help="part of the games to play")
    chosen = parser.parse_args()
    state = starting_weights()
    seed = 1
    with tqdm(total=int(chosen.share * sum(games for _, games, _ in COURSE)), unit="game") as bar:
        for piles, games, rate in COURSE:
            for _ in range(max(1, int(chosen.share * games / PORTION))):
                state, won = practise(state, piles=piles, games=PORTION, rate=rate, seed=seed)
                seed += 1
                bar.set_postfix_str(f"{piles} piles: {won / PORTION:.1%} won")
                bar.update(PORTION)
    weights = [max(-32_000, min(32_000, round(weight * UNIT))) for weight in state[0]]
    lines = [
        ",".join(map(str, weights[at : at + PER_LINE])) for at in range(0, len(weights), PER_LINE)
    ]
    chosen.out.write_text("[\n" + ",\n".join(lines) + "\n]\n", encoding="ascii")
    assert len(json.loads(chosen.out.read_text())) == len(weights)  # noqa: S101 - reads back


if __name__ == "__main__":
    main()
