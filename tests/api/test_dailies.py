"""The deal of the day: one for all, made once, not to be known before, secret until it closes."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from engine import Card, Deal, Move, Position, catalogue, commitment, variant
from engine.cards import card
from service import clockwork, filling
from service.app import create_app
from service.filling import Wanted
from tests.client import Client

pytestmark = pytest.mark.usefixtures("clock")  # noon of the first of March

TODAY = "2025-03-01"
NAMES = [each.id for each in catalogue()]
PROVABLE = [each.id for each in catalogue() if not each.rules.hides and not each.rules.chance_only]
NOT_PROVABLE = sorted({*NAMES} - {*PROVABLE})


def daily(client, name, day=TODAY, **expected):
    return client.get(f"variants/{name}/daily/{day}", **expected).json


def to_close(clock):
    clock.time = datetime(2025, 3, 3, tzinfo=UTC)


@pytest.mark.parametrize("name", NAMES)
def test_every_variant_has_a_daily_that_all_who_ask_get(stranger, player, rival, name):
    today = stranger.get(f"variants/{name}/daily")
    assert today.headers["Content-Location"] == f"/v1/variants/{name}/daily/{TODAY}"
    assert today.json == daily(player, name)
    assert today.json["opens_at"] == "2025-03-01T00:00:00.000Z"
    assert today.json["closes_at"] == "2025-03-03T00:00:00.000Z"
    assert "closed" not in today.json
    first, second = (each.start(name, daily=TODAY) for each in (player, rival))
    assert first["piles"] == second["piles"]
    assert first["deal"] == second["deal"]
    assert first["deal"]["date"] == TODAY
    assert first["deal"]["commitment"] == today.json["commitment"]
    assert not first["practice"]
    assert not second["practice"]


@pytest.mark.parametrize("name", PROVABLE)
def test_a_daily_is_proved_winnable_where_that_is_possible(stranger, clock, name):
    assert daily(stranger, name)["verdict"] == "winnable"
    assert daily(stranger, name)["difficulty"]["states"] > 0
    to_close(clock)
    closed = daily(stranger, name)["closed"]
    position = Position.start(
        Deal.of_order(variant(name).with_options(), tuple(card(text) for text in closed["order"]))
    )
    for move in closed["solution"]:
        position.play(Move.parse(move))
    assert position.status() == "won"


@pytest.mark.parametrize("name", NOT_PROVABLE)
def test_where_it_is_not_possible_a_daily_promises_nothing(stranger, name):
    assert {"verdict", "difficulty"}.isdisjoint(daily(stranger, name))


def test_tomorrows_daily_is_not_found_until_the_day_begins(player, clock, sql):
    for day in ("2025-03-02", "2026-01-01", "9999-12-31"):
        daily(player, "fan", day, expect=404)
        refused = player.post("games", {"variant": "fan", "daily": day}, expect=422).json
        assert [fault["code"] for fault in refused["errors"]] == ["no_such_daily"]
    assert sql("SELECT count(*) FROM daily WHERE day > '2025-03-01'") == [(0,)]
    clock.time = datetime(2025, 3, 1, 23, 59, 59, 999_000, tzinfo=UTC)
    daily(player, "fan", "2025-03-02", expect=404)
    clock.forward(milliseconds=1)
    assert daily(player, "fan", "2025-03-02")["opens_at"] == "2025-03-02T00:00:00.000Z"


def test_yesterdays_daily_stays_and_a_day_that_had_none_gets_none(player, clock):
    told = daily(player, "fan")
    clock.forward(days=1)
    assert daily(player, "fan") == told
    clock.forward(days=400)
    assert {**daily(player, "fan"), "closed": None} == {**told, "closed": None}
    for day in ("2025-02-28", "2025-03-05", "0001-01-01"):
        daily(player, "fan", day, expect=404)


@pytest.mark.parametrize(
    "day", ["2025-02-29", "20250301", "2025-3-1", "today", "\uff12\uff10\uff12\uff15-03-01"]
)
def test_what_is_no_date_is_not_found_in_an_address_and_a_fault_in_a_body(player, day):
    for path in (f"variants/fan/daily/{day}", f"boards/fan/daily/{day}"):
        assert "is no date such as" in player.get(path, expect=404).json["detail"]
    refused = player.post("games", {"variant": "fan", "daily": day}, expect=422).json
    assert [(fault["at"], fault["code"]) for fault in refused["errors"]] == [("/daily", "date")]


def test_an_alias_has_the_daily_of_its_variant(stranger):
    [alias, *_] = variant("la-montre").aliases
    assert stranger.get(f"variants/{alias}/daily").json == daily(stranger, "la-montre")
    stranger.get("variants/no-such-game/daily", expect=404)


def test_two_days_and_two_services_have_other_deals(app, stranger, clock, sql):
    """Nothing but chance decides: the same day and variant, made anew, is another deal."""
    seen = set()
    for _ in range(3):
        stranger.get("variants/klondike/daily")
        seen |= set(sql("SELECT deal_order, salt FROM daily"))
        clock.forward(days=1)
    sql("DELETE FROM daily RETURNING variant")
    clock.forward(days=-3)
    stranger.get("variants/klondike/daily")
    seen |= set(sql("SELECT deal_order, salt FROM daily"))
    assert len({order for order, _ in seen}) == len({salt for _, salt in seen}) == 4
    means = app.extensions["means"]
    assert type(means.chance).__name__ == "SystemRandom"


def test_two_workers_at_once_make_one_daily(app, database, sql):
    """Two applications on one database, each asked by four clients at once, for each variant."""
    means = app.extensions["means"]
    other = create_app(replace(means.config, database_url=database))
    other.extensions["means"] = replace(means, database=other.extensions["database"])
    with other.extensions["database"].open(), ThreadPoolExecutor(8) as threads:
        for name in ("klondike", "clover-leaf"):
            path = f"variants/{name}/daily"
            asked = [Client(each) for each in (app, other)] * 4
            told = list(threads.map(lambda client, path=path: client.get(path).json, asked))
            assert all(each == told[0] for each in told)
    assert sql("SELECT variant, count(*) FROM daily GROUP BY 1 ORDER BY 1") == [
        ("clover-leaf", 1),
        ("klondike", 1),
    ]


def test_a_daily_takes_a_deal_that_waited_and_no_game_gets_that_one(app, player, sql):
    means = app.extensions["means"]
    for _ in filling.fill(means, [Wanted(rules=variant("fan").with_options(), deals=2)]):
        pass
    app.extensions["means"] = replace(means, config=replace(means.config, deal_tries=0))
    waiting = {order for (order,) in sql("SELECT deal_order FROM verified_deal")}
    with ThreadPoolExecutor(4) as threads:
        list(threads.map(lambda _: Client(app).get("variants/fan/daily"), range(4)))
    [(taken,)] = sql("SELECT deal_order FROM daily")
    player.start("fan")
    [(dealt,)] = sql("SELECT deal_order FROM game")
    assert {taken, dealt} == waiting
    assert sql("SELECT count(*) FROM verified_deal") == [(0,)]


def test_the_clockwork_makes_all_dailies_when_the_day_begins(app, clock, sql):
    means = app.extensions["means"]
    [job] = [job for job in clockwork.JOBS if job.name == "make dailies"]
    turn = clockwork.Turn(means, job.name, holder=None, stop=Stopped())  # type: ignore[arg-type]  # not asked
    for day in ("2025-03-01", "2025-03-02"):
        job.act(means, turn)
        made = sql("SELECT variant FROM daily WHERE day = %s", [day])
        assert sorted(name for (name,) in made) == NAMES
        clock.forward(days=1)


class Stopped:
    """An event that nobody sets."""

    def is_set(self):
        return False


def test_options_and_rules_are_those_of_the_daily(player):
    game = player.start("klondike", daily=TODAY, options=daily(player, "klondike")["options"])
    assert game["options"] == daily(player, "klondike")["options"]
    other = {"variant": "klondike", "daily": TODAY, "options": {"draw": "3"}}
    refused = player.post("games", other, expect=None).json
    assert [fault["code"] for fault in refused["errors"]] == ["daily_other_options"]


@pytest.mark.parametrize(
    ("more", "at", "code"),
    [
        ({"deal": "1"}, "/daily", "one_deal"),
        ({"layout": {}}, "/layout", "one_deal"),
        ({"winnable": True}, "/winnable", "winnable_is_random"),
    ],
)
def test_a_daily_stands_alone(player, more, at, code):
    wish = {"variant": "fan", "daily": TODAY, **more}
    refused = player.post("games", wish, expect=422).json
    assert [(fault["at"], fault["code"]) for fault in refused["errors"]] == [(at, code)]


def test_a_players_first_game_on_a_daily_counts_and_every_other_is_practice(player, clock):
    first = player.start("fan", daily=TODAY)
    assert not first["practice"]
    assert player.start("fan", daily=TODAY)["practice"]
    player.post(f"games/{first['id']}/resign", {})
    assert player.start("fan", daily=TODAY)["practice"]
    again = player.start("fan", again=first["id"])
    assert again["practice"]
    assert again["deal"] == first["deal"]
    clock.forward(days=1)
    player.get("variants/fan/daily")
    assert not player.start("fan", daily="2025-03-02")["practice"]


def test_of_many_starts_at_once_one_counts(app, player):
    with ThreadPoolExecutor(8) as threads:
        clients = [Client(app, player.token) for _ in range(12)]
        started = list(threads.map(lambda each: each.start("fan", daily=TODAY), clients))
    assert [game["practice"] for game in started].count(False) == 1


def test_a_game_on_a_daily_that_has_closed_is_practice(player, clock):
    player.get("variants/fan/daily")
    clock.time = datetime(2025, 3, 2, 23, 59, 59, tzinfo=UTC)
    assert not player.start("fan", daily=TODAY)["practice"]
    to_close(clock)
    rest = Client(player.app)
    assert rest.start("fan", daily=TODAY)["practice"]


def test_a_repeated_request_gets_the_same_game(player):
    wish = {"variant": "fan", "daily": TODAY}
    first, second = (
        player.post("games", wish, expect=201, Idempotency_Key="day").json for _ in range(2)
    )
    assert first == second


def test_time_on_a_daily_runs_through_every_pause(player, clock):
    game = player.start("fan", daily=TODAY)
    clock.forward(hours=3)
    game = player.move(game, game["legal_moves"][0]["move"])
    assert game["elapsed_ms"] == 3 * 3_600_000
    clock.forward(minutes=7)
    path = f"games/{game['id']}/moves"
    move = {"moves": [game["legal_moves"][0]["move"]]}
    sent = player.post(path, move, Idempotency_Key="move").json
    assert sent["elapsed_ms"] == 3 * 3_600_000 + 7 * 60_000
    assert player.post(path, move, Idempotency_Key="move").json == sent
    quick = player.start("fan", daily=TODAY)
    assert player.move(quick, quick["legal_moves"][0]["move"])["elapsed_ms"] == 250


@pytest.mark.parametrize("name", NAMES)
def test_what_would_tell_of_a_daily_is_refused_until_it_closes(player, clock, name):
    first = player.start(name, daily=TODAY)
    practice = player.start(name, daily=TODAY)
    for game in (first, practice):
        for call, body in (
            ("hint", {}),
            ("verdict", {}),
            ("verdict", {"position": "dealt"}),
            *([("undo", {"to": "winnable"})] if variant(name).rules.undo else []),
        ):
            answer = player.post(f"games/{game['id']}/{call}", body, expect=409)
            assert answer.code == "not_allowed_here"
            assert "2025-03-03 00:00 UTC" in answer.json["detail"]
        assert player.read(game)["version"] == game["version"]
    ended = player.post(f"games/{first['id']}/resign", {}).json
    assert not ended["assisted"]
    player.post(f"games/{first['id']}/verdict", {"position": "dealt"}, expect=409)
    assert "closed" not in player.get(f"games/{first['id']}/history").json
    to_close(clock)
    told = daily(player, name)["closed"]
    for game in (first, practice):
        history = player.get(f"games/{game['id']}/history").json["closed"]
        assert {**history, "solution": None} == {**told, "solution": None}
    player.post(f"games/{first['id']}/verdict", {"position": "dealt"})


@pytest.mark.parametrize("name", NAMES)
def test_a_closed_daily_shows_what_its_commitment_was_taken_over(stranger, clock, name):
    before = daily(stranger, name)
    to_close(clock)
    clock.forward(milliseconds=-1)
    assert daily(stranger, name) == before
    clock.forward(milliseconds=1)
    closed = daily(stranger, name)["closed"]
    deal = Deal.of_order(variant(name).with_options(), tuple(map(Card, map(card, closed["order"]))))
    salt = bytes.fromhex(closed["salt"])
    assert commitment(deal, salt=salt) == closed["commitment"] == before["commitment"]


def test_a_daily_may_be_kept_by_caches_for_a_short_time(stranger, clock):
    answer = stranger.get("variants/fan/daily")
    assert answer.headers["Cache-Control"] == "public, max-age=60"
    stranger.get("variants/fan/daily", expect=304, If_None_Match=answer.headers["ETag"])
    clock.time = datetime(2025, 3, 1, 23, 59, 50, tzinfo=UTC)
    assert stranger.get("variants/fan/daily").headers["Cache-Control"] == "public, max-age=10"
