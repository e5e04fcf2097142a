"""The sandbox: scripted games, a clock to put forward, failures on demand; elsewhere refused."""

from datetime import datetime
from email.utils import parsedate_to_datetime

import pytest

from service import racing
from service.app import create_app
from service.config import Config
from tests.client import Client
from tests.racing import enter, make


@pytest.fixture
def tester(database, tmp_path):
    """A player of a service that is a sandbox."""
    app = create_app(Config(database_url=database, sandbox=True, deep_folder=tmp_path))
    with app.extensions["database"].open():
        yield Client(app, Client(app).post("players", {}, expect=201).json["token"])


def scripted(client, script):
    return client.post("sandbox/games", {"script": script}, expect=201).json


def test_a_game_is_one_move_from_the_win(tester):
    game = scripted(tester, "one_move_from_win")
    wins = [
        entry["move"]
        for entry in game["legal_moves"]
        if tester.post(f"games/{game['id']}/hint", {}).json["move"] == entry["move"]
    ]
    assert tester.move(game, *wins)["status"] == "won"
    stats = tester.get("players/me/stats").json["overall"]["all"]
    assert (stats["played"], stats["wins"]) == (1, 1)


def test_a_game_is_lost_until_an_undo(tester):
    game = scripted(tester, "lost")
    assert (game["status"], game["stuck"]) == ("playing", False)
    assert tester.post(f"games/{game['id']}/verdict", {}).json["verdict"] == "lost"
    back = tester.post(f"games/{game['id']}/undo", {"to": "winnable"}).json
    assert tester.post(f"games/{back['id']}/verdict", {}).json["verdict"] == "winnable"


def test_a_game_is_stuck(tester):
    game = scripted(tester, "stuck")
    assert (game["stuck"], game["legal_moves"], game["can_undo"]) == (True, [], True)


def test_a_verdict_is_unknown(tester):
    game = scripted(tester, "unknown")
    for effort in ("quick", "deep"):
        asked = {"effort": effort}
        assert tester.post(f"games/{game['id']}/verdict", asked).json["verdict"] == "unknown"


def test_the_clock_is_put_forward(tester):
    game = scripted(tester, "stuck")
    before = tester.post("sandbox/clock", {"seconds": 0}).json["now"]
    after = tester.post("sandbox/clock", {"seconds": 86_400}).json["now"]
    passed = datetime.fromisoformat(after) - datetime.fromisoformat(before)
    assert passed.days == 1
    times = [game["created_at"], before, after, tester.start("fan")["created_at"]]
    assert times == sorted(times, key=datetime.fromisoformat)
    refused = tester.post("sandbox/clock", {"seconds": 316_224_000}, expect=422)
    assert refused.json["errors"][0]["code"] == "too_far_ahead"


def test_an_answer_is_dated_by_the_clock_as_a_countdown_needs_it(tester):
    now = datetime.fromisoformat(tester.post("sandbox/clock", {"seconds": 86_400}).json["now"])
    tester.post("sandbox/failures", {"failure": "unavailable"}, expect=204)
    for status in (503, 200):
        told = tester.get("players/me", expect=status).headers["Date"]
        assert parsedate_to_datetime(told) >= now.replace(microsecond=0)


def test_a_race_starts_when_the_clock_is_put_forward(tester):
    race = tester.post("races", {"variant": "fan", "seats": 2}, expect=201).json
    rival = Client(tester.app, Client(tester.app).post("players", {}, expect=201).json["token"])
    rival.post("race-entries", {"code": race["code"]}, expect=201)
    tester.post("sandbox/clock", {"seconds": 10})
    assert tester.get(f"races/{race['id']}").json["status"] == "running"


@pytest.mark.parametrize(
    ("failure", "status"), [("rate_limited", 429), ("unavailable", 503), ("answer_lost", 503)]
)
def test_the_next_requests_fail(tester, failure, status):
    game = scripted(tester, "lost")
    tester.post("sandbox/failures", {"failure": failure, "count": 2}, expect=204)
    key = {"Idempotency_Key": "retry"}
    for _ in range(2):
        failed = tester.post(f"games/{game['id']}/undo", {}, expect=status, **key)
        assert failed.code == ("rate_limited" if status == 429 else "unavailable")
        assert failed.headers["Retry-After"] == "1"
    assert tester.post(f"games/{game['id']}/undo", {}, **key).json["undos"] == 1


def test_what_was_lost_was_done(tester):
    game = scripted(tester, "lost")
    tester.post("sandbox/failures", {"failure": "answer_lost"}, expect=204)
    tester.post(f"games/{game['id']}/undo", {}, expect=503)
    assert tester.read(game)["undos"] == 1


def test_failures_are_the_players_own_and_end(tester):
    tester.post("sandbox/failures", {"failure": "unavailable", "count": 100}, expect=204)
    Client(tester.app).get("variants")
    Client(tester.app, Client(tester.app).post("players", {}, expect=201).json["token"]).get(
        "games"
    )
    tester.get("variants")
    tester.get("games", expect=503)
    tester.post("sandbox/failures", {"failure": "unavailable", "count": 0}, expect=204)
    tester.get("games")


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("games", {"script": "stuck"}),
        ("clock", {"seconds": 1}),
        ("failures", {"failure": "unavailable"}),
    ],
)
def test_a_service_that_is_no_sandbox_refuses(player, path, body):
    refused = player.post(f"sandbox/{path}", body, expect=409)
    assert refused.code == "not_allowed_here"
    assert "LONGCASE_SANDBOX" in refused.json["detail"]
    player.get("games")


def test_a_race_needs_one_connection(database, tmp_path):
    """The clock is asked by the connection that holds the race: others may hold all the rest."""
    config = Config(
        database_url=database, sandbox=True, pool_size=1, pool_timeout=1, deep_folder=tmp_path
    )
    app = create_app(config)
    with app.extensions["database"].open():
        players = [
            Client(app, Client(app).post("players", {}, expect=201).json["token"]) for _ in range(2)
        ]
        mine = make(players[0])
        enter(players[1], mine)
        players[0].post("sandbox/clock", {"seconds": 10})
        assert racing.settle_due(app.extensions["means"]) == 1
        game = players[0].get(f"races/{mine['id']}").json["game"]
        assert players[0].post(f"games/{game}/resign").json["race"]["result"] == "lost"
        players[1].post(f"races/{mine['id']}/rematch", expect=201)
