"""Texts meet rules: every placeholder is filled, in every language, under every option."""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterator
from importlib.resources import files
from typing import Any

import pytest

from engine.cards import ACE, KING, SUITS
from engine.deals import Deal
from engine.errors import UnknownVariant
from engine.phrases import placeholders
from engine.position import Position
from engine.refusals import Reason
from engine.rules import (
    UNLIMITED,
    Build,
    Fill,
    Foundations,
    GatherFrom,
    Goal,
    Rules,
    Stock,
    Suits,
    Tableau,
    TableauRedeal,
)
from engine.texts import (
    LANGUAGES,
    detail_text,
    letters,
    name_of,
    problem_text,
    reason_text,
    spoken_board,
    texts,
)
from engine.variants import catalogue, variant
from engine.views import PileView, View

GAMES = [game.id for game in catalogue()]


def phrases() -> dict[str, str]:
    return read("_phrases", "en")


def read(name: str, language: str) -> dict[str, str]:
    path = files("engine.variants").joinpath("texts", language, f"{name}.json")
    loaded: dict[str, str] = json.loads(path.read_text(encoding="utf-8"))
    return loaded


def leaves(node: Any) -> Iterator[str]:
    if isinstance(node, str):
        yield node
    elif not isinstance(node, bool):
        for item in node.values() if isinstance(node, dict) else node:
            yield from leaves(item)


def rules(**groups: Any) -> Rules:
    return Rules(variant="example", version=1, **groups)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_every_placeholder_is_filled_under_every_option(game: str, language: str) -> None:
    options = variant(game).options
    choices = itertools.product(*([value.name for value in option.values] for option in options))
    for values in choices:
        chosen = dict(zip((option.name for option in options), values, strict=True))
        filled = texts(game, language, variant(game).with_options(chosen))
        assert not [text for text in leaves(filled) if "{" in text]


@pytest.mark.parametrize("game", GAMES)
def test_the_texts_name_the_options_of_the_rules(game: str) -> None:
    said = {name: list(option["values"]) for name, option in texts(game, "en")["options"].items()}
    known = {o.name: [value.name for value in o.values] for o in variant(game).options}
    assert {name: sorted(values) for name, values in said.items()} == {
        name: sorted(values) for name, values in known.items()
    }


def test_figures_are_those_of_the_rules_given() -> None:
    twice = variant("german-clock").with_options({"redeals": "2"})
    assert "redeals allowed: 1." in texts("german-clock", "en")["rules"]["redeal"]
    assert "redeals allowed: 2." in texts("german-clock", "en", twice)["rules"]["redeal"]
    never = variant("german-clock").with_options({"redeals": "0"})
    assert "no redeal" in texts("german-clock", "en", never)["rules"]["redeal"]


def test_hours_are_said_with_their_cards() -> None:
    said = texts("grandfathers-clock", "de")["rules"]["foundation"]
    assert "Herz-10 (1 Uhr), Pik-Bube (2 Uhr)" in said
    assert "Karo-Bube (11 Uhr) und Kreuz-Dame (12 Uhr)" in said


def test_an_answer_may_be_changed_without_harm() -> None:
    texts("freecell", "en")["aliases"].append("Mine")
    texts("freecell", "en")["tips"].clear()
    assert "Mine" not in texts("freecell", "en")["aliases"]
    assert texts("freecell", "en")["tips"]


@pytest.mark.parametrize(
    ("sizes", "said"),
    [
        ((5,) * 8, "5"),
        ((1, 2, 3), "1, 2 and 3"),
        ((3,) * 17 + (1,), "17 \u00d7 3 and 1 \u00d7 1"),
        ((7, 7, 6, 6, 7), "2 \u00d7 7, 2 \u00d7 6 and 1 \u00d7 7"),
    ],
)
def test_pile_sizes(sizes: tuple[int, ...], said: str) -> None:
    assert placeholders(rules(tableau=Tableau(pile_sizes=sizes)), phrases())["pile_sizes"] == said


@pytest.mark.parametrize(
    ("build", "said"),
    [
        (None, "not at all"),
        (Build(steps=(1, -1), suits=Suits.SAME), "up or down in suit"),
        (Build(steps=(-1,), suits=Suits.ALTERNATE), "down in alternating colours"),
        (Build(steps=(1,), wrap=True), "up regardless of suit, ace on king"),
    ],
)
def test_building(build: Build | None, said: str) -> None:
    tableau = Tableau(pile_sizes=(1,), build=build)
    assert placeholders(rules(tableau=tableau), phrases())["pack_rule"] == said


@pytest.mark.parametrize(
    ("fill", "said"),
    [
        (Fill.any(), "An empty place may be filled with any available card."),
        (Fill.never(), "An empty place stays empty."),
        (Fill.only(KING), "An empty place may be filled only with a king."),
        (Fill.only(KING, ACE), "An empty place may be filled only with an ace or a king."),
        (
            Fill.only(12, KING, ACE),
            "An empty place may be filled only with an ace, a queen or a king.",
        ),
    ],
)
def test_filling(fill: Fill, said: str) -> None:
    tableau = Tableau(pile_sizes=(1,), fill=fill)
    assert placeholders(rules(tableau=tableau), phrases())["fill_rule"] == said


def test_what_the_rules_lack_has_no_placeholder() -> None:
    filled = placeholders(rules(packs=2, goal=Goal.STOCK_PLACED, stock=Stock()), phrases())
    assert filled["cards"] == "104"
    assert not {"piles", "foundations", "cells", "cap", "bases", "targets"} & set(filled)
    unlimited = placeholders(rules(stock=Stock(redeals=UNLIMITED)), phrases())
    assert "redeals" not in unlimited
    assert "as often as you like" in unlimited["redeal_rule"]


def test_a_dealt_base_is_not_named() -> None:
    filled = placeholders(rules(foundations=Foundations(base_dealt=True)), phrases())
    assert filled["foundations"] == "4"
    assert "bases" not in filled


def test_a_gathered_tableau_is_cut_into_its_packets() -> None:
    gathered = TableauRedeal(gather=GatherFrom.TOPS, size=4)
    said = placeholders(rules(tableau_redeal=gathered), phrases())["redeal_rule"]
    assert "cut into piles of 4;" in said


@pytest.mark.parametrize(
    ("goal", "said"),
    [
        (Goal.FOUNDATIONS, "lie on the foundations"),
        (Goal.STOCK_PLACED, "the stock and the waste are empty."),
        (Goal.FULL_RUNS, "holds exactly 13."),
        (Goal.ALL_TURNED, "all 52 cards are face up"),
    ],
)
def test_winning(goal: Goal, said: str) -> None:
    filled = placeholders(rules(tableau=Tableau(pile_sizes=(1,), cap=13), goal=goal), phrases())
    assert said in filled["win_rule"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_reason_has_a_sentence_and_every_sentence_a_reason(language: str) -> None:
    assert set(read("_reasons", language)) == {reason.value for reason in Reason}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("reason", Reason)
def test_a_refusal_reads_well_with_and_without_its_facts(reason: Reason, language: str) -> None:
    facts = {"card": "TH", "on": "??", "pile": "t3", "needs": "KS", "most": "3"}
    for known in (
        {},
        facts,
        facts | {"needs": "K"},
        facts | {"needs": "C", "on": ""},
        facts | {"needs": ""},
    ):
        said = reason_text(reason, known, language)
        assert "{" not in said
        assert "?" not in said
        assert " ." not in said


@pytest.mark.parametrize(
    ("language", "needs", "said"),
    [
        (
            "en",
            "JS",
            "the 10 of hearts cannot go on a face-down card, which takes the jack of spades.",
        ),
        ("en", "J Q", "which takes a jack or a queen."),
        ("fr", "J", "impossible de poser le 10 de cœur sur une carte cachée"),
        ("fr", "QC KC", "ici, on accepte la dame de trèfle ou le roi de trèfle."),
        ("de", "JS JC", "die Regel erlaubt hier den Pik-Buben oder den Kreuz-Buben."),
        ("de", "K", "die Regel erlaubt hier einen König."),
        ("en", "", "No card may be laid on a face-down card here; put the 10 of hearts elsewhere."),
        ("fr", "", "Aucune carte ne se pose sur une carte cachée ici\u202f; placez le 10 de cœur"),
        ("de", "", "Auf eine verdeckte Karte darf hier keine Karte gelegt werden;"),
    ],
)
def test_a_refusal_names_its_cards(language: str, needs: str, said: str) -> None:
    facts = {"card": "TH", "on": "??", "needs": needs}
    assert said in reason_text("wrong_rank", facts, language)


def test_a_layer_is_named_by_its_suit() -> None:
    for suit, word in zip(SUITS, ("clubs", "diamonds", "hearts", "spades"), strict=True):
        assert word in reason_text("layer_suit", {"card": "7H", "needs": suit}, "en")


def test_unknown_languages_are_english_but_unknown_codes_are_errors() -> None:
    assert name_of("german-clock", "nl") == "German Clock"
    assert reason_text("swap_used", {}, "") == reason_text("swap_used", {}, "en")
    assert problem_text("busy", "../de") == problem_text("busy", "en")
    with pytest.raises(KeyError):
        reason_text("because", {}, "en")
    with pytest.raises(KeyError):
        problem_text("trouble", "en")
    with pytest.raises(KeyError):
        detail_text("trouble", {}, "en")
    with pytest.raises(KeyError):
        detail_text("range", {"least": 1}, "en")
    with pytest.raises(UnknownVariant):
        texts("_phrases", "en")
    with pytest.raises(KeyError):
        reason_text("wrong_rank", {"card": "XX"}, "en")


def test_letters_on_the_cards() -> None:
    assert "".join(letters("fr").values()) == "A2345678910VDR"
    assert "".join(letters("de").values()) == "A2345678910BDK"


def test_a_board_is_said_pile_by_pile() -> None:
    view = View(
        (
            PileView("s", "stock", ("??",) * 24),
            PileView("w", "waste", ()),
            PileView("f1", "foundation", ("AC", "2C"), "KC"),
            PileView("f2", "foundation", ("KD",), "KD"),
            PileView("t1", "tableau", ("??", "TH", "9S")),
        )
    )
    assert spoken_board(view, "en") == (
        "Stock: 24 face-down cards. Waste: empty."
        " Foundation 1: ace of clubs, 2 of clubs, complete with king of clubs."
        " Foundation 2: king of diamonds. Pile 1: a face-down card, 10 of hearts, 9 of spades."
    )
    assert "Zielstapel 1: Kreuz-Ass, Kreuz-2, vollständig mit Kreuz-König." in spoken_board(
        view, "de"
    )
    assert "Pioche\u00a0: 24 cartes cachées. Défausse\u00a0: vide." in spoken_board(view, "fr")


@pytest.mark.parametrize("game", GAMES)
def test_every_board_can_be_said(game: str) -> None:
    view = Position.start(Deal.numbered(variant(game).rules, "1")).view()
    for language in LANGUAGES:
        said = spoken_board(view, language)
        assert said.count(".") == len(view.piles)
        assert "?" not in said
        assert " ." not in said
