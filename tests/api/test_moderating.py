"""What the operator does with players: each command says what it did, and may be repeated."""

import re
from uuid import UUID

import pytest

from service import moderating
from service.app import openapi_document
from service.config import Config
from service.means import Means
from service.storage.pool import Database
from tests.racing import started
from tests.service.test_command import longcase

NOBODY = "00000000-0000-4000-8000-000000000000"
CHANGING = [
    (path, method, operation)
    for path, calls in openapi_document()["paths"].items()
    for method, operation in calls.items()
    if method in ("post", "patch", "put") and operation["security"]
    if "/sandbox/" not in path  # refused to everybody here
]
READING = [
    (path, operation)
    for path, calls in openapi_document()["paths"].items()
    for method, operation in calls.items()
    if method == "get" and operation["security"]
]


@pytest.fixture
def ada(player):
    player.call("PATCH", "players/me", {"name": "Ada"})
    return player


@pytest.fixture
def operator(owner):
    """The means of the operator's commands."""
    config = Config(database_url=owner, pool_size=1)
    with Database(config).open() as database:
        yield Means(database=database, config=config)


@pytest.fixture
def ban(operator):
    return lambda client: moderating.ban(operator, UUID(id_of(client)))


@pytest.fixture
def lift(operator):
    return lambda client: moderating.lift(operator, UUID(id_of(client)))


def id_of(client):
    return client.get("players/me").json["id"]


def address(path, game):
    values = {
        "game_id": game["id"],
        "race_id": game.get("race", {}).get("id", NOBODY),
        "variant": "fan",
        "date": "2025-02-01",
        "replay_id": "x" * 24,
    }
    return re.sub(r"\{(\w+)\}", lambda found: values[found[1]], path)


def test_a_player_is_renamed_by_id_or_by_name(ada, operate):
    whom = f"player {id_of(ada)}"
    assert operate("rename", "Ada", "  Zoe\u0301 ") == (0, f"renamed {whom} (Ada) to Zoé")
    assert ada.get("players/me").json["name"] == "Zoé"
    assert operate("rename", id_of(ada), "Kim") == (0, f"renamed {whom} (Zoé) to Kim")
    assert operate("rename", id_of(ada), "Kim") == (0, f"renamed {whom} (Kim) to Kim")
    assert ada.get("players/me").json["name"] == "Kim"


def test_a_guest_is_renamed_by_id(player, operate):
    said = f"renamed player {id_of(player)} (without a name) to Kim"
    assert operate("rename", id_of(player), "Kim") == (0, said)


def test_a_name_that_cannot_be_shown_is_not_given(ada, operate):
    status, said = operate("rename", "Ada", "\u200b")
    assert status == 1
    assert said.startswith("longcase: '\\u200b' is no display name: ")
    assert ada.get("players/me").json["name"] == "Ada"


@pytest.mark.parametrize("verb", [("ban",), ("rename", "Kim")])
def test_of_players_with_one_name_the_operator_names_one(ada, rival, operate, verb):
    rival.call("PATCH", "players/me", {"name": "Ada"})
    verb, *name = verb
    status, said = operate(verb, "Ada", *name)
    assert status == 1
    assert said.startswith("longcase: 2 players are named Ada; give the id of one: ")
    for client in (ada, rival):
        assert id_of(client) in said
        assert client.call("PATCH", "players/me", {"language": "de"}).json["name"] == "Ada"


@pytest.mark.parametrize("who", ["Nobody", NOBODY, "%"])
def test_who_is_not_there_is_told_in_one_line(ada, operate, who):
    for verb in (("ban", who), ("ban", who, "--lift"), ("rename", who, "Kim")):
        assert operate(*verb) == (1, f"longcase: there is no player {who}".strip())
    assert ada.get("players/me").json["name"] == "Ada"


def test_a_ban_is_told_and_may_be_repeated(ada, operate):
    whom = f"player {id_of(ada)} (Ada)"
    assert operate("ban", "Ada", "--lift") == (0, f"{whom} was not banned before")
    assert operate("ban", "Ada") == (0, f"banned {whom}")
    assert operate("ban", "Ada") == (0, f"{whom} was banned before")
    ada.call("PATCH", "players/me", {"language": "de"}, expect=403)
    assert operate("ban", "Ada", "--lift") == (0, f"let in {whom}")
    ada.call("PATCH", "players/me", {"language": "de"})


def in_a_race(clock, *clients):
    """Start a race; give the first one's game."""
    race, *_ = started(clock, *clients)
    return clients[0].get(f"games/{race['game']}").json


def test_a_banned_player_changes_nothing_on_any_route(ada, rival, ban, clock):
    game = in_a_race(clock, ada, rival)
    before = ada.get("players/me/export").json["games"]
    ban(ada)
    assert len(CHANGING) > 10
    for path, method, operation in CHANGING:
        body = operation.get("requestBody", {}).get("content", {}).get("application/json", {})
        sent = body.get("example", {})
        if operation["operationId"] == "linkGuest":
            sent = {"token": rival.token}
        answer = ada.call(method.upper(), address(path, game), sent, expect=403)
        assert answer.code == "banned", path
    assert ada.get("players/me/export").json["games"] == before
    rival.get("players/me")


def test_a_banned_player_reads_and_exports_what_is_theirs(ada, rival, ban, clock):
    game = in_a_race(clock, ada, rival)
    code = rival.get(f"races/{game['race']['id']}").json["code"]
    ban(ada)
    assert len(READING) > 8
    for path, _ in READING:
        query = f"?code={code}" if path == "/v1/race-entries" else ""
        ada.get(address(path, game) + query, expect=404 if "{date}" in path else 200)


def test_a_banned_player_can_be_deleted(ada, ban):
    ban(ada)
    ada.call("DELETE", "players/me", expect=204)


def test_a_banned_guest_is_not_linked(ada, rival, ban):
    ban(rival)
    assert ada.post("players/me/link", {"token": rival.token}, expect=403).code == "banned"
    rival.get("players/me")


def test_a_banned_player_is_on_no_board_until_the_ban_is_lifted(ada, stranger, ban, lift):
    today = stranger.get("variants/fan/daily").json["date"]
    game = ada.start("fan", daily=today)
    game = ada.move(game, game["legal_moves"][0]["move"])
    ada.post(f"games/{game['id']}/resign", {})

    def names():
        items = stranger.get(f"boards/fan/daily/{today}").json["items"]
        return [entry["name"] for entry in items]

    assert names() == ["Ada"]
    ban(ada)
    assert names() == []
    lift(ada)
    assert names() == ["Ada"]


def test_a_renamed_player_stands_on_the_board_under_the_new_name(ada, stranger, operate):
    today = stranger.get("variants/fan/daily").json["date"]
    game = ada.start("fan", daily=today)
    game = ada.move(game, game["legal_moves"][0]["move"])
    ada.post(f"games/{game['id']}/resign", {})
    operate("rename", "Ada", "Kim")
    items = stranger.get(f"boards/fan/daily/{today}").json["items"]
    assert [entry["name"] for entry in items] == ["Kim"]


def test_a_linked_guest_is_nobody(ada, rival, operate):
    gone = id_of(rival)
    ada.post("players/me/link", {"token": rival.token})
    assert operate("ban", gone) == (1, f"longcase: there is no player {gone}")


def test_only_the_owner_bans(ada, database):
    status, _, said = longcase("ban", id_of(ada), DATABASE_URL=database)
    assert status == 1
    assert said.count("\n") == 1
    assert "connect as the owner" in said
    ada.call("PATCH", "players/me", {"language": "de"})


def test_a_ban_is_told_in_the_players_language(ada, ban):
    ada.call("PATCH", "players/me", {"language": "de"})
    ban(ada)
    answer = ada.call("PATCH", "players/me", {"name": "Kim"}, expect=403)
    assert answer.headers["Content-Language"] == "de"
    assert "gesperrt" in answer.json["title"]


def test_a_ban_is_on_a_player_and_not_on_the_name(ada, stranger, rival, ban):
    ban(ada)
    rival.call("PATCH", "players/me", {"name": "Ada"})
    stranger.start("german-clock")
