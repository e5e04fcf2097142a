"""One small table for each tricky rule of the variants with a stock or hidden cards."""

from collections import Counter

from tests.reference import start
from tests.reference.arranging import arranged, dealt
from tests.reference.dealing import numbered

# German Clock.


def test_german_clock_layers_fix_suit_and_colours_alternate():
    def moves(piles: str) -> list[str]:
        return arranged("german-clock", piles, redeals="0").moves()

    assert moves("w 5H / f1 AC") == []
    assert moves("w 5C / f1 AC") == ["w-f5"]
    assert moves("w 5H / f1 AC / f5 5C") == ["w-f5"]
    assert moves("w 5S / f1 AC / f5 5C") == []
    assert moves("w 5H / f1 AC AD / f5 5C") == []
    assert moves("w 5D / f1 AC AD / f5 5C") == ["w-f5"]
    assert moves("w 5D 5H / f1 AC AD / f5 5C") == []


def test_german_clock_redeals():
    for allowed in ("0", "1", "2"):
        table = arranged("german-clock", "w 2C 3D / f1 AC AH", redeals=allowed)
        for _ in range(int(allowed)):
            table.play("redeal")
            assert table.truth()["s"] == ["3D", "2C"]
            table.play("draw")
            assert "redeal" not in table.moves()
            table.play("draw")
        assert table.moves() == []
        assert table.end() == "stuck"


# German and Bavarian Solitaire.


def test_german_solitaire_builds_up_round_the_corner():
    table = arranged("german-solitaire", "t1 QH KS / t2 AH / w KD")
    onto_empty = [f"{source}-t{n}" for source in ("t1", "t2", "w") for n in range(3, 9)]
    assert table.moves() == sorted(["t2-t1", *onto_empty])
    table.play("t2-t1")
    assert table.piles()["t1"] == ["QH", "KS", "AH"]


def test_german_solitaire_is_won_when_nothing_is_left_to_place():
    table = arranged("german-solitaire", "t1 QH / w KS")
    assert table.end() == "playing"
    table.play("w-t1")
    assert table.end() == "won"
    assert table.moves() == []


def test_german_solitaire_cap():
    thirteen = "t1 5H 6H 7H 8H 9H TH JH QH KH AH 2H 3H 4H"
    full = ["5S", *[f"{rank}S" for rank in "6789TJQKA234"]]
    piles = f"{thirteen} / w 5S"
    assert "w-t1" in arranged("german-solitaire", piles).moves()
    capped = arranged("german-solitaire", piles, cap="13")
    assert "w-t1" not in capped.moves()
    capped.play("w-t2")
    assert capped.end() == "playing"
    assert arranged("german-solitaire", f"{thirteen} / t2 {' '.join(full)}", cap="13").end() == (
        "won"
    )


# Four Seasons.


def test_four_seasons():
    order = numbered("four-seasons", 1, {})
    order.remove("TH")
    table = start("four-seasons", ["TH", *order], {})
    assert [table.takes(f"f{n}", c) for n, c in ((2, "TC"), (3, "TD"), (4, "TS"))] == [True] * 3
    assert table.takes("f1", "JH")
    assert not table.takes("f2", "TD")
    assert not table.takes("f2", "JC")
    table.cards["f1"] = ["TH", "JH", "QH", "KH"]
    assert table.takes("f1", "AH")
    table.cards["t1"] = ["AC"]
    assert table.takes("t1", "KC")
    assert not table.takes("t1", "2C")
    table.cards["t2"] = []
    assert table.takes("t2", "5C")
    while table.cards["s"]:
        table.play("draw")
    assert "redeal" not in table.moves()


# Klondike.


def test_klondike_runs_and_bared_cards():
    table = arranged("klondike", "t1 ?2C ?9D 8S 7H 6S / t2 9H / t3 8C / t4 7D / t5 5C")
    assert table.moves() == ["t1-t2x3", "t1-t3x2", "t1-t4", "t3-t2", "t4-t3"]
    table.play("t1-t2x3")
    assert table.piles()["t1"] == ["??", "9D"]
    assert table.piles()["t2"] == ["9H", "8S", "7H", "6S"]


def test_klondike_empty_columns_and_returns():
    table = arranged("klondike", "t1 ?2C KH QS / t2 3C / f2 AD 2D / w KC")
    empty = [f"t{n}" for n in range(3, 8)]
    assert set(table.moves()) == (
        {"redeal", "f2-t2"} | {f"t1-{t}x2" for t in empty} | {f"w-{t}" for t in empty}
    )


def test_klondike_draws_three_and_turns_the_waste_over():
    table = arranged("klondike", "s ?5C ?6C ?7C ?8C / t1 KH", draw="3")
    table.play("draw")
    assert table.piles()["w"] == ["8C", "7C", "6C"]
    assert "redeal" not in table.moves()
    table.play("draw")
    assert table.piles()["w"] == ["8C", "7C", "6C", "5C"]
    for _ in range(3):
        table.play("redeal")
        assert table.truth()["s"] == ["5C", "6C", "7C", "8C"]
        assert table.piles()["s"] == ["??"] * 4
        table.play("draw")
        table.play("draw")


# The clocks.


def clock_order(centre: list[str]) -> list[str]:
    """All hours hold their own cards; the centre, from the top, what is asked, by exchange."""
    piles = [[rank + suit for suit in "CDHS"] for rank in "A23456789TJQK"]
    for place, card in enumerate(centre):
        home = next(pile for pile in piles if card in pile)
        there = home.index(card)
        home[there], piles[12][3 - place] = piles[12][3 - place], home[there]
    return [pile[level] for level in range(4) for pile in piles]


def test_clock_turns_under_and_is_lost_on_the_fourth_king():
    table = start("clock", clock_order(["5D"]), {})
    assert table.moves() == ["turn"]
    table.play("turn")
    assert table.piles()["t5"] == ["5D", "??", "??", "??", "??"]
    assert table.piles()["t13"] == ["??", "??", "??"]
    while table.moves():
        assert table.moves() == ["turn"]
        table.play("turn")
    assert table.end() == "lost"
    assert sum(card == "??" for cards in table.piles().values() for card in cards) == 52 - 7


def test_clock_can_be_won():
    """Each centre card sends the king of another hour back to the centre, through that hour."""
    piles: dict[int, list[str]] = {n: [] for n in range(1, 14)}
    ranks = dict(enumerate("A23456789TJQK", start=1))
    for suit in "CDHS":
        for n in range(1, 14):
            piles[n].append(ranks[n % 13 + 1] + suit)
    table = start("clock", [piles[n][level] for level in range(4) for n in range(1, 14)], {})
    turned = 0
    while table.moves():
        table.play("turn")
        turned += 1
    assert (turned, table.end()) == (52, "won")


def test_la_montre_exchanges_the_fourth_king_once():
    table = start("la-montre", clock_order(["5D"]), {})
    while "turn" in table.moves():
        table.play("turn")
    assert table.end() == "playing"
    assert table.piles()["t5"] == ["5H", "5S", "5D", "??"]
    assert [m for m in table.moves() if "t5" in m] == ["swap-t5.1"]
    assert [m for m in table.moves() if "t1." in m] == [f"swap-t1.{n}" for n in (1, 2, 3, 4)]
    assert len(table.moves()) == 52 - 7
    king = table.truth()["t13"][0]
    wanted = table.truth()["t1"][1]
    table.play("swap-t1.3")
    assert king not in table.truth()["t13"]
    assert table.truth()["t1"][0] == wanted
    assert table.truth()["t1"][2] == king
    assert table.piles()["t1"] == [wanted, "??", "??", "??", "??"]
    while table.moves():
        assert table.moves() == ["turn"]
        table.play("turn")
    assert table.end() == "lost"
    assert table.truth()["t13"][0] == king


def test_la_montre_only_the_lowest_hidden_card_of_a_pile_can_win():
    endings: Counter[tuple[bool, str]] = Counter()
    for number in range(1, 60):
        table = dealt("la-montre", number)
        while table.moves() == ["turn"]:
            table.play("turn")
        for swap in table.moves():
            name, place = swap.removeprefix("swap-").split(".")
            lowest = table.piles()[name].count("??") == int(place)
            after = table.copy()
            after.play(swap)
            while after.moves():
                after.play("turn")
            endings[lowest, after.end()] += 1
    assert endings[False, "won"] == 0
    assert endings[True, "won"] > 50
    assert endings[True, "lost"] > 50
