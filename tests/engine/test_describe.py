"""Rules as plain data: complete, plain, in a fixed order, and nothing that does not apply."""

from __future__ import annotations

import itertools
import json
import math
from typing import Any

import pytest

from engine.cards import CARD_TEXTS
from engine.deals import Deal
from engine.describe import describe
from engine.places import CARD_HEIGHT, places
from engine.position import Position
from engine.rules import Bottomed, Fill, Foundations, Goal, Rules, Stock, Tableau, Turning
from engine.variant import Par, Ring, Row, Variant
from engine.variants import catalogue, variant

GAMES = [game.id for game in catalogue()]


def described(game: str, **chosen: str) -> dict[str, Any]:
    return describe(variant(game).with_options(chosen), variant(game))


def made_up(**groups: Any) -> dict[str, Any]:
    rules = Rules(variant="example", version=1, **groups)
    return describe(rules, Variant(rules=rules, par=Par(seconds=1, moves=1, source="none")))


def nodes(node: Any) -> list[Any]:
    inner = node.values() if isinstance(node, dict) else node if isinstance(node, list) else ()
    return [node, *itertools.chain.from_iterable(nodes(item) for item in inner)]


@pytest.mark.parametrize("game", GAMES)
def test_it_is_plain_json_without_nulls(game: str) -> None:
    told = described(game)
    assert json.loads(json.dumps(told)) == told
    for node in nodes(told):
        assert type(node) in (dict, list, str, int, float, bool)


@pytest.mark.parametrize("game", GAMES)
def test_it_is_the_same_every_time(game: str) -> None:
    assert json.dumps(described(game)) == json.dumps(described(game))


@pytest.mark.parametrize("game", GAMES)
def test_piles_are_those_of_a_dealt_layout_and_each_has_a_place(game: str) -> None:
    told = described(game)
    start = Position.start(Deal.numbered(variant(game).rules, "1"))
    piles = [pile["id"] for pile in told["piles"]]
    assert piles == [pile.id for pile in start.view().piles]
    assert sorted(place["pile"] for place in told["layout"]) == sorted(piles)
    assert {pile for group in told["interchangeable"] for pile in group} <= set(piles)


@pytest.mark.parametrize("game", GAMES)
def test_no_two_places_overlap(game: str) -> None:
    for one, other in itertools.combinations(places(variant(game)), 2):
        apart = max(abs(one.x - other.x), abs(one.y - other.y))
        assert apart >= 1 - 1e-9, (one, other)


@pytest.mark.parametrize("game", GAMES)
def test_groups_are_those_of_the_rules(game: str) -> None:
    told, rules = described(game), variant(game).rules
    groups = "tableau foundations rank_piles stock cells tableau_redeal turning"
    for group in groups.split():
        assert (group in told) == (getattr(rules, group) is not None), group


def test_freecell() -> None:
    told = described("freecell")
    assert told["tableau"] == {
        "piles": 8,
        "pile_sizes": [7, 7, 7, 7, 6, 6, 6, 6],
        "spread": "columns",
        "face_down": "none",
        "packing": {"steps": [-1], "suits": "alternate", "wrap": False},
        "fill": "any",
        "carry": "cells",
    }
    assert told["cells"] == {"count": 4}
    assert told["foundations"]["piles"][0] == {
        "pile": "f1",
        "first": "AC",
        "last": "KC",
        "step": 1,
        "laid_out": False,
    }
    assert told["interchangeable"] == [
        ["c1", "c2", "c3", "c4"],
        ["t1", "t2", "t3", "t4", "t5", "t6", "t7", "t8"],
    ]
    assert told["goal"] == "foundations_complete"
    assert (
        told["facts"].items()
        >= {
            "packs": 1,
            "hidden_cards": False,
            "open": True,
            "chance_only": False,
            "undo": True,
            "raced": True,
            "deal_numbers": {"first": "1", "last": "2147483647"},
        }.items()
    )
    assert not {"stock", "turning", "tableau_redeal", "rank_piles"} & set(told)


def test_clover_leaf() -> None:
    told = described("clover-leaf", colours="black-aces")
    assert told["tableau"]["spread"] == "fans"
    assert told["tableau"]["fill"] == ["A", "K"]
    assert told["foundations"]["returns"] is True
    assert told["foundations"]["piles"][2] == {
        "pile": "f3",
        "first": "KD",
        "last": "AD",
        "step": -1,
        "laid_out": True,
    }
    assert told["automatic"] == {"levels": ["off", "finish", "safe", "all"], "default": "all"}
    assert told["options"] == [
        {
            "name": "colours",
            "values": ["red-aces", "black-aces"],
            "default": "red-aces",
            "layout": True,
        }
    ]


def test_german_clock() -> None:
    told = described("german-clock", redeals="2")
    assert told["rank_piles"] == {"piles": 13, "depth": 4}
    assert told["stock"] == {"draw": 1, "redeals": 2}
    assert told["interchangeable"] == []
    assert told["facts"]["open"] is False
    assert {"id": "f13", "kind": "foundation"} in told["piles"]
    assert "tableau" not in told


def test_grandfathers_clock_has_its_targets_round_the_hours() -> None:
    told = described("grandfathers-clock")
    targets = {pile["id"]: pile["target"] for pile in told["piles"] if "target" in pile}
    assert targets["f1"] == "AH"
    assert targets["f12"] == "QC"
    hours = {place["pile"]: place for place in told["layout"]}
    assert hours["f12"]["x"] == hours["f6"]["x"]
    assert hours["f12"]["y"] < hours["f1"]["y"] < hours["f3"]["y"] == hours["f9"]["y"]
    assert hours["f9"]["x"] < hours["f12"]["x"] < hours["f3"]["x"]


def test_what_only_other_variants_have() -> None:
    four = made_up(foundations=Foundations(base_dealt=True), stock=Stock(redeals=-1))
    assert four["foundations"] == {"returns": False, "base_dealt": True}
    assert four["stock"]["redeals"] == "unlimited"
    assert [pile["id"] for pile in four["piles"]] == ["s", "w", "f1", "f2", "f3", "f4"]

    shamrocks = Tableau(pile_sizes=(3, 1), bottomed=Bottomed.KINGS, fill=Fill.never(), cap=3)
    told = made_up(tableau=shamrocks, goal=Goal.STOCK_PLACED, stock=Stock())["tableau"]
    assert told["bottomed"] == "kings"
    assert "packing" not in told

    clock = Tableau(pile_sizes=(4,) * 13)
    turned = made_up(tableau=clock, goal=Goal.ALL_TURNED, turning=Turning(swaps=1), undo=False)
    assert turned["turning"] == {"swaps": 1}
    assert turned["goal"] == "all_turned"
    assert turned["interchangeable"] == []
    assert turned["facts"]["chance_only"] is False
    assert turned["facts"]["undo"] is False


def test_rows_and_rings() -> None:
    rules = Rules(variant="example", version=1, foundations=Foundations(base_dealt=True))
    layout = (Row(piles="f1-f3", x=1, y=2, gap=1.5), Ring(piles="t1-t12", x=4, y=3, radius=2))
    placed = places(Variant(rules=rules, layout=layout, par=Par(seconds=1, moves=1, source="none")))
    assert [(place.pile, place.x, place.y, place.gap) for place in placed[:3]] == [
        ("f1", 1, 2, 1.5),
        ("f2", 2.5, 2, 1.5),
        ("f3", 4, 2, 1.5),
    ]
    assert [(place.pile, place.x, place.gap) for place in (placed[5], placed[14])] == [
        ("t3", 6, None),
        ("t12", 4, None),
    ]
    for place in placed[3:]:
        assert math.isclose(math.hypot(place.x - 4, (place.y - 3) * CARD_HEIGHT), 2, abs_tol=0.01)


def test_cards_are_written_as_everywhere() -> None:
    for game in GAMES:
        for pile in described(game).get("foundations", {}).get("piles", []):
            assert {pile["first"], pile["last"]} <= set(CARD_TEXTS[:52])
