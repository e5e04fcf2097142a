"""Cut-down packs: few cards in few piles, thrown there at random, in the engine and the reference.

Fewer ranks and suits: the others are home already, in German Clock they are not in the pack. Fewer
piles and cells: the others are not on the table. Hidden cards, stock and waste come with them. What
is left can be searched to the end by a search that prunes nothing.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from engine import Deal, Position, Rules, card_text
from engine.cards import Card, make_card
from engine.layouts import Layout
from engine.rules import Cells, FaceDown, Tableau
from tests.reference import Table, start
from tests.reference.dealing import numbered
from tests.reference.four_seasons import FourSeasons
from tests.reference.german_clock import GermanClock
from tests.reference.table import face_down


@dataclass
class _Small:
    """A cut-down position being made."""

    rules: Rules
    piles: dict[str, list[Card]]
    hidden: dict[str, int] = field(default_factory=dict)
    redeals_used: int = 0


class _Packs(int):
    """A part of a pack. The engine counts a win of rank piles in cards, 52 a pack."""

    def __mul__(self, _: int) -> int:
        return int(self)


def cut_down(rules: Rules, *, seed: int) -> Iterator[tuple[Position, Table]]:
    """Give cut-down positions of a variant; none for the clocks, whose piles are what they are."""
    chance = random.Random(f"cut {seed}")  # noqa: S311 - repeatable, no secret
    while not rules.turning:
        if rules.rank_piles is not None:
            small = _few_ranks(rules, chance)
        elif rules.foundations is not None:
            small = _few_left(rules, chance)
        else:
            small = _few_runs(rules, chance)
        yield _laid(rules, small)


def _few_left(rules: Rules, chance: random.Random) -> _Small:
    """Leave some cards of some suits, the others home, in some of the piles and cells."""
    few = _few_piles(rules, chance)
    columns = [f"t{place}" for place in range(1, len(_tableau(few).pile_sizes) + 1)]
    cells = [f"c{place}" for place in range(1, (few.cells.count if few.cells else 0) + 1)]
    room = len(columns) * min(_tableau(few).cap or 52, 4 if few.tableau_redeal else 52)
    home, rest = _begun(few, chance, left=chance.randint(3, min(room, 9 + len(columns))))
    piles = home | {column: [] for column in columns}
    for cell in cells:
        if rest and chance.random() < 0.6:
            piles[cell] = [rest.pop()]
    beside = ["s", "w"] if few.stock else []
    for code in rest:
        open_ones = [name for name in columns if len(piles[name]) < (_tableau(few).cap or 52)]
        aside = beside and chance.random() < 0.4
        piles.setdefault(chance.choice(beside if aside else open_ones), []).append(code)
    hidden = {}
    if _tableau(few).face_down is FaceDown.BUT_TOP:
        for column in columns:
            shown = chance.randint(1, max(1, _run_length(_tableau(few), piles[column])))
            hidden[column] = max(0, len(piles[column]) - shown)
    return _Small(rules=few, piles=piles, hidden=hidden)


def _few_piles(rules: Rules, chance: random.Random) -> Rules:
    most = len(_tableau(rules).pile_sizes)
    kept = min(most, chance.randint(1, 4) if chance.random() < 0.8 else chance.randint(2, most))
    cells = rules.cells and Cells(count=chance.randint(0, rules.cells.count))
    return replace(
        rules,
        tableau=replace(_tableau(rules), pile_sizes=_tableau(rules).pile_sizes[:kept]),
        cells=cells if cells and cells.count else None,
    )


def _begun(
    rules: Rules, chance: random.Random, *, left: int
) -> tuple[dict[str, list[Card]], list[Card]]:
    """Fill the foundations but for some cards of some; give them and the cards, shuffled."""
    foundations = rules.foundations
    assert foundations is not None
    piles = foundations.of_base(Card(chance.randrange(52)) if foundations.base_dealt else None)
    sequences = [pile.sequence() for pile in piles]
    heights = [len(sequence) for sequence in sequences]
    least = [int(pile.laid_out) for pile in piles]
    chosen = chance.sample(range(len(piles)), chance.randint(1, len(piles)))
    for _ in range(left):
        place = chance.choice(chosen)
        heights[place] = max(least[place], heights[place] - 1)
    begun = list(zip(sequences, heights, strict=True))
    rest = [code for sequence, height in begun for code in sequence[height:]]
    chance.shuffle(rest)
    return {
        f"f{place}": list(sequence[:height]) for place, (sequence, height) in enumerate(begun, 1)
    }, rest


def _run_length(tableau: Tableau, held: Sequence[Card]) -> int:
    """Count the cards from the top on that lie as they may be laid."""
    length = min(1, len(held))
    build = tableau.build
    while 0 < length < len(held) and build and build.allows(held[-length], on=held[-length - 1]):
        length += 1
    return length


def _few_ranks(rules: Rules, chance: random.Random) -> _Small:
    """Take the cards of two to four ranks, the first of them drawn already."""
    ranks = chance.sample(range(1, 14), chance.choice((2, 3, 3, 3, 4)))
    cards = [make_card(rank=rank, suit=suit) for rank in ranks for suit in range(4)]
    chance.shuffle(cards)
    drawn = chance.randint(0, len(cards) // 2)
    redeals = rules.stock.redeals if rules.stock else 0
    return _Small(
        rules=replace(rules, packs=_Packs(len(cards))),
        piles={"s": cards[drawn:], "w": cards[:drawn]} | {f"f{rank}": [] for rank in ranks},
        redeals_used=chance.randint(0, redeals),
    )


def _few_runs(rules: Rules, chance: random.Random) -> _Small:
    """Lay some runs; leave cards in stock and waste, under a cap those that are missing."""
    few = _few_piles(rules, chance)
    cap = _tableau(few).cap
    columns = [f"t{place}" for place in range(1, len(_tableau(few).pile_sizes) + 1)][:4]
    few = replace(few, tableau=replace(_tableau(few), pile_sizes=(1,) * len(columns)))
    piles: dict[str, list[Card]] = {}
    loose: list[Card] = []
    for column in columns:
        lowest = chance.randrange(13)
        run = [_any_suit(lowest + step, chance) for step in range(13)]
        length = chance.choice((0, 13, 12, 11, 10, 9)) if cap else chance.randint(0, 3)
        piles[column] = run[:length]
        if cap and length:
            loose += run[length:]
    if not cap or chance.random() < 0.3:
        lowest = chance.randrange(13)
        loose += [_any_suit(lowest + chance.randrange(5), chance) for _ in range(1 if cap else 7)]
    chance.shuffle(loose)
    loose = loose[:8]
    wasted = chance.randint(0, len(loose))
    return _Small(rules=few, piles=piles | {"s": loose[wasted:], "w": loose[:wasted]})


def _any_suit(rank: int, chance: random.Random) -> Card:
    return make_card(rank=rank % 13 + 1, suit=chance.randrange(4))


def _tableau(rules: Rules) -> Tableau:
    assert rules.tableau is not None
    return rules.tableau


def _laid(whole: Rules, small: _Small) -> tuple[Position, Table]:
    """Lay the same cards out in the engine and in the reference."""
    layout = Layout(
        piles={name: tuple(held) for name, held in small.piles.items()},
        face_down=small.hidden,
        redeals_used=small.redeals_used,
    )
    options = dict(whole.options)
    table = start(whole.variant, numbered(whole.variant, 1, options), options)
    held = small.piles
    table.leave_out([name for name in table.cards if name[0] in "tcf" and not _there(small, name)])
    for name in table.cards:
        texts = [card_text(code) for code in held.get(name, ())]
        down = len(texts) if name == "s" else small.hidden.get(name, 0)
        table.cards[name] = [face_down(text) for text in texts[:down]] + texts[down:]
    if isinstance(table, FourSeasons):
        table.begin_with(table.cards["f1"][0])
    if isinstance(table, GermanClock):
        table.redeals_left -= small.redeals_used
    return Position.start(Deal(rules=small.rules, layout=layout)), table


def _there(small: _Small, name: str) -> bool:
    """Tell whether a pile is on the cut-down table: named, or one of the cells that are left."""
    cells = small.rules.cells.count if small.rules.cells else 0
    return int(name[1:]) <= cells if name[0] == "c" else name in small.piles
