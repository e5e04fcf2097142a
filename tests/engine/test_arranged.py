"""Layouts of one's own: any position read back is the same position, and every fault is named."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import BadLayout, BadNotation, Deal, Position, Status, layout_text, variant
from engine.arranged import check_layout, read_layout, write_layout
from engine.cards import CARD_TEXTS
from engine.layouts import Layout
from tests.engine.every import EVERY_RULES
from tests.engine.strategies import law, positions
from tests.engine.walks import every_move


def layout_of(position: Position) -> Layout:
    """Read a position as it is, hidden cards and counts included."""
    truth = position.truth()
    return read_layout(
        position.deal.rules,
        write_layout(truth),
        face_down={pile.id: position.face_down(pile.id) for pile in truth.piles},
        redeals_used=position.redeals_used,
        current=position.current,
        swaps_used=position.swaps_used,
    )


@law
@pytest.mark.parametrize("rules", EVERY_RULES)
@given(drawn=st.data())
def test_a_position_is_read_back_as_it_was_written(rules, drawn):
    position = drawn.draw(positions(rules))
    layout = layout_of(position)
    again = Position.start(Deal(rules=rules, layout=layout))
    assert again.truth() == position.truth()
    assert again.view() == position.view()
    assert again.key() == position.key()
    assert again.legal_moves() == position.legal_moves()
    assert again.status() == position.status()
    assert (again.redeals_used, again.swaps_used) == (position.redeals_used, position.swaps_used)
    assert again.current == position.current
    assert layout_of(again) == layout
    if not rules.hides:
        assert write_layout(position.view()) == write_layout(position.truth())


@settings(law, max_examples=8)
@pytest.mark.parametrize("rules", EVERY_RULES)
@given(drawn=st.data())
def test_play_goes_on_from_a_layout_as_it_would_have(rules, drawn):
    position = drawn.draw(positions(rules))
    again = Position.start(Deal(rules=rules, layout=layout_of(position)))
    for move in every_move(position) if position.status() is Status.PLAYING else ():
        assert again.is_legal(move) == position.is_legal(move)
        if position.is_legal(move):
            assert again.play(move) == position.play(move)
            assert again.truth() == position.truth()
            assert (position.undo(), again.undo()) == (move, move)


ONCE = "Each card lies there as often as there are packs, here 1."
TWICE = ONCE.replace("1", "2")


def start_of(name: str, **options: str) -> tuple[Position, dict[str, list[str]]]:
    """Give a start and its piles, empty ones included, for a test to spoil."""
    position = Position.start(Deal.numbered(variant(name).with_options(options), "1"))
    return position, {pile.id: list(pile.cards) for pile in position.truth().piles}


def fault(
    position: Position,
    piles: dict[str, list[str]],
    *,
    face_down: dict[str, int] | None = None,
    redeals_used: int = 0,
    current: str | None = None,
    swaps_used: int = 0,
) -> tuple[str | None, str]:
    """Give where a layout is at fault and what is told; what is hidden is as at the start."""
    hidden = {pile.id: position.face_down(pile.id) for pile in position.view().piles}
    with pytest.raises(BadLayout) as refused:
        read_layout(
            position.deal.rules,
            piles,
            face_down=hidden | (face_down or {}),
            redeals_used=redeals_used,
            current=current,
            swaps_used=swaps_used,
        )
    told = layout_text(refused.value.fault, refused.value.facts, "en")
    assert "{" not in told
    return refused.value.where, told


def test_a_missing_card_is_named():
    position, piles = start_of("freecell")
    assert piles["t1"].pop() == "6S"
    assert fault(position, piles) == ("6S", f"{ONCE} Missing: 6S.")


def test_a_doubled_card_is_named():
    position, piles = start_of("freecell")
    piles["c1"] = ["6S"]
    assert fault(position, piles) == ("6S", f"{ONCE} Too often: 6S.")


def test_a_card_in_the_place_of_another_names_both():
    position, piles = start_of("freecell")
    piles["t1"][0] = "KS"
    assert fault(position, piles) == (
        "KS",
        f"{ONCE} Too often: KS. Missing: JD.",
    )


def test_two_packs_hold_each_card_twice():
    position, piles = start_of("german-solitaire")
    layout_of(position)
    card = piles["s"].pop()
    assert fault(position, piles)[0] == card
    piles["s"] += [card, card]
    assert fault(position, piles) == (card, f"{TWICE} Too often: {card}.")


def test_a_text_that_is_no_card_is_no_notation():
    position, piles = start_of("freecell")
    piles["t1"][0] = "1D"
    with pytest.raises(BadNotation):
        read_layout(position.deal.rules, piles)


@pytest.mark.parametrize("pile", ["t9", "c5", "f5", "s", "", "t1 ", "x" * 5_000])
def test_a_pile_that_is_none_of_the_variants_is_named(pile):
    position, piles = start_of("freecell")
    piles[pile] = [piles["t1"].pop()]
    where, said = fault(position, piles)
    assert where == pile[:8]
    assert "There is no pile" in said
    assert len(said) < 60


def test_a_cell_holds_one_card():
    position, piles = start_of("freecell")
    piles["c2"] = [piles["t1"].pop(), piles["t2"].pop()]
    assert fault(position, piles)[0] == "c2"


@pytest.mark.parametrize(
    ("name", "pile", "card"),
    [
        ("freecell", "f1", "2C"),  # not from the ace on
        ("freecell", "f1", "AD"),  # of another suit
        ("grandfathers-clock", "f1", "QH"),  # one too far
        ("clover-leaf", "f3", "JC"),  # down, and one too far
        ("clover-leaf", "f3", "AC"),  # round the corner
        ("four-seasons", "f2", "9S"),  # not of the base card's rank
    ],
)
def test_a_foundation_is_built_in_its_order(name, pile, card):
    position, piles = start_of(name)
    held = next(held for held in piles.values() if card in held)
    held.remove(card)
    piles[pile].append(card)
    assert fault(position, piles)[0] == pile


@pytest.mark.parametrize("name", ["beleaguered-castle", "cruel", "clover-leaf"])
def test_what_is_laid_out_before_play_lies_there(name):
    position, piles = start_of(name)
    piles["t1"].append(piles["f2"].pop())
    assert fault(position, piles) == (
        "f2",
        f"{piles['t1'][-1]} lies on f2 from the start.",
    )


def test_the_base_card_lies_on_the_first_foundation():
    position, piles = start_of("four-seasons")
    piles["t1"] += piles.pop("f1")
    assert fault(position, piles) == ("f1", "The base card lies on f1.")


@pytest.mark.parametrize(
    ("name", "options", "most"),
    [("shamrocks", {}, 3), ("german-solitaire", {"cap": "13"}, 13)],
)
def test_no_pile_is_over_its_cap(name, options, most):
    position, piles = start_of(name, **options)
    source = "s" if "s" in piles else "t2"
    while len(piles["t1"]) <= most:
        piles["t1"].append(piles[source].pop())
    assert fault(position, piles) == ("t1", f"The pile t1 holds at most {most} cards.")


def test_open_variants_have_no_card_face_down():
    position, piles = start_of("freecell")
    assert fault(position, piles, face_down={"t3": 1}) == (
        "t3",
        "No card of t3 is face down in this variant.",
    )


@pytest.mark.parametrize("count", [-1, 8, 10**9])
def test_no_more_cards_are_face_down_than_there_are(count):
    position, piles = start_of("klondike")
    assert fault(position, piles, face_down={"t7": count})[0] == "t7"


@pytest.mark.parametrize("pile", ["s", "w", "f1", "t8", "x" * 5_000])
def test_cards_are_counted_as_face_down_in_the_tableau_alone(pile):
    position, piles = start_of("klondike")
    assert fault(position, piles, face_down={pile: 1})[0] == pile[:8]


def test_the_top_card_of_a_column_is_face_up():
    position, piles = start_of("klondike")
    assert fault(position, piles, face_down={"t7": 7}) == ("t7", "The top card of t7 is face up.")


def test_face_up_cards_that_play_has_laid_are_in_sequence():
    position, piles = start_of("klondike")
    assert fault(position, piles, face_down={"t7": 4})[0] == "t7"
    position, piles = start_of("german-solitaire")
    piles["t1"].append(piles["s"].pop())
    assert fault(position, piles)[0] == "t1"


@pytest.mark.parametrize("name", ["clock", "la-montre"])
def test_cards_turned_up_lie_at_their_hour(name):
    position, piles = start_of(name)
    assert not piles["t2"][0].startswith("2")
    assert fault(position, piles, face_down={"t2": 3}) == (
        "t2",
        "The cards turned up at t2 have its rank.",
    )


@pytest.mark.parametrize("name", ["clock", "la-montre"])
def test_a_pile_is_turned_from_as_often_as_cards_came_to_it(name):
    position, piles = start_of(name)
    assert fault(position, piles, current="t5") == (
        "t5",
        "The pile t5 has 0 cards turned up and so 5 face down.",
    )
    aces = [card for card in CARD_TEXTS[:52] if card[0] == "A"]
    others = [card for card in CARD_TEXTS[:52] if card[0] != "A"]
    piles = {f"t{hour}": others[4 * hour - 8 : 4 * hour - 4] for hour in range(2, 14)}
    where, said = fault(position, piles | {"t1": aces}, face_down={"t1": 0}, current="t1")
    assert (where, said) == ("t1", "The pile t1 has 4 cards turned up and so 1 face down.")


@pytest.mark.parametrize(
    ("held", "where"),
    [
        ({"f2": ["3C"]}, "f2"),
        ({"f2": ["2C", "2S"]}, "f2"),
        ({"f1": ["AC"], "f2": ["2D"]}, "f2"),
        ({"f1": ["AC", "AD"], "f2": ["2C", "2H"]}, "f2"),
    ],
)
def test_layers_have_one_suit_and_piles_two_colours_in_turn(held, where):
    position, piles = start_of("german-clock")
    for pile, cards in held.items():
        piles[pile] = cards
        piles["s"] = [card for card in piles["s"] if card not in cards]
    assert fault(position, piles)[0] == where


@pytest.mark.parametrize(
    ("name", "options", "used"),
    [
        ("german-clock", {}, 2),
        ("german-clock", {"redeals": "0"}, 1),
        ("freecell", {}, 1),
        ("cruel", {}, 1),
        ("klondike", {}, 256),
        ("klondike", {}, -1),
    ],
)
def test_no_more_redeals_are_used_than_there_are(name, options, used):
    position, piles = start_of(name, **options)
    where, said = fault(position, piles, redeals_used=used)
    assert where is None
    assert said.endswith(f" times, not {used}.")


@pytest.mark.parametrize(("name", "used"), [("la-montre", 2), ("la-montre", -1), ("clock", 1)])
def test_no_more_exchanges_are_used_than_there_are(name, used):
    position, piles = start_of(name)
    assert fault(position, piles, swaps_used=used)[1].endswith(f" exchanges, not {used}.")


@pytest.mark.parametrize(
    ("name", "current"), [("clock", "t14"), ("clock", "f1"), ("la-montre", "x"), ("freecell", "t1")]
)
def test_the_current_pile_is_one_of_a_clock(name, current):
    position, piles = start_of(name)
    assert fault(position, piles, current=current)[0] == current


def test_a_clock_is_turned_from_its_middle_when_nothing_else_is_said():
    position, piles = start_of("clock")
    assert read_layout(position.deal.rules, piles, face_down=dict.fromkeys(piles, 4)) == (
        layout_of(position)
    )


def test_a_layout_made_in_code_is_checked_the_same():
    with pytest.raises(BadLayout, match=r"cards_missing: .* AC, 2C"):
        check_layout(variant("freecell").with_options(), Layout(piles={}))


def test_empty_piles_are_left_out_when_written():
    position, piles = start_of("freecell")
    written = write_layout(position.view())
    assert written == {pile: held for pile, held in piles.items() if held}
    assert read_layout(position.deal.rules, written) == read_layout(position.deal.rules, written)
