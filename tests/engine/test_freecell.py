"""FreeCell: how many cards move at once, cells, and what builds on what."""

import pytest

from engine import Budget, Deal, Level, Move, Position, Verdict, solve, tidy, variant
from tests.engine.by_hand import laid, legal, refused

RUN = "9H 8S 7H 6S 5H 4S 3H 2S AH"
# takes a run of 1, 2, 3 and more cards of RUN
ABOVE = ["2C", "3D", "4C", "5D", "6C", "7D", "8C", "9D", "TC"]
CELLS = ["KC", "KD", "KH", "KS"]
COLUMNS = ["QC", "QD", "QH", "QS", "JC", "JD"]


def table(*, free: int, empty: int, above: str | None):
    """A run on t1, perhaps a card above it on t2; cells and columns filled but for some."""
    piles = {"t1": RUN}
    rest = [f"t{place}" for place in range(2, 9)]
    if above is not None:
        piles[rest.pop(0)] = above
    for column in rest[: len(rest) - empty]:
        piles[column] = COLUMNS[rest.index(column)] if rest.index(column) < 6 else "JH"
    piles |= dict(zip(["c1", "c2", "c3", "c4"][: 4 - free], CELLS, strict=False))
    return laid("freecell", piles)


@pytest.mark.parametrize(
    ("free", "empty", "most"),
    [
        (0, 0, 1), (1, 0, 2), (2, 0, 3), (3, 0, 4), (4, 0, 5),
        (0, 1, 2), (1, 1, 4), (2, 1, 6), (3, 1, 8), (4, 1, 10),
        (0, 2, 4), (1, 2, 8), (0, 3, 8), (2, 2, 12),
    ],
)  # fmt: skip
def test_a_run_onto_a_card(free, empty, most):
    for count, above in enumerate(ABOVE, start=1):
        position = table(free=free, empty=empty, above=above)
        text = "t1-t2" + (f"x{count}" if count > 1 else "")
        assert legal(position, text) == (count <= most)
        if count > most:
            reason, facts = refused(position, text)
            assert (reason, facts["most"]) == ("too_many_cards", str(most))
        other = "t1-t2" + (f"x{count + 1}" if count < len(ABOVE) else "")
        assert not legal(position, other)  # onto a card, how many is forced


@pytest.mark.parametrize(
    ("free", "empty", "most"),
    [(0, 1, 1), (1, 1, 2), (4, 1, 5), (0, 2, 2), (1, 2, 4), (2, 2, 6), (0, 3, 4), (1, 3, 8)],
)
def test_a_run_onto_an_empty_column_which_does_not_count(free, empty, most):
    position = table(free=free, empty=empty, above=None)
    for count in range(1, 10):
        text = "t1-t8" + (f"x{count}" if count > 1 else "")
        assert legal(position, text) == (count <= most)


def test_only_a_run_moves_as_one():
    position = laid("freecell", {"t1": "9H 8D", "t2": "TS", "t3": "7S 6S"})
    assert refused(position, "t1-t2x2")[0] == "not_a_sequence"
    assert refused(position, "t3-t1x2")[0] == "not_a_sequence"
    assert legal(position, "t1-t8")


def test_columns_build_down_in_alternating_colours():
    position = laid("freecell", {"t1": "7H", "t2": "6S", "t3": "6D", "t4": "5S", "t5": "AC"})
    assert legal(position, "t2-t1")
    assert refused(position, "t3-t1")[0] == "wrong_colour"
    assert refused(position, "t4-t1")[0] == "wrong_rank"
    assert legal(position, "t4-t3")
    king = laid("freecell", {"t1": "AC", "t2": "KD"})
    assert refused(king, "t2-t1")[0] == "wrong_rank"


def test_a_cell_holds_one_card_of_any_kind_and_gives_it_anywhere_but_to_a_cell():
    position = laid("freecell", {"c1": "6S", "t1": "7H", "t2": "9C 8C", "c3": "AC"})
    assert refused(position, "t2-c1")[0] == "pile_full"
    assert legal(position, "t2-c2")
    assert refused(position, "t2-c2x2")[0] == "not_a_sequence"
    assert refused(position, "c1-c2")[0] == "changes_nothing"
    assert legal(position, "c1-t1")
    assert legal(position, "c1-t8")
    assert legal(position, "c3-f1")
    assert refused(position, "c3-f2")[0] == "wrong_suit"


def test_nothing_comes_back_from_a_foundation():
    position = laid("freecell", {"f1": "AC 2C", "t1": "3D"})
    assert refused(position, "f1-t1")[0] == "no_return"
    assert refused(position, "f1-c1")[0] == "no_return"


def test_sending_up_at_once_can_spoil_a_win_and_safe_play_does_not():
    """Found in a random game of deal 505; the three of diamonds holds a black two."""
    piles = {
        "f1": "AC", "f2": "AD 2D", "f3": "AH 2H", "c1": "KD", "c2": "7D", "c3": "3S", "c4": "2S",
        "t1": "6S 9S QS TS 9D", "t2": "7S 3H 7H AS 8H", "t3": "QC 6H JH 2C 9H 6C JC TD 9C 8D",
        "t4": "5D 8C 5H 4C 3D", "t5": "5S KH 4H 3C", "t6": "QD 7C 5C", "t7": "6D KS KC 4D TC",
        "t8": "JD 8S 4S QH JS TH",
    }  # fmt: skip
    position = laid("freecell", piles)
    assert solve(position).verdict is Verdict.WINNABLE
    assert Move.parse("t4-f2") in tidy(position, Level.ALL)
    assert Move.parse("t4-f2") not in tidy(position, Level.SAFE)
    position.play(Move.parse("t4-f2"))
    assert solve(position, Budget(states=400_000)).verdict is Verdict.LOST


@pytest.mark.parametrize("number", ["253", "657", "32123", "32748"])
def test_no_deal_leads_every_order_of_search_astray(number):
    """Deals that took one order or another ten thousands of positions."""
    position = Position.start(Deal.numbered(variant("freecell").rules, number))
    found = solve(position, Budget(states=40_000, tries=0))
    assert found.verdict is Verdict.WINNABLE
    assert found.states < 10_000
