"""The texts that people read: variants, refusals and problems in English, French and German.

They lie in `engine/variants/texts/` as JSON, and each file is read once, when it is first asked
for. What the rules already state is filled in from the rules (`engine.phrases`). An unknown
language falls back to English; an unknown variant or code does not, for a sentence that says
nothing helps nobody.
"""

from __future__ import annotations

import json
from copy import deepcopy
from functools import cache
from importlib.resources import files
from itertools import groupby
from typing import TYPE_CHECKING, Any, Final

from engine.cards import FACE_DOWN, RANKS
from engine.examples import examples, shown_piles, told
from engine.phrases import card_name, listed, needed_name, placeholders
from engine.variants import variant

if TYPE_CHECKING:
    from collections.abc import Mapping

    from engine.examples import Example
    from engine.rules import Rules
    from engine.views import View

LANGUAGES: Final = ("en", "fr", "de")


def texts(variant_id: str, lang: str, rules: Rules | None = None) -> dict[str, Any]:
    """Give all texts of a variant, with the figures of `rules`, or of its standard rules.

    The keys are those of the variant's file, and `examples`: for each example of a rule its `flag`,
    `options` that are not at their default, the `piles` as they are seen, the `move`, whether it
    is `allowed`, and the `text` that says so. The answer is the caller's to change.

    Raises:
        UnknownVariant: there is none of that id or alias.
    """
    game = variant(variant_id)
    language = _language(lang)
    document = _read(language, game.id)
    filling = placeholders(rules or game.rules, _read(language, "_phrases"))
    filled: dict[str, Any] = _fill(document, filling)
    return filled | {"examples": deepcopy(_examples(game.id, language))}


def name_of(variant_id: str, lang: str) -> str:
    """Give the name of a variant.

    >>> name_of("grandfathers-clock", "de")
    'Großvaters Uhr'

    Raises:
        UnknownVariant: there is none of that id or alias.
    """
    name: str = _read(_language(lang), variant(variant_id).id)["name"]
    return name


def reason_text(code: str, facts: Mapping[str, str], lang: str) -> str:
    """Say why a move is refused; `facts` are those of the refusal, any of them may be missing.

    >>> reason_text("base_card_stays", {}, "en")
    'The first card of a foundation stays where it is.'

    Raises:
        KeyError: no refusal has that code.
    """
    language = _language(lang)
    phrases = _read(language, "_phrases")
    said = {fact: phrases[f"default.{fact}"] for fact in ("card", "on", "pile", "needs")}
    said |= {fact: _say(fact, text, phrases) for fact, text in facts.items()}
    sentence: str = _read(language, "_reasons")[code]
    if facts.get("needs") == "":
        sentence = phrases["nothing_fits"]
    return sentence.format_map(said)


def problem_text(code: str, lang: str) -> tuple[str, str]:
    """Give the title and the detail of a problem.

    >>> problem_text("busy", "en")[0]
    'Someone else is changing this'

    Raises:
        KeyError: no problem has that code.
    """
    problem = _read(_language(lang), "_problems")[code]
    return problem["title"], problem["detail"]


def detail_text(key: str, facts: Mapping[str, object], lang: str) -> str:
    """Say what exactly is wrong with a request; `facts` fill the sentence's placeholders.

    >>> detail_text("range", {"least": 1, "most": 40}, "en")
    'This must be from 1 to 40.'

    Raises:
        KeyError: there is no such sentence, or a fact of it is missing.
    """
    sentence: str = _read(_language(lang), "_details")[key]
    return sentence.format_map(facts)


def layout_text(fault: str, facts: Mapping[str, object], lang: str) -> str:
    """Say why cards cannot lie so; `facts` are those of the error.

    >>> layout_text("cell_full", {"pile": "c1"}, "en")
    'The cell c1 holds one card.'

    Raises:
        KeyError: there is no such fault, or a fact of it is missing.
    """
    sentence: str = _read(_language(lang), "_layouts")[fault]
    return sentence.format_map(facts)


def sentences(of: str, lang: str) -> dict[str, str]:
    """Give all sentences of `details` or `layouts`, with their placeholders, by code.

    >>> sentences("details", "en")["range"]
    'This must be from {least} to {most}.'
    """
    return dict(_read(_language(lang), f"_{of}"))


def spoken_board(view: View, lang: str) -> str:
    """Say what lies on the table, pile by pile, for those who do not see it."""
    phrases = _read(_language(lang), "_phrases")
    said = []
    for pile in view.piles:
        name = f"{phrases[f'pile.{pile.kind}']} {pile.id[1:]}".rstrip()
        cards = _spoken_cards(pile.cards, phrases)
        if pile.target is not None and pile.cards[-1:] != (pile.target,):
            target = card_name(pile.target, phrases)
            cards = phrases["board.target"].format(cards=cards, card=target)
        said.append(phrases["board.pile"].format(pile=name, cards=cards))
    return " ".join(said)


def letters(lang: str) -> dict[str, str]:
    """Give what stands on a card for each rank: a French king shows an R.

    >>> letters("fr")["K"], letters("de")["J"]
    ('R', 'B')
    """
    phrases = _read(_language(lang), "_phrases")
    return {rank: phrases[f"letter.{rank}"] for rank in RANKS}


@cache
def _examples(variant_id: str, language: str) -> list[dict[str, Any]]:
    return [_shown(example, language) for example in examples(variant_id)]


def _shown(example: Example, language: str) -> dict[str, Any]:
    phrases = _read(language, "_phrases")
    code, facts = told(example)
    if example.reason is not None:
        text = reason_text(code, facts, language)
    else:
        said = {fact: _say(fact, words, phrases) for fact, words in facts.items()}
        text = phrases[f"example.{code}"].format_map(said)
    return {
        "flag": example.flag,
        "options": example.options,
        "piles": shown_piles(example),
        "move": str(example.move),
        "allowed": example.reason is None,
        "text": text,
    }


def _say(fact: str, text: str, phrases: Mapping[str, str]) -> str:
    if fact in ("card", "on"):
        names = [card_name(word, phrases, form="card.the") for word in text.split() or [""]]
        return listed(names, phrases)
    if fact == "needs":
        names = [needed_name(word, phrases) for word in text.split()]
        return listed(names, phrases, last="list.or")
    return text


def _spoken_cards(cards: tuple[str, ...], phrases: Mapping[str, str]) -> str:
    words: list[str] = []
    for text, run in groupby(cards):
        same = len(list(run))
        if text == FACE_DOWN and same > 1:
            words.append(phrases["board.hidden"].format(count=same))
        else:
            words += [card_name(text, phrases)] * same
    return phrases["list.join"].join(words) or phrases["board.empty"]


def _fill(node: Any, filling: Mapping[str, str]) -> Any:
    if isinstance(node, str):
        return node.format_map(filling)
    if isinstance(node, list):
        return [_fill(item, filling) for item in node]
    return {key: _fill(item, filling) for key, item in node.items()}


def _language(lang: str) -> str:
    return lang if lang in LANGUAGES else LANGUAGES[0]


@cache
def _read(language: str, name: str) -> Any:
    path = files("engine.variants").joinpath("texts", language, f"{name}.json")
    return json.loads(path.read_text(encoding="utf-8"))
