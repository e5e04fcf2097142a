"""Limits of requests over the wire: refused before anything is read, told with every answer."""

import re
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest

from service.app import create_app
from service.buckets import Buckets
from service.config import Config
from service.rates import Rate, Rates
from tests.client import Client

FEW = Rate(requests=1, unit="h", burst=2)
MANY = Rate(requests=1000, unit="s", burst=1000)
ALL_MANY = Rates(moves=MANY, calls=MANY, searches=MANY, addresses=MANY, guests=MANY)
ITEM = r'"[a-z]+";{}=\d+;{}=[1-9]\d*'


@pytest.fixture
def limited(module_database, database):  # noqa: ARG001 - the database is emptied
    """Make a client of a service with other rates and settings."""
    apps = []

    def make(settings=None, **rates):
        config = Config(database_url=module_database, rates=replace(ALL_MANY, **rates))
        app = create_app(replace(config, **(settings or {})), buckets=Buckets())
        app.extensions["database"].open()
        apps.append(app)
        return Client(app)

    yield make
    for app in apps:
        app.extensions["database"].close()


def join(client):
    client.token = client.post("players", {}, expect=201).json["token"]
    return client


@pytest.mark.parametrize("shared", [False, True])
def test_beyond_a_players_calls_the_answer_is_429(limited, shared):
    player = join(limited({"rates_shared": shared}, calls=FEW))
    for _ in range(2):
        player.get("games")
    refused = player.get("games", expect=429)
    assert refused.code == "rate_limited"
    assert 3500 < int(refused.headers["Retry-After"]) <= 3600
    assert re.search(r'"calls";r=0;t=3[56]\d\d', refused.headers["RateLimit"])
    other = join(Client(player.app))
    other.get("games")


def test_moves_have_a_budget_of_their_own(limited):
    player = join(limited(calls=FEW))
    game = player.start("freecell", deal="1", autoplay="off")
    player.get("games")
    player.get("games", expect=429)
    for _ in range(5):
        player.move(game, "t1-c1")
        player.post(f"games/{game['id']}/undo", {})
    player.post(f"games/{game['id']}/resign", {}, expect=429)


def test_searches_have_a_budget_of_their_own(limited):
    stranger = limited(searches=FEW)
    path = "variants/freecell/deals/{}/verdict"
    for number in (1, 2):
        stranger.post(path.format(number), {"effort": "deep"})
    stranger.post(path.format(3), {"effort": "deep"}, expect=429)
    player = join(stranger)
    player.post(path.format(3), {"effort": "deep"})


def test_an_address_makes_few_tokens(limited):
    stranger = limited(guests=FEW)
    game = stranger.post("games", {"variant": "german-clock"}, expect=201)
    stranger.post("players", {}, expect=201)
    for path, body in (("players", {}), ("games", {"variant": "german-clock"})):
        assert stranger.post(path, body, expect=429).code == "rate_limited"
    player = Client(stranger.app, game.json["token"])
    player.start("german-clock")
    player.post("players/me/token", expect=429)


def test_everything_counts_for_the_address(limited):
    stranger = limited(addresses=FEW)
    stranger.get("variants")
    stranger.get("nothing", expect=404)
    for path in ("variants", "nothing", "/docs", "/openapi.json", "players/me"):
        refused = stranger.get(path, expect=429, Authorization="Bearer " + "x" * 43)
        assert refused.code == "rate_limited"
    for path in ("/healthz", "/readyz"):
        answer = stranger.get(path)
        assert "RateLimit" not in answer.headers


def test_headers_that_anybody_can_send_change_nothing(limited):
    stranger = limited(addresses=FEW)
    for number in range(2):
        stranger.get("variants", X_Forwarded_For=f"203.0.113.{number}")
    for header in ("X_Forwarded_For", "Forwarded", "X_Real_IP", "Client_IP", "CF_Connecting_IP"):
        stranger.get("variants", expect=429, **{header: "203.0.113.9"})


def test_behind_a_trusted_proxy_each_client_has_its_own(limited):
    behind = limited({"trusted_proxies": ("127.0.0.0/8",)}, addresses=FEW)
    for number in range(4):
        behind.get("variants", X_Forwarded_For=f"203.0.113.{number}")
    behind.get("variants", X_Forwarded_For="198.51.100.1, 203.0.113.1")
    behind.get("variants", X_Forwarded_For="198.51.100.2, 203.0.113.1", expect=429)


def test_made_up_tokens_are_no_way_round(limited):
    stranger = limited(addresses=FEW)
    for number in range(2):
        stranger.get("games", Authorization=f"Bearer {number:043}", expect=401)
    stranger.get("games", Authorization=f"Bearer {3:043}", expect=429)


def test_a_refusal_comes_before_anything_is_read(limited):
    player = join(limited(calls=FEW))
    player.get("games")
    player.get("games")
    for body, headers in (
        (b"{" * 100, {}),
        (b" " * 100_000, {}),
        (b"{}", {"Content-Type": "text/plain"}),
        (b"{}", {"Accept": "text/html"}),
    ):
        answer = player.send("POST", "games", body, expect=429, **headers)
        assert answer.code == "rate_limited"
    player.get("players/me", Accept_Language="fr", expect=429)


def test_a_refusal_changes_nothing(limited):
    player = join(limited(moves=FEW))
    game = player.start("freecell", deal="1", autoplay="off")
    player.move(game, "t1-c1")
    player.move(game, "t2-c2")
    refused = {"moves": ["t3-c3"]}
    player.post(f"games/{game['id']}/moves", refused, expect=429, Idempotency_Key="k")
    assert player.read(game)["version"] == 3


@pytest.mark.parametrize("language", ["en", "fr", "de"])
def test_a_refusal_speaks_the_clients_language(limited, language):
    stranger = limited(addresses=FEW)
    for _ in range(2):
        stranger.get("variants")
    refused = stranger.get("variants", Accept_Language=language, expect=429)
    assert refused.headers["Content-Language"] == language
    titles = {"en": "Too many requests", "fr": "Trop de demandes", "de": "Zu viele Anfragen"}
    assert refused.json["title"] == titles[language]


def test_every_answer_tells_the_limits(limited):
    player = join(limited())
    game = player.start("freecell", deal="1")
    for method, path, status in (
        ("GET", "games", 200),
        ("GET", f"games/{game['id']}", 200),
        ("GET", f"games/{game['id']}/board.svg", 200),
        ("GET", "variants", 200),
        ("GET", "nothing", 404),
        ("PUT", "games", 405),
        ("POST", "games", 422),
        ("GET", "games?limit=0", 422),
        ("OPTIONS", "games", 204),
    ):
        headers = player.call(method, path, {} if method == "POST" else None, expect=status).headers
        policy, state = headers["RateLimit-Policy"], headers["RateLimit"]
        for header, item in ((policy, ITEM.format("q", "w")), (state, ITEM.format("r", "t"))):
            assert re.fullmatch(f"{item}(, {item})*", header), (path, header)
        assert re.findall(r'"\w+"', policy) == re.findall(r'"\w+"', state)
    unchanged = player.get(f"games/{game['id']}", If_None_Match='"1"', expect=304)
    assert "RateLimit" in unchanged.headers


def test_pages_of_other_sites_may_read_them(limited):
    stranger = limited({"cors_origins": ("*",)}, addresses=FEW)
    for status in (200, 200, 429):
        answer = stranger.get("variants", Origin="https://play.example.org", expect=status)
        exposed = answer.headers["Access-Control-Expose-Headers"]
        assert {"RateLimit", "RateLimit-Policy", "Retry-After"} <= set(exposed.split(", "))


def test_without_rates_nothing_is_counted(limited):
    stranger = limited(**dict.fromkeys(("moves", "calls", "searches", "addresses", "guests")))
    assert "RateLimit" not in stranger.get("nothing", expect=404).headers


def test_twenty_at_once_get_no_more_than_there_is(limited):
    player = join(limited({"rates_shared": True}, calls=replace(FEW, burst=7)))
    with ThreadPoolExecutor(20) as threads:
        answers = list(threads.map(lambda _: player.get("games", expect=None).status, range(40)))
    assert sorted(set(answers)) == [200, 429]
    assert answers.count(200) == 7
