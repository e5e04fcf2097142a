"""Nothing of a race's deal is told on any route before its end."""

import re
from base64 import b64encode
from dataclasses import replace

import pytest

from engine import Card, card_text, variant
from tests.api.test_hidden import CARD, HIDDEN, OF_THE_REQUEST, Stacked, anonymous, twins
from tests.client import Client
from tests.racing import deal_instead, enter, make, winning

OF_THE_RACE = (("GET", ""), ("GET", "/events"), ("POST", "/rematch"))
OF_THE_GAME = (
    *(("GET", route, None) for route in ("", "/moves", "/history", "/board.svg")),
    ("POST", "/moves", {"moves": ["t3-t4", "x"]}),
    ("POST", "/hint", {"line": True}),
    ("POST", "/verdict", {"effort": "deep"}),
    ("POST", "/verdict", {"position": "dealt", "effort": "deep"}),
    ("POST", "/undo", {"to": "winnable"}),
    ("POST", "/share", None),
)

pytestmark = pytest.mark.usefixtures("clock")  # noon of the first of March
OF_ONE = ("games", "players/me/stats", "players/me/export", "races")
RACED = [name for name in HIDDEN if variant(name).raced]
CODE = re.compile(rb'"code":"[A-Z]{8}"')


@pytest.fixture
def another(app):
    """Make one more player."""
    return lambda: Client(app, Client(app).post("players", {}, expect=201).json["token"])


def of_the_race(client, race):
    """Call all that tells of a race, whatever it answers."""
    for method, route in OF_THE_RACE:
        yield client.call(method, f"races/{race['id']}{route}", expect=None)
    yield client.get("races")
    yield client.post("race-entries", {"code": race["code"]}, expect=None)


def of_the_game(client, race):
    """Call all that tells of an entrant's game, and of what they have."""
    for path in OF_ONE:
        yield client.get(path)
    if "game" in race:
        yield client.post("games", {"variant": race["variant"], "again": race["game"]}, expect=None)
        for method, route, body in OF_THE_GAME:
            yield client.call(method, f"games/{race['game']}{route}", body, expect=None)


def secrets_of(sql, race):
    """All that tells of a deal, as it may be written."""
    ((order, *others),) = sql("SELECT deal_order, salt, line FROM race WHERE id = %s", [race["id"]])
    cards = [card_text(Card(code)) for code in order]
    found = [each.join(cards) for each in ("", ",", '","', " ")]
    for secret in (order, *others):
        if secret:
            found += [secret.hex(), b64encode(secret).decode().rstrip("="), repr(secret)[2:-1]]
    return found


def tells(answer, secrets):
    text = answer.raw.decode() + str(answer.headers)
    told = ('"closed":{', '"solution"', '"difficulty"', '"again":', *secrets)
    return [each for each in told if each in text]


@pytest.mark.parametrize("name", ["freecell", "grandfathers-clock", "klondike", "german-clock"])
def test_nothing_is_told_before_the_end(player, rival, clock, *, sql, another, name):
    """To entrants, to those who are out by each way there is, and to others."""
    stays, outsider = another(), another()
    race = make(player, name, seats=3)
    secrets = secrets_of(sql, race)
    foreign = {**race, "code": "A" * 8}
    blind = [
        *of_the_race(player, race),
        *of_the_game(player, race),
        *of_the_race(outsider, foreign),
    ]
    enter(rival, race)
    enter(stays, race)
    whole = {client: client.get(f"races/{race['id']}").json for client in (player, rival, stays)}
    for client, mine in whole.items():
        blind += [*of_the_race(client, mine), *of_the_game(client, mine)]
        blind += of_the_game(outsider, mine)
    clock.forward(seconds=10)
    proved = winning(sql, race) if "verdict" in race["deal"] else []
    seen = []
    for client, mine in whole.items():
        legal = client.get(f"games/{mine['game']}/moves").json["items"]
        move = proved[0] if proved else legal[0]["move"]  # no other may leave a move
        client.post(f"games/{mine['game']}/moves", {"moves": [move]})
        seen += of_the_game(client, mine)
    player.post(f"games/{whole[player]['game']}/resign", {})
    rival.post(f"races/{race['id']}/leave", {})
    seen += of_the_game(rival, whole[rival])
    for client, mine in whole.items():
        blind += [*of_the_race(client, mine), *of_the_race(outsider, foreign)]
        seen += of_the_game(client, mine)
        blind += of_the_game(outsider, mine)
    assert player.get(f"races/{race['id']}").json["status"] == "running"
    for answer in blind:
        assert not CARD.findall(anonymous(answer.raw).decode()), answer.raw
    for answer in (*blind, *seen):
        assert tells(answer, secrets) == [], answer.raw
    clock.forward(seconds=30)
    assert stays.get(f"races/{race['id']}").json["reason"] == "last_able"
    for client, mine in whole.items():
        closed = client.get(f"games/{mine['game']}/history")
        assert '"closed":{' in tells(closed, secrets)
        assert closed.json["closed"]["salt"] in secrets


def alike(pair, call):
    """Ask both the same, and compare byte for byte, without what names a race, game or request."""
    for first, second in zip(*(list(call(*each)) for each in pair), strict=True):
        assert first.status == second.status
        assert CODE.sub(b"", anonymous(first.raw)) == CODE.sub(b"", anonymous(second.raw))
        kept = [
            {name: anonymous(value.encode()) for name, value in answer.headers.items()
             if name not in OF_THE_REQUEST}
            for answer in (first, second)
        ]  # fmt: skip
        assert kept[0] == kept[1]


def act(pair, method, path, body=None, **headers):
    """Send both the same."""
    alike(
        pair,
        lambda who, race: [who.call(method, path.format(**race), body, expect=None, **headers)],
    )


def two_races(worlds, name, *, before):
    """Start a race in each world; give who is in them with the race as they are told of it."""
    made = []
    for number, (first, _) in enumerate(worlds):
        before(number)
        made.append(make(first, name, minutes=1))
    for seat in range(2):
        alike([(world[0], race) for world, race in zip(worlds, made, strict=True)], of_the_race)
        if seat:
            for (_, second), race in zip(worlds, made, strict=True):
                enter(second, race)
    return [
        [(world[seat], world[seat].get(f"races/{race['id']}").json)
         for world, race in zip(worlds, made, strict=True)]
        for seat in range(2)
    ]  # fmt: skip


@pytest.mark.parametrize("name", RACED)
def test_races_that_differ_in_hidden_cards_look_alike(app, player, rival, clock, *, another, name):
    """Two worlds whose deals look alike along a line: who plays it, and who races against them."""
    line, *orders = twins(name, {})

    def stack(number):
        means = app.extensions["means"]
        app.extensions["means"] = replace(means, chance=Stacked(orders[number]))

    worlds = [(player, rival), (another(), another())]
    play, watch = two_races(worlds, name, before=stack)
    for pair in (play, watch):
        alike(pair, of_the_race)
        alike(pair, of_the_game)
    clock.forward(seconds=10)
    for number, move in enumerate(line):
        act(play, "POST", "games/{game}/moves", {"moves": [move]})
        if number % 8 == 3:
            alike(play, of_the_game)
            alike(watch, of_the_race)
    alike(watch, of_the_game)
    act(play, "POST", "races/{id}/leave", {})
    alike(play, of_the_game)
    alike(watch, of_the_race)
    clock.forward(seconds=29)
    alike(play, of_the_game)
    alike(play, of_the_race)


@pytest.mark.parametrize("name", ["freecell", "grandfathers-clock", "shamrocks"])
def test_races_on_open_deals_look_alike_to_rivals(player, rival, clock, another, name):
    """Of whatever deal: before the start to all, and then to whoever sees how a race stands."""
    worlds = [(player, rival), (another(), another())]
    play, watch = two_races(worlds, name, before=lambda _: None)
    assert play[0][1]["deal"]["commitment"] != play[1][1]["deal"]["commitment"]
    for pair in (play, watch):
        alike(pair, of_the_race)
        alike(pair, of_the_game)
    clock.forward(seconds=10)
    act(play, "POST", "races/{id}/leave", {})
    for pair in (play, watch):
        alike(pair, of_the_race)
        act(pair, "POST", "games/{game}/hint", {})
        act(pair, "POST", "games/{game}/verdict", {"position": "dealt"})
        act(pair, "POST", "games/{game}/share")
        act(pair, "GET", "games")
        act(pair, "GET", "players/me/stats")


def test_what_is_placed_at_once_is_not_told_before_the_start(player, rival, clock, *, sql, another):
    """Of two deals only the one lets automatic play place cards before the first move."""
    worlds = [(player, rival), (another(), another())]
    entrants = []
    for (first, second), deal in zip(worlds, ("1", "3"), strict=True):
        race = make(first, "fan")
        deal_instead(sql, race, deal)
        enter(second, race)
        told = first.get(f"races/{race['id']}").json
        assert told["status"] == "starting"
        entrants.append((first, told))
    alike(entrants, of_the_game)
    alike(entrants, of_the_race)
    assert [who.get("games").json["items"] for who, _ in entrants] == [[], []]
    clock.forward(seconds=10)
    scores = [who.get("games").json["items"][0]["score"] for who, _ in entrants]
    assert scores[0] > scores[1] == 0
