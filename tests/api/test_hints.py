"""Hints lead to the win, are counted, and know nothing hidden."""

import pytest

from service import helping


def play_by_hints(player, game):
    """Follow hints to the end; give the last game and the announced distances."""
    announced = []
    for _ in range(400):
        given = player.post(f"games/{game['id']}/hint", {}).json
        assert given["verdict"] == "winnable"
        assert given["why"] == "wins"
        announced.append(given["moves_to_win"])
        game = player.move(game, given["move"])
        if game["status"] != "playing":
            return game, announced
    pytest.fail("hints do not end")


@pytest.mark.parametrize("variant", ["grandfathers-clock", "clover-leaf", "freecell"])
def test_following_hints_wins_within_the_announced_moves(player, variant):
    game, announced = play_by_hints(player, player.start(variant))
    assert game["status"] == "won"
    assert len(announced) <= announced[0]
    assert announced == sorted(announced, reverse=True)
    assert len(set(announced)) == len(announced)
    assert game["hints"] == len(announced)
    assert game["assisted"] is True
    assert game["legal_moves"] == []
    assert game["score"] > 1000
    assert game["finished_at"] == game["last_move_at"]


@pytest.mark.parametrize("level", ["off", "finish"])
def test_hints_win_at_every_level_of_automatic_play(player, level):
    game, _ = play_by_hints(player, player.start("grandfathers-clock", autoplay=level))
    assert game["status"] == "won"


def test_a_hint_can_tell_the_whole_line(player):
    game = player.start("grandfathers-clock", autoplay="off")
    given = player.post(f"games/{game['id']}/hint", {"line": True}).json
    assert given["line"][0] == given["move"]
    assert len(given["line"]) == given["moves_to_win"]
    won = player.move(game, *given["line"])
    assert won["status"] == "won"


def test_a_hint_raises_the_version_but_moves_nothing(player):
    game = player.start("freecell")
    answer = player.post(f"games/{game['id']}/hint", {})
    after = player.read(game)
    assert answer.headers["ETag"] == '"2"'
    assert answer.json["version"] == after["version"] == 2
    assert after["moved_version"] == 1
    assert after["piles"] == game["piles"]
    assert (after["hints"], after["assisted"], after["elapsed_ms"]) == (1, True, 0)


def test_queued_moves_pass_after_a_hint_taken_elsewhere(player):
    game = player.start("freecell")
    player.post(f"games/{game['id']}/hint", {})
    moved = player.move(game, game["legal_moves"][0]["move"], If_Match='"1"')
    assert moved["version"] == 3


def test_a_hint_repeated_under_its_key_is_the_same_hint(player):
    game = player.start("freecell")
    first = player.post(f"games/{game['id']}/hint", {"line": True}, Idempotency_Key="k")
    player.move(game, first.json["move"])
    again = player.post(f"games/{game['id']}/hint", {"line": True}, Idempotency_Key="k")
    assert again.raw == first.raw
    assert again.headers["ETag"] == first.headers["ETag"]
    assert player.read(game)["hints"] == 1


def test_a_hint_in_a_hidden_variant_is_a_legal_move(player):
    game = player.start("german-clock")
    for _ in range(60):
        given = player.post(f"games/{game['id']}/hint", {}).json
        if "move" not in given:
            break
        assert given["move"] in [each["move"] for each in game["legal_moves"]]
        assert given["verdict"] in ("unknown", "lost", "winnable")
        game = player.move(game, given["move"])
    assert game["moves_made"] >= 40


def test_a_hint_that_finds_nothing_is_not_counted(player, monkeypatch):
    monkeypatch.setattr(helping, "hint", lambda *_, **__: None)
    game = player.start("freecell", deal="1")
    given = player.post(f"games/{game['id']}/hint", {})
    assert given.json == {"verdict": "unknown", "version": 1}
    assert given.headers["ETag"] == '"1"'
    left = player.read(game)
    assert (left["hints"], left["assisted"], left["version"]) == (0, False, 1)


def test_moves_taken_back_lead_to_the_win_again_without_a_search(player, monkeypatch):
    game = player.start("freecell", deal="617", autoplay="off")
    first = player.post(f"games/{game['id']}/hint", {}).json
    player.move(game, first["move"])
    monkeypatch.setattr(helping, "hint", lambda *_, **__: None)
    undone = player.post(f"games/{game['id']}/undo", {}).json
    again = player.post(f"games/{game['id']}/hint", {}).json
    assert (again["move"], again["moves_to_win"]) == (first["move"], first["moves_to_win"])
    assert undone["piles"] == game["piles"]
