"""Random games beside the reference: `make crosscheck ARGS="--games 2000 freecell"`.

Each variant with each option; after every move the same legal moves, the same piles as seen and
as they are, and the same end. A third of the games go on as long as they can, up to a bound that
idle games reach; the others are cut short at random. The seed is printed, and a difference tells
how to see it again.
"""

from __future__ import annotations

import argparse
import random
import secrets
import sys
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from functools import partial

from tqdm import tqdm

from engine import Deal, Position, Rules, Status, card_text, catalogue, variant
from engine.deals import HIGHEST_NUMBER
from tests.engine.every import name_of, rules_of
from tests.engine.walks import Manner, choose
from tests.reference import Table, start
from tests.reference.dealing import numbered

LONGEST_GAME = 300
CUT_AT = (40, 120, LONGEST_GAME)
GAMES = 2_000
AT_ONCE = 20


class Disagreement(AssertionError):
    """The engine and the reference differ."""


def crosscheck(rules: Rules, *, seed: str, length: int = LONGEST_GAME) -> str:
    """Play one random game move by move in both; give how it ended.

    Raises:
        Disagreement: with what differs, and where.
    """
    chance = random.Random(f"{seed} {name_of(rules)}")  # noqa: S311 - repeatable, no secret
    highest = HIGHEST_NUMBER[rules.shuffle]
    number = str(chance.choice((chance.randint(1, 32_000), chance.randint(1, highest))))
    manner = chance.choice((Manner.RANDOM, Manner.EAGER))
    deal = Deal.numbered(rules, number)
    order = [card_text(code) for code in deal.order or ()]
    options = dict(rules.options)
    where = f"{name_of(rules)}, seed {seed}, deal {number}"
    _agree(f"{where}, order", order, numbered(rules.variant, int(number), options))
    position, table = Position.start(deal), start(rules.variant, order, options)
    for made in range(length):
        _compare(f"{where}, after {made} moves", position, table)
        move = choose(position, manner, chance)
        if move is None:
            break
        position.play(move)
        table.act(str(move))
    _compare(f"{where}, at the end", position, table)
    return _end(position)


def _compare(where: str, position: Position, table: Table) -> None:
    moves = sorted(str(move) for move in position.legal_moves())
    _agree(f"{where}, legal moves", moves, table.moves())
    seen = {pile.id: list(pile.cards) for pile in position.view().piles}
    _agree(f"{where}, piles as seen", seen, table.piles())
    true = {pile.id: list(pile.cards) for pile in position.truth().piles}
    _agree(f"{where}, piles as they are", true, table.truth())
    theirs = table.end() if not moves else "playing"
    if not position.deal.rules.undo:
        theirs = theirs.replace("stuck", "lost")
    _agree(f"{where}, end", _end(position), theirs)


def _end(position: Position) -> str:
    if position.status() is Status.PLAYING and position.stuck():
        return "stuck"
    return position.status().value


def _agree(what: str, ours: object, theirs: object) -> None:
    if ours != theirs:
        raise Disagreement(f"{what}:\n  engine    {ours}\n  reference {theirs}")


def main(arguments: list[str]) -> int:
    """Run the command; give the exit status."""
    parser = argparse.ArgumentParser(prog="make crosscheck", description=__doc__)
    parser.add_argument("variants", nargs="*", help="ids; all where none is given")
    parser.add_argument("--games", type=int, default=GAMES, help="of each variant and option")
    parser.add_argument("--seed", default=secrets.token_hex(4))
    parser.add_argument("--jobs", type=int, default=2, help="processes that play at once")
    asked = parser.parse_args(arguments)
    variants = [variant(name) for name in asked.variants] or catalogue()
    sys.stdout.write(f"seed {asked.seed}\n")
    with ProcessPoolExecutor(asked.jobs) as processes:
        for rules in [rules for each in variants for rules in rules_of(each)]:
            play = partial(_play, rules.variant, dict(rules.options), asked.seed)
            games = processes.map(play, range(asked.games), chunksize=AT_ONCE)
            try:
                ends = Counter(tqdm(games, name_of(rules), asked.games, leave=False))
            except Disagreement as difference:
                processes.shutdown(cancel_futures=True)
                sys.stdout.write(f"{difference}\n")
                return 1
            told = ", ".join(f"{count} {end}" for end, count in sorted(ends.items()))
            sys.stdout.write(f"{name_of(rules)}: {asked.games} games agree ({told})\n")
            sys.stdout.flush()
    return 0


def _play(name: str, options: dict[str, str], seed: str, game: int) -> str:
    """Play one game of many; rules travel to another process by their names."""
    length = random.Random(f"{seed} {game}").choice(CUT_AT)  # noqa: S311 - repeatable, no secret
    rules = variant(name).with_options(options)
    return crosscheck(rules, seed=f"{seed}.{game}", length=length)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
