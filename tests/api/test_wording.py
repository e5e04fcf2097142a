"""What exactly is wrong is said in the client's language, and never in a library's words."""

import json
from importlib.resources import files
from typing import Any

import pytest
from marshmallow import Schema, ValidationError, fields

from engine import LANGUAGES
from engine.layouts import LayoutFault
from service.api.faults import faults, is_known
from service.api.schemas import Request
from service.details import Detail, FaultCode

NEW_GAME = {"variant": "freecell"}


def sentences(language):
    path = files("engine.variants").joinpath("texts", language, "_details.json")
    return json.loads(path.read_text(encoding="utf-8"))


def fault_of(player, path, body, language="en"):
    answer = player.post(path, body, Accept_Language=language, expect=422)
    (fault,) = answer.json["errors"]
    return fault


def detail_of(answer_of):
    """Give the details of one refusal in the three languages, which must differ."""
    details = [answer_of(language).json["detail"] for language in LANGUAGES]
    assert len(set(details)) == len(LANGUAGES)
    return details


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_name_has_its_sentence_and_every_sentence_a_name(language):
    assert set(sentences(language)) == {*Detail, *FaultCode}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_fault_of_a_layout_has_its_sentence(language):
    path = files("engine.variants").joinpath("texts", language, "_layouts.json")
    assert list(json.loads(path.read_text(encoding="utf-8"))) == list(LayoutFault)


@pytest.mark.parametrize("detail", Detail)
def test_a_detail_belongs_to_a_problem(detail):
    path = files("engine.variants").joinpath("texts", "en", "_problems.json")
    assert detail.partition(".")[0] in json.loads(path.read_text(encoding="utf-8"))


def requests(kind=Request):
    for child in kind.__subclasses__():
        yield child
        yield from requests(child)


def parts(field):
    yield field
    for inner in (getattr(field, name, None) for name in ("inner", "key_field", "value_field")):
        if inner is not None:
            yield from parts(inner)


def test_every_bound_of_a_request_has_a_code_of_its_own():
    bounds = [
        bound
        for schema in requests()
        for field in schema().fields.values()
        for part in parts(field)
        for bound in part.validators
        if hasattr(bound, "error")
    ]
    assert bounds
    for bound in bounds:
        assert bound.error, bound
        assert is_known(bound.error), bound


def test_the_librarys_sentences_are_known():
    class Every(Schema):
        text = fields.String()
        whole = fields.Integer(strict=True)
        huge = fields.Integer()
        flag = fields.Boolean()
        id = fields.UUID()
        many = fields.List(fields.String())
        mapping = fields.Dict()
        needed = fields.String(required=True)
        absent = fields.String()

    wrong: dict[str, Any] = {"text": [], "whole": [], "flag": [], "id": []}
    wrong |= {"huge": "x", "many": 1, "mapping": 1, "absent": None, "more": 1}
    bodies: list[Any] = [wrong, []]
    for body in bodies:
        with pytest.raises(ValidationError) as refused:
            Every().load(body)
        found = {fault.at: fault.code for fault in faults({"json": refused.value.messages})}
        assert FaultCode.VALUE not in found.values()
    with pytest.raises(ValidationError) as refused:
        Every().load(wrong)
    codes = {fault.at[1:]: fault.code for fault in faults({"json": refused.value.messages})}
    assert codes == {
        "text": "not_text",
        "whole": "not_whole",
        "huge": "not_whole",
        "flag": "not_boolean",
        "id": "not_id",
        "many": "not_list",
        "mapping": "not_object",
        "needed": "required",
        "absent": "null",
        "more": "unknown",
    }


@pytest.mark.parametrize(
    ("body", "at", "code", "said"),
    [
        ({"deal": "0"}, "/deal", "deal_number", "such as 617"),
        ({"layout": {"t1": ["10S"]}}, "/layout/t1/0", "card", "ten of spades is TS"),
        ({"layout": {"t1": ["??"]}}, "/layout/t1/0", "card", "face-down"),
        ({"layout": {"t1": ["ah"]}}, "/layout/t1/0", "card", "A23456789TJQK"),
        ({"layout": {"q9": []}}, "/layout/q9", "pile", "t for tableau"),
        ({"layout": [{"id": "t1", "cards": []}]}, "/layout", "layout_form", "not the list"),
        ({"variant": "solitaire"}, "/variant", "no_such_variant", "GET /v1/variants"),
        ({"variant": "x" * 41}, "/variant", "text_length", "1 to 40"),
        ({"autoplay": "finish", "variant": "clock"}, "/autoplay", "no_such_level", "It takes:"),
        ({"autoplay": "always"}, "/autoplay", "one_of", "off, finish, safe, all"),
        ({"options": {"cap": "13"}}, "/options/cap", "no_options", "freecell"),
        ({"variant": "klondike", "options": {"draw": "2"}}, "/options/draw", "one_of", "1, 3"),
        ({"variant": "klondike", "options": {"x": "2"}}, "/options/x", "no_such_option", "draw"),
        ({"winnable": 1}, "/winnable", "not_boolean", "true or false"),
        ({"winnable": 0.0}, "/winnable", "not_boolean", "true or false"),
        ({"winnable": "true"}, "/winnable", "not_boolean", "not in quotes"),
        ({"score": 1}, "/score", "unknown", "/openapi.json"),
    ],
)
def test_a_fault_says_what_would_be_right(player, body, at, code, said):
    english, *others = (
        fault_of(player, "games", NEW_GAME | body, language) for language in LANGUAGES
    )
    assert (english["at"], english["code"]) == (at, code)
    assert said in english["detail"]
    for other in others:
        assert (other["at"], other["code"]) == (at, code)
        assert other["detail"] != english["detail"]


@pytest.mark.parametrize("body", [[1], 17, "freecell", None])
def test_a_body_that_is_no_object_is_told_so(player, body):
    fault = fault_of(player, "games", body) if body is not None else None
    if fault is None:
        fault = player.send("POST", "games", b"null", expect=422).json["errors"][0]
    assert fault["code"] == "body_not_object"


def test_options_of_a_deal_are_blamed_in_the_query(stranger):
    answer = stranger.get("variants/klondike/deals/1?draw=2&x=1", expect=422)
    assert [(each["location"], each["at"], each["code"]) for each in answer.json["errors"]] == [
        ("query", "draw", "one_of"),
        ("query", "x", "no_such_option"),
    ]


@pytest.mark.parametrize(
    ("raw", "said"),
    [
        (b'{"variant": ', "line 1, column 13"),
        (b'{"variant":\n "a" "b"}', "line 2, column 6"),
        (b'{"a": 1, "a": 1}', "stands twice"),
        (b'{"a": NaN}', "NaN"),
        (b'{"a": "\\ud800"}', "surrogate"),
        (b"\xff", "UTF-8"),
        (b'{"a": "\\u0000"}', "NUL"),
        (b"[" * 5000 + b"]" * 5000, "nested"),
        (b'{"a":' * 30 + b"1" + b"}" * 30, "nested"),
    ],
)
def test_what_is_no_json_is_told_why(player, raw, said):
    details = detail_of(
        lambda language: player.send("POST", "games", raw, Accept_Language=language, expect=400)
    )
    assert said in details[0]


def test_a_key_for_a_new_player_is_told_to_be_left_out(stranger):
    details = detail_of(
        lambda language: stranger.post(
            "players", {}, Idempotency_Key="k", Accept_Language=language, expect=422
        )
    )
    assert all("Idempotency-Key" in detail for detail in details)
    assert "without Idempotency-Key" in details[0]


def test_refusals_of_a_game_say_which_rule_in_every_language(player):
    watch = player.start("la-montre")
    clock = player.start("clock")
    freecell = player.start("freecell", deal="1")
    player.move(freecell, "t1-c1")
    calls = {
        "second look": (watch, "undo", {}),
        "nothing to decide": (clock, "hint", {}),
        "taken back: 1.": (freecell, "undo", {"count": 3}),
        "again: 0.": (freecell, "redo", {"count": 2}),
    }
    for said, (game, call, body) in calls.items():
        details = detail_of(
            lambda language, path=f"games/{game['id']}/{call}", body=body: player.post(
                path, body, Accept_Language=language, expect=409
            )
        )
        assert said in details[0]


def test_a_number_out_of_range_names_the_range(stranger):
    details = detail_of(
        lambda language: stranger.get(
            "variants/freecell/deals/2147483648", Accept_Language=language, expect=422
        )
    )
    assert all("2147483647" in detail for detail in details)


def test_a_variant_that_is_none_is_told_so_wherever_an_address_names_it(stranger, player):
    for path in ("", "/daily", "/daily/2025-03-01", "/deals/1"):
        details = detail_of(
            lambda language, path=path: stranger.get(
                f"variants/none{path}", Accept_Language=language, expect=404
            )
        )
        assert all("/v1/variants" in detail for detail in details)
    for path in ("", "/daily/2025-03-01"):
        assert "/v1/variants" in player.get(f"boards/none{path}", expect=404).json["detail"]


def test_a_version_that_never_was_is_told_so(player):
    game = player.start("german-clock")
    body = {"moves": ["draw"], "version": 99}
    details = detail_of(
        lambda language: player.post(
            f"games/{game['id']}/moves", body, Accept_Language=language, expect=412
        )
    )
    assert "never had the version" in details[0]
    named = player.post(f"games/{game['id']}/undo", {}, If_Match='"other"', expect=412)
    assert named.json["detail"] == details[0]
    answer = player.post(f"games/{game['id']}/moves", body, expect=412)
    assert answer.headers["ETag"] == '"1"'
    assert answer.json["events"] == []


def test_without_a_wish_a_player_is_spoken_to_in_their_own_language(player, rival):
    player.call("PATCH", "players/me", {"language": "de"})
    game = player.start("german-clock")
    nobodys = "00000000-0000-4000-8000-000000000000"
    wrong: list[tuple[str, str, Any]] = [
        ("POST", f"games/{game['id']}/undo", {}),
        ("POST", f"games/{nobodys}/moves", {"moves": ["draw"]}),
        ("POST", f"games/{game['id']}/moves", {"moves": "draw"}),
        ("GET", "games?limit=x", None),
        ("DELETE", "players/me/stats", None),
        ("GET", "nothing", None),
    ]
    for method, path, body in wrong:
        for who, language in ((player, "de"), (rival, "en")):
            plain = who.call(method, path, body, expect=None)
            asked = who.call(method, path, body, Accept_Language=language, expect=None)
            assert plain.headers["Content-Language"] == language
            assert {**plain.json, "instance": ""} == {**asked.json, "instance": ""}
        french = player.call(method, path, body, Accept_Language="fr", expect=None)
        assert french.headers["Content-Language"] == "fr"
        other = player.call(method, path, body, Accept_Language="it", expect=None)
        assert other.headers["Content-Language"] == "de"
        anything = rival.call(method, path, body, Accept_Language="*", expect=None)
        assert anything.headers["Content-Language"] == "en"
    board = f"games/{game['id']}/board.svg"
    assert player.get(board).headers["Content-Language"] == "de"
    assert player.get(board, Accept_Language="fr").headers["Content-Language"] == "fr"


def test_what_is_everybodys_is_not_in_a_players_language(player):
    player.call("PATCH", "players/me", {"language": "de"})
    assert player.get("variants").headers["Content-Language"] == "en"
