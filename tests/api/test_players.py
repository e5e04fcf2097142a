"""Players: becoming one, and what one may say about oneself."""

import re
from concurrent.futures import ThreadPoolExecutor
from importlib import resources
from zoneinfo import available_timezones, reset_tzpath

import pytest

from service.players import _zones


def test_a_new_player_has_a_token_once(stranger):
    answer = stranger.post("players", {}, Accept_Language="fr", expect=201)
    assert answer.headers["Cache-Control"] == "no-store"
    assert answer.json["language"] == "fr"
    assert answer.json["time_zone"] == "UTC"
    assert "name" not in answer.json
    stranger.token = answer.json["token"]
    me = stranger.get("players/me").json
    assert me == {key: value for key, value in answer.json.items() if key != "token"}


def test_a_body_may_be_left_out(stranger):
    assert stranger.post("players", expect=201).json["id"]


def test_a_new_player_may_say_who_it_is(stranger):
    about = {"name": "  Zoé ", "language": "de", "time_zone": "Europe/Paris"}
    made = stranger.post("players", about, Accept_Language="fr", expect=201).json
    assert (made["name"], made["language"], made["time_zone"]) == ("Zoé", "de", "Europe/Paris")
    stranger.post("players", {"name": "\u200b"}, expect=422)
    stranger.post("players", {"age": 7}, expect=422)


def test_all_that_is_wrong_of_a_player_is_told_at_once(player):
    body = {"name": "x" * 41, "time_zone": "Nowhere"}
    answer = player.call("PATCH", "players/me", body, expect=422)
    assert [(fault["at"], fault["code"]) for fault in answer.json["errors"]] == [
        ("/name", "name_long"),
        ("/time_zone", "no_such_zone"),
    ]


def test_what_is_left_out_stays(player):
    player.call("PATCH", "players/me", {"name": "Zoé", "language": "de"})
    changed = player.call("PATCH", "players/me", {"time_zone": "Europe/Paris"}).json
    assert (changed["name"], changed["language"], changed["time_zone"]) == (
        "Zoé",
        "de",
        "Europe/Paris",
    )
    assert player.call("PATCH", "players/me", {}).json == changed


@pytest.mark.parametrize(
    ("sent", "shown"),
    [
        ("  Ada  ", "Ada"),
        ("Zoe\u0301", "Zoé"),
        ("a\u200bb", "ab"),
        ("\u202eevil", "evil"),
        ("Ada   Lovelace", "Ada Lovelace"),
        ("名前", "名前"),
        ("x" * 40, "x" * 40),
        ("🂡", "🂡"),
    ],
)
def test_names_are_shown_in_one_clean_form(player, sent, shown):
    assert player.call("PATCH", "players/me", {"name": sent}).json["name"] == shown


@pytest.mark.parametrize(
    "name", ["", " ", "\u200b", "\u3164", "a\nb", "a\u0007", "x" * 41, "\ue000", 5, None]
)
def test_names_that_cannot_be_shown_are_refused(player, name):
    player.call("PATCH", "players/me", {"name": name}, expect=422)


NOT_IANA = ["localtime", "Factory", "posixrules", "right/Europe/Paris", "posix/UTC", "SystemV/EST5"]


@pytest.mark.parametrize(
    "zone",
    [
        *("", "Nowhere", "../etc/passwd", "/etc/localtime", "europe/paris", "Europe/Paris\n", 1),
        *("tzdata.zi", "zone1970.tab", "Europe", "EST5EDT4", "<+03>-3", "\u00c9tc/UTC"),
        *NOT_IANA,
    ],
)
def test_only_iana_time_zones_are_zones(player, zone):
    player.call("PATCH", "players/me", {"time_zone": zone}, expect=422)


def test_which_zones_there_are_is_not_the_machines_to_say(player, tmp_path):
    for name in NOT_IANA:
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(resources.files("tzdata").joinpath("zoneinfo", "UTC").read_bytes())
    reset_tzpath([str(tmp_path)])
    try:
        assert set(NOT_IANA) & available_timezones()
        _zones.cache_clear()
        for name in NOT_IANA:
            player.call("PATCH", "players/me", {"time_zone": name}, expect=422)
        player.call("PATCH", "players/me", {"time_zone": "Europe/Kyiv"})
    finally:
        reset_tzpath()


@pytest.mark.parametrize("zone", ["Europe/Paris", "Etc/GMT+12", "US/Eastern", "UTC", "EST5EDT"])
def test_zones_and_their_links_are_zones(player, zone):
    assert player.call("PATCH", "players/me", {"time_zone": zone}).json["time_zone"] == zone


def test_of_zones_that_are_set_at_once_one_is(player):
    zones = ["Asia/Tokyo", "Europe/Paris", "America/New_York", "Pacific/Apia"] * 4
    with ThreadPoolExecutor(len(zones)) as pool:
        answers = list(
            pool.map(
                lambda zone: player.call("PATCH", "players/me", {"time_zone": zone}, expect=None),
                zones,
            )
        )
    told = {answer.json["time_zone"] for answer in answers if answer.status == 200}
    assert told == {player.get("players/me").json["time_zone"]}
    assert {answer.code for answer in answers if answer.status != 200} == {"too_soon"}


def test_of_things_that_are_said_at_once_none_is_lost(player, overtake):
    for statement, said in (
        ("UPDATE player SET name = 'Ada'", {"language": "fr"}),
        ("UPDATE player SET language = 'de'", {"time_zone": "Asia/Tokyo"}),
        ("UPDATE player SET time_zone = 'UTC', zone_at = NULL", {"name": "Zoé"}),
    ):
        before = player.get("players/me").json
        answer = overtake(
            statement, lambda said=said: player.call("PATCH", "players/me", said)
        ).json
        column, value = re.findall(r"SET (\w+) = '(.*?)'", statement)[0]
        assert answer == before | {column: value} | said


def test_the_zone_changes_once_a_day(player, clock):
    player.call("PATCH", "players/me", {"time_zone": "Asia/Tokyo"})
    answer = player.call("PATCH", "players/me", {"time_zone": "Europe/Paris"}, expect=409)
    assert answer.code == "too_soon"
    assert "2025-03-02 12:00:00 UTC" in answer.json["detail"]
    assert answer.headers["Retry-After"] == "86400"
    player.call("PATCH", "players/me", {"time_zone": "Asia/Tokyo", "name": "Ada"})
    clock.forward(days=1)
    player.call("PATCH", "players/me", {"time_zone": "Europe/Paris"})


@pytest.mark.parametrize(
    "body", [{"language": "it"}, {"token": "x"}, {"id": "x"}, {"created_at": "x"}, {"name": ["x"]}]
)
def test_nothing_else_can_be_changed(player, body):
    player.call("PATCH", "players/me", body, expect=422)
