"""What happens in a race, as a list, by long poll and as a stream: always the same."""

import json

import pytest

from tests.client import Client
from tests.racing import enter, make, started

pytestmark = pytest.mark.usefixtures("clock")  # noon of the first of March

STREAM = {"Accept": "text/event-stream"}


@pytest.fixture
def over(player, rival, clock):
    """A race in which something happened, and which is over."""
    mine, theirs = started(clock, player, rival, name="freecell")  # whose first move blocks nobody
    move = player.get(f"games/{mine['game']}/moves").json["items"][0]["move"]
    player.post(f"games/{mine['game']}/moves", {"moves": [move]})
    rival.post(f"games/{theirs['game']}/resign", {})
    return player.get(f"races/{mine['id']}").json


def stream(client, race, **headers):
    """Read a stream of a race that is over to its end."""
    sent = {name.replace("_", "-"): value for name, value in headers.items()} | STREAM
    sent["Authorization"] = f"Bearer {client.token}"
    answer = client.app.test_client().get(f"/v1/races/{race['id']}/events", headers=sent)
    assert answer.status_code == 200
    assert answer.headers["Content-Type"] == "text/event-stream"
    assert answer.headers["Cache-Control"] == "no-store"
    assert answer.headers["X-Accel-Buffering"] == "no"  # proxies are to pass it on as it comes
    return read_stream(answer.text)


def read_stream(text):
    """Give the id, the event and the data of each event."""
    told = []
    for block in text.split("\n\n"):
        lines = dict(line.split(": ", 1) for line in block.splitlines() if line[:1] not in ":")
        if "data" in lines:
            told.append((int(lines["id"]), lines["event"], json.loads(lines["data"])))
    return told


def items(client, race, **query):
    asked = "&".join(f"{name}={value}" for name, value in query.items())
    return client.get(f"races/{race['id']}/events?{asked}").json


def test_the_stream_and_the_list_tell_the_same(player, rival, over):
    listed = items(player, over)
    assert [event["version"] for event in listed["items"]] == list(range(1, over["version"] + 1))
    assert [event["kind"] for event in listed["items"]] == [
        *("joined", "joined", "starting", "started", "progress", "resigned", "result")
    ]
    assert (listed["more"], listed["over"]) == (False, True)
    for client in (player, rival):
        told = stream(client, over)
        assert [data for _, _, data in told] == listed["items"]
        assert [(number, kind) for number, kind, _ in told] == [
            (event["version"], event["kind"]) for event in listed["items"]
        ]


@pytest.mark.parametrize("after", range(7))
def test_who_comes_again_misses_nothing(player, over, after):
    told = stream(player, over, Last_Event_ID=str(after))
    assert [number for number, _, _ in told] == list(range(after + 1, over["version"] + 1))
    assert items(player, over, after=after)["items"] == [data for _, _, data in told]


@pytest.mark.parametrize("last", ["8", "999999999", "x", "-1", "1.5", "9" * 30])
def test_an_id_that_never_was_gets_one_resync(player, over, last):
    ((number, kind, data),) = stream(player, over, Last_Event_ID=last)
    assert (number, kind) == (over["version"], "resync")
    assert data == over


def test_pages_are_bounded(player, over):
    first = items(player, over, limit=3)
    assert (len(first["items"]), first["more"]) == (3, True)
    rest = items(player, over, after=3)
    assert [event["version"] for event in rest["items"]] == [4, 5, 6, 7]


def test_a_rematch_is_told_after_the_end(player, over):
    new = player.post(f"races/{over['id']}/rematch", {}, expect=201).json
    told = stream(player, over, Last_Event_ID=str(over["version"]))
    assert [(kind, data["race"]) for _, kind, data in told] == [("rematch", new["id"])]


def test_nobody_else_follows(app, over, stranger):
    other = Client(app, Client(app).post("players", {}, expect=201).json["token"])
    for headers in ({}, STREAM):
        refused = other.get(f"races/{over['id']}/events", expect=404, **headers)
        assert refused.code == "not_found"
        assert stranger.get(f"races/{over['id']}/events", expect=401, **headers).code


def test_a_head_of_a_stream_has_no_body(player, rival):
    race = make(player)
    enter(rival, race)
    head = player.app.test_client().head(
        f"/v1/races/{race['id']}/events",
        headers=STREAM | {"Authorization": f"Bearer {player.token}"},
    )
    assert (head.status_code, head.data) == (200, b"")


@pytest.mark.parametrize(
    ("accept", "media_type"),
    [
        ("text/event-stream", "text/event-stream"),
        ("text/event-stream;q=0.1", "text/event-stream"),
        ("text/event-stream, application/json;q=0.9", "text/event-stream"),
        ("text/event-stream;q=0.5, application/json", "application/json"),
        ("text/event-stream;q=0, application/json", "application/json"),
        ("text/*", "text/event-stream"),
        ("text/event-stream; charset=utf-8", "text/event-stream"),
        ("text/event-stream;q=0.5, application/json;q=0.4", "text/event-stream"),
        ("text/event-stream, */*;q=0.1", "text/event-stream"),
        ("application/json, text/event-stream;q=0.9", "application/json"),
        ("application/json; charset=utf-8", "application/json"),
        ("*/*", "application/json"),
        ("", "application/json"),
    ],
)
def test_what_is_accepted_chooses(player, over, accept, media_type):
    answer = player.get(f"races/{over['id']}/events", Accept=accept)
    assert answer.headers["Content-Type"] == media_type
    assert {"Accept", "Authorization"} <= set(answer.headers["Vary"].split(", "))


def test_what_is_not_offered_is_refused(player, over):
    for accept in ("text/html", "text/event-stream;q=0", "text/event-stream;q=0, text/html"):
        refused = player.get(f"races/{over['id']}/events", Accept=accept, expect=406)
        assert refused.code == "not_acceptable"


def test_a_query_that_is_wrong_gets_a_problem_where_a_stream_was_asked_for(player, over):
    for query in ("after=-1", "after=x", "limit=0", "limit=101", "else=1"):
        refused = player.get(f"races/{over['id']}/events?{query}", expect=422, **STREAM)
        assert refused.code == "validation_failed"


def test_a_stream_of_what_is_over_is_not_to_be_come_back_to(player, over):
    headers = STREAM | {"Last-Event-ID": str(over["version"])}
    answer = player.call("GET", f"races/{over['id']}/events", expect=204, **headers)
    assert answer.raw == b""


def test_who_is_ahead_of_the_race_does_not_wait_for_it(player, rival):
    race = make(player)
    headers = {"Prefer": "wait=50"}
    told = player.get(f"races/{race['id']}/events?after=99", **headers).json
    assert told == {"items": [], "more": False, "over": False, "version": 1}
    assert enter(rival, race)["version"] == 3
