"""Races end by their limit with nobody there, and kills change nothing in them but time."""

import os
import signal
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from threading import Event

import psycopg
import pytest
from psycopg.conninfo import conninfo_to_dict

from service import verifying
from service.config import Config
from service.means import Means
from service.storage.pool import Database
from tests.api.conftest import WAITING
from tests.racing import winning
from tests.service.test_losing_nothing import Table
from tests.service.test_races_at_once import Device, start
from tests.serving import serving, wait_for

SETTINGS = {"LONGCASE_RACE_COUNTDOWN": "0", "LONGCASE_VERIFIED_DEALS": "0"}
NAME = "grandfathers-clock"


@pytest.fixture
def waiting(module_database, cluster):
    """Tell whether somebody waits for a lock."""
    name = str(conninfo_to_dict(module_database)["dbname"])
    with psycopg.connect(cluster.superuser(name), autocommit=True) as connection:
        yield lambda: connection.execute(WAITING).fetchone() == (1,)


@pytest.fixture
def devices():
    """Make players of servers; their connections are closed."""
    with ExitStack() as stack:

        def make(*addresses):
            made = [Device(address) for address in addresses]
            for device in made:
                stack.callback(device.connection.close)
            return made

        yield make


def no_faults(dsn):
    """Verify all that is kept."""
    config = Config(database_url=dsn)
    with Database(config).open() as pool:
        found = list(verifying.verify(Means(database=pool, config=config)))
    return [each for each in found if each.faults] == []


EARLIER = """
    UPDATE race SET created_at = created_at - {0}, starts_at = starts_at - {0},
                    ends_at = ends_at - {0}, due_at = due_at - {0};
    UPDATE race_event SET at = at - {0};
    UPDATE race_event e SET told = jsonb_build_object(
        'starts_at', to_char(r.starts_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
        'ends_at', to_char(r.ends_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
    ) FROM race r WHERE r.id = e.race_id AND e.kind = 'starting';
    UPDATE game SET created_at = created_at - {0}, last_move_at = last_move_at - {0};
    UPDATE game_event SET at = at - {0};
    """


def pass_time(owner, minutes):
    """Let time pass: all that happened was so much earlier."""
    with psycopg.connect(owner) as connection:
        connection.execute(EARLIER.format(f"interval '{minutes} min'"))


def of_race(sql, race):
    return sql("SELECT status, reason, ended_at = ends_at FROM race WHERE id = %s", [race["id"]])


def test_a_race_ends_by_its_limit_when_nobody_asks(database, owner, sql, devices):
    with serving(database, **SETTINGS | {"LONGCASE_CLOCKWORK": "on"}) as server:
        mine, _ = start(devices(server.address, server.address), NAME)
        assert of_race(sql, mine) == [("running", None, None)]
        pass_time(owner, 15)
        wait_for(lambda: of_race(sql, mine) == [("over", "limit", True)])
        assert sql("SELECT race_result FROM game") == [("drawn",), ("drawn",)]
        assert no_faults(database)


def test_a_restart_of_everything_changes_nothing_but_time(database, owner, sql, devices):
    on = SETTINGS | {"LONGCASE_CLOCKWORK": "on"}
    with serving(database, **on) as server:
        pair = devices(server.address, server.address)
        mine, theirs = start(pair, NAME)
        move = winning(sql, mine)[0]
        pair[0].call("POST", f"games/{mine['game']}/moves", {"moves": [move]})
        before = pair[1].get(f"races/{mine['id']}")
        os.killpg(server.process.pid, signal.SIGKILL)
    with serving(database, **on) as server:
        (device,) = devices(server.address)
        device.token = pair[1].token
        assert device.get(f"races/{mine['id']}") == before
        assert device.get(f"games/{theirs['game']}")["status"] == "playing"
        os.killpg(server.process.pid, signal.SIGKILL)
    pass_time(owner, 120)
    with serving(database, **on):
        wait_for(lambda: of_race(sql, mine) == [("over", "limit", True)])
    assert no_faults(database)


@pytest.mark.parametrize("acknowledged", [False, True])
def test_a_kill_between_the_two_last_moves(database, owner, sql, devices, waiting, *, acknowledged):
    """The one that is killed has acknowledged its last move, or holds it and waits for the race."""
    with serving(database, **SETTINGS) as one, serving(database, **SETTINGS) as other:
        pair = devices(one.address, other.address)
        races = start(pair, NAME)
        *line, last = winning(sql, races[0])
        for device, race in zip(pair, races, strict=True):
            device.call("PATCH", f"games/{race['game']}", {"autoplay": "off"})
            device.call("POST", f"games/{race['game']}/moves", {"moves": line})
        body, path = {"moves": [last]}, f"games/{races[0]['game']}/moves"
        if acknowledged:
            assert pair[0].call("POST", path, body, **{"Idempotency-Key": "k"})["status"] == "won"
            os.killpg(one.process.pid, signal.SIGKILL)
        else:
            with ThreadPoolExecutor(1) as pool, psycopg.connect(owner) as first:
                first.execute("SELECT FROM race FOR UPDATE")
                lost = pool.submit(pair[0].ask, "POST", path, body, **{"Idempotency-Key": "k"})
                wait_for(waiting)
                os.killpg(one.process.pid, signal.SIGKILL)
                assert isinstance(lost.exception(), OSError)
        status, raw = pair[1].ask("POST", f"games/{races[1]['game']}/moves", body)
        assert (status == 409) == acknowledged, raw
        (again,) = devices(other.address)
        again.token = pair[0].token
        status, raw = again.ask("POST", path, body, **{"Idempotency-Key": "k"})
        assert (status == 200) == acknowledged, raw
        results = ["won", "lost"] if acknowledged else ["lost", "won"]
        for device in (again, pair[1]):
            over = device.get(f"races/{races[0]['id']}")
            assert [entry["result"] for entry in over["entries"]] == results
    assert no_faults(database)


@pytest.fixture
def table(scratch):
    with ExitStack() as stack:
        yield Table(stack, scratch, **SETTINGS)


def test_killing_postgres_loses_no_acknowledged_move_and_no_end(table):
    """One plays move by move to the end of the line; Postgres dies on the way."""
    tokens = [table.insist("POST", "players", {})["token"] for _ in range(2)]
    table.token = tokens[0]
    race = table.insist("POST", "races", {"variant": NAME, "seats": 2})
    table.token = tokens[1]
    theirs = table.insist("POST", "race-entries", {"code": race["code"]})
    table.token = tokens[0]
    mine = table.insist("GET", f"races/{race['id']}")
    with psycopg.connect(table.embedded.owner, autocommit=True) as connection:
        line = winning(lambda *statement: connection.execute(*statement).fetchall(), mine)
    table.insist("PATCH", f"games/{mine['game']}", {"autoplay": "off"})
    halfway = Event()

    def play():
        game = None
        for number, move in enumerate(line):
            if number == len(line) // 2:
                halfway.set()
            game = table.insist(
                "POST",
                f"games/{mine['game']}/moves",
                {"moves": [move]},
                **{"Idempotency-Key": f"move-{number}"},
            )
            assert game["moves_made"] == number + 1
        return game

    with ThreadPoolExecutor(1) as pool:
        playing = pool.submit(play)
        halfway.wait()
        table.kill_postgres()
        assert playing.result()["race"]["result"] == "won"
    table.token = tokens[1]
    over = table.insist("GET", f"races/{race['id']}")
    assert [entry["result"] for entry in over["entries"]] == ["won", "lost"]
    assert over["entries"][0]["moves_made"] == len(line)
    assert table.insist("GET", f"games/{theirs['game']}")["status"] == "stopped"
    assert no_faults(table.embedded.app)
