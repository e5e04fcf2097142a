"""Verdicts on public deals: proved, kept, and never of hidden cards."""

from dataclasses import replace

import psycopg
import pytest

from engine import Budget, Deal, Position, catalogue, difficulty, solve, variant
from engine.difficulty import measure
from service import numbered, searching

HIDDEN = [each.id for each in catalogue() if each.rules.hides]


def judge(who, path, body=None, **headers):
    return who.post(f"variants/{path}/verdict", body or {}, **headers)


def kept(database):
    with psycopg.connect(database) as connection:
        found = connection.execute("SELECT variant, options, number, verdict FROM deal_verdict")
        return found.fetchall()


def test_what_is_proved_is_kept_and_shown_with_the_deal(stranger, database, monkeypatch):
    path = "variants/freecell/deals/617"
    before = stranger.get(path)
    assert "verdict" not in before.json
    told = judge(stranger, "freecell/deals/617").json
    solution = solve(
        Position.start(Deal.numbered(variant("freecell").rules, "617")), searching.QUICK
    )
    assert (told["verdict"], told["states"]) == ("winnable", solution.states)
    assert told["moves_to_win"] == len(solution.line)
    states = measure(Deal.numbered(variant("freecell").rules, "617"))
    assert told["difficulty"] == {"level": difficulty(states), "states": states}
    after = stranger.get(path, If_None_Match=before.headers["ETag"])
    shown = {part: told[part] for part in ("verdict", "moves_to_win", "difficulty")}
    assert after.json == {**before.json, **shown}
    monkeypatch.setattr(numbered, "search", None)  # nothing is searched again
    assert judge(stranger, "freecell/deals/617").json == told
    assert [row[2:] for row in kept(database)] == [("617", "winnable")]


def test_the_line_kept_is_a_certificate(stranger, database):
    judge(stranger, "clover-leaf/deals/3")
    with psycopg.connect(database) as connection:
        [(line,)] = connection.execute("SELECT line FROM deal_verdict").fetchall()
    position = Position.start(Deal.numbered(variant("clover-leaf").rules, "3"))
    for move in position.unpack(line):
        position.play(move)
    assert position.status() == "won"


def test_a_loss_is_kept_too(stranger, database):
    told = judge(stranger, "alexander-the-great/deals/1").json
    assert told["verdict"] == "lost"
    assert told.keys().isdisjoint({"moves_to_win", "difficulty"})
    assert stranger.get("variants/alexander-the-great/deals/1").json["verdict"] == "lost"
    assert [row[2:] for row in kept(database)] == [("1", "lost")]


def test_what_is_unknown_is_not_kept(stranger, database, monkeypatch):
    monkeypatch.setattr(searching, "QUICK", Budget(states=5))
    assert judge(stranger, "freecell/deals/617").json["verdict"] == "unknown"
    assert kept(database) == []
    assert judge(stranger, "freecell/deals/617", {"effort": "deep"}).json["verdict"] == "winnable"
    assert len(kept(database)) == 1


def test_each_choice_of_house_rules_has_its_own_verdict(stranger, database):
    path = "grandfathers-clock/deals/5"
    option = variant("grandfathers-clock").options[0]
    names = [value.name for value in option.values]
    for name in names:
        told = judge(stranger, path, {"options": {option.name: name}}).json
        assert told["options"][option.name] == name
    assert len(kept(database)) == len(names)
    judge(stranger, path, {"options": {option.name: names[0]}})
    judge(stranger, path)
    assert len(kept(database)) == len(names)
    shown = stranger.get(f"variants/{path}?{option.name}={names[1]}").json
    assert shown["options"][option.name] == names[1]
    assert "verdict" in shown


@pytest.mark.parametrize("name", HIDDEN)
def test_nothing_is_told_of_hidden_cards(stranger, database, name):
    for effort in ("quick", "deep"):
        refused = judge(stranger, f"{name}/deals/4", {"effort": effort}, expect=409)
        assert refused.code == "not_allowed_here"
    assert "verdict" not in stranger.get(f"variants/{name}/deals/4").json
    assert kept(database) == []


@pytest.mark.parametrize(
    ("path", "body", "status"),
    [
        ("nothing/deals/1", {}, 404),
        ("freecell/deals/0", {}, 422),
        ("freecell/deals/2147483648", {}, 422),
        ("freecell/deals/1", {"options": {"wrap": "off"}}, 422),
        ("freecell/deals/1", {"options": ["wrap"]}, 422),
        ("freecell/deals/1", {"effort": "deepest"}, 422),
        ("freecell/deals/1", {"states": 5}, 422),
    ],
)
def test_what_makes_no_sense_is_refused(stranger, path, body, status):
    assert judge(stranger, path, body, expect=status).code


def test_the_verdicts_judged_longest_ago_make_room(stranger, app, clock, database):
    means = app.extensions["means"]
    few = replace(means.config, max_deal_verdicts=3)
    app.extensions["means"] = replace(means, config=few)
    for number in "123456":
        judge(stranger, f"freecell/deals/{number}")
        clock.forward(minutes=1)
        judge(stranger, "freecell/deals/2")  # asked for again is not judged again, if kept
        assert len(kept(database)) == min(3, max(2, int(number)))
    assert sorted(row[2] for row in kept(database)) == ["2", "5", "6"]
    app.extensions["means"] = replace(means, config=replace(few, max_deal_verdicts=1))
    for number in ("7", "8", "9"):
        clock.forward(minutes=1)
        judge(stranger, f"freecell/deals/{number}")
    assert [row[2] for row in kept(database)] == ["9"]


@pytest.mark.parametrize("level", ["off", "safe"])
def test_what_is_proved_of_a_number_helps_in_games_on_it(player, monkeypatch, level):
    """Else the deal would be told winnable, and a game on it unknown."""
    judge(player, "freecell/deals/617", {"effort": "deep"})
    monkeypatch.setattr(searching, "QUICK", Budget(states=5))
    game = player.start("freecell", deal="617", autoplay=level)
    path = f"games/{game['id']}"
    given = player.post(f"{path}/hint", {"line": True}).json
    assert (given["why"], given["verdict"]) == ("wins", "winnable")
    other = next(each["move"] for each in game["legal_moves"] if each["move"] != given["move"])
    player.move(game, other)
    assert player.post(f"{path}/undo", {"to": "winnable"}).json["moves_made"] == 0
    told = player.post(f"{path}/verdict", {"position": "dealt"}).json
    assert (told["verdict"], told["states"]) == ("winnable", 0)
    won = player.move(game, *given["line"])
    assert won["status"] == "won"
