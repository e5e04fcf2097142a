"""Replays: who has its id may look at an ended game, once nothing of its deal is secret."""

import re
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime

import pytest

from engine import Card, Deal, Move, Position, catalogue, variant
from engine.cards import card
from tests.client import Client

pytestmark = pytest.mark.usefixtures("clock")  # noon of the first of March

TODAY = "2025-03-01"
NAMES = [each.id for each in catalogue()]


def share(client, game, **expected):
    return client.post(f"games/{game['id']}/share", expect=201, **expected).json


def ended(client, name="german-clock", moves=4, **wish):
    game = client.start(name, **wish)
    for _ in range(moves):
        if game["legal_moves"]:
            game = client.move(game, game["legal_moves"][0]["move"])
    if game["status"] == "playing":
        game = client.post(f"games/{game['id']}/resign", {}).json
    return game


@pytest.mark.parametrize("name", NAMES)
def test_a_replay_leads_from_the_deal_to_the_board_that_was_left(player, stranger, name):
    game = ended(player, name, moves=9)
    told = stranger.get(share(player, game)["url"]).json
    closed = told["closed"]
    rules = variant(name).with_options(closed["options"], version=closed["rules_version"])
    deal = Deal.of_order(rules, tuple(Card(card(text)) for text in closed["order"]))
    position = Position.start(deal)
    moves = [step for each in told["moves"] for step in (each["move"], *each["automatic"])]
    for move in (*told["automatic"], *moves):
        position.follow(Move.parse(move))
    shown = [list(pile.cards) for pile in position.view().piles]
    assert shown == [pile["cards"] for pile in game["piles"]]
    assert len(told["moves"]) == game["moves_made"]
    for figure in ("status", "score", "elapsed_ms", "assisted", "finished_at", "options"):
        assert told[figure] == game[figure]
    assert closed["commitment"] == game["deal"]["commitment"]


def test_a_replay_has_the_players_name_and_no_other_trace_of_them(player, stranger):
    game = ended(player)
    url = share(player, game)["url"]
    assert "name" not in stranger.get(url).json
    player.call("PATCH", "players/me", {"name": "Ada"})
    assert stranger.get(url).json["name"] == "Ada"
    text = stranger.get(url).raw.decode()
    assert player.get("players/me").json["id"] not in text
    assert game["id"] not in text


def test_moves_taken_back_are_not_shown(player, stranger):
    game = player.start("fan", autoplay="off")
    for each in game["legal_moves"][:1]:
        game = player.move(game, each["move"])
    game = player.post(f"games/{game['id']}/undo", {"count": 1}).json
    player.post(f"games/{game['id']}/resign", {})
    told = stranger.get(share(player, game)["url"]).json
    assert (told["moves"], told["undos"], told["assisted"]) == ([], 1, True)


def test_a_game_has_one_replay_however_often_and_at_once_it_is_shared(app, player):
    game = ended(player)
    with ThreadPoolExecutor(8) as threads:
        clients = [Client(app, player.token) for _ in range(12)]
        shared = list(threads.map(lambda each: share(each, game), clients))
    assert all(each == shared[0] for each in shared)
    answer = player.post(f"games/{game['id']}/share", expect=201)
    assert answer.headers["Location"] == shared[0]["url"]


def test_the_id_of_a_replay_cannot_be_guessed(player):
    ids = {share(player, ended(player, moves=0))["id"] for _ in range(20)}
    assert len(ids) == 20
    assert all(re.fullmatch(r"[A-Za-z0-9_-]{24}", each) for each in ids)


@pytest.mark.parametrize("odd", ["x", "A" * 24, "A" * 500, "%00" * 24, "../games", "é" * 24, " "])
def test_nothing_is_under_other_ids(stranger, odd):
    stranger.send("GET", f"/v1/replays/{odd}", None, expect=404)
    stranger.send("GET", f"/v1/replays/{odd}/board.svg", None, expect=404)


def test_a_game_that_runs_cannot_be_shared(player):
    game = player.start("fan")
    refused = player.post(f"games/{game['id']}/share", expect=409)
    assert refused.code == "not_allowed_here"
    assert "ended" in refused.json["detail"]


def test_somebody_elses_game_cannot_be_shared(player, rival, stranger):
    game = ended(player)
    rival.post(f"games/{game['id']}/share", expect=404)
    stranger.post(f"games/{game['id']}/share", expect=401)


def test_a_game_on_a_daily_can_be_shared_once_that_has_closed(player, stranger, clock):
    first = ended(player, "klondike", daily=TODAY)
    again = player.start("klondike", again=first["id"])
    again = player.post(f"games/{again['id']}/resign", {}).json
    clock.time = datetime(2025, 3, 2, 23, 59, 59, 999_000, tzinfo=UTC)
    for game in (first, again):
        refused = player.post(f"games/{game['id']}/share", expect=409)
        assert "2025-03-03 00:00 UTC" in refused.json["detail"]
    clock.forward(milliseconds=1)
    for game in (first, again):
        told = stranger.get(share(player, game)["url"]).json
        assert told["deal"]["date"] == TODAY
        assert len(told["closed"]["order"]) == 52


def test_a_replay_is_gone_with_its_player(player, stranger):
    shared = share(player, ended(player))
    player.call("DELETE", "players/me", expect=204)
    for url in (shared["url"], shared["board_url"]):
        stranger.get(url, expect=404)


def test_the_picture_shows_the_board_that_was_left(player, stranger):
    game = ended(player, "klondike")
    url = share(player, game)["board_url"]
    drawn = stranger.get(url, Accept_Language="de")
    mine = player.get(f"games/{game['id']}/board.svg", Accept_Language="de")
    assert drawn.raw == mine.raw
    assert drawn.headers["Content-Language"] == "de"
    stranger.get(url, expect=304, Accept_Language="de", If_None_Match=drawn.headers["ETag"])


def test_replays_may_be_kept_by_caches_for_a_short_time(player, stranger):
    shared = share(player, ended(player))
    for url in (shared["url"], shared["board_url"]):
        answer = stranger.get(url)
        assert answer.headers["Cache-Control"] == "public, max-age=60"
        stranger.get(url, expect=304, If_None_Match=answer.headers["ETag"])


def test_the_export_names_the_replay_of_each_game_that_was_shared(player):
    shared, kept = ended(player), ended(player)
    replay = share(player, shared)["id"]
    told = player.get("players/me/export").json["games"]
    assert {game["id"]: game.get("replay") for game in told} == {
        shared["id"]: replay,
        kept["id"]: None,
    }
