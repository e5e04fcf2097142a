"""What is face down stays unknown: views, moves, refusals and hints tell nothing of it."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import Budget, Deal, IllegalMove, Position, hint
from engine.cards import CARD_TEXTS
from tests.engine.every import EVERY_RULES, HIDING_RULES, UNDOING_RULES
from tests.engine.strategies import law, positions, seeds
from tests.engine.walks import every_move, twin

SMALL = Budget(states=2_000)


def refused(position, move):
    """Give reason and facts of a refusal; None for a legal move."""
    if position.is_legal(move):
        return None
    with pytest.raises(IllegalMove) as error:
        position.play(move)
    return error.value.reason, error.value.facts


@law
@pytest.mark.parametrize("rules", EVERY_RULES)
@given(drawn=st.data())
def test_the_view_is_the_truth_less_what_is_face_down(rules, drawn):
    position = drawn.draw(positions(rules))
    for seen, true in zip(position.view().piles, position.truth().piles, strict=True):
        assert (seen.id, seen.kind, seen.target) == (true.id, true.kind, true.target)
        hidden = position.cards(seen.id) if seen.id == "s" else ()
        assert seen.cards.count("??") == len(hidden) + position.face_down(seen.id)
        assert "??" not in true.cards
        for shown, card in zip(seen.cards, true.cards, strict=True):
            assert shown in ("??", card)
        assert true.cards == tuple(CARD_TEXTS[code] for code in position.cards(seen.id))
    if not rules.hides:
        assert position.view() == position.truth()


@law
@pytest.mark.parametrize("rules", HIDING_RULES)
@given(drawn=st.data())
def test_twins_that_differ_in_unseen_cards_cannot_be_told_apart(rules, drawn):
    position = drawn.draw(positions(rules))
    other = twin(position, seed=drawn.draw(seeds))
    assert other.view() == position.view()
    assert other.legal_moves() == position.legal_moves()
    assert other.legal_entries() == position.legal_entries()
    assert other.status() == position.status()
    assert other.best_placed == position.best_placed
    assert hint(other, SMALL) == hint(position, SMALL)


@pytest.mark.parametrize("rules", HIDING_RULES)
def test_hints_along_a_game_are_the_same_for_twins(rules):
    """A hint is drawn from samples: only what was seen may decide which, so many are compared."""
    for number in range(1, 11):
        position = Position.start(Deal.numbered(rules, str(number)))
        compared = 0
        while compared < 6 and (moves := position.legal_moves()):
            move = moves[number % len(moves)]
            if len(moves) > 1:
                compared += 1
                known = hint(position, SMALL)
                assert hint(twin(position, seed=number), SMALL) == known
                move = (known and known.move) or move
            position.play(move)


@settings(law, max_examples=5)
@pytest.mark.parametrize("rules", HIDING_RULES)
@given(drawn=st.data())
def test_twins_refuse_alike(rules, drawn):
    position = drawn.draw(positions(rules))
    other = twin(position, seed=drawn.draw(seeds))
    for move in every_move(position):
        assert refused(other, move) == refused(position, move), move


@settings(law, max_examples=5)
@pytest.mark.parametrize("rules", EVERY_RULES)
@given(drawn=st.data())
def test_refusals_speak_of_cards_that_are_seen(rules, drawn):
    position = drawn.draw(positions(rules))
    view = position.view()
    for move in every_move(position):
        if position.is_legal(move):
            continue
        _, facts = refused(position, move)
        assert set(facts) <= {"card", "on", "pile", "needs", "most"}
        if "card" in facts:
            assert facts["card"] != "??"
            assert facts["card"] in view[move.source].cards
        if "on" in facts:
            top = view[facts["pile"]].cards[-1:]
            assert facts["on"] == "".join(top)


@law
@pytest.mark.parametrize("rules", HIDING_RULES)
@given(drawn=st.data())
def test_listed_moves_name_no_card_that_is_face_down(rules, drawn):
    position = drawn.draw(positions(rules))
    seen = {text for pile in position.view().piles for text in pile.cards}
    for entry in position.legal_entries():
        assert set(entry["cards"]) <= seen
        if "??" in entry["cards"]:
            assert "target" not in entry
        elif "source" in entry:
            assert set(entry["cards"]) <= set(position.view()[entry["source"]].cards)


@law
@pytest.mark.parametrize("rules", UNDOING_RULES)
@given(drawn=st.data())
def test_undo_turns_cards_face_down_again(rules, drawn):
    position = drawn.draw(positions(rules))
    while position.length:
        position.undo()
    assert position.view() == Position.start(position.deal).view()


@pytest.mark.parametrize("rules", HIDING_RULES)
def test_twins_are_really_different(rules):
    """Guards the laws above: a twin with the same cards would prove nothing."""
    position = Position.start(Deal.numbered(rules, "1"))
    assert twin(position, seed=1).truth() != position.truth()
