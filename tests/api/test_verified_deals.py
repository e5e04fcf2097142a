"""Deals proved winnable ahead: each is served once, as proved, or not at all."""

import logging
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest

from engine import Card, Deal, Move, Position, catalogue, difficulty, variant
from engine.cards import card
from engine.difficulty import measure
from engine.lines import codes
from service import deals, filling
from service.filling import Wanted
from tests.client import Client

PROVABLE = [each.id for each in catalogue() if not each.rules.hides and not each.rules.chance_only]


def configure(app, **settings):
    means = app.extensions["means"]
    app.extensions["means"] = replace(means, config=replace(means.config, **settings))


@pytest.fixture
def ahead(app):
    """Verify deals; then none is solved while a client waits."""

    def verify(name, count, **options):
        asked = Wanted(rules=variant(name).with_options(options), deals=count)
        for _ in filling.fill(app.extensions["means"], [asked]):
            pass
        configure(app, deal_tries=0)

    return verify


def orders(sql, table="verified_deal"):
    return [row[0] for row in sql(f"SELECT deal_order FROM {table} ORDER BY 1")]  # noqa: S608 - three tables


def new_player(app):
    return Client(app, Client(app).post("players", {}, expect=201).json["token"])


def closed(player, game):
    player.post(f"games/{game['id']}/resign", {})
    return player.get(f"games/{game['id']}/history").json["closed"]


def deal_of(name, order):
    return Deal.of_order(variant(name).with_options(), tuple(map(Card, order)))


def wins(position, texts):
    for text in texts:
        position.play(Move.parse(text))
    return position.status() == "won"


@pytest.mark.parametrize("name", PROVABLE)
def test_a_deal_goes_to_a_game_with_its_certificate(player, ahead, sql, name):
    ahead(name, 1)
    [order] = orders(sql)
    game = player.start(name)
    assert game["deal"]["verdict"] == "winnable"
    assert orders(sql) == []
    assert orders(sql, "game") == [order]
    hint = player.post(f"games/{game['id']}/hint", {"line": True}).json
    told = closed(player, game)
    assert bytes(card(text) for text in told["order"]) == order
    assert hint["line"][0] == told["solution"][0]
    assert len(hint["line"]) == hint["moves_to_win"] <= len(told["solution"])
    position = Position.start(deal_of(name, order))
    for step in deals.first_steps(position, variant(name).autoplay):
        position.follow(step)
    assert wins(position, told["solution"])
    assert player.start(name, again=game["id"])["deal"] == game["deal"]


@pytest.mark.parametrize("name", PROVABLE)
def test_difficulty_is_measured_on_the_deal(player, ahead, sql, name):
    ahead(name, 1)
    states = measure(deal_of(name, orders(sql)[0]))
    told = player.start(name)["deal"]["difficulty"]
    assert told == {"level": difficulty(states), "states": states}


def test_a_guest_gets_one_by_starting(stranger, ahead, sql):
    ahead("clover-leaf", 2)
    stranger.start("clover-leaf")
    assert len(orders(sql)) == 1


@pytest.mark.parametrize("name", PROVABLE)
def test_without_automatic_play_the_line_wins_from_the_cards_as_dealt(player, ahead, sql, name):
    ahead(name, 1)
    [order] = orders(sql)
    game = player.start(name, autoplay="off")
    assert game["steps"] == []
    assert wins(Position.start(deal_of(name, order)), closed(player, game)["solution"])


@pytest.mark.parametrize("name", PROVABLE)
def test_a_line_that_a_level_does_not_begin_is_not_sold_as_its_proof(app, player, ahead, sql, name):
    """Automatic play of another level may go another way; such a deal waits for another wish."""
    for level in variant(name).rules.levels:
        ahead(name, 1)
        [(line, order)] = sql("SELECT line, deal_order FROM verified_deal")
        position = Position.start(deal_of(name, order))
        steps = codes(position.pack(deals.first_steps(position, level)))
        answer = player.post("games", {"variant": name, "autoplay": level.value}, expect=None)
        assert (answer.status == 201) == (codes(line)[: len(steps)] == steps)
        assert (orders(sql) == []) == (answer.status == 201)
        sql("DELETE FROM verified_deal RETURNING id")
        configure(app, deal_tries=40)


def test_races_and_games_never_share_a_deal(app, ahead, sql):
    """A race's deal is new to all who enter: of those that wait each goes to one race, or game."""
    ahead("grandfathers-clock", 8)
    before = orders(sql)
    calls = {
        "races": {"variant": "grandfathers-clock", "seats": 2},
        "games": {"variant": "grandfathers-clock"},
    }
    asked = [(new_player(app), *call) for call in [*calls.items()] * 6]
    with ThreadPoolExecutor(len(asked)) as pool:
        made = list(pool.map(lambda each: each[0].post(*each[1:], expect=None), asked))
    assert sorted(answer.status for answer in made) == [*[201] * 8, *[503] * 4]
    dealt = {table: orders(sql, table) for table in ("race", "game")}
    assert sorted(dealt["race"] + dealt["game"]) == before
    assert orders(sql) == []


def test_none_is_served_twice_and_none_unproved(app, ahead, sql):
    ahead("grandfathers-clock", 8)
    before = orders(sql)
    players = [new_player(app) for _ in range(12)]
    wish = {"variant": "grandfathers-clock"}
    with ThreadPoolExecutor(len(players)) as pool:
        answers = list(pool.map(lambda player: player.post("games", wish, expect=None), players))
    made = [answer for answer in answers if answer.status == 201]
    refused = [answer for answer in answers if answer.status == 503]
    assert (len(made), len(refused)) == (8, 4)
    assert all(answer.code == "unavailable" for answer in refused)
    assert all(int(answer.headers["Retry-After"]) >= 1 for answer in refused)
    assert orders(sql, "game") == before
    assert orders(sql) == []


def test_a_key_sent_in_parallel_takes_one_deal(player, ahead, sql):
    ahead("clover-leaf", 8)
    send = lambda _: player.post(  # noqa: E731 - the same call, many times
        "games", {"variant": "clover-leaf"}, expect=201, Idempotency_Key="once"
    )
    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(send, range(8)))
    assert len({answer.raw for answer in answers}) == 1
    assert len(orders(sql)) == 7
    assert len(orders(sql, "game")) == 1


def test_one_game_too_many_takes_no_deal(app, player, ahead, sql):
    ahead("clover-leaf", 2)
    configure(app, max_unfinished=1)
    player.start("clover-leaf")
    refusal = player.post("games", {"variant": "clover-leaf"}, expect=409)
    assert refusal.code == "too_many_games"
    assert len(orders(sql)) == 1


@pytest.mark.parametrize("name", PROVABLE)
def test_where_none_waits_one_is_solved_meanwhile(player, sql, name):
    assert orders(sql) == []
    assert player.start(name)["deal"]["verdict"] == "winnable"


def test_past_the_budget_there_is_no_game_and_no_guest(app, stranger, sql):
    configure(app, deal_states=1, deal_tries=3)
    refusal = stranger.post("games", {"variant": "freecell"}, expect=503)
    assert refusal.code == "unavailable"
    assert int(refusal.headers["Retry-After"]) >= 1
    assert sql("SELECT count(*) FROM player") == [(0,)]
    assert stranger.start("freecell", winnable=False)["deal"].keys() == {"commitment"}


@pytest.mark.parametrize(
    "damage",
    [
        "line = substring(line for 4)",
        "line = substring(line from 3)",
        "line = line || '\\x80'",
        "line = ''",
        "deal_order = set_byte(deal_order, 0, get_byte(deal_order, 1))",
        "deal_order = '\\xff00'",
        "deal_order = ''",
    ],
)
def test_a_deal_that_cannot_be_proved_again_is_removed(player, ahead, sql, caplog, damage):
    ahead("freecell", 2)
    sql(f"UPDATE verified_deal SET {damage} RETURNING id")  # noqa: S608 - from the list above
    with caplog.at_level(logging.ERROR):
        player.post("games", {"variant": "freecell"}, expect=503)
    assert orders(sql) == []
    said = [record for record in caplog.records if record.name == "service.proving"]
    assert [record.fields for record in said] == [{"variant": "freecell"}] * 2


def test_former_rules_are_not_served_and_go(app, player, ahead, sql):
    ahead("freecell", 2)
    sql("UPDATE verified_deal SET rules_version = rules_version - 1 RETURNING id")
    player.post("games", {"variant": "freecell"}, expect=503)
    assert len(orders(sql)) == 2
    assert filling.drop_outdated(app.extensions["means"]) == 2
    assert orders(sql) == []


def test_house_rules_have_deals_of_their_own(player, ahead, sql):
    option = variant("grandfathers-clock").options[0]
    usual, other = (value.name for value in option.values[:2])
    ahead("grandfathers-clock", 1, **{option.name: usual})
    wish = {"variant": "grandfathers-clock", "options": {option.name: other}}
    player.post("games", wish, expect=503)
    ahead("grandfathers-clock", 1, **{option.name: other})
    assert player.post("games", wish, expect=201).json["options"] == {option.name: other}
    assert player.start("grandfathers-clock")["options"] == {option.name: usual}
    assert orders(sql) == []


def test_nothing_of_the_deals_that_wait_is_told(player, ahead, sql):
    ahead("freecell", 1)
    game = player.start("freecell", winnable=False)
    assert game["deal"].keys() == {"commitment"}
    assert len(orders(sql)) == 1


@pytest.mark.parametrize("name", [each.id for each in catalogue()])
def test_difficulty_is_told_of_proved_deals_only(player, name):
    told = player.start(name)["deal"]
    assert ("difficulty" in told) == (name in PROVABLE)
    assert "difficulty" not in player.start(name, winnable=False)["deal"]
    assert "difficulty" not in player.start(name, deal="1")["deal"]
    if "difficulty" in told:
        assert told["difficulty"]["level"] == difficulty(told["difficulty"]["states"])
