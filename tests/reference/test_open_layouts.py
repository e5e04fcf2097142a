"""One small table for each tricky rule of the variants that hide nothing."""

from collections import Counter

import pytest

from tests.reference.arranging import arranged, dealt

# Grandfather's Clock.


def test_grandfathers_clock_foundations_stop_at_their_hour():
    table = arranged("grandfathers-clock", "f1 TH JH QH KH / f4 KC AC 2C 3C 4C / t1 AH / t2 5C")
    for hour in (2, 3, 5, 6, 7, 8, 9, 10, 11, 12):
        table.cards[f"f{hour}"] = ["KS"]
    assert "t1-f1" in table.moves()
    assert not [move for move in table.moves() if move.startswith("t2-f")]


def test_each_card_of_grandfathers_clock_has_one_foundation_and_one_turn():
    table = dealt("grandfathers-clock")
    placed = []
    loose = sorted(card for n in range(1, 9) for card in table.cards[f"t{n}"])
    for _ in range(4):
        for card in loose:
            homes = [f"f{n}" for n in range(1, 13) if table.takes(f"f{n}", card)]
            assert len(homes) <= 1
            if homes:
                table.cards[homes[0]].append(card)
                placed.append(card)
    assert sorted(placed) == loose
    assert [len(table.cards[f"f{n}"]) for n in range(1, 13)] == [5] * 4 + [4] * 8
    assert [table.cards[f"f{n}"][-1] for n in range(1, 13)] == (
        ["AH", "2S", "3D", "4C", "5H", "6S", "7D", "8C", "9H", "TS", "JD", "QC"]
    )


def test_grandfathers_clock_wrap():
    def moves(wrap: str) -> list[str]:
        table = dealt("grandfathers-clock", wrap=wrap)
        for n in range(1, 9):
            table.cards[f"t{n}"] = []
        table.cards["t1"] = ["AS"]
        table.cards["t2"] = ["KD"]
        return [move for move in table.moves() if move in ("t2-t1", "t1-t2")]

    assert moves("on") == ["t2-t1"]
    assert moves("off") == []


# Clover Leaf, Alexander the Great, Shamrocks, Fan.

CLOVER = "f1 AD 2D / f2 AH / f3 KC QC / f4 KS"


def test_clover_leaf_foundations_and_returns():
    table = arranged("clover-leaf", f"{CLOVER} / t1 3D / t2 JC / t3 QS / t4 4S")
    assert table.moves() == sorted(
        ["t1-f1", "t2-f3", "t3-f4", "f1-t1", "f3-t2"],
    )
    table.play("f1-t1")
    assert table.piles()["t1"] == ["3D", "2D"]
    assert "f1-t1" not in table.moves()


def test_clover_leaf_fans_build_both_ways_without_wrap():
    table = arranged("clover-leaf", f"{CLOVER} / t1 8S / t2 7S / t3 9S / t4 8H / t5 KH / t6 KD")
    table.cards["t7"] = ["4C", "3C"]
    for n in range(8, 17):
        table.cards[f"t{n}"] = ["6H"]
    assert table.moves() == ["t1-t2", "t1-t3", "t2-t1", "t3-t1"]
    table.cards["t7"] = []
    assert set(table.moves()) == {"t1-t2", "t1-t3", "t2-t1", "t3-t1", "t5-t7", "t6-t7"}


def test_clover_leaf_empty_fan_may_take_an_ace_from_its_foundation():
    spades = "KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S AS"
    table = arranged("clover-leaf", f"f1 AD / f2 AH / f3 KC / f4 {spades} / t1 5H")
    assert table.moves() == sorted(f"f4-t{n}" for n in range(2, 17))


def test_black_aces():
    table = dealt("alexander-the-great", colours="black-aces")
    assert [table.piles()[f"f{n}"] for n in range(1, 5)] == [["AC"], ["AS"], ["KD"], ["KH"]]
    assert table.takes("f2", "2S")
    assert table.takes("f4", "QH")
    assert not table.takes("f4", "AH")


def test_shamrocks_kings_go_under():
    kings: Counter[int] = Counter()
    for number in range(1, 41):
        plain = dealt("shamrocks", number, kings="none").piles()
        under = dealt("shamrocks", number).piles()
        for name, cards in plain.items():
            low = [card for card in cards if card[0] == "K"]
            kings[len(low)] += 1
            assert under[name] == low + [card for card in cards if card[0] != "K"]
    assert kings[2] > 0


def test_shamrocks_fans():
    table = arranged("shamrocks", "t1 5H 9C / t2 8D / t3 2C 3C TS / t4 AS 9H / t5 KD / t6 AC")
    assert set(table.moves()) == {"t1-t2", "t2-t1", "t2-t4", "t3-t1", "t3-t4", "t4-t2", "t6-f1"}
    assert arranged("shamrocks", "t1 KD / t2 3H").end() == "stuck"


def test_fan_builds_down_in_suit_and_fills_with_kings():
    table = arranged("fan", "f1 AC 2C / t1 8H / t2 7H / t3 7D / t4 9H KS / t5 3C / t6 KC AC")
    for n in range(7, 19):
        table.cards[f"t{n}"] = ["6S"]
    assert table.moves() == ["t2-t1", "t5-f1"]
    table.cards["t18"] = []
    assert table.moves() == ["t2-t1", "t4-t18", "t5-f1"]
    table.play("t4-t18")
    assert table.moves() == ["t1-t4", "t2-t1", "t5-f1"]


# FreeCell, Beleaguered Castle.

FULL_CELLS = "c1 2C / c2 2D / c3 2H / c4 2S"
BLOCKS = " / ".join(f"t{n} 9{suit}" for n, suit in zip((5, 6, 7, 8), "CDHS", strict=True))


def test_freecell_every_length_onto_an_empty_column():
    run = "t1 KS 8C 7D 6C 5D 4C"
    table = arranged("freecell", f"{run} / t3 QC / t4 KD / {BLOCKS} / c1 2C / c2 2D")
    assert [m for m in table.moves() if "t2" in m and m.startswith("t1")] == [
        "t1-t2",
        "t1-t2x2",
        "t1-t2x3",
    ]
    table.cards["t3"] = []
    assert [m for m in table.moves() if m.startswith("t1-t2")] == [
        "t1-t2",
        *[f"t1-t2x{n}" for n in range(2, 6)],
    ]


def test_freecell_length_onto_a_card_is_forced_and_bounded():
    piles = f"t1 KS 8C 7D 6C / t2 9H / t3 JS / t4 QC / {BLOCKS} / c1 2C / c2 2D / c3 2H"
    table = arranged("freecell", piles)
    assert "t1-t2x3" not in table.moves()
    table.cards["c3"] = []
    assert [m for m in table.moves() if m.startswith("t1-t2")] == ["t1-t2x3"]
    table.play("t1-t2x3")
    assert table.piles()["t2"] == ["9H", "8C", "7D", "6C"]


def test_freecell_cells():
    table = arranged("freecell", "c1 AC / c2 8D / t1 9S / t2 9H / f2 AD")
    from_cells = {move for move in table.moves() if move[0] == "c"}
    empty = [f"t{n}" for n in range(3, 9)]
    assert from_cells == (
        {"c1-f1", "c2-t1"} | {f"c1-{t}" for t in empty} | {f"c2-{t}" for t in empty}
    )
    assert not [move for move in table.moves() if move[0] == "f"]
    assert {"t1-c3", "t1-c4"} <= set(table.moves())
    assert "t1-c1" not in table.moves()


def test_beleaguered_castle():
    table = arranged("beleaguered-castle", "f1 AC / f2 AD / f3 AH / f4 AS / t1 5C / t2 4C / t3 2D")
    for n in range(4, 9):
        table.cards[f"t{n}"] = ["KH"]
    assert table.moves() == ["t2-t1", "t3-f2"]
    table.cards["t8"] = []
    assert {"t1-t8", "t2-t8", "t3-t8", "t4-t8"} <= set(table.moves())
    assert "t4-t3" not in table.moves()


# Cruel.


def test_cruel_redeals():
    table = arranged("cruel", "t1 2C 5D 9H / t2 3C 7S TH JD")
    assert "redeal" in table.moves()
    table.play("redeal")
    assert table.piles()["t1"] == ["JD", "2C", "5D", "9H"]
    assert table.piles()["t2"] == ["3C", "7S", "TH"]
    table = arranged("cruel", "t1 2C 5D 9H / t2 3C 7S TH JD", redeal="bottoms")
    table.play("redeal")
    assert table.piles()["t1"] == ["2C", "5D", "9H", "3C"]
    assert table.piles()["t2"] == ["7S", "TH", "JD"]


@pytest.mark.parametrize("redeal", ["tops", "bottoms"])
def test_cruel_redeal_must_change_something(redeal):
    table = arranged("cruel", "t1 2C 5D 9H KS / t2 3D 7S TH", redeal=redeal)
    assert table.end() == "stuck"
    assert "redeal" not in dealt("cruel", redeal=redeal).moves()
    assert arranged("cruel", "t2 2C 5D 9H KS", redeal=redeal).moves() == ["redeal"]


def test_cruel_empty_piles_stay_empty():
    table = arranged("cruel", "t1 7C / t2 8C / t3 9D")
    assert [m for m in table.moves() if m != "redeal"] == ["t1-t2"]
