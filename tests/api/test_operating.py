"""What the operator does to dailies and boards, by command, beside the running service."""

import pytest

from tests.client import Client


@pytest.fixture
def today(stranger):
    return stranger.get("variants/fan/daily").json["date"]


def named(app, name):
    return Client(app, Client(app).post("players", {"name": name}, expect=201).json["token"])


def plays(client, today):
    game = client.start("fan", daily=today)
    game = client.move(game, game["legal_moves"][0]["move"])
    return client.post(f"games/{game['id']}/resign", {}).json


def names(client, today):
    return [each["name"] for each in client.get(f"boards/fan/daily/{today}").json["items"]]


def test_a_withdrawn_daily_starts_no_game_and_those_on_it_go_on(app, stranger, operate, today):
    ann, bea = named(app, "Ann"), named(app, "Bea")
    game = ann.start("fan", daily=today)
    assert not stranger.get(f"boards/fan/daily/{today}").json["withdrawn"]
    said = f"the daily of fan on {today}"
    assert operate("withdraw", "fan", today) == (0, f"withdrew {said}")
    assert operate("withdraw", "fan", today) == (0, f"{said} was withdrawn before")
    stranger.get("variants/fan/daily", expect=404)
    stranger.get(f"variants/fan/daily/{today}", expect=404)
    refused = bea.post("games", {"variant": "fan", "daily": today}, expect=422).json
    assert [fault["code"] for fault in refused["errors"]] == ["daily_withdrawn"]
    game = ann.move(game, game["legal_moves"][0]["move"])
    ann.post(f"games/{game['id']}/hint", {}, expect=409)
    ann.post(f"games/{game['id']}/resign", {})
    assert stranger.get(f"boards/fan/daily/{today}").json["withdrawn"]
    assert names(stranger, today) == ["Ann"]


def test_an_entry_that_is_taken_off_leaves_the_game_and_its_figures(app, stranger, operate, today):
    ann, bea = named(app, "Ann"), named(app, "Bea")
    game, _ = (plays(each, today) for each in (ann, bea))
    before = ann.get("players/me/stats").json
    status, said = operate("unboard", "fan", today, "Ann")
    assert (status, said.startswith("took off")) == (0, True)
    assert names(stranger, today) == ["Bea"]
    assert ann.read(game) == {**game, "steps": []}
    assert ann.get("players/me/stats").json == before
    assert "me" not in ann.get(f"boards/fan/daily/{today}").json
    status, said = operate("unboard", "fan", today, game["id"])
    assert (status, said) == (
        0,
        f"game {game['id']} of Ann ({game['score']} points) was off before",
    )


def test_of_players_with_one_name_the_operator_says_which(app, stranger, operate, today):
    games = [plays(named(app, "Ann"), today) for _ in range(2)]
    status, said = operate("unboard", "fan", today, "Ann")
    assert status == 1
    assert all(game["id"] in said for game in games)
    assert names(stranger, today) == ["Ann", "Ann"]
    assert operate("unboard", "fan", today, games[0]["id"])[0] == 0
    assert names(stranger, today) == ["Ann"]


@pytest.mark.usefixtures("today")
@pytest.mark.parametrize(
    "arguments",
    [
        ("withdraw", "fan", "9999-12-31"),
        ("withdraw", "no-such-game", "2025-03-01"),
        ("unboard", "fan", "2025-03-01", "Ann"),
    ],
)
def test_what_there_is_not_is_said_in_one_line(operate, arguments):
    status, said = operate(*arguments)
    assert status == 1
    assert said.startswith("longcase: there is no such thing as the daily of")
    assert "\n" not in said


def test_a_name_that_is_on_no_board_is_said(operate, today):
    status, said = operate("unboard", "fan", today, "Nobody")
    assert (status, said) == (
        1,
        f"longcase: no game of Nobody counts on the daily of fan on {today}",
    )


def test_an_id_is_known_in_capitals_too(app, stranger, operate, today):
    game = plays(named(app, "Ann"), today)
    assert operate("unboard", "fan", today, game["id"].upper())[0] == 0
    assert names(stranger, today) == []


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (("withdraw", "fan", "2025-02-30"), "argument date: '2025-02-30' is no date"),
        (("unboard", "fan", "2025-03-01", b"\xff"), "argument who: '\\udcff' is no UTF-8"),
        (("rename", b"\xff", "Ann"), "argument player: '\\udcff' is no UTF-8"),
        (("ban", b"\xff"), "argument player: '\\udcff' is no UTF-8"),
    ],
)
def test_nonsense_is_refused_as_such(operate, arguments, why):
    status, said = operate(*arguments)
    assert status == 2
    assert why in said.splitlines()[-1]
