"""A change that others come before each time it is tried is refused as busy, whatever it is."""

import pytest

from service import insisting
from service.storage import games, links, players
from tests.client import Client


def a_move(player):
    game = player.start("german-clock")
    return "POST", f"games/{game['id']}/moves", {"moves": ["draw"]}


def a_new_token(_):
    return "POST", "players/me/token", None


def another_language(_):
    return "PATCH", "players/me", {"language": "fr"}


def a_link(player):
    guest = Client(player.app).post("players", {}, expect=201).json
    return "POST", "players/me/link", {"token": guest["token"]}


@pytest.mark.parametrize(
    ("asked", "storage", "write", "not_written"),
    [
        (a_move, games, "save", False),
        (a_new_token, players, "rotate", False),
        (another_language, players, "rewrite", None),
        (a_link, links, "link", None),
    ],
)
def test_others_come_first_again_and_again(
    player, monkeypatch, *, asked, storage, write, not_written
):
    method, path, body = asked(player)
    tried = []

    def others_first(*_, **__):
        tried.append(write)
        return not_written

    with monkeypatch.context() as patch:
        patch.setattr(storage, write, others_first)
        assert player.call(method, path, body, expect=409).code == "busy"
    assert len(tried) == insisting.TRIES
    assert player.call(method, path, body, expect=None).status < 300
