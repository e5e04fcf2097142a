"""Hints alone win every served deal, also when two server processes answer by turns.

`make following` follows thousands within the engine; docs/results/following.md tells of them.
"""

import json
from http.client import HTTPConnection
from itertools import cycle
from urllib.parse import urlsplit

import pytest

from engine import Level, catalogue, variant
from tests.engine.every import name_of, rules_of
from tests.serving import serving

OPEN = [each.id for each in catalogue() if not each.rules.hides]
GAMES = 20
HOUSE_RULES = [
    pytest.param(rules, level, id=f"{name_of(rules)}-{level}")
    for name in OPEN
    for rules in rules_of(variant(name))
    for level in rules.levels
    if level in (Level.OFF, Level.FINISH, Level.SAFE, variant(name).autoplay)
]


class Client:
    """A player that sends each request to the other of two servers."""

    def __init__(self, addresses):
        parts = [urlsplit(address) for address in addresses]
        self.connections = [HTTPConnection(part.hostname, part.port) for part in parts]
        self.turns = cycle(self.connections)
        self.token = None

    def post(self, path, body):
        headers = {"Content-Type": "application/json"}
        if self.token:
            headers["Authorization"] = f"Bearer {self.token}"
        connection = next(self.turns)
        connection.request("POST", f"/v1/{path}", json.dumps(body), headers)
        answer = connection.getresponse()
        told = json.loads(answer.read())
        assert answer.status < 300, told
        return told


@pytest.fixture(scope="module")
def addresses(module_database):
    with serving(module_database) as one, serving(module_database) as other:
        yield one.address, other.address


@pytest.fixture
def client(addresses):
    client = Client(addresses)
    client.token = client.post("players", {})["token"]
    yield client
    for connection in client.connections:
        connection.close()


@pytest.mark.parametrize("name", OPEN)
def test_a_client_that_follows_hints_only_wins(client, name):
    for _ in range(GAMES):
        game = client.post("games", {"variant": name})
        assert game["deal"]["verdict"] == "winnable"
        follow(client, game)


@pytest.mark.parametrize(("rules", "level"), HOUSE_RULES)
def test_also_by_house_rules_and_with_other_automatic_play(client, rules, level):
    wish = {"variant": rules.variant, "options": dict(rules.options), "autoplay": level}
    game = client.post("games", wish)
    assert game["deal"]["verdict"] == "winnable"
    follow(client, game)


def follow(client, game):
    """Ask, move as told, and so on to the win; no two requests in a row go to one server."""
    path, made, announced = f"games/{game['id']}", 0, None
    seen = {board(game)}
    while game["status"] == "playing":
        hint = client.post(f"{path}/hint", {})
        assert (hint["why"], hint["verdict"]) == ("wins", "winnable")
        announced = announced or hint["moves_to_win"]
        assert made + hint["moves_to_win"] <= announced
        game = client.post(f"{path}/moves", {"moves": [hint["move"]], "version": hint["version"]})
        made += 1
        assert board(game) not in seen
        seen.add(board(game))
    assert game["status"] == "won"
    assert announced is None or made <= announced


def board(game):
    return json.dumps([pile["cards"] for pile in game["piles"]])
