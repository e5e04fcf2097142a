"""Nothing hidden leaves the server: every answer of games with face-down cards is searched."""

import re
from dataclasses import replace

import orjson
import pytest

from engine import catalogue
from engine.cards import CARD_TEXTS

HIDDEN = [each.id for each in catalogue() if each.rules.hides]
CARD = re.compile(r"(?<![0-9A-Za-z])([A23456789TJQK][CDHS])(?![0-9A-Za-z])")
ROUTES = ("", "/moves", "/history")


class Stacked:
    """Chance that leaves the pack in an order given beforehand."""

    def __init__(self, order):
        self.order = order

    def shuffle(self, cards):
        assert sorted(cards) == sorted(self.order)
        cards[:] = self.order


@pytest.fixture
def stack(app, clock):  # noqa: ARG001 - twins need one clock
    def stacked(order):
        means = app.extensions["means"]
        app.extensions["means"] = replace(means, chance=Stacked(order))

    return stacked


def walk(player, game, *, most=300):
    """Play a hidden game to its end; give every answer with the game it belongs to."""
    path = f"games/{game['id']}"
    for turn in range(most):
        seen = turned_up(game)
        yield game, seen
        for route in ROUTES:
            yield player.get(f"{path}{route}").json, seen
        yield player.get("games").json, seen
        yield player.get("players/me/stats").json, seen
        if game["status"] != "playing" or not game["legal_moves"]:
            return
        for refused in ("w-f1", "w-f13", "redeal", "t1-t2", "w-t1"):
            if refused not in [each["move"] for each in game["legal_moves"]]:
                answer = player.post(f"{path}/moves", {"moves": [refused]}, expect=409)
                yield answer.json, seen
        if turn % 10 == 5:
            yield player.post(f"{path}/hint", {"line": True}).json, seen
            yield player.post(f"{path}/undo", {}, expect=None).json, seen
            game = player.read(game)
            yield game, seen
            continue
        game = player.move(game, game["legal_moves"][0]["move"])
        yield game, seen | turned_up(game)


def turned_up(game):
    return {text for pile in game["piles"] for text in pile["cards"] if text != "??"}


@pytest.mark.parametrize("name", HIDDEN)
def test_no_answer_names_a_card_that_was_never_turned_up(player, name):
    known = set()
    answers = 0
    for answer, seen in walk(player, player.start(name)):
        known |= seen
        named = set(CARD.findall(orjson.dumps(answer).decode()))
        assert named <= known, (named - known, answer)
        answers += 1
        if known == set(CARD_TEXTS[:52]):
            break
    assert answers > 100


@pytest.mark.parametrize("name", HIDDEN)
def test_a_resigned_game_shows_its_board_as_it_was(player, name):
    game = player.start(name)
    game = player.move(game, game["legal_moves"][0]["move"])
    resigned = player.post(f"games/{game['id']}/resign", {}).json
    assert resigned["piles"] == game["piles"]
    assert player.get("games").json["items"][0].keys().isdisjoint({"piles", "order", "salt"})


def test_a_numbered_deal_of_a_hidden_variant_shows_no_hidden_card(stranger):
    for name in HIDDEN:
        deal = stranger.get(f"variants/{name}/deals/7").json
        stock = next(pile for pile in deal["piles"] if pile["kind"] == "stock")
        assert set(stock["cards"]) == {"??"}


def test_twins_that_differ_only_in_hidden_cards_answer_alike(app, player, rival, stack):
    """Two German Clock deals alike in their first 20 cards, and the others turned round."""
    order = list(range(52))
    twin = order[:20] + order[:19:-1]
    stack(order)
    mine = player.start("german-clock")
    stack(twin)
    theirs = rival.start("german-clock")
    assert alike(mine) == alike(theirs)
    calls = [("moves", {"moves": ["draw"]}), ("moves", {"moves": ["w-f1"]})]
    for turn in range(20):
        for call, body in [*calls, ("hint", {"line": True}), ("undo", {}), ("redo", {})]:
            answers = [
                who.post(f"games/{game['id']}/{call}", body, expect=None)
                for who, game in ((player, mine), (rival, theirs))
            ]
            assert answers[0].status == answers[1].status
            assert alike(answers[0].json) == alike(answers[1].json), (turn, call)
        for route in ROUTES:
            pair = [
                who.get(f"games/{game['id']}{route}")
                for who, game in ((player, mine), (rival, theirs))
            ]
            assert alike(pair[0].json) == alike(pair[1].json), (turn, route)
        if turned_up(player.read(mine)) >= set(CARD_TEXTS[:20]):
            break
    assert app


def alike(answer):
    """An answer as bytes, without what names the game or the request."""
    kept = {key: value for key, value in answer.items() if key not in ("id", "deal", "instance")}
    return orjson.dumps(kept)
