"""What is somebody else's is not there: every address with an id, under a second person's token."""

import re

import pytest

from service.app import openapi_document
from tests.client import Client

NOBODYS = "00000000-0000-4000-8000-000000000000"
METHODS = ("get", "post", "put", "patch", "delete")
PATHS = openapi_document()["paths"]
PUBLIC = {"variant", "number", "date", "replay_id"}
"""Parameters of what is everybody's: a replay's id is told by whoever shares it."""
CALLS = [
    (method.upper(), path)
    for path, calls in PATHS.items()
    for method in calls
    if method in METHODS and "{game_id}" in path
]
BODIES = {
    "moves": {"moves": ["draw"]},
    "undo": {"count": 1},
    "redo": {"count": 1},
    "autoplay": {"mode": "all"},
}
UNTOLD = ("instance",)


def body_of(method, path):
    if method == "PATCH":
        return {"autoplay": "off"}
    return BODIES.get(path.rpartition("/")[2], {}) if method == "POST" else None


def refused(client, method, path, game_id, expect=404):
    answer = client.call(
        method, path.format(game_id=game_id), body_of(method, path), expect=expect, If_Match="*"
    )
    return {name: said for name, said in answer.json.items() if name not in UNTOLD}


@pytest.fixture(params=["playing", "resigned"])
def game(request, player):
    game = player.start("german-clock")
    player.move(game, "draw", "draw")
    player.post(f"games/{game['id']}/undo", {})
    if request.param == "resigned":
        player.post(f"games/{game['id']}/resign", {})
    return player.read(game)


def test_every_parameter_is_a_games_id_or_public():
    named = {name for path in PATHS for name in re.findall(r"{(\w+)}", path)}
    assert named - PUBLIC == {"game_id", "race_id"}  # races: test_races.py
    assert len(CALLS) > 10


@pytest.mark.parametrize(("method", "path"), CALLS, ids=lambda part: part)
def test_another_persons_game_is_answered_like_one_that_never_was(rival, game, method, path):
    theirs = refused(rival, method, path, game["id"])
    assert theirs == refused(rival, method, path, NOBODYS)
    assert theirs["code"] == "not_found"


@pytest.mark.parametrize(("method", "path"), CALLS, ids=lambda part: part)
def test_without_a_token_there_is_no_difference_either(stranger, game, method, path):
    unknown = refused(stranger, method, path, NOBODYS, expect=401)
    assert refused(stranger, method, path, game["id"], expect=401) == unknown


def test_nothing_has_changed_after_all_of_that(app, player, rival, game):
    for method, path in CALLS:
        refused(rival, method, path, game["id"])
        refused(Client(app), method, path, game["id"], expect=401)
    assert player.read(game) == game


def test_another_persons_game_cannot_be_played_again(player, rival, game):
    if game["status"] == "playing":
        player.post(f"games/{game['id']}/resign", {})
    refusals = [
        rival.post("games", {"again": game_id}, expect=422).json["errors"]
        for game_id in (game["id"], NOBODYS)
    ]
    assert refusals[0] == refusals[1]
