"""The reference judged by itself: known counts, and laws that hold for every variant."""

import random
from collections import Counter
from hashlib import sha256

import pytest

from tests.reference import VARIANTS, Table, start
from tests.reference.arranging import dealt
from tests.reference.dealing import numbered, pack, shuffled
from tests.reference.perft import count, split

EVERY_GAME: list[tuple[str, dict[str, str]]] = [(variant, {}) for variant in VARIANTS] + [
    (variant, {name: value})
    for variant, table in VARIANTS.items()
    for name, values in table.OPTIONS.items()
    for value in values[1:]
]
"""Each variant with its defaults, and with every other value of an option."""


def cards_of(table: Table) -> Counter[str]:
    return Counter(card for cards in table.truth().values() for card in cards)


# Every variant.


@pytest.mark.parametrize(("variant", "options"), EVERY_GAME)
def test_random_games_keep_their_cards_and_their_secrets(variant, options):
    for number in range(1, 4):
        table = dealt(variant, number, **options)
        whole = cards_of(table)
        assert sum(whole.values()) == (104 if "solitaire" in variant else 52)
        assert set(whole.values()) == ({2} if "solitaire" in variant else {1})
        chance = random.Random(f"{variant} {number}")  # noqa: S311 - repeatable, no secret
        for _ in range(150):
            moves = table.moves()
            if not moves:
                break
            assert len(moves) == len(set(moves))
            before = table.truth()
            twin = table.copy()
            twin.play(chance.choice(moves))
            assert table.truth() == before
            table = twin
            assert cards_of(table) == whole
            for name, seen in table.piles().items():
                true = table.truth()[name]
                assert [s for s in seen if s != "??"] == [
                    t for s, t in zip(seen, true, strict=True) if s != "??"
                ]
                assert name != "s" or set(seen) <= {"??"}
        assert (table.end() == "playing") == bool(table.moves())


@pytest.mark.parametrize("variant", VARIANTS)
def test_what_is_not_listed_cannot_be_played(variant):
    table = dealt(variant)
    words = ["draw", "redeal", "turn", "swap-t1.1", "", "t1", "t1-t1", "w-t1", "t1-t2x2", "t1-s"]
    tried = words + [f"{a}-{b}" for a in table.cards for b in table.cards]
    before = table.truth()
    for text in set(tried) - set(table.moves()):
        with pytest.raises(ValueError, match="illegal move"):
            table.play(text)
    assert table.truth() == before


def test_wrong_cards_and_unknown_options_are_refused():
    order = numbered("cruel", 1, {})
    with pytest.raises(ValueError, match="cards of cruel"):
        start("cruel", order[:-1], {})
    with pytest.raises(ValueError, match="cards of cruel"):
        start("cruel", [*order[:-1], order[0]], {})
    with pytest.raises(ValueError, match="no option"):
        start("cruel", order, {"redeal": "sides"})
    with pytest.raises(ValueError, match="no option"):
        start("cruel", order, {"draw": "1"})


@pytest.mark.parametrize(
    ("variant", "sizes", "stock"),
    [
        ("german-clock", [], 52),
        ("german-solitaire", [1] * 8, 96),
        ("bavarian-solitaire", [1] * 10, 94),
        ("clock", [4] * 13, None),
        ("la-montre", [4] * 13, None),
        ("grandfathers-clock", [5] * 8, None),
        ("clover-leaf", [3] * 16, None),
        ("alexander-the-great", [4] * 12, None),
        ("shamrocks", [3] * 17 + [1], None),
        ("fan", [3] * 17 + [1], None),
        ("freecell", [7] * 4 + [6] * 4, None),
        ("beleaguered-castle", [6] * 8, None),
        ("four-seasons", [1] * 5, 46),
        ("cruel", [4] * 12, None),
        ("klondike", [1, 2, 3, 4, 5, 6, 7], 24),
    ],
)
def test_layouts(variant, sizes, stock):
    piles = dealt(variant).piles()
    assert [len(cards) for name, cards in piles.items() if name[0] == "t"] == sizes
    assert (len(piles["s"]) if "s" in piles else None) == stock
    assert piles.get("w") == (None if stock is None else [])


def test_cards_are_dealt_in_turn_and_the_next_one_is_on_top_of_the_stock():
    order = numbered("four-seasons", 9, {})
    truth = start("four-seasons", order, {}).truth()
    assert truth["f1"] == order[:1]
    assert [truth[f"t{n}"] for n in range(1, 6)] == [[card] for card in order[1:6]]
    assert truth["s"][::-1] == order[6:]
    order = numbered("cruel", 9, {})
    assert start("cruel", order, {}).truth()["t12"] == order[11::12]
    order = numbered("klondike", 9, {})
    table = start("klondike", order, {})
    assert table.truth()["t1"] == [order[0]]
    assert table.truth()["t2"] == [order[1], order[7]]
    assert table.truth()["t7"] == [order[n] for n in (6, 12, 17, 21, 24, 26, 27)]
    assert table.piles()["t2"] == ["??", order[7]]
    assert table.truth()["s"][-1] == order[28]


# Deals.


def test_microsoft_deal_1():
    order = numbered("freecell", 1, {})
    assert dealt("freecell").piles()["t1"] == ["JD", "KD", "2S", "4C", "3S", "6D", "6S"]
    assert order[:8] == ["JD", "2D", "9H", "JC", "5D", "7H", "7C", "5H"]
    for number in (0, 2**31):
        with pytest.raises(ValueError, match="no FreeCell deal"):
            numbered("freecell", number, {})


def test_freecell_perft():
    table = dealt("freecell")
    assert [count(table, depth) for depth in range(4)] == [1, 32, 792, 14004]
    assert sum(split(table, 2).values()) == 792


def test_the_first_card_off_the_pack_is_named_by_the_first_word():
    for number in range(1, 20):
        digest = sha256(f"longcase shuffle 1:cruel:{number}:0".encode("ascii")).digest()
        word = int.from_bytes(digest[:4], "big")
        assert numbered("cruel", number, {})[0] == pack("cruel", {})[word % 48]
        pair = sha256(f"longcase shuffle 1:pair:{number}:0".encode("ascii")).digest()
        assert shuffled("pair", number, ["AC", "2C"])[0] == ("2C" if pair[3] % 2 else "AC")
    assert pack("cruel", {})[:13] == [*[f"{rank}C" for rank in "23456789TJQK"], "2D"]
    assert pack("german-solitaire", {})[52:54] == ["AC", "2C"]


@pytest.mark.parametrize(("variant", "options"), EVERY_GAME)
def test_numbered_deals_are_different_orders_of_the_pack(variant, options):
    orders = [numbered(variant, number, options) for number in range(1, 31)]
    assert all(sorted(order) == sorted(pack(variant, options)) for order in orders)
    assert len({tuple(order) for order in orders}) == 30


@pytest.mark.parametrize(
    ("variant", "expected"), [("clover-leaf", 0.815), ("alexander-the-great", 0.697)]
)
def test_how_many_deals_start_with_a_card_for_a_foundation(variant, expected):
    """1 - C(32,4)/C(48,4) and 1 - C(36,4)/C(48,4): none of the four wanted cards is a top."""
    lucky = sum(
        any("-f" in move for move in dealt(variant, number).moves()) for number in range(1, 401)
    )
    assert abs(lucky / 400 - expected) < 0.07
