"""Nothing of an open daily is told on any route, also to one who has finished or resigned it."""

import random
from base64 import b64encode
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from engine import Card, card_text, catalogue
from tests.api.test_hidden import (
    HIDDEN,
    Stacked,
    anonymous,
    both,
    choose,
    illegal,
    look_around,
    named,
    turned_up,
    twins,
)

pytestmark = pytest.mark.usefixtures("clock")  # noon of the first of March

TODAY = "2025-03-01"
NAMES = [each.id for each in catalogue()]
GAME_ROUTES = ("", "/moves", "/history", "/board.svg")
OTHER_ROUTES = (
    "games",
    "players/me",
    "players/me/stats",
    "players/me/export",
    "boards/{name}",
    f"boards/{{name}}/daily/{TODAY}",
    "players/me/export",
    "variants/{name}",
    "variants/{name}/daily",
    f"variants/{{name}}/daily/{TODAY}",
)


def everything(player, name, game):
    """Call all that could tell of a game, whatever it answers; the player's other games too."""
    path = f"games/{game['id']}"
    for refused in illegal(game)[:2]:
        yield player.post(f"{path}/moves", {"moves": [refused]}, expect=None)
    for call, body in (
        ("hint", {"line": True}),
        ("verdict", {"effort": "deep"}),
        ("verdict", {"position": "dealt", "effort": "deep"}),
        ("undo", {"to": "winnable"}),
        ("share", None),
    ):
        yield player.post(f"{path}/{call}", body, expect=None)
    for route in GAME_ROUTES:
        yield player.get(f"{path}{route}")
    for route in OTHER_ROUTES:
        yield player.get(route.format(name=name))


def play(player, game, *, turns):
    """Play by chance, the same each time; give the game and the cards turned up until then."""
    chance = random.Random(game["variant"])  # noqa: S311 - the same moves each time
    known = turned_up(game)
    for _ in range(turns):
        if game["status"] != "playing" or not game["legal_moves"]:
            break
        game = player.move(game, choose(game, chance))
        known |= turned_up(game)
    return game, known


@pytest.mark.parametrize("name", NAMES)
def test_no_answer_tells_order_salt_or_a_card_that_was_not_turned_up(player, clock, sql, name):
    """Of a game that runs, one that was given up, and practice on it; then all are told."""
    first, known = play(player, player.start(name, daily=TODAY), turns=25)
    answers = list(everything(player, name, first))
    answers.append(player.post(f"games/{first['id']}/resign", {}, expect=None))
    answers += everything(player, name, first)
    for wish in ({"again": first["id"]}, {"daily": TODAY}):
        game, more = play(player, player.start(name, **wish), turns=40)
        known |= more
        answers += everything(player, name, game)
        answers += everything(player, name, first)
    [(order, salt)] = sql("SELECT deal_order, salt FROM daily")
    cards = [card_text(Card(code)) for code in order]
    texts = [each.raw.decode() for each in answers] + [str(each.headers) for each in answers]
    for secret in (
        salt.hex(),
        b64encode(salt).decode().rstrip("="),
        order.hex(),
        b64encode(order).decode().rstrip("="),
        "".join(cards),
        ",".join(cards),
        '","'.join(cards),
        " ".join(cards),
    ):
        assert not any(secret in text for text in texts)
    for answer in answers:
        assert b'"closed":{' not in answer.raw
        assert b'"solution"' not in answer.raw
        if answer.headers["Content-Type"].endswith("json") and "rules_data" not in answer.json:
            assert named(answer.json) <= known, answer.json
    clock.time = datetime(2025, 3, 3, tzinfo=UTC)
    told = player.get(f"games/{first['id']}/history").json["closed"]
    assert told["salt"] == salt.hex()
    assert told["order"] == cards
    assert player.get(f"variants/{name}/daily/{TODAY}").json["closed"]["order"] == cards


@pytest.mark.parametrize("name", HIDDEN)
def test_dailies_that_differ_only_in_hidden_cards_answer_alike(player, rival, clock, sql, name):
    """Two worlds whose dailies look alike along a line: played, given up and played again."""
    app = player.app
    line, *orders = twins(name, {})
    pair, described = [], []
    for who, order in zip((player, rival), orders, strict=True):
        sql("DELETE FROM daily RETURNING variant")
        means = app.extensions["means"]
        app.extensions["means"] = replace(means, chance=Stacked(order))
        pair.append((who, who.start(name, daily=TODAY)))
        described.append(anonymous(who.get(f"variants/{name}/daily").raw))
    assert described[0] == described[1]
    for turn, move in enumerate(line):
        games = both(pair, "POST", "moves", {"moves": [move]})
        if turn % 8 == 3:
            look_around(pair, games[0])
    look_around(pair, player.read(pair[0][1]))
    both(pair, "POST", "resign", {})
    look_around(pair, player.read(pair[0][1]))
    both(pair, "POST", "verdict", {"position": "dealt"})
    both(pair, "POST", "share")
    clock.forward(seconds=1)
    again = [(who, who.start(name, again=game["id"])) for who, game in pair]
    for move in line[:5]:
        both(again, "POST", "moves", {"moves": [move]})
    look_around(again, player.read(again[0][1]))
