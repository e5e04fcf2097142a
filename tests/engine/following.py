"""Follow hints and nothing else on deals that can be won: `make following VARIANT=freecell`.

As the service does it, with nothing kept between two requests but the line played and the rest of
the plan, so it is the same whichever process answers. Checked on the way: each hint announces fewer
moves than the one before, and no position comes again. Now and then the player strays from the
hints where `--stray` says so, and asks on; from a position that was lost it goes back as told.
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
    Deal,
    Hint,
    Level,
    Move,
    PileView,
    Position,
    Rules,
    Status,
    Verdict,
    Why,
    catalogue,
    follow_plan,
    hint,
    solve,
    variant,
)
from tests.engine.every import name_of, rules_of
from tests.engine.walks import deal_acts, play_unit

DEALS = 1_000
PROVING = Budget(states=60_000)  # as service.deals
LONGEST_LINE = 600  # as there
ASKING = Budget(states=50_000)  # as service.searching


class LedAstray(AssertionError):
    """Hints did not lead where they said."""


class Game:
    """What a row of the service holds: a deal, the line played, the rest of the plan."""

    def __init__(self, deal: Deal, level: Level, plan: bytes, line: bytes) -> None:
        self.deal, self.level, self.plan, self.line = deal, level, plan, line

    def position(self) -> Position:
        """Give the position, made anew as for each request."""
        return Position.resume(self.deal, self.line)

    def move(self, move: Move) -> None:
        """Make a move, and what automatic play adds."""
        position = self.position()
        play_unit(position, move, self.level)
        self.plan = follow_plan(self.plan, position.line[len(self.line) :])
        self.line = position.line

    def follow(self, given: Hint) -> None:
        """Keep the plan of a hint, and make its move."""
        self.plan = given.plan
        if given.move is not None:
            self.move(given.move)

    def go_back(self, units: int) -> None:
        """Take units back."""
        position = self.position()
        for _ in range(units):
            undone, _ = position.undo_unit()
            self.plan = self.plan and undone + self.plan
        self.line = position.line


class Promise:
    """What the hints since the last move of the player's own have announced."""

    def __init__(self) -> None:
        self.announced: int | None = None
        self.seen: set[tuple[PileView, ...]] = set()

    def keep(self, position: Position, given: Hint | None) -> Hint:
        """Compare a hint with those before it, and give it.

        Raises:
            LedAstray: it is no move to a win, announces no fewer moves, or led in a circle.
        """
        if given is None or given.move is None or given.moves_to_win is None:
            raise LedAstray(f"no way to the win but {given}")
        if self.announced is not None and given.moves_to_win >= self.announced:
            raise LedAstray(f"{given.moves_to_win} moves to win, after {self.announced}")
        if position.view().piles in self.seen:
            raise LedAstray("a position twice")
        self.announced = given.moves_to_win
        self.seen.add(position.view().piles)
        return given


def go_astray(game: Game, position: Position, chance: random.Random) -> None:
    """Make a move of one's own, or take one back."""
    if position.units and chance.random() < 0.3:
        game.go_back(1)
    else:
        game.move(chance.choice(position.legal_moves()))


def served(rules: Rules, level: Level) -> Iterator[Game]:
    """Give numbered deals that are proved winnable as the service proves them."""
    number = 0
    while True:
        number += 1
        deal = Deal.numbered(rules, str(number))
        position = Position.start(deal)
        deal_acts(position, level)
        solution = solve(position, PROVING)
        if solution.verdict is Verdict.WINNABLE and len(solution.line) <= LONGEST_LINE:
            yield Game(deal, level, position.pack(solution.line), position.line)


def follow(game: Game, *, stray: float, chance: random.Random) -> Counter[str]:
    """Play to the win by hints; count the hints, the searches and the moves astray.

    Raises:
        LedAstray: a hint was no move, announced more than the one before, or led in a circle.
    """
    counts: Counter[str] = Counter()
    promise = Promise()
    while (position := game.position()).status() is Status.PLAYING:
        if chance.random() < stray and position.legal_moves():
            go_astray(game, position, chance)
            counts["astray"] += 1
            promise = Promise()
            continue
        given = hint(position, ASKING, plan=game.plan)
        counts["hints"] += 1
        if given is not None and given.why is Why.GO_BACK and given.undos:
            game.go_back(given.undos)
            counts["gone back"] += 1
            promise = Promise()
            continue
        if stray and (given is None or given.verdict is not Verdict.WINNABLE):
            counts["undecided"] += 1  # moves of one's own may lead where a search is too short
            return counts
        counts["searches"] += given is None or given.plan != game.plan
        game.follow(promise.keep(position, given))
    counts["won"] += 1
    return counts


def lead(rules: Rules, *, deals: int, stray: float) -> Counter[str]:
    """Follow hints on so many deals; count what happened, and print what went wrong."""
    counts: Counter[str] = Counter()
    games = served(rules, variant(rules.variant).autoplay)
    for number in tqdm(range(deals), desc=name_of(rules), leave=False):
        game = next(games)
        chance = random.Random(f"follow {number}")  # noqa: S311 - repeatable, no secret
        try:
            counts += follow(game, stray=stray, chance=chance)
        except LedAstray as error:
            counts["astray by hints"] += 1
            tqdm.write(f"{name_of(rules)} deal {game.deal.number}: {error}", file=sys.stderr)
    return counts


def main(arguments: list[str]) -> int:
    """Print a table; give 1 where hints did not lead to the win."""
    parser = argparse.ArgumentParser(prog="make following", description=__doc__)
    parser.add_argument("variants", nargs="*")
    parser.add_argument("--deals", type=int, default=DEALS)
    parser.add_argument("--defaults", action="store_true", help="without other options")
    parser.add_argument("--stray", type=float, default=0.0, help="share of moves of one's own")
    asked = parser.parse_args(arguments)
    chosen = [variant(name) for name in asked.variants] or catalogue()
    columns = ("won", "undecided", "hints", "searches", "astray", "gone back")
    sys.stdout.write(f"| rules | deals | {' | '.join(columns)} |\n| --- |{' ---: |' * 7}\n")
    failed = 0
    open_ones = [each for each in chosen if not each.rules.hides]
    for rules in (rules for each in open_ones for rules in rules_of(each)):
        if asked.defaults and rules != variant(rules.variant).with_options():
            continue
        counts = lead(rules, deals=asked.deals, stray=asked.stray)
        failed += counts["astray by hints"]
        row = " | ".join(str(counts[column]) for column in columns)
        sys.stdout.write(f"| {name_of(rules)} | {asked.deals} | {row} |\n")
        sys.stdout.flush()
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
