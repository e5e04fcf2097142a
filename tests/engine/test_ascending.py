"""Piles built up in any suit: wins found, losses proved, hints that see no more than the player."""

import random
from dataclasses import replace

import pytest

from engine import (
    Budget,
    Deal,
    Move,
    Position,
    Status,
    Verdict,
    Why,
    follow_plan,
    hint,
    solve,
    variant,
)
from engine.cards import CARD_TEXTS, Card, make_card, rank_of, suit_of
from engine.layouts import Layout
from engine.rules import Goal, Tableau
from engine.solver.laying import plays_out, worth_laying
from engine.solver.telling import ascends
from engine.variants import catalogue
from tests.engine.walks import twin
from tests.reference.german import GermanSolitaire
from tests.reference.table import numbered_piles

GERMAN = variant("german-solitaire").with_options()
BAVARIAN = variant("bavarian-solitaire").with_options()
TABLEAU = GERMAN.tableau or Tableau(pile_sizes=())
SMALL_PILES = 3
SMALL_CAP = 4


class SmallTable(GermanSolitaire):
    """The reference with few piles, and a cap that few cards can reach."""

    PILES = numbered_piles("t", SMALL_PILES)

    def takes(self, target, card):
        return super().takes(target, card) and (
            self.options["cap"] == "none" or len(self.cards[target]) < SMALL_CAP
        )

    def won(self):
        if self.cards["s"] or self.cards["w"]:
            return False
        return self.options["cap"] == "none" or all(
            len(self.cards[name]) in {0, SMALL_CAP} for name in self.PILES
        )


def small_position(seed, *, cap):
    """Give a cut-down position twice: as the engine has it, and as the reference has it."""
    chance = random.Random(seed)  # noqa: S311 - repeatable, no secret
    start = chance.randrange(13)
    if cap:  # so many cards of each rank that full runs can be made of them
        starts = [start + chance.randrange(2) for _ in range(SMALL_PILES)]
        cards = [(first + step) % 13 for first in starts for step in range(SMALL_CAP)]
        chance.shuffle(cards)
    else:
        ranks = chance.randint(2, 5)
        cards = [(start + chance.randrange(ranks)) % 13 for _ in range(chance.randint(5, 10))]
    bottoms, others = cards[:SMALL_PILES], cards[SMALL_PILES:]
    stock = chance.randint(0, len(others))
    piles = {"s": tuple(others[:stock]), "w": tuple(others[stock:])}
    for name, bottom in zip(numbered_piles("t", SMALL_PILES), bottoms, strict=True):
        length = 1 if cap else chance.choice((1, 1, 2, 3))
        piles[name] = tuple((bottom + step) % 13 for step in range(length))
    tableau = replace(TABLEAU, pile_sizes=(1,) * SMALL_PILES)
    rules = replace(GERMAN, tableau=tableau, version=99)
    if cap:
        capped = replace(tableau, cap=SMALL_CAP)
        rules = replace(rules, tableau=capped, goal=Goal.FULL_RUNS, version=98)
    table = SmallTable.__new__(SmallTable)
    table.options = {"cap": "13" if cap else "none"}
    table.cards = {name: [CARD_TEXTS[code] for code in codes] for name, codes in piles.items()}
    return Position.start(Deal(rules=rules, layout=layout(piles))), table


def layout(piles):
    """Give a layout of codes of cards."""
    return Layout(piles={name: tuple(map(Card, codes)) for name, codes in piles.items()})


def winnable(table):
    """Search everything with the reference; piles that differ in suits or places only are one."""
    seen = set()
    waiting = [table]
    while waiting:
        at = waiting.pop()
        if at.won():
            return True
        key = (
            len(at.cards["s"]),
            "".join(card[0] for card in at.cards["w"]),
            tuple(sorted("".join(c[0] for c in at.cards[name]) for name in at.PILES)),
        )
        if key in seen:
            continue
        seen.add(key)
        for move in at.moves():
            following = at.copy()
            following.play(move)
            waiting.append(following)
    return False


def test_the_rules_tell_which_variants_have_such_piles():
    assert {game.id for game in catalogue() if ascends(game.rules)} == {
        "bavarian-solitaire",
        "german-solitaire",
    }


@pytest.mark.parametrize(("cap", "positions"), [(False, 500), (True, 120)], ids=["no cap", "cap"])
def test_verdicts_are_those_of_a_plain_search(cap, positions):
    found = {Verdict.WINNABLE: 0, Verdict.LOST: 0}
    for seed in range(positions):
        position, table = small_position(seed, cap=cap)
        if position.status() is Status.WON:
            continue
        verdict = solve(position).verdict
        assert verdict is (Verdict.WINNABLE if winnable(table) else Verdict.LOST), seed
        found[verdict] += 1
    assert min(found.values()) >= 40


def test_a_bound_is_never_a_loss():
    position, table = small_position(3, cap=False)
    for states in range(1, 60):
        verdict = solve(position, Budget(states=states)).verdict
        assert verdict in (Verdict.UNKNOWN, Verdict.WINNABLE if winnable(table) else Verdict.LOST)


@pytest.mark.parametrize(
    ("rules", "numbers"), [(BAVARIAN, range(1, 61)), (GERMAN, range(1, 31))], ids=["10", "8"]
)
def test_deals_are_won_with_the_stock_known(rules, numbers):
    for number in numbers:
        position = Position.start(Deal.numbered(rules, str(number)))
        solution = solve(position, Budget(states=1_000_000, memory=64 << 20))
        assert solution.verdict is Verdict.WINNABLE, number
        assert Position.replay(position.deal, solution.line).status() is Status.WON


def test_capped_deals_are_won_with_full_runs():
    rules = variant("bavarian-solitaire").with_options({"cap": "13"})
    won = 0
    for number in range(1, 11):
        position = Position.start(Deal.numbered(rules, str(number)))
        solution = solve(position)
        won += solution.verdict is Verdict.WINNABLE
        assert solution.verdict is not Verdict.LOST
        for move in solution.line:
            position.play(move)
        if solution.line:
            assert {len(pile.cards) for pile in position.view().piles} == {0, 13}
    assert won > 0


@pytest.mark.parametrize("rules", [GERMAN, BAVARIAN], ids=["8", "10"])
def test_positions_with_cards_in_the_waste_are_won(rules):
    chance = random.Random(4)  # noqa: S311 - repeatable, no secret
    won = 0
    for number in range(1, 13):
        position = Position.start(Deal.numbered(rules, str(number)))
        for _ in range(40):
            moves = position.legal_moves()
            draw = Move.parse("draw")
            position.play(draw if chance.random() < 0.4 else chance.choice(moves))
        won += solve(position).verdict is Verdict.WINNABLE  # which replays the line
    assert won >= 6


def next_move(position):
    """Give the move that is hinted at."""
    given = hint(position)
    assert given is not None
    assert given.move is not None
    return given.move


def test_what_is_in_the_stock_and_in_which_suits_weighs_nothing():
    """A twin differs in the order of its stock; a mirror in all suits, so in no rank."""
    for number in range(1, 7):
        position = Position.start(Deal.numbered(GERMAN, str(number)))
        for _ in range(12 * number):
            position.play(next_move(position))
        assert hint(twin(position, seed=number)) == hint(position)
        order = position.deal.order or ()
        mirror = [make_card(rank=rank_of(code), suit=3 - suit_of(code)) for code in order]
        other = Position.resume(Deal.of_order(GERMAN, mirror), position.line)
        assert hint(other) == hint(position)


@pytest.mark.parametrize(("rules", "least"), [(GERMAN, 5), (BAVARIAN, 10)], ids=["8", "10"])
def test_following_hints_comes_to_an_end_and_often_wins(rules, least):
    won = 0
    for number in range(1, 11):
        position = Position.start(Deal.numbered(rules, str(number)))
        plan = b""
        while (given := hint(position, plan=plan)) is not None and given.move is not None:
            position.play(given.move)
            plan = follow_plan(given.plan, position.pack([given.move]))
            if given.why is Why.FORCED and position.repeats:
                break  # a card that can only go back and forth
            assert position.units < 1000
        won += position.status() is Status.WON
    assert won >= least


def test_a_hint_that_knows_the_win_leads_there():
    position = Position.start(Deal.numbered(BAVARIAN, "1"))
    left = None
    plan = b""
    while position.status() is Status.PLAYING:
        given = hint(position, plan=plan)
        assert given is not None
        assert given.move is not None
        if given.moves_to_win is not None:
            assert left is None or given.moves_to_win == left - 1
            left = given.moves_to_win
        position.play(given.move)
        plan = follow_plan(given.plan, position.pack([given.move]))
    assert left == 1


def test_foresight_wins_more_than_laying_whenever_one_can():
    deals = [Deal.numbered(GERMAN, str(number)) for number in range(1, 201)]
    eager, learned = (
        sum(plays_out(Position.start(deal), plies) for deal in deals) for plies in (-1, 0)
    )
    assert eager < 20
    assert learned > 80


def test_a_layout_of_somebodys_own_is_no_trouble():
    """Piles that are no runs, more cards of a rank than two packs have, nothing to lay."""
    layouts: list[dict[str, tuple[int, ...]]] = [
        {"t1": (0, 5, 6), "t2": (3,), "w": (7, 4), "s": (2, 2)},
        {"t1": (0,), "s": (0,) * 60},
        {"w": (0,) * 40},
        {"s": tuple(range(52)) * 2},
    ]
    for piles in layouts:
        position = Position.start(Deal(rules=GERMAN, layout=layout(piles)))
        assert solve(position, Budget(states=5_000)).verdict is not Verdict.WON
        assert hint(position) is not None
        assert worth_laying(position, 1) in (True, False)
