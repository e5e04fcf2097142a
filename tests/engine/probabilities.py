"""Shares that theory gives, beside what the engine plays: `python -m tests.engine.probabilities`.

Each figure is measured over numbered deals from 1 on, so whoever runs it gets the same. What theory
says of the clocks follows from the pack being turned in a random order: the fourth king is equally
likely at each of 52 places of which 4 are kings'. Samples of the same figures are in the tests.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from math import comb, sqrt

from tqdm import tqdm

from engine import Deal, Level, Move, MoveKind, Position, Status, Verdict, collect, solve, variant
from engine.solver.rank_piles import line_of, open_orders

DEALS = 100_000
CARDS = 52
KINGS = 4
CLOCK_WON = 1 / 13
MEAN_TURNED = 42.4
SPREAD_TURNED = 8.2  # standard deviation of the cards turned
BEST_SWAP = 0.373819  # the lowest hidden card of the pile that hides most
RANDOM_SWAP = 0.283498
ORDERS_WON = 0.986  # of 20,000 deals counted three times apart from this engine, as the next
ORDER_WON = 0.44

Swap = Callable[[Position, random.Random], Move]


@dataclass(frozen=True, kw_only=True)
class Figure:
    """A share as it was measured and as it should be."""

    name: str
    deals: int
    measured: float
    expected: float
    within: float

    @property
    def holds(self) -> bool:
        """Tell whether it is as near as it should be."""
        return abs(self.measured - self.expected) <= self.within


def share(name: str, counted: int, *, of: int, expected: float, within: float) -> Figure:
    """Make the figure of a share; few deals may be off by three standard errors."""
    noise = 3 * sqrt(expected * (1 - expected) / of)
    return Figure(
        name=name, deals=of, measured=counted / of, expected=expected, within=max(within, noise)
    )


def starts(name: str, numbers: Iterable[int]) -> Iterator[Position]:
    """Lay numbered deals out."""
    rules = variant(name).with_options()
    for number in numbers:
        yield Position.start(Deal.numbered(rules, str(number)))


def turned(position: Position) -> int:
    """Turn cards up to the end, or to the swap; count all that were ever turned."""
    while position.face_down(position.current or ""):
        position.apply(Move(MoveKind.TURN))
    return position.length


def chance_of_turning(cards: int) -> float:
    """Give the probability that the fourth king is the card turned at this place."""
    return comb(cards - 1, KINGS - 1) / comb(CARDS, KINGS)


def lowest_of_most(position: Position, _: random.Random) -> Move:
    """Choose the lowest hidden card of a pile that hides most."""
    piles = [f"t{place}" for place in range(1, 14)]
    pile = max(piles, key=position.face_down)
    return Move(MoveKind.SWAP, pile, place=position.face_down(pile))


def any_hidden(position: Position, chance: random.Random) -> Move:
    """Choose a hidden card at random."""
    return chance.choice(position.legal_moves())


def won_with(position: Position, swap: Swap, chance: random.Random) -> bool:
    """Play La Montre to its end, exchanging the fourth king as told."""
    turned(position)
    if position.status() is Status.PLAYING:
        position.play(swap(position, chance))
        turned(position)
    return position.status() is Status.WON


def clock(deals: int) -> Iterator[Figure]:
    """Measure Clock: how often it is won, and how many cards are turned."""
    counts: Counter[int] = Counter()
    wins = 0
    for position in starts("clock", tqdm(range(1, deals + 1), desc="Clock", leave=False)):
        counts[turned(position)] += 1
        wins += position.status() is Status.WON
    yield share("Clock won", wins, of=deals, expected=CLOCK_WON, within=0.003)
    mean = sum(cards * count for cards, count in counts.items()) / deals
    yield Figure(
        name="Clock, cards turned, mean",
        deals=deals,
        measured=mean,
        expected=MEAN_TURNED,
        within=max(0.1, 3 * SPREAD_TURNED / sqrt(deals)),
    )
    furthest = ahead = 0.0
    for cards in range(1, CARDS + 1):
        ahead += counts[cards] / deals - chance_of_turning(cards)
        furthest = max(furthest, abs(ahead))
    yield Figure(
        name="Clock, distribution of cards turned, furthest off",
        deals=deals,
        measured=furthest,
        expected=0,
        within=2 / sqrt(deals),  # further off in one measurement of 1,500 (Kolmogorov, Smirnov)
    )


def la_montre(deals: int) -> Iterator[Figure]:
    """Measure La Montre with the best exchange and with any."""
    for name, swap, expected in (
        ("La Montre won, best exchange", lowest_of_most, BEST_SWAP),
        ("La Montre won, any exchange", any_hidden, RANDOM_SWAP),
    ):
        wins = 0
        for number in tqdm(range(1, deals + 1), desc=name, leave=False):
            chance = random.Random(number)  # noqa: S311 - repeatable, no secret
            (position,) = starts("la-montre", [number])
            wins += won_with(position, swap, chance)
        yield share(name, wins, of=deals, expected=expected, within=0.005)


def higher_places(deals: int) -> Figure:
    """Measure how often another exchange than with a pile's lowest hidden card wins."""
    tried = wins = 0
    for position in starts("la-montre", tqdm(range(1, deals + 1), desc="places", leave=False)):
        turned(position)
        for swap in position.legal_moves():
            if swap.place < position.face_down(swap.source or ""):
                after = position.copy()
                after.play(swap)
                turned(after)
                tried += 1
                wins += after.status() is Status.WON
    name = f"La Montre won, {tried} exchanges above the lowest place"
    return Figure(name=name, deals=deals, measured=wins / tried, expected=0, within=0)


def german_clock(deals: int) -> Iterator[Figure]:
    """Measure German Clock with the stock known: the best order of suits, and the first one."""
    best = first = 0
    for position in starts("german-clock", tqdm(range(1, deals + 1), desc="German", leave=False)):
        best += solve(position).verdict is Verdict.WINNABLE
        first += line_of(position, open_orders(position)[0]) is not None
    for name, wins, expected, within in (
        ("German Clock winnable, best of the 8 orders of suits", best, ORDERS_WON, 0.003),
        ("German Clock winnable, one order of suits", first, ORDER_WON, 0.015),
    ):
        yield share(name, wins, of=deals, expected=expected, within=within)


def fitting(name: str, fans: int, deals: int) -> Figure:
    """Measure how many deals begin with a card that fits a foundation."""
    fit = sum(
        bool(collect(position, Level.ALL))
        for position in starts(name, tqdm(range(1, deals + 1), desc=name, leave=False))
    )
    expected = 1 - comb(48 - fans, 4) / comb(48, 4)  # none of the four wanted cards is a top
    title = f"{name}: deals that begin with a card that fits"
    return share(title, fit, of=deals, expected=expected, within=0.01)


def figures(deals: int) -> Iterator[Figure]:
    """Measure all of them; what takes longer, over fewer deals."""
    yield from clock(deals)
    yield from la_montre(deals)
    yield higher_places(deals // 10)
    yield from german_clock(deals // 5)
    yield fitting("clover-leaf", 16, deals // 5)
    yield fitting("alexander-the-great", 12, deals // 5)


def main(arguments: list[str]) -> int:
    """Print a table; give 1 where a figure is not what it should be."""
    parser = argparse.ArgumentParser(prog="python -m tests.engine.probabilities")
    parser.add_argument("--deals", type=int, default=DEALS)
    deals: int = parser.parse_args(arguments).deals
    sys.stdout.write("| what | deals | measured | expected | within | holds |\n")
    sys.stdout.write("| --- | ---: | ---: | ---: | ---: | --- |\n")
    fine = True
    for each in figures(deals):
        fine = fine and each.holds
        shown = f"{each.measured:.6g} | {each.expected:.6g} | {each.within:.6g}"
        answer = "yes" if each.holds else "NO"
        sys.stdout.write(f"| {each.name} | {each.deals} | {shown} | {answer} |\n")
        sys.stdout.flush()
    return 0 if fine else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
