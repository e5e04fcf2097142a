"""The texts of the variants: the same in every language, in shape and in what they promise.

Read as files, without the engine: what the rules say is tested where text and rules meet.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from string import Formatter
from typing import Any

import pytest

TEXTS = Path(__file__).parents[2] / "engine" / "variants" / "texts"


def words(text: str) -> frozenset[str]:
    return frozenset(text.split())


LANGUAGES = ("en", "fr", "de")
SHARED = ("_phrases", "_reasons", "_problems", "_details", "_layouts")

NAMES = {
    "german-clock": ("German Clock", "L'Horloge allemande", "Deutsche Uhr"),
    "german-solitaire": ("German Solitaire", "Patience allemande", "Deutsche Patience"),
    "bavarian-solitaire": ("Bavarian Solitaire", "Patience bavaroise", "Bayerische Patience"),
    "clock": ("Clock", "L'Horloge", "Die Uhr"),
    "la-montre": ("Watch (La Montre)", "La Montre", "Die Taschenuhr"),
    "grandfathers-clock": ("Grandfather's Clock", "L'Horloge de grand-père", "Großvaters Uhr"),
    "clover-leaf": ("Clover Leaf", "La Feuille de trèfle", "Kleeblatt"),
    "alexander-the-great": ("Alexander the Great", "Alexandre le Grand", "Alexander der Große"),
    "shamrocks": ("Shamrocks", "Les Trèfles d'Irlande", "Shamrocks (Kleeblätter)"),
    "fan": ("Fan", "L'Éventail", "Fan (Fächer)"),
    "freecell": ("FreeCell", "FreeCell", "FreeCell"),
    "beleaguered-castle": ("Beleaguered Castle", "Le Château assiégé", "Belagerte Burg"),
    "four-seasons": ("Four Seasons", "Les Quatre Saisons", "Die vier Jahreszeiten"),
    "cruel": ("Cruel", "La Cruelle", "Die Grausame"),
    "klondike": ("Klondike", "Klondike (Réussite)", "Klondike"),
}
PLACEHOLDERS = words(
    "packs cards piles pile_sizes foundations cells draw redeals cap targets bases"
    " pack_rule fill_rule carry_rule redeal_rule win_rule undo_rule"
)
KEYS = ["name", "aliases", "aim", "how_to_play", "rules", "tips", "faq", "scoring", "history"]
KEYS += ["options"]
RULE_KINDS = words("stock waste foundation tableau cell turning redeal end")
REASONS = words(
    "no_such_pile no_such_move changes_nothing empty_pile card_hidden card_covered too_many_cards"
    " not_a_sequence no_return base_card_stays wrong_rank wrong_suit wrong_colour layer_suit"
    " needs_ace_or_king needs_king pile_full pile_never_filled stock_empty stock_not_empty"
    " nothing_to_redeal no_redeal_left nothing_to_turn no_swap_now swap_used no_hidden_card"
    " game_ended"
)
PROBLEMS = words(
    "validation_failed malformed_json unsupported_media_type not_acceptable method_not_allowed"
    " body_too_large unauthenticated banned not_found illegal_move version_conflict"
    " idempotency_key_reused key_needs_token game_over nothing_to_undo nothing_to_redo"
    " not_allowed_here too_soon game_too_long busy deal_out_of_range race_not_started race_started"
    " race_full race_over too_many_races already_linked rate_limited unavailable too_many_waiting"
    " malformed_request too_many_games internal_error"
)

VARIANTS = sorted({path.stem for path in TEXTS.glob("*/[!_]*.json")})
Leaf = tuple[str, str]


def read(name: str, language: str) -> Any:
    return json.loads((TEXTS / language / f"{name}.json").read_text(encoding="utf-8"))


def leaves(node: Any, path: str = "") -> Iterator[Leaf]:
    """List every text with its place."""
    if isinstance(node, str):
        yield path, node
    elif isinstance(node, list):
        for index, item in enumerate(node):
            yield from leaves(item, f"{path}[{index}]")
    else:
        for key, item in node.items():
            yield from leaves(item, f"{path}.{key}")


def placeholders(text: str) -> list[str]:
    return sorted(field for _, field, _, _ in Formatter().parse(text) if field is not None)


def texts_of(name: str, language: str) -> list[Leaf]:
    """List the texts that are ours to set; a variant's name is given, and aliases are names too."""
    document = dict(read(name, language))
    document.pop("name", None)
    document.pop("aliases", None)
    return list(leaves(document))


def test_no_text_is_missing() -> None:
    assert set(NAMES) <= set(VARIANTS)
    for language in LANGUAGES:
        found = {path.stem for path in (TEXTS / language).glob("*.json")}
        assert found == {*VARIANTS, *SHARED}


@pytest.mark.parametrize("variant", NAMES)
def test_names_are_the_given_ones(variant: str) -> None:
    assert tuple(read(variant, language)["name"] for language in LANGUAGES) == NAMES[variant]


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_alias_is_another_variants_name(language: str) -> None:
    documents = [read(variant, language) for variant in VARIANTS]
    taken = [document["name"].casefold() for document in documents]
    taken += [alias.casefold() for document in documents for alias in document["aliases"]]
    assert len(taken) == len(set(taken))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("variant", VARIANTS)
def test_a_variant_has_every_section(variant: str, language: str) -> None:
    document = read(variant, language)
    assert list(document) == KEYS
    assert set(document["rules"]) <= RULE_KINDS
    assert "end" in document["rules"]
    for key in ("how_to_play", "tips", "scoring", "history"):
        assert document[key], key
    assert 3 <= len(document["faq"]) <= 6
    assert all(set(pair) == {"question", "answer"} for pair in document["faq"])
    assert all(set(entry) == {"text", "source"} for entry in document["history"])
    for option in document["options"].values():
        assert set(option) == {"name", "values"}
        assert len(option["values"]) >= 2


@pytest.mark.parametrize("name", [*VARIANTS, *SHARED])
def test_languages_agree_in_shape_and_placeholders(name: str) -> None:
    english, *others = (
        {path: placeholders(text) for path, text in texts_of(name, language)}
        for language in LANGUAGES
    )
    for other in others:
        assert other == english


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("variant", VARIANTS)
def test_placeholders_are_the_documented_ones(variant: str, language: str) -> None:
    for path, text in texts_of(variant, language):
        assert set(placeholders(text)) <= PLACEHOLDERS, path


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("variant", VARIANTS)
def test_rules_state_no_figure_of_their_own(variant: str, language: str) -> None:
    document = read(variant, language)
    for key in ("aim", "how_to_play", "rules"):
        for path, text in leaves(document[key], key):
            assert not re.search(r"\d", text), path


@pytest.mark.parametrize("language", LANGUAGES)
def test_reasons_and_problems_are_complete(language: str) -> None:
    reasons = read("_reasons", language)
    problems = read("_problems", language)
    assert set(reasons) == REASONS
    assert set(problems) == PROBLEMS
    for path, text in leaves(reasons):
        assert set(placeholders(text)) <= {"card", "on", "pile", "needs"}, path
    for path, text in leaves(problems):
        assert not placeholders(text), path


@pytest.mark.parametrize("language", LANGUAGES)
def test_phrases_name_every_card_and_every_way_to_build(language: str) -> None:
    phrases = read("_phrases", language)
    for rank in "A23456789TJQK":
        assert {f"rank.{rank}", f"rank.a.{rank}", f"letter.{rank}"} <= set(phrases)
        assert "{suit}" in phrases[f"card.{rank}"]
        assert "{suit}" in phrases[f"card.the.{rank}"]
    assert {f"suit.{suit}" for suit in "CDHS"} <= set(phrases)
    for direction in ("down", "up", "up_or_down"):
        assert f"pack.wrap.{direction}" in phrases
        for suits in ("any", "same", "alternate"):
            assert f"pack.{direction}.{suits}" in phrases
    for code in REASONS:
        for field in placeholders(read("_reasons", language)[code]):
            assert f"default.{field}" in phrases


@pytest.mark.parametrize(
    ("language", "clubs_king", "jack"),
    [("en", "king of clubs", "J"), ("fr", "roi de trèfle", "V"), ("de", "Kreuz-König", "B")],
)
def test_cards_are_read_in_the_language(language: str, clubs_king: str, jack: str) -> None:
    phrases = read("_phrases", language)
    assert phrases["card.K"].format(suit=phrases["suit.C"]) == clubs_king
    assert phrases["letter.J"] == jack


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", [*VARIANTS, *SHARED])
def test_typography(name: str, language: str) -> None:
    for path, text in texts_of(name, language):
        if path == ".list.join":  # ends in a space, as it must
            assert text == ", "
            continue
        assert text == text.strip() != "", path
        assert not re.search(r"['\"]|  |\.\.", text), path
        if language == "fr":
            assert not re.search(r"(?<![\u202f\u00a0])[;!?]", text), path
            # A header's name and its colon are not French.
            assert not re.search(r"(?<!\u00a0)(?<!-Type)(?<!Authorization):", text), path
            assert "“" not in text, path
            assert "„" not in text, path
        if language == "de":
            assert text.count("„") == text.count("“"), path
            assert "”" not in text, path
