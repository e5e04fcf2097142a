"""Every problem code is provoked once, and nothing a client sends is a defect."""

import threading
from dataclasses import replace
from uuid import uuid4

import pytest
from werkzeug.exceptions import BadRequest

from engine import LANGUAGES, problem_text
from service import access
from service.api import problems
from service.app import create_app
from service.config import Config
from service.rates import Rate, Rates
from service.refusals import every_error
from service.storage import games as stored
from service.storage import players as stored_players
from service.storage.pool import Database
from tests.client import Client
from tests.racing import enter, make

STANDARD = {"type", "title", "status", "detail", "code", "instance"}
NOWHERE = "postgresql://nobody@127.0.0.1:1/nothing"


def illegal_move(player):
    game = player.start("freecell", deal="1")
    return player.post(f"games/{game['id']}/moves", {"moves": ["t1-t2"]}, expect=409)


def game_over(player):
    game = player.start("freecell")
    player.post(f"games/{game['id']}/resign", {})
    return player.post(f"games/{game['id']}/hint", {}, expect=409)


def nothing_to_undo(player):
    game = player.start("freecell")
    return player.post(f"games/{game['id']}/undo", {}, expect=409)


def nothing_to_redo(player):
    game = player.start("freecell")
    return player.post(f"games/{game['id']}/redo", {"count": 1}, expect=409)


def not_allowed_here(player):
    game = player.start("freecell")
    wish = {"variant": "freecell", "again": game["id"]}
    return player.post("games", wish, expect=409)


def game_too_long(player):
    means = player.app.extensions["means"]
    player.app.extensions["means"] = replace(means, config=replace(means.config, max_line=2))
    game = player.start("german-clock")
    player.move(game, "draw", "draw")
    return player.post(f"games/{game['id']}/moves", {"moves": ["draw"]}, expect=409)


def too_many_games(player):
    means = player.app.extensions["means"]
    player.app.extensions["means"] = replace(means, config=replace(means.config, max_unfinished=2))
    player.start("german-clock")
    player.start("german-clock")
    return player.post("games", {"variant": "german-clock"}, expect=409)


def race_not_started(player):
    race = make(player)
    entered = enter(_another(player), race)
    assert entered["status"] == "starting"
    game = player.get(f"races/{race['id']}").json["game"]
    return player.get(f"games/{game}", expect=409)


def race_full(player):
    race = make(player)
    enter(_another(player), race)
    return _another(player).post("race-entries", {"code": race["code"]}, expect=409)


def race_started(player):
    race = make(player, seats=3)
    second = _another(player)
    enter(second, race)
    for client in (player, second):
        client.post(f"races/{race['id']}/ready", {})
    return _another(player).post("race-entries", {"code": race["code"]}, expect=409)


def race_over(player):
    race = make(player)
    player.post(f"races/{race['id']}/leave", {})
    return _another(player).post("race-entries", {"code": race["code"]}, expect=409)


def too_many_races(player):
    means = player.app.extensions["means"]
    player.app.extensions["means"] = replace(means, config=replace(means.config, max_races=1))
    make(player)
    return player.post("races", {"variant": "german-clock", "seats": 2}, expect=409)


def _another(player):
    token = Client(player.app).post("players", {}, expect=201).json["token"]
    return Client(player.app, token)


def busy(player, monkeypatch):
    game = player.start("german-clock")
    monkeypatch.setattr(stored, "save", lambda *_: False)
    return player.post(f"games/{game['id']}/moves", {"moves": ["draw"]}, expect=409)


def version_conflict(player):
    game = player.start("german-clock")
    player.move(game, "draw")
    body = {"moves": ["draw"], "version": 1}
    return player.post(f"games/{game['id']}/moves", body, expect=412)


def malformed_json(player):
    return player.send("POST", "games", b'{"variant": ', expect=400)


def malformed_request(player):
    with player.app.test_request_context():
        player.app.preprocess_request()
        response = problems.answer_http(BadRequest())
    return type("Answer", (), {"json": response.json, "status": response.status_code})


def unauthenticated(player):
    return player.get("players/me", Authorization="Bearer wrong-wrong-wrong-wrong", expect=401)


def not_found(player):
    return player.get("games/00000000-0000-0000-0000-000000000000", expect=404)


def method_not_allowed(player):
    return player.call("DELETE", "games", expect=405)


def not_acceptable(player):
    return player.get("variants", Accept="text/html", expect=406)


def body_too_large(player):
    return player.send("POST", "games", b" " * 70_000, expect=413)


def unsupported_media_type(player):
    return player.send("POST", "games", b"variant=freecell", Content_Type="text/plain", expect=415)


def validation_failed(player):
    return player.post("games", {"variant": "freecell", "score": 1000}, expect=422)


def idempotency_key_reused(player):
    player.post("games", {"variant": "german-clock"}, Idempotency_Key="k", expect=201)
    return player.post("games", {"variant": "freecell"}, Idempotency_Key="k", expect=422)


def key_needs_token(player):
    return player.post("players", {}, Idempotency_Key="k", expect=422)


def deal_out_of_range(player):
    return player.post("games", {"variant": "freecell", "deal": "2147483648"}, expect=422)


def unavailable(player):
    app = create_app(Config(database_url=NOWHERE, pool_timeout=1))
    app.extensions["database"].open()
    try:
        return Client(app, player.token).get("players/me/stats", expect=503)
    finally:
        app.extensions["database"].close()


def internal_error(player, monkeypatch):
    monkeypatch.setattr(Database, "connection", None)
    return player.get("players/me", expect=None)


def rate_limited(player):  # noqa: ARG001 - a client of its own
    rates = Rates(addresses=Rate(requests=1, unit="h", burst=1))
    client = Client(create_app(Config(rates=rates)))
    client.get("variants")
    return client.get("variants", expect=429)


def too_soon(player):
    player.call("PATCH", "players/me", {"time_zone": "Asia/Tokyo"})
    return player.call("PATCH", "players/me", {"time_zone": "Europe/Paris"}, expect=409)


def banned(player, monkeypatch):
    found = access.find_player(player.app.extensions["means"], player.token)
    since = replace(found, banned_at=found.created_at)
    monkeypatch.setattr(stored_players, "by_token", lambda *_: since)
    return player.call("PATCH", "players/me", {"name": "Ada"}, expect=403)


def already_linked(player):
    guest = player.post("players", {}, expect=201).json
    player.post("players/me/link", {"token": guest["token"]})
    return player.post("players/me/link", {"token": guest["token"]}, expect=409)


def too_many_waiting(player):
    game = player.start("freecell")
    app = create_app(replace(player.app.extensions["means"].config, threads=9))
    with app.extensions["database"].open(), app.extensions["waiting"].place(uuid4(), b""):
        return Client(app, player.token).get(
            f"games/{game['id']}", If_None_Match='"1"', Prefer="wait=25", expect=503
        )


PROVOKED = [
    already_linked,
    banned,
    body_too_large,
    busy,
    deal_out_of_range,
    game_over,
    game_too_long,
    idempotency_key_reused,
    illegal_move,
    internal_error,
    key_needs_token,
    malformed_json,
    malformed_request,
    method_not_allowed,
    not_acceptable,
    not_allowed_here,
    not_found,
    nothing_to_redo,
    nothing_to_undo,
    race_full,
    race_not_started,
    race_over,
    race_started,
    rate_limited,
    too_many_games,
    too_many_races,
    too_many_waiting,
    too_soon,
    unauthenticated,
    unavailable,
    unsupported_media_type,
    validation_failed,
    version_conflict,
]


@pytest.mark.parametrize("provoke", PROVOKED, ids=lambda provoke: provoke.__name__)
def test_each_problem_has_its_document(player, monkeypatch, provoke):
    needs_patch = "monkeypatch" in provoke.__code__.co_varnames
    if provoke is internal_error:
        monkeypatch.setattr("tests.client.check", lambda *_, **__: None)  # a defect is undocumented
    answer = provoke(player, monkeypatch) if needs_patch else provoke(player)
    document = answer.json
    assert document["code"] == provoke.__name__
    assert document["status"] == answer.status
    assert document["title"]
    assert document["detail"]
    assert document["type"] == f"/problems/{provoke.__name__}"
    assert document["instance"].startswith("urn:longcase:request:")
    (kind,) = (each for each in every_error() if each.code == document["code"])
    assert set(document) - STANDARD <= set(kind.adds)


def test_every_code_is_provoked():
    assert {provoke.__name__ for provoke in PROVOKED} == {kind.code for kind in every_error()}


def test_every_error_says_what_it_is():
    for kind in every_error():
        for language in LANGUAGES:
            assert all(problem_text(kind.code, language)), kind


def test_an_unavailable_database_says_when_to_come_again(player):
    assert int(unavailable(player).headers["Retry-After"]) >= 1


def test_a_missing_token_is_told_how_to_authenticate(stranger):
    answer = stranger.get("games", expect=401)
    assert answer.headers["WWW-Authenticate"].startswith("Bearer")


def test_a_refusal_names_reason_place_and_text_in_the_players_language(player):
    game = player.start("freecell", deal="1")
    path, body = f"games/{game['id']}/moves", {"moves": ["t1-c1", "t2-t3"]}
    german = player.post(path, body, Accept_Language="de, en;q=0.5", expect=409)
    english_answer = player.post(path, body, expect=409)
    assert german.json["index"] == english_answer.json["index"] == 1
    assert german.json["reason"] == english_answer.json["reason"] == "wrong_rank"
    assert german.json["move"] == "t2-t3"
    assert german.headers["Content-Language"] == "de"
    assert german.json["detail"] != english_answer.json["detail"]
    assert player.read(game)["version"] == 1


def test_a_wrong_method_lists_the_right_ones(player):
    answer = player.call("DELETE", "games", expect=405)
    assert {"GET", "POST"} <= set(answer.headers["Allow"].replace(" ", "").split(","))


def test_faults_name_their_places(player):
    game = player.start("freecell")
    body = {"moves": ["t1-c1", "t1t2", 7], "time": 3}
    answer = player.post(f"games/{game['id']}/moves", body, expect=422)
    places = {(fault["location"], fault["at"]) for fault in answer.json["errors"]}
    assert places == {("body", "/moves/1"), ("body", "/moves/2"), ("body", "/time")}


@pytest.mark.parametrize(
    ("raw", "status"),
    [
        (b"\xff\xfe", 400),
        (b"nul", 400),
        (b'{"variant": "freecell", "variant": "freecell"}', 400),
        (b'{"variant": "free\\u0000cell"}', 400),
        (b'{"variant": "\\ud800"}', 400),
        (b'{"options": ' + b"[" * 30_000 + b"]" * 30_000 + b"}", 400),
        (b'{"options": ' + b'{"a":' * 500 + b"1" + b"}" * 500 + b"}", 400),
        (b'{"variant": NaN}', 400),
        (b'{"variant": 1e999}', 400),
        (b'{"variant": ' + b"9" * 5000 + b"}", 400),
        (b"[]", 422),
        (b"null", 422),
        (b"17", 422),
        (b'"freecell"', 422),
        (b'{"variant": 99999999999999999999999}', 422),
        (b'{"variant": ["freecell"]}', 422),
        (b'{"variant": "freecell", "winnable": "yes"}', 422),
        (b'{"variant": "freecell", "deal": 617}', 422),
        (b'{"variant": "freecell", "deal": "0617"}', 422),
        (b'{"variant": "freecell", "deal": "617\\n"}', 422),
        (b'{"variant": "freecell", "options": {"cap": 13}}', 422),
        (b'{"variant": "freecell", "options": {"cap": "13"}}', 422),
        (b'{"variant": "freecell", "options": []}', 422),
        (b'{"variant": "freecell", "again": "mine"}', 422),
        (b'{"variant": "freecell", "autoplay": null}', 422),
        (b'{"variant": "freecell", "layout": {}}', 422),
        (b'{"variant": "freecell", "daily": "2025-03-01"}', 422),
        (b'{"variant": ""}', 422),
        (b"{}", 422),
        (b"", 422),
    ],
)
def test_bad_bodies_are_refused(player, raw, status):
    assert player.send("POST", "games", raw, expect=status).code


@pytest.mark.parametrize(
    "body",
    [
        {"moves": []},
        {"moves": ["draw"] * 201},
        {"moves": ["t1-c1\n"]},
        {"moves": ["t1-c1x1"]},
        {"moves": "t1-c1"},
        {"moves": ["t1-c1"], "version": 1.5},
        {"moves": ["t1-c1"], "version": "1"},
        {"moves": ["t1-c1"], "version": True},
        {"moves": ["t1-c1"], "version": 0},
        {"moves": ["t1-c1"], "version": 2**63},
        {"moves": ["t1-c1"], "status": "won"},
        {"moves": ["t1-c1"], "elapsed_ms": 5},
    ],
)
def test_bad_moves_are_refused(player, body):
    game = player.start("freecell", deal="1")
    player.post(f"games/{game['id']}/moves", body, expect=422)
    assert player.read(game)["version"] == 1


@pytest.mark.parametrize("count", [0, -1, 1.5, "1", 2**63, None, True])
def test_bad_counts_are_refused(player, count):
    game = player.start("freecell")
    player.post(f"games/{game['id']}/undo", {"count": count}, expect=422)


@pytest.mark.parametrize(
    "path",
    [
        "games/1",
        "games/%00",
        "games/../players",
        "games//moves",
        "variants/%F0%9F%82%A1",
        "variants/freecell/",
        "variants/nothing/deals/1",
        "nothing",
        "players/me/",
    ],
)
def test_addresses_of_nothing_are_not_found(player, path):
    assert player.get(path, expect=404).code == "not_found"


@pytest.mark.parametrize(
    "number", ["0", "-1", "01", "1e3", "99999999999999999999999", "%00", "eins", "1%0A"]
)
def test_bad_deal_numbers_are_out_of_range(stranger, number):
    assert stranger.get(f"variants/freecell/deals/{number}", expect=422).code == "deal_out_of_range"


@pytest.mark.parametrize(
    "query",
    ["limit=0", "limit=x", "cursor=!!", "cursor=YQ", "cursor=%00", "status=open", "sort=id", "x=1"],
)
def test_bad_queries_are_refused(player, query):
    assert player.get(f"games?{query}", expect=422).code == "validation_failed"


@pytest.mark.parametrize("path", ["games", "players/me/stats"])
@pytest.mark.parametrize("query", ["variant=%00", "%00=1", "variant=a&variant=%00"])
def test_no_query_holds_nul(player, path, query):
    assert player.get(f"{path}?{query}", expect=422).code == "validation_failed"


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("games?status=won&status=lost", "status"),
        ("games?limit=1&variant=klondike&limit=1", "limit"),
        ("players/me/stats?variant=clock&variant=watch", "variant"),
        ("variants/cruel/deals/1?redeal=tops&redeal=bottoms", "redeal"),
    ],
)
def test_no_value_of_a_query_is_overlooked(player, path, name):
    [fault] = player.get(path, expect=422).json["errors"]
    assert (fault["location"], fault["at"], fault["code"]) == ("query", name, "repeated")


@pytest.mark.parametrize("path", ["variants", "variants/freecell", "variants/freecell/deals/1"])
def test_a_read_does_not_heed_if_match(stranger, path):
    assert stranger.get(path, If_Match='"1"', expect=200).json


def test_twenty_threads_of_bad_bytes_leave_the_service_well(player):
    def shout():
        for raw in (b"{", b"\x00" * 100, b"[[[[", b'{"a"' * 50):
            player.send("POST", "games", raw, expect=400)

    threads = [threading.Thread(target=shout) for _ in range(20)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert player.start("german-clock")["version"] == 1


def test_every_code_has_its_texts_in_every_language():
    codes = sorted({kind.code for kind in every_error()})
    for language in LANGUAGES:
        assert all(all(problem_text(code, language)) for code in codes)
