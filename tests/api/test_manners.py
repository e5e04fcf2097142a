"""Good manners over real HTTP: HEAD, OPTIONS, addresses, types, tags. docs/http.md tells them."""

import json
from contextlib import closing
from http.client import HTTPConnection
from typing import Any

import pytest

from service.config import Config
from tests.api.test_every_route import OFFERED, path_of
from tests.serving import serving

ORIGIN = "https://play.example.org"
JSON = "application/json"
DIFFERENT_EACH_TIME = {"date", "x-request-id", "connection", "transfer-encoding", "ratelimit"}


@pytest.fixture(scope="module")
def module_server(module_database):
    """A service that counts requests, and lets one origin call."""
    settings = {"LONGCASE_RATES": "guests=off", "LONGCASE_CORS_ORIGINS": ORIGIN}
    with serving(module_database, **settings) as server:
        yield server


class Answer:
    """What came back; names of headers in lower case."""

    def __init__(self, response):
        self.status = response.status
        self.headers = {name.lower(): value for name, value in response.getheaders()}
        self.body = response.read()

    @property
    def json(self):
        return json.loads(self.body)


@pytest.fixture
def ask(server):
    """Ask over one connection that is kept, where a byte too many spoils the next answer."""
    with closing(HTTPConnection(server.address.removeprefix("http://"), timeout=30)) as connection:

        def asking(method, path, body=None, **headers):
            sent = {name.replace("_", "-"): value for name, value in headers.items()}
            connection.request(method, path, None if body is None else json.dumps(body), sent)
            return Answer(connection.getresponse())

        yield asking


@pytest.fixture
def token(ask):
    made = ask("POST", "/v1/players", {}, Content_Type=JSON)
    return f"Bearer {made.json['token']}"


@pytest.fixture
def game(ask, token):
    wish = {"variant": "german-clock"}
    path = ask("POST", "/v1/games", wish, Content_Type=JSON, Authorization=token).headers
    return path["location"]


@pytest.fixture
def race(ask, token):
    wish = {"variant": "german-clock", "seats": 2}
    made = ask("POST", "/v1/races", wish, Content_Type=JSON, Authorization=token)
    assert made.status == 201, made.body
    return made.headers["location"]


@pytest.mark.parametrize("rule", [rule for rule, methods in OFFERED.items() if "GET" in methods])
def test_head_is_get_without_its_body(ask, token, rule):
    got = ask("GET", path_of(rule), Authorization=token)
    head = ask("HEAD", path_of(rule), Authorization=token)
    assert ask("GET", path_of(rule), Authorization=token).status == got.status
    assert (head.status, head.body) == (got.status, b"")
    assert _lasting(head) == _lasting(got)


def _lasting(answer):
    return {name: said for name, said in answer.headers.items() if name not in DIFFERENT_EACH_TIME}


@pytest.mark.parametrize("rule", OFFERED)
def test_options_tells_what_is_offered_to_everybody(ask, rule):
    answer = ask("OPTIONS", path_of(rule), Accept="text/nothing", Authorization="nonsense")
    assert (answer.status, answer.body) == (204, b"")
    assert "content-type" not in answer.headers
    assert answer.headers["allow"] == ", ".join(OFFERED[rule])
    for method in ("POST", "PATCH"):
        takes = JSON if method in OFFERED[rule] else None
        assert answer.headers.get(f"accept-{method.lower()}") == takes
    assert answer.headers["ratelimit-policy"].startswith('"addresses";')
    assert "," not in answer.headers["ratelimit-policy"]


@pytest.mark.parametrize("rule", OFFERED)
def test_a_method_that_is_not_offered_is_told_which_are(ask, rule):
    answer = ask("PUT", path_of(rule))
    assert answer.status == 405
    assert answer.headers["allow"] == ", ".join(OFFERED[rule])


@pytest.mark.parametrize("rule", OFFERED)
def test_a_browser_may_ask_beforehand_at_every_address(ask, rule):
    for method in OFFERED[rule]:
        answer = ask(
            "OPTIONS",
            path_of(rule),
            Origin=ORIGIN,
            Access_Control_Request_Method=method,
            Access_Control_Request_Headers="authorization, last-event-id",
        )
        assert answer.status == 204
        assert method in answer.headers["access-control-allow-methods"].split(", ")
        assert answer.headers["access-control-allow-origin"] == ORIGIN


def test_what_is_nowhere_has_no_options(ask):
    assert ask("OPTIONS", "/v1/nothing").status == 404


@pytest.mark.parametrize(
    ("method", "path", "meant"),
    [
        ("GET", "/v1/variants/", "/v1/variants"),
        ("HEAD", "/v1/variants/", None),
        ("POST", "/v1/games/", "/v1/games"),
        ("PATCH", "/v1/players/me/", "/v1/players/me"),
        ("DELETE", "/v1/players/me//", "/v1/players/me"),
        ("OPTIONS", "/v1/games/", "/v1/games"),
        ("GET", "/v1//variants///freecell", "/v1/variants/freecell"),
        ("GET", "//v1/variants", "/v1/variants"),
        ("POST", "///v1//games/", "/v1/games"),
        ("OPTIONS", "//v1/games", "/v1/games"),
        ("GET", "//v1/nothing", None),
        ("GET", "/v1/variants/a%20b%22/", "/v1/variants/a%20b%22"),
        ("GET", "/problems/", "/problems"),
        ("POST", "/v1/nothing/", None),
        ("GET", "/v1/games/17/", None),
    ],
)
def test_needless_slashes_lead_nowhere_and_are_told(ask, method, path, meant):
    body: Any = {} if method in ("POST", "PATCH") else None
    answer = ask(method, path, body, Content_Type=JSON)
    assert answer.status == 404
    assert "location" not in answer.headers
    if method != "HEAD":
        said = f"Without needless slashes it is {meant}."
        assert (said in answer.json["detail"]) == (meant is not None)
        assert answer.json["code"] == "not_found"


def test_an_address_may_be_written_in_other_ways(ask, token, game):
    name = game.rpartition("/")[2]
    for path in (f"/v1/games/{name.upper()}", f"/v1/%67ames/{name.replace('-', '%2D')}"):
        assert ask("GET", path, Authorization=token).json["id"] == name
    for path in ("/V1/variants", "/v1/./variants", "/v1/x/../variants", "/v1/variants%00"):
        assert ask("GET", path).status == 404


@pytest.mark.parametrize(
    ("accept", "status"),
    [
        ("*/*", 200),
        ("application/*", 200),
        ("application/json;q=0.1", 200),
        ("application/problem+json, application/json", 200),
        ("text/html, */*;q=0.01", 200),
        ("application/json; charset=utf-8", 200),
        ("Application/JSON;v=1;q=0.5", 200),
        ("application/json;charset=utf-8;q=0", 406),
        ("*/*, application/json;q=0", 406),
        ("application/problem+json", 406),
        ("application/json;q=0, */*;q=0", 406),
        ("application/xml", 406),
    ],
)
def test_answers_are_json_for_who_takes_it(ask, accept, status):
    answer = ask("GET", "/v1/variants/fan", Accept=accept)
    assert answer.status == status
    if status == 406:
        assert answer.headers["content-type"] == "application/problem+json"


@pytest.mark.parametrize(
    ("content_type", "status"),
    [
        ("application/json; charset=utf-8", 200),
        ('application/json; charset="UTF-8"', 200),
        ("Application/JSON", 200),
        ("application/json; charset=utf8", 200),
        ("application/json; charset=iso-8859-1", 415),
        ("application/merge-patch+json", 415),
        ("application/json-patch+json", 415),
        ("text/plain", 415),
    ],
)
def test_bodies_are_json_in_utf_8(ask, token, content_type, status):
    body = {"language": "fr"}
    sent = {"Content_Type": content_type, "Authorization": token}
    answer = ask("PATCH", "/v1/players/me", body, **sent)
    assert answer.status == status
    if status == 415:
        assert answer.headers["accept-patch"] == JSON
        assert answer.headers["accept-encoding"] == "identity"
        made = ask("POST", "/v1/players", body, **sent)
        assert (made.status, made.headers["accept-post"]) == (415, JSON)


@pytest.mark.parametrize(
    ("packed", "status"), [("identity", 200), ("Identity", 200), ("gzip", 415), ("x, br", 415)]
)
def test_bodies_are_not_packed(ask, token, packed, status):
    sent = {"Content_Type": JSON, "Content_Encoding": packed, "Authorization": token}
    answer = ask("PATCH", "/v1/players/me", {"language": "fr"}, **sent)
    assert answer.status == status
    if status == 415:
        assert "Content-Encoding" in answer.json["detail"]


@pytest.fixture
def ask_in_chunks(server, token):
    """Send a body whose length is not told beforehand."""

    def asking(body, coding="chunked"):
        address = server.address.removeprefix("http://")
        sent = {"Content-Type": JSON, "Authorization": token, "Transfer-Encoding": coding}
        parts = (body[at : at + 9999] for at in range(0, len(body), 9999))
        with closing(HTTPConnection(address, timeout=30)) as connection:
            connection.request("PATCH", "/v1/players/me", parts, sent, encode_chunked=True)
            return Answer(connection.getresponse())

    return asking


@pytest.mark.parametrize(
    ("longer", "status"), [(-1, 200), (0, 200), (1, 413), (9999, 413), (100_000, 413)]
)
def test_a_body_that_comes_in_chunks_may_be_as_long_as_any(ask_in_chunks, longer, status):
    body = b'{"language": "fr"}'
    answer = ask_in_chunks(body.ljust(Config().max_body + longer))
    assert answer.status == status
    if status == 413:
        assert answer.json["code"] == "body_too_large"


def test_a_body_that_was_packed_on_its_way_is_not_unpacked(ask_in_chunks):
    assert ask_in_chunks(b'{"language": "fr"}', "gzip, chunked").status == 415


SAME = ["{0}", "W/{0}", '"x", W/{0}', "{0}-gzip", '"{1}-gzip"', '"{1};gzip"', 'W/"{1}-br"', "*"]
OTHER = ['"x"', '"x{1}"', '"{1}x"', '"{1}-"', "x", ""]


@pytest.fixture(params=["game", "moves", "race", "/v1/variants/fan", "/docs", "/openapi.json"])
def tagged(request, token):  # noqa: ARG001 - who may read it
    """An address whose answers bear an ETag."""
    if request.param.startswith("/"):
        return request.param
    if request.param == "moves":
        return request.getfixturevalue("game") + "/moves"
    return request.getfixturevalue(request.param)


def test_a_client_that_has_it_is_told_so(ask, token, tagged):
    first = ask("GET", tagged, Authorization=token)
    tag = first.headers["etag"]
    for form in SAME:
        sent = {"If_None_Match": form.format(tag, tag.strip('"')), "Authorization": token}
        for method in ("GET", "HEAD"):
            answer = ask(method, tagged, **sent)
            assert (answer.status, answer.body) == (304, b""), sent
            for name in ("etag", "cache-control", "vary", "content-location", "expires"):
                assert answer.headers.get(name) == first.headers.get(name), name
            assert "content-type" not in answer.headers
    for form in OTHER:
        sent = {"If_None_Match": form.format(tag, tag.strip('"')), "Authorization": token}
        assert ask("GET", tagged, **sent).status == 200, sent


@pytest.fixture
def draw(ask, token, game):
    """Draw a card, under a precondition."""

    def drawing(tag, **more):
        sent = {"Content_Type": JSON, "Authorization": token, "If_Match": tag}
        return ask("POST", f"{game}/moves", {"moves": ["draw"], **more}, **sent)

    return drawing


@pytest.mark.parametrize("tag", [each.format('"1"', "1") for each in SAME])
def test_a_change_takes_a_tag_as_a_proxy_writes_it(draw, tag):
    answer = draw(tag)
    assert (answer.status, answer.headers["etag"]) == (200, '"2"')
    assert draw(tag).status == (200 if tag == "*" else 412)


@pytest.mark.parametrize(
    ("tag", "body", "status"),
    [
        ('"1"', {"version": 1}, 200),
        ('W/"1-gzip"', {"version": 1}, 200),
        ("*", {"version": 1}, 200),
        ("*", {"version": 2}, 412),
        ('"2"', {"version": 1}, 422),
        ('"1", "2"', {"version": 1}, 422),
        ('"x"', {}, 412),
        ("1", {}, 422),
    ],
)
def test_header_and_body_have_to_agree(draw, tag, body, status):
    assert draw(tag, **body).status == status
