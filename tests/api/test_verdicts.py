"""Verdicts: what may be asked when, what it costs, and that they are what the solver proves."""

import fcntl
import time
from dataclasses import replace
from types import SimpleNamespace

import pytest

from engine import Budget, Deal, Position, catalogue, solve, variant
from service import searching

HIDDEN = [each.id for each in catalogue() if each.rules.hides]
OPEN = [each.id for each in catalogue() if not each.rules.hides]


def ask(player, game, body=None, **headers):
    return player.post(f"games/{game['id']}/verdict", body or {}, **headers)


@pytest.mark.parametrize("name", OPEN)
def test_a_served_deal_is_winnable_and_hints_win_within_the_moves_told(player, name):
    game = player.start(name)
    told = ask(player, game).json
    assert told["verdict"] == "winnable"
    given = player.post(f"games/{game['id']}/hint", {}).json
    assert given["moves_to_win"] == told["moves_to_win"] > 0


@pytest.mark.parametrize("number", ["2", "3", "4"])
def test_a_verdict_tells_as_many_moves_as_hints_where_automatic_play_leaves_the_line(
    player, number
):
    told = ask(player, player.start("freecell", deal=number, autoplay="all")).json
    game = player.start("freecell", deal=number, autoplay="all")
    given = player.post(f"games/{game['id']}/hint", {}).json
    assert given["moves_to_win"] == told["moves_to_win"]
    known = ask(player, game).json
    assert (known["moves_to_win"], known["states"]) == (given["moves_to_win"], 0)


def test_a_verdict_counts_as_help_and_moves_nothing(player):
    game = player.start("freecell")
    answer = ask(player, game)
    after = player.read(game)
    assert answer.headers["ETag"] == '"2"'
    assert answer.json["version"] == after["version"] == 2
    assert after["moved_version"] == 1
    assert after["piles"] == game["piles"]
    assert (after["hints"], after["assisted"], after["elapsed_ms"]) == (1, True, 0)
    event = player.get(f"games/{game['id']}/history").json["items"][1]
    assert (event["kind"], event["moves"]) == ("verdict", [])


def test_queued_moves_pass_after_a_verdict_taken_elsewhere_and_not_the_reverse(player):
    game = player.start("freecell")
    ask(player, game)
    moved = player.move(game, game["legal_moves"][0]["move"], If_Match='"1"')
    assert moved["version"] == 3
    assert ask(player, game, {"version": 2}, expect=412).code == "version_conflict"


def test_a_verdict_repeated_under_its_key_is_the_same_also_after_the_end(player):
    game = player.start("freecell", deal="1")
    first = ask(player, game, Idempotency_Key="k")
    player.move(game, game["legal_moves"][0]["move"])
    player.post(f"games/{game['id']}/resign", {})
    again = ask(player, game, Idempotency_Key="k")
    assert again.raw == first.raw
    assert again.headers["ETag"] == first.headers["ETag"]
    assert player.read(game)["hints"] == 1
    other = ask(player, game, {"position": "dealt"}, Idempotency_Key="k", expect=422)
    assert other.code == "idempotency_key_reused"


def test_a_retraced_game_counts_its_verdicts(player):
    game = player.start("freecell", deal="1")
    ask(player, game)
    move = game["legal_moves"][0]["move"]
    moved = player.move(game, move, Idempotency_Key="m")
    player.move(moved, moved["legal_moves"][0]["move"])
    assert player.move(game, move, Idempotency_Key="m") == moved
    assert (moved["hints"], moved["assisted"]) == (1, True)


def test_a_verdict_leaves_the_way_to_the_win_in_hand(player):
    game = player.start("grandfathers-clock", deal="3", autoplay="off")
    told = ask(player, game).json
    assert told["states"] > 0
    given = player.post(f"games/{game['id']}/hint", {"line": True}).json
    moved = player.move(game, given["move"])
    then = ask(player, moved).json
    assert (then["verdict"], then["moves_to_win"]) == ("winnable", told["moves_to_win"] - 1)
    assert then["states"] == 0
    assert player.move(moved, *given["line"][1:])["status"] == "won"


def test_the_dealt_position_is_told_of_too(player):
    game = player.start("freecell", deal="617")
    moved = player.move(game, game["legal_moves"][0]["move"])
    told = ask(player, moved, {"position": "dealt"}).json
    dealt = solve(Position.start(Deal.numbered(variant("freecell").rules, "617")), searching.QUICK)
    assert (told["verdict"], told["moves_to_win"]) == ("winnable", len(dealt.line))


def test_a_loss_is_told(player):
    game = player.start("alexander-the-great", deal="1", autoplay="off")
    assert game["legal_moves"]
    assert ask(player, game).json["verdict"] == "lost"


@pytest.mark.parametrize("name", HIDDEN)
def test_hidden_cards_are_told_of_only_after_the_end(player, name):
    game = player.start(name)
    for body in ({}, {"position": "dealt"}, {"effort": "deep"}):
        assert ask(player, game, body, expect=409).code == "not_allowed_here"
    assert player.read(game)["assisted"] is False
    player.post(f"games/{game['id']}/resign", {})
    told = ask(player, game, {"position": "dealt"}).json
    assert told["verdict"] in ("winnable", "lost", "unknown")
    assert told["version"] == 2


@pytest.mark.parametrize("name", ["freecell", "german-clock"])
def test_the_verdict_on_an_ended_game_changes_nothing(player, name):
    game = player.start(name, deal="5")
    player.post(f"games/{game['id']}/resign", {})
    ended = player.read(game)
    answer = ask(player, game, {"version": ended["version"]}, Idempotency_Key="late")
    assert answer.headers["ETag"] == f'"{ended["version"]}"'
    assert player.read(game) == ended
    assert ask(player, game, {"version": 9}, expect=412)


@pytest.mark.parametrize("level", ["off", "safe", "all"])
def test_an_ended_game_is_told_as_it_was_while_it_was_played(player, level):
    game = player.start("freecell", deal="617", autoplay=level)
    told = {at: ask(player, game, {"position": at}).json for at in ("now", "dealt")}
    player.post(f"games/{game['id']}/resign", {})
    for at, before in told.items():
        after = ask(player, game, {"position": at}).json
        assert after["moves_to_win"] == before["moves_to_win"]


def test_a_won_game_is_told_won(player):
    game = player.start("grandfathers-clock", autoplay="off")
    line = player.post(f"games/{game['id']}/hint", {"line": True}).json["line"]
    player.move(game, *line)
    assert ask(player, game).json["verdict"] == "won"
    assert ask(player, game, {"position": "dealt"}).json["verdict"] == "winnable"


def test_an_unknown_verdict_is_not_counted(player, monkeypatch):
    monkeypatch.setattr(searching, "QUICK", Budget(states=5))
    game = player.start("freecell", deal="11982")
    told = ask(player, game).json
    assert (told["verdict"], told["version"]) == ("unknown", 1)
    assert player.read(game) == game


def test_a_deep_search_decides_what_a_quick_one_does_not(player, monkeypatch):
    monkeypatch.setattr(searching, "QUICK", Budget(states=5))
    game = player.start("freecell", deal="617")
    assert ask(player, game).json["verdict"] == "unknown"
    told = ask(player, game, {"effort": "deep"}).json
    assert told["verdict"] == "winnable"
    assert told["states"] > 5


@pytest.mark.parametrize("wait", [0, 1])
def test_deep_searches_are_counted_over_the_whole_machine(player, monkeypatch, wait):
    """Another process holds the only place, as this test does; then it is free again."""
    monkeypatch.setattr(searching, "QUICK", Budget(states=5))
    means = player.app.extensions["means"]
    config = replace(means.config, deep_searches=1, deep_wait=wait)
    player.app.extensions["means"] = replace(means, config=config)
    game = player.start("freecell", deal="617")
    config.deep_folder.mkdir(exist_ok=True)
    with (config.deep_folder / "deep-1").open("w") as place:
        fcntl.flock(place, fcntl.LOCK_EX)
        assert ask(player, game, {"effort": "deep"}).json["verdict"] == "unknown"
    assert ask(player, game, {"effort": "deep"}).json["verdict"] == "winnable"


def test_a_place_that_becomes_free_is_taken(player, monkeypatch):
    monkeypatch.setattr(searching, "QUICK", Budget(states=5))
    means = player.app.extensions["means"]
    config = replace(means.config, deep_searches=1, deep_wait=60)
    player.app.extensions["means"] = replace(means, config=config)
    game = player.start("freecell", deal="617")
    config.deep_folder.mkdir(exist_ok=True)
    with (config.deep_folder / "deep-1").open("w") as place:
        fcntl.flock(place, fcntl.LOCK_EX)
        waits = SimpleNamespace(
            monotonic=time.monotonic, sleep=lambda _seconds: fcntl.flock(place, fcntl.LOCK_UN)
        )
        monkeypatch.setattr(searching, "time", waits)
        assert ask(player, game, {"effort": "deep"}).json["verdict"] == "winnable"


def test_a_search_that_takes_too_long_is_told_to_stop(player):
    """It would look at a thousand million positions; given no time it answers all the same."""
    means = player.app.extensions["means"]
    config = replace(means.config, deep_seconds=0, deep_states=10**9)
    player.app.extensions["means"] = replace(means, config=config)
    game = player.start("shamrocks", deal="3")
    told = ask(player, game, {"effort": "deep"}).json
    assert told["verdict"] == "unknown"
    assert told["states"] < 10**9


def test_who_finds_no_place_to_search_is_told_what_is_known_without(player):
    """A line in hand needs no search; nothing else is told, and nothing counted."""
    means = player.app.extensions["means"]
    config = replace(means.config, deep_searches=1, deep_wait=0)
    player.app.extensions["means"] = replace(means, config=config)
    known = player.start("freecell", deal="617")
    given = player.post(f"games/{known['id']}/hint", {}).json
    known = player.move(known, given["move"])
    game = player.start("freecell", deal="617")
    game = player.move(game, game["legal_moves"][0]["move"])
    config.deep_folder.mkdir(exist_ok=True)
    with (config.deep_folder / "quick-1").open("w") as place:
        fcntl.flock(place, fcntl.LOCK_EX)
        told = ask(player, game).json
        assert told == {"verdict": "unknown", "states": 0, "busy": True, "version": 2}
        hint = player.post(f"games/{game['id']}/hint", {}).json
        assert hint == {"verdict": "unknown", "busy": True, "version": 2}
        public = player.post("variants/freecell/deals/618/verdict", {"effort": "quick"}).json
        assert (public["verdict"], public["busy"]) == ("unknown", True)
        back = player.post(f"games/{game['id']}/undo", {"to": "winnable"}, expect=503)
        assert (back.code, back.headers["Retry-After"]) == ("unavailable", "2")
        assert player.read(game)["version"] == 2
        following = player.post(f"games/{known['id']}/hint", {}).json
        assert following["moves_to_win"] == given["moves_to_win"] - 1
        assert ask(player, known).json["verdict"] == "winnable"


def test_places_that_cannot_be_kept_are_no_defect(player, monkeypatch, tmp_path):
    monkeypatch.setattr(searching, "QUICK", Budget(states=5))
    means = player.app.extensions["means"]
    (tmp_path / "file").touch()
    config = replace(means.config, deep_folder=tmp_path / "file" / "folder")
    player.app.extensions["means"] = replace(means, config=config)
    game = player.start("freecell", deal="617")
    assert ask(player, game, {"effort": "deep"}, expect=503).code == "unavailable"


@pytest.mark.parametrize(
    "body", [{"effort": "deepest"}, {"effort": None}, {"position": "next"}, {"states": 10**9}]
)
def test_bad_wishes_are_refused(player, body):
    game = player.start("freecell")
    assert ask(player, game, body, expect=422).code == "validation_failed"


def test_another_players_game_has_no_verdict(player, rival):
    game = player.start("freecell")
    assert ask(rival, game, expect=404)
