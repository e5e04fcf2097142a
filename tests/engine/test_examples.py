"""The examples that players are shown: each is played in the engine and in the reference."""

import json
from collections.abc import Iterator
from importlib.resources import files

import pytest

from engine import LANGUAGES, IllegalMove, Position, Rules, Variant, catalogue, texts
from engine.cards import card_text
from engine.examples import Example, examples
from engine.rules import Bottomed, Fill, Foundations, Suits, Tableau
from tests.engine.every import EVERY_VARIANT
from tests.reference import Table
from tests.reference.arranging import dealt
from tests.reference.four_seasons import FourSeasons
from tests.reference.german_clock import GermanClock

FLAGS = {
    *("packing", "suits", "wrap", "fill", "carry", "cap", "face_down", "bottomed"),
    *("foundation", "target", "bases", "base_dealt", "returns", "rank", "layer", "colour"),
    *("draw", "redeals", "cells", "gather", "turning", "swaps"),
}
HOURS = 12

EVERY_EXAMPLE = [
    pytest.param(example, id=f"{variant.id} {place} {example.flag}")
    for variant in catalogue()
    for place, example in enumerate(examples(variant.id), start=1)
]


def flags_of(rules: Rules) -> Iterator[tuple[str, bool, bool]]:
    """Give the flags of rules: whether each allows anything, and whether it forbids anything."""
    yield from _of_tableau(rules.tableau or Tableau(pile_sizes=()))
    yield from _of_foundations(rules.foundations)
    for flag, group in (
        *(("rank", rules.rank_piles), ("layer", rules.rank_piles), ("colour", rules.rank_piles)),
        *(("draw", rules.stock), ("cells", rules.cells), ("gather", rules.tableau_redeal)),
        ("turning", rules.turning),
    ):
        if group is not None:
            yield flag, True, True
    if rules.stock is not None:
        yield "redeals", rules.stock.redeals != 0, True
    if rules.turning is not None:
        yield "swaps", rules.turning.swaps != 0, True


def _of_tableau(tableau: Tableau) -> Iterator[tuple[str, bool, bool]]:
    build = tableau.build
    if build is not None:
        yield from (("packing", True, True), ("carry", True, True))
        yield "fill", tableau.fill != Fill.never(), True
        if build.suits is not Suits.ANY:
            yield "suits", True, True
        if build.wrap:
            yield "wrap", True, True
        if tableau.face_down != "none":
            yield "face_down", True, True
    if tableau.cap is not None:
        yield "cap", True, True
    if tableau.bottomed is not Bottomed.NONE:
        yield "bottomed", True, False


def _of_foundations(foundations: Foundations | None) -> Iterator[tuple[str, bool, bool]]:
    if foundations is not None:
        yield "foundation", True, True
        yield "returns", foundations.returns, True
        if foundations.base_dealt:
            yield "base_dealt", True, True
        if len(foundations.piles) == HOURS:
            yield "target", True, True


def beside(example: Example) -> Table:
    """Lay an example out in the reference."""
    rules, layout = example.deal.rules, example.deal.layout
    table = dealt(rules.variant, int(example.deal.number or 1), **rules.options)
    if layout is None:
        return table
    for cards in table.cards.values():
        cards.clear()
    position = Position.start(example.deal)
    for pile in position.truth().piles:
        seen = position.view()[pile.id].cards
        table.cards[pile.id] = [
            f"?{card}" if shown == "??" else card
            for card, shown in zip(pile.cards, seen, strict=True)
        ]
    if isinstance(table, FourSeasons):
        table.begin_with(card_text(layout.piles["f1"][0]))
    if isinstance(table, GermanClock):
        table.redeals_left -= layout.redeals_used
    if rules.turning is not None:
        vars(table).update(current=layout.current or "t13", exchanged=layout.swaps_used > 0)
    return table


@pytest.mark.parametrize("example", EVERY_EXAMPLE)
def test_an_example_is_allowed_or_refused_as_it_says(example):
    position, table = Position.start(example.deal), beside(example)
    assert sorted(str(move) for move in position.legal_moves()) == table.moves()
    assert (str(example.move) in table.moves()) == (example.reason is None)
    if example.reason is not None:
        with pytest.raises(IllegalMove) as refused:
            position.play(example.move)
        assert refused.value.reason == example.reason
        assert not example.then
        return
    position.play(example.move)
    table.play(str(example.move))
    assert {pile.id: list(pile.cards) for pile in position.view().piles} == table.piles()
    for pile, cards in example.then.items():
        assert position.view()[pile].cards == cards


@pytest.mark.parametrize("game", EVERY_VARIANT)
def test_every_flag_of_the_rules_has_an_example_that_passes_and_one_that_fails(game):
    shown = {(example.flag, example.reason is None) for example in examples(game.id)}
    for flag, allows, forbids in flags_of(game.rules):
        assert ((flag, True) in shown) or not allows, flag
        assert ((flag, False) in shown) or not forbids, flag
    assert {flag for flag, _ in shown} <= FLAGS


@pytest.mark.parametrize("game", EVERY_VARIANT)
def test_every_option_has_an_example_that_it_decides(game: Variant):
    """The same position and move come out otherwise, or leave other cards, by default."""
    told = [(example, outcome(example, example.deal.rules)) for example in examples(game.id)]
    for option in game.options:
        for value in option.values[1:]:
            chosen = {option.name: value.name}
            deciding = [
                example
                for example, came_out in told
                if example.options == chosen and came_out != outcome(example, game.with_options())
            ]
            assert deciding, chosen


def outcome(example: Example, rules: Rules) -> object:
    """Play an example by some rules."""
    deal = type(example.deal)(
        rules=rules,
        order=example.deal.order,
        layout=example.deal.layout,
        number=example.deal.number,
    )
    try:
        position = Position.start(deal)
        position.play(example.move)
    except IllegalMove as error:
        return error.reason
    return position.truth()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", EVERY_VARIANT)
def test_players_read_the_examples(game, language):
    said = texts(game.id, language)["examples"]
    assert len(said) == len(examples(game.id))
    for shown, example in zip(said, examples(game.id), strict=True):
        assert (shown["flag"], shown["move"]) == (example.flag, str(example.move))
        assert shown["allowed"] == (example.reason is None)
        assert shown["options"] == example.options
        assert shown["piles"]
        text = shown["text"]
        assert text.endswith(".")
        assert text[0].isupper()
        assert not any(leftover in text for leftover in ("{", "}", "?", "None", "  "))


def test_an_example_is_said_in_the_words_of_the_language():
    def said(language: str, place: int) -> str:
        return str(texts("freecell", language)["examples"][place]["text"])

    assert said("en", 0) == "You may lay the 8 of clubs on the 9 of hearts."
    assert said("fr", 0) == "On peut poser le 8 de trèfle sur le 9 de cœur."
    assert said("de", 0) == "Sie können die Kreuz-8 auf die Herz-9 legen."
    assert said("en", 7) == (
        "You may lay the 9 of hearts and the 8 of spades together on the 10 of clubs."
    )


@pytest.mark.parametrize("game", EVERY_VARIANT)
def test_an_example_is_written_in_one_line(game):
    path = files("engine.variants").joinpath("examples", f"{game.id}.json")
    text = path.read_text(encoding="utf-8")
    lines = [json.dumps(each) for each in json.loads(text)]
    assert text == "[\n  " + ",\n  ".join(lines) + "\n]\n"
