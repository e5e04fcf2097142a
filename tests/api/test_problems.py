"""Every problem code is provoked once, and its document says what to do."""

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


def test_every_code_has_its_texts_in_every_language():
    codes = sorted({kind.code for kind in every_error()})
    for language in LANGUAGES:
        assert all(all(problem_text(code, language)) for code in codes)
