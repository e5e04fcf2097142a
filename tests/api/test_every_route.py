"""Whatever is asked of whichever address: each error is a problem document, and none is ours."""

import orjson
import pytest

from service.app import create_app
from service.config import Config
from service.refusals import every_error

GAME = "00000000-0000-4000-8000-000000000000"
VALUES = {
    "variant": "freecell",
    "number": "617",
    "date": "2025-03-01",
    "replay_id": "A" * 24,
    "game_id": GAME,
    "race_id": GAME,
    "name": "pages.css",
    "code": "illegal_move",
}
METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "PROPFIND", "X-Y"]
CODES = {kind.code for kind in every_error()}
ODD = [
    {"If-Match": '"other"'},
    {"If-Match": "other", "If-None-Match": "*"},
    {"If-Match": "*"},
    {"If-None-Match": "other, W/, *"},
    {"If-Modified-Since": "Fri, 13 Feb 2099 00:00:00 GMT"},
    {"If-Unmodified-Since": "Fri, 13 Feb 1970 00:00:00 GMT"},
    {"If-Modified-Since": "never", "If-Unmodified-Since": "always"},
    {"Range": "bytes=0-0"},
    {"Range": "bytes=99999999-"},
    {"Range": "bytes=-1,5-2,x"},
    {"Range": "cards=1-2", "If-Range": '"x"'},
    {"Accept": "text/html;q=0"},
    {"Accept": "nonsense; q=x, /"},
    {"Accept-Encoding": "identity;q=0, *;q=0"},
    {"Accept-Language": "*;q=x, de-"},
    {"Authorization": "Basic eDp5"},
    {"Authorization": "Bearer " + "x" * 43},
    {"Content-Type": "application/json", "Content-Length": "3"},
    {"Content-Type": "multipart/form-data"},
    {"Content-Encoding": "gzip", "Transfer-Encoding": "nonsense"},
    {"Cookie": "=;=,;$x", "Host": "a b:c"},
    {"X-Request-Id": "\xff", "Origin": "null"},
    {"X-HTTP-Method-Override": "DELETE", "Upgrade": "h2c", "Connection": "Upgrade"},
]
RULES = list(create_app(Config()).url_map.iter_rules())
ROUTES = {rule.rule: rule for rule in RULES}
OFFERED = {
    each: sorted(set().union(*(rule.methods or () for rule in RULES if rule.rule == each)))
    for each in ROUTES
}


def path_of(rule: str) -> str:
    path: str = ROUTES[rule].build({name: VALUES[name] for name in ROUTES[rule].arguments})[1]  # type: ignore[index]  # it can be built
    return path


def ask(app, method: str, rule: str, headers: dict[str, str]) -> None:
    path = path_of(rule)
    with app.test_client().open(path, method=method, headers=headers) as answer:
        raw = answer.data
    asked = (method, path, headers, answer.status, raw[:200])
    assert answer.status_code < 500, asked
    assert "X-Request-Id" in answer.headers, asked
    if answer.status_code < 400:
        return
    assert answer.headers["Content-Type"] == "application/problem+json", asked
    if method == "HEAD":
        return
    problem = orjson.loads(raw)
    assert problem["status"] == answer.status_code, asked
    assert problem["code"] in CODES, asked
    assert problem["instance"] == f"urn:longcase:request:{answer.headers['X-Request-Id']}"


@pytest.mark.parametrize("rule", ROUTES)
def test_every_method_is_answered_or_refused_with_a_problem(app, rule):
    for method in METHODS:
        ask(app, method, rule, {})


@pytest.mark.parametrize("rule", ROUTES)
def test_odd_headers_are_ignored_or_refused_with_a_problem(app, player, rule):
    token = {"Authorization": f"Bearer {player.token}"}
    for method in OFFERED[rule]:
        for headers in ODD:
            ask(app, method, rule, token | headers)
