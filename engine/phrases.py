"""Phrases: the figures and rules of a variant, said in a language.

`placeholders` gives what stands in a variant's texts for `{piles}` or `{pack_rule}`, made from the
rules themselves, so that text and play cannot drift apart. A placeholder that a variant has no use
for is missing from the answer. What each of them becomes is told in `variants/texts/README.md`.
Pure: the phrases are handed in, as `engine.texts` read them.
"""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, Final

from engine.cards import CARD_TEXTS, FACE_DOWN, RANKS, SUITS
from engine.rules import (
    ALL_RANKS,
    UNLIMITED,
    Build,
    Fill,
    Foundations,
    Goal,
    Rules,
    Stock,
    Tableau,
    TableauRedeal,
)

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

HOURS: Final = 12


def placeholders(rules: Rules, phrases: Mapping[str, str]) -> dict[str, str]:
    """Give the figures and phrases that fill the texts of a variant under these rules."""
    filled = {
        "packs": str(rules.packs),
        "cards": str(rules.packs * 52),
        "undo_rule": phrases[_undo(rules)],
    }
    if rules.tableau is not None:
        filled |= _of_tableau(rules.tableau, phrases)
    if rules.foundations is not None:
        filled |= _of_foundations(rules.foundations, phrases)
    if rules.rank_piles is not None:
        filled["foundations"] = str(len(RANKS))
    if rules.cells is not None:
        filled["cells"] = str(rules.cells.count)
    if rules.stock is not None:
        filled |= _of_stock(rules.stock, phrases)
    if rules.tableau_redeal is not None:
        filled["redeal_rule"] = _gathering(rules.tableau_redeal, phrases)
    filled["win_rule"] = phrases[_win(rules)].format_map(filled)
    return filled


def card_name(text: str, phrases: Mapping[str, str], *, form: str = "card") -> str:
    """Say a card; `card.the` as the form puts the article before it.

    A face-down card and an empty place, written `??` and as nothing, have names of their own.

    Raises:
        KeyError: the text is no card.
    """
    if text in (FACE_DOWN, ""):
        return phrases["card.hidden" if text else "card.empty"]
    rank, suit = text[:1], text[1:]
    return phrases[f"{form}.{rank}"].format(suit=phrases[f"suit.{suit}"])


def needed_name(text: str, phrases: Mapping[str, str]) -> str:
    """Say what would be taken: a card, or the letter of a rank or of a suit."""
    if text in SUITS:
        return phrases[f"suit.{text}"]
    if text in RANKS:
        return phrases[f"rank.a.{text}"]
    return card_name(text, phrases, form="card.the")


def listed(items: Sequence[str], phrases: Mapping[str, str], *, last: str = "list.and") -> str:
    """Join items as a sentence does, with the phrase `last` before the last of them."""
    if len(items) < 2:  # noqa: PLR2004  a list of one has no joint
        return "".join(items)
    head = phrases["list.join"].join(items[:-1])
    return phrases[last].format(head=head, last=items[-1])


def has_hours(foundations: Foundations | None) -> bool:
    """Tell whether the foundations stand for the hours of a clock."""
    return foundations is not None and len(foundations.piles) == HOURS


def _of_tableau(tableau: Tableau, phrases: Mapping[str, str]) -> dict[str, str]:
    filled = {
        "piles": str(len(tableau.pile_sizes)),
        "pile_sizes": _sizes(tableau.pile_sizes, phrases),
        "pack_rule": _packing(tableau.build, phrases),
        "fill_rule": _filling(tableau.fill, phrases),
        "carry_rule": phrases[f"carry.{tableau.carry.value}"],
    }
    if tableau.cap is not None:
        filled["cap"] = str(tableau.cap)
    return filled


def _of_foundations(foundations: Foundations, phrases: Mapping[str, str]) -> dict[str, str]:
    if foundations.base_dealt:
        return {"foundations": str(len(SUITS))}
    firsts = [card_name(CARD_TEXTS[pile.first], phrases) for pile in foundations.piles]
    lasts = [card_name(CARD_TEXTS[pile.last], phrases) for pile in foundations.piles]
    filled = {"foundations": str(len(foundations.piles))}
    if has_hours(foundations):
        firsts, lasts = (_by_hour(names, phrases) for names in (firsts, lasts))
        filled["targets"] = listed(lasts, phrases)
    filled["bases"] = listed(firsts, phrases)
    return filled


def _by_hour(names: list[str], phrases: Mapping[str, str]) -> list[str]:
    said = phrases["list.hour"]
    return [said.format(hour=hour, card=name) for hour, name in enumerate(names, start=1)]


def _of_stock(stock: Stock, phrases: Mapping[str, str]) -> dict[str, str]:
    filled = {"draw": str(stock.draw)}
    if stock.redeals == UNLIMITED:
        return filled | {"redeal_rule": phrases["redeal.unlimited"]}
    filled["redeals"] = str(stock.redeals)
    rule = phrases["redeal.some" if stock.redeals else "redeal.none"]
    return filled | {"redeal_rule": rule.format_map(filled)}


def _gathering(redeal: TableauRedeal, phrases: Mapping[str, str]) -> str:
    rule = phrases[f"redeal.gather.{redeal.gather.value}"]
    return rule.format(pile_sizes=redeal.size)


def _sizes(sizes: tuple[int, ...], phrases: Mapping[str, str]) -> str:
    if len(set(sizes)) == 1:
        return str(sizes[0])
    if len(set(sizes)) == len(sizes):
        return listed([str(size) for size in sizes], phrases)
    runs = [(size, len(list(run))) for size, run in groupby(sizes)]
    said = phrases["sizes.run"]
    return listed([said.format(count=count, size=size) for size, count in runs], phrases)


def _packing(build: Build | None, phrases: Mapping[str, str]) -> str:
    if build is None:
        return phrases["pack.never"]
    directions = {(-1,): "down", (1,): "up", (-1, 1): "up_or_down"}
    direction = directions[tuple(sorted(build.steps))]
    rule = phrases[f"pack.{direction}.{build.suits.value}"]
    if not build.wrap:
        return rule
    return phrases["pack.with"].format(rule=rule, wrap=phrases[f"pack.wrap.{direction}"])


def _filling(fill: Fill, phrases: Mapping[str, str]) -> str:
    if fill.ranks == ALL_RANKS:
        return phrases["fill.any"]
    if not fill.ranks:
        return phrases["fill.never"]
    ranks = [phrases[f"rank.a.{RANKS[rank - 1]}"] for rank in sorted(fill.ranks)]
    return phrases["fill.ranks"].format(ranks=listed(ranks, phrases, last="list.or"))


def _win(rules: Rules) -> str:
    if rules.goal is Goal.FOUNDATIONS and rules.rank_piles is not None:
        return "win.rank_piles"
    if rules.goal is Goal.FOUNDATIONS and has_hours(rules.foundations):
        return "win.targets"
    return {
        Goal.FOUNDATIONS: "win.foundations",
        Goal.STOCK_PLACED: "win.placed",
        Goal.FULL_RUNS: "win.capped",
        Goal.ALL_TURNED: "win.turned",
    }[rules.goal]


def _undo(rules: Rules) -> str:
    if not rules.undo:
        return "undo.no"
    return "undo.hidden" if rules.hides else "undo.yes"
