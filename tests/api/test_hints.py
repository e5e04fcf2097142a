"""Hints lead to the win, are counted, and know nothing hidden."""

from dataclasses import replace
from itertools import pairwise

import pytest

from engine import Budget, Deal, Position, Verdict, catalogue, solve, variant
from engine.guessing import all_seen
from service import helping, searching
from tests.engine.walks import circles

HIDDEN = [each.id for each in catalogue() if each.rules.hides and each.rules.undo]
SEEN_LITTLE = 10


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


def test_a_hint_that_another_change_overtook_is_given_in_the_same_place(player, monkeypatch):
    """The machine's only place is held until the hint is written, and left for the next try."""
    means = player.app.extensions["means"]
    config = replace(means.config, deep_searches=1, deep_wait=0)
    player.app.extensions["means"] = replace(means, config=config)
    game = player.start("freecell", deal="617", autoplay="off")
    game = player.move(game, game["legal_moves"][0]["move"])
    searched: list[object] = []

    def overtaken(*arguments):
        if not searched:
            player.move(game, game["legal_moves"][0]["move"])
        searched.append(searching.in_place(*arguments))
        return searched[-1]

    monkeypatch.setattr(helping, "in_place", overtaken)
    given = player.post(f"games/{game['id']}/hint", {}).json
    assert (given["why"], given["version"], len(searched)) == ("wins", 4, 2)


@pytest.mark.parametrize("name", HIDDEN)
def test_a_hint_does_not_know_what_was_turned_up_and_taken_back(player, name):
    """A way to the win that was found with all cards seen is none for who has not seen them."""
    number, line = won_with_all_seen(name)
    game = player.start(name, deal=number)
    for at in range(0, len(line), 200):
        player.move(game, *line[at : at + 200])
    told = player.post(f"games/{game['id']}/hint", {}).json
    assert told["why"] == "wins"
    player.post(f"games/{game['id']}/undo", {"count": len(line) - SEEN_LITTLE})
    back = player.post(f"games/{game['id']}/hint", {"line": True}).json
    other = player.start(name, deal=number)
    player.move(other, *line[:SEEN_LITTLE])
    fresh = player.post(f"games/{other['id']}/hint", {"line": True}).json
    assert back["verdict"] == "unknown"
    assert back | {"version": 0} == fresh | {"version": 0}


def won_with_all_seen(name):
    """A number, and moves on its deal that leave one to the win and nothing face down."""
    for number in map(str, range(1, 40)):
        position = Position.start(Deal.numbered(variant(name).rules, number))
        line = solve(position, Budget(states=50_000)).line
        for move in line[:-1]:
            position.play(move)
        if line and all_seen(position):
            return number, [str(move) for move in line[:-1]]
    return pytest.fail("no deal is won so")


def led_round(name):
    """A number, and two moves on its deal that lead back to it."""
    for number in map(str, range(1, 40)):
        position = Position.start(Deal.numbered(variant(name).rules, number))
        for circle in circles(position):
            if solve(position).verdict is Verdict.WINNABLE:
                return number, [str(move) for move in circle]
    return pytest.fail("no deal is led round")


def test_moves_to_and_fro_that_were_taken_back_are_not_the_way(player):
    """The last hint's line is kept across undo; what led back to where it began is left out."""
    number, circle = led_round("freecell")
    game = player.start("freecell", deal=number)
    path = f"games/{game['id']}"
    moved = player.move(game, *circle)
    assert moved["piles"] == game["piles"]
    player.post(f"{path}/hint", {})
    player.post(f"{path}/undo", {"count": 2})
    given = player.post(f"{path}/hint", {"line": True}).json
    seen = {str(game["piles"])}
    for move in given["line"]:
        game = player.move(game, move)
        assert str(game["piles"]) not in seen
        seen.add(str(game["piles"]))
    assert game["status"] == "won"


@pytest.mark.parametrize(
    ("name", "numbers"),
    [
        ("freecell", ("2", "3", "4")),
        ("beleaguered-castle", ("2", "6", "7")),
        ("grandfathers-clock", ("2", "3", "4")),
    ],
)
def test_hints_reckon_with_automatic_play_that_leaves_the_line(player, name, numbers):
    for number in numbers:
        game = player.start(name, deal=number, autoplay="all")
        game, announced = play_by_hints(player, game)
        assert game["status"] == "won"
        assert all(later < sooner for sooner, later in pairwise(announced))


def test_where_automatic_play_spoils_each_line_the_hint_is_a_guess(player, monkeypatch):
    monkeypatch.setattr(helping, "find_way", lambda *_: None)
    game = player.start("freecell", deal="617")
    given = player.post(f"games/{game['id']}/hint", {"line": True}).json
    assert (given["why"], given["verdict"], given["line"]) == ("best_guess", "winnable", [])
    assert "moves_to_win" not in given
    assert given["move"] in [each["move"] for each in game["legal_moves"]]


@pytest.mark.parametrize("level", ["off", "all"])
def test_a_deal_played_again_keeps_its_proof(player, monkeypatch, level):
    """Else a deal that is told winnable would have no hint where a quick search finds none."""
    first = player.start("alexander-the-great", autoplay=level)
    line = player.post(f"games/{first['id']}/hint", {"line": True}).json["line"]
    player.post(f"games/{first['id']}/resign", {})
    monkeypatch.setattr(searching, "QUICK", Budget(states=5))
    for _ in range(2):
        game = player.post("games", {"again": first["id"]} | {"autoplay": level}, expect=201).json
        assert game["deal"]["verdict"] == "winnable"
        given = player.post(f"games/{game['id']}/hint", {"line": True}).json
        assert (given["why"], given["line"]) == ("wins", line)
        player.post(f"games/{game['id']}/resign", {})
        first = game
