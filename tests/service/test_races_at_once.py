"""Two servers, two last moves at the same moment: one winner, told everywhere alike."""

import json
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from http.client import HTTPConnection
from threading import Barrier

import pytest

from service import verifying
from service.config import Config
from service.means import Means
from service.storage.pool import Database
from tests.racing import deal_instead, winning
from tests.serving import serving

RACES = 200
TABLES = 8
"""So many pairs of players, each of which plays its races one after the other."""
SETTINGS = {"LONGCASE_RACE_COUNTDOWN": "0", "LONGCASE_VERIFIED_DEALS": "0"}


class Device:
    """A player who speaks to one server, on a connection that stays."""

    def __init__(self, address):
        self.connection = HTTPConnection(address.removeprefix("http://"), timeout=60)
        self.token = None
        self.token = self.call("POST", "players", {})["token"]

    def ask(self, method, path, body=None, **headers):
        sent = {"Content-Type": "application/json"} if body is not None else {}
        if self.token:
            sent["Authorization"] = f"Bearer {self.token}"
        raw = None if body is None else json.dumps(body)
        self.connection.request(method, f"/v1/{path}", raw, sent | headers)
        answer = self.connection.getresponse()
        return answer.status, answer.read()

    def call(self, method, path, body=None, **headers):
        status, raw = self.ask(method, path, body, **headers)
        assert status < 300, raw
        return json.loads(raw)

    def get(self, path):
        return self.call("GET", path)


@pytest.fixture
def two(database):
    """The addresses of two servers on one database."""
    with ExitStack() as stack:
        servers = [stack.enter_context(serving(database, **SETTINGS)) for _ in range(2)]
        yield [server.address for server in servers]


def start(pair, name, *, prepare=None):
    """Start a race of two; give it as each is told of it."""
    first, second = pair
    race = first.call("POST", "races", {"variant": name, "seats": 2})
    if prepare is not None:
        prepare(race)
    second.call("POST", "race-entries", {"code": race["code"]})
    races = [device.get(f"races/{race['id']}") for device in pair]
    assert [each["status"] for each in races] == ["running"] * 2
    return races


def move_at_once(pair, races, move, *, together, pool):
    """Send both the same move at the same moment, each to a server of its own; give the answers."""

    def send(device, race):
        together.wait()
        return device.ask("POST", f"games/{race['game']}/moves", {"moves": [move]})

    return [
        each.result() for each in [pool.submit(send, *one) for one in zip(pair, races, strict=True)]
    ]


def told(device, race):
    """How a race ended for a player, as each channel tells it."""
    game = device.get(f"games/{race['game']}")
    whole = device.get(f"races/{race['id']}")
    history = device.get(f"games/{race['game']}/history")["items"]
    events = device.get(f"races/{race['id']}/events")["items"]
    _, stream = device.ask("GET", f"races/{race['id']}/events", Accept="text/event-stream")
    streamed = [json.loads(line[6:]) for line in stream.splitlines() if line.startswith(b"data: ")]
    assert [event["version"] for event in events] == list(range(1, whole["version"] + 1))
    (result,) = (event for event in events if event["kind"] == "result")
    assert events == streamed
    assert result == events[-1]
    seat = race["seat"]
    return {
        "game": game["race"]["result"],
        "race": whole["entries"][seat - 1]["result"],
        "history": next(each["race_result"] for each in history if "race_result" in each),
        "event": "won" if seat in result["seats"] else "lost",
    }, (game["status"], whole["entries"][seat - 1]["state"])


def judge(pair, races, answers, *, how):
    """Check one race; give the seat that won. `how` is what the two were told who moved."""
    said = []
    for status, raw in answers:
        body = json.loads(raw)
        said.append(body["race"]["result"] if status == 200 else body["code"])
    assert sorted(said) == sorted(how)
    first = next(n for n, each in enumerate(said) if each != "race_over")
    winner = first if said[first] == "won" else 1 - first
    for number, (device, race) in enumerate(zip(pair, races, strict=True)):
        channels, ended = told(device, race)
        assert set(channels.values()) == {"won" if number == winner else "lost"}, channels
        played = ("won", "finished") if said[first] == "won" else ("lost", "blocked")
        assert ended == (played if number == first else ("stopped", "stopped"))
    return winner


def look_back(device, seats, won):
    """Compare what sums a player's races up with how each ended."""
    listed = {each["id"]: each["result"] for each in device.get("races?limit=100")["items"]}
    exported = device.get("players/me/export")
    results = {
        race["id"]: race["entries"][race["seat"] - 1]["result"] for race in exported["races"]
    }
    assert listed == results == {race: "won" if race in won else "lost" for race in seats}
    games = Counter(game["race"]["result"] for game in exported["games"])
    assert games == Counter(listed.values())
    for figures in (device.get("players/me/stats"), exported["stats"]):
        counted = {"played": len(seats), "won": len(won), "drawn": 0}
        assert figures["races"]["overall"] == counted


@pytest.mark.parametrize(
    ("name", "races", "how"),
    [
        pytest.param("grandfathers-clock", RACES, ("race_over", "won"), id="won"),
        pytest.param("shamrocks", 24, ("lost", "race_over"), id="blocked"),
    ],
)
def test_of_two_last_moves_at_once_one_counts(two, sql, database, *, name, races, how):
    def play(_):
        together, won = Barrier(2), {}
        with ExitStack() as stack, ThreadPoolExecutor(2) as pool:
            pair = [Device(address) for address in two]
            for device in pair:
                stack.callback(device.connection.close)
            for _ in range(races // TABLES):
                if name == "shamrocks":
                    told_of = start(pair, name, prepare=lambda race: deal_instead(sql, race, "115"))
                    last = "t1-t18"
                else:
                    told_of = start(pair, name)
                    *line, last = winning(sql, told_of[0])
                    for device, race in zip(pair, told_of, strict=True):
                        device.call("PATCH", f"games/{race['game']}", {"autoplay": "off"})
                        device.call("POST", f"games/{race['game']}/moves", {"moves": line})
                answers = move_at_once(pair, told_of, last, together=together, pool=pool)
                won[told_of[0]["id"]] = judge(pair, told_of, answers, how=how)
            for number, device in enumerate(pair):
                mine = {race for race, winner in won.items() if winner == number}
                look_back(device, set(won), mine)
        return won

    with ThreadPoolExecutor(TABLES) as tables:
        played = [race for each in tables.map(play, range(TABLES)) for race in each]
    assert len(set(played)) == races
    assert sql(
        "SELECT count(*), count(DISTINCT race_id) FROM race_event WHERE kind = 'result'"
    ) == [(races, races)]
    assert sql("SELECT race_result, count(*) FROM game GROUP BY 1 ORDER BY 1") == [
        ("lost", races),
        ("won", races),
    ]
    config = Config(database_url=database)
    with Database(config).open() as pool:
        found = list(verifying.verify(Means(database=pool, config=config)))
    assert Counter(each.kind for each in found)["race"] == races
    assert [each for each in found if each.faults] == []
