"""A kill -9 of the server, or of Postgres, loses no move that was acknowledged and doubles none."""

import json
import os
import signal
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing
from http import HTTPStatus
from http.client import HTTPException
from threading import Event
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen

import psycopg
import pytest

from service.embedded import running
from service.storage.migrate import migrate
from tests.serving import serving, wait_for

MOVES = 80


class Table:
    """A service on a durable database, both of which may be killed and come back."""

    def __init__(self, stack, folder, **settings):
        self.settings = settings
        self.folder = folder
        self.stack = stack
        self.token = None
        self.embedded = stack.enter_context(running(folder))
        migrate(self.embedded.owner)
        self.server = stack.enter_context(serving(self.embedded.app, **self.settings))

    def kill_server(self):
        os.killpg(self.server.process.pid, signal.SIGKILL)
        self.server = self.stack.enter_context(serving(self.embedded.app, **self.settings))

    def kill_postgres(self):
        os.kill(self.postmaster(), signal.SIGKILL)
        wait_for(self.embedded.mend)

    def postmaster(self):
        return int((self.folder / "postgres" / "postmaster.pid").read_text().split()[0])

    def answer(self, path):
        """Read once; give status, headers and body of whatever the answer is."""
        request = Request(
            f"{self.server.address}/v1/{path}", headers={"Authorization": f"Bearer {self.token}"}
        )
        try:
            answer = urlopen(request, timeout=60)
        except HTTPError as error:
            answer = error
        with answer:
            return answer.status, answer.headers, json.load(answer)

    def call(self, method, path, body=None, **headers):
        """Call once; None where there was no answer, or one that asks to come again."""
        request = Request(
            f"{self.server.address}/v1/{path}",
            method=method,
            data=None if body is None else json.dumps(body).encode(),
            headers={
                "Content-Type": "application/json",
                **({"Authorization": f"Bearer {self.token}"} if self.token else {}),
                **headers,
            },
        )
        try:
            with urlopen(request, timeout=10) as answer:
                return json.load(answer)
        except HTTPError as error:
            with error:
                if error.code != HTTPStatus.SERVICE_UNAVAILABLE:
                    raise
            return None
        except (URLError, HTTPException, OSError):
            return None

    def insist(self, method, path, body=None, **headers):
        """Call until there is an answer."""
        return wait_for(lambda: self.call(method, path, body, **headers))


@pytest.fixture
def table(scratch):
    with ExitStack() as stack:
        yield Table(stack, scratch)


def play(table, game, *, halfway):
    """Draw card after card, each until it is acknowledged; give what was acknowledged."""
    acknowledged = []
    for number in range(MOVES):
        if number == MOVES // 2:
            halfway.set()
        move = game["legal_moves"][-1]["move"]  # draw, or the redeal
        game = table.insist(
            "POST",
            f"games/{game['id']}/moves",
            {"moves": [move], "version": game["version"]},
            **{"Idempotency-Key": f"move-{number}"},
        )
        acknowledged.append((game["version"], move))
    return acknowledged


@pytest.mark.parametrize("victim", ["server", "postgres"])
def test_no_acknowledged_move_is_lost_and_none_is_made_twice(table, victim):
    wish = {"variant": "german-clock", "options": {"redeals": "2"}}
    game = table.insist("POST", "games", wish)
    table.token = game["token"]
    halfway = Event()
    with ThreadPoolExecutor(1) as pool:
        playing = pool.submit(play, table, game, halfway=halfway)
        halfway.wait()
        # Here and not in the other thread: Postgres ends with the thread that started it.
        table.kill_server() if victim == "server" else table.kill_postgres()
        acknowledged = playing.result()
    history = table.insist("GET", f"games/{game['id']}/history")["items"]
    made = [
        (event["version"], each["move"])
        for event in history
        if event["kind"] == "moves"
        for each in event["moves"]
    ]
    assert made == acknowledged
    assert len(made) == MOVES


def test_killing_postgres_while_figures_are_read_gives_503_and_never_zeros(table):
    game = table.insist("POST", "games", {"variant": "german-clock"})
    table.token = game["token"]
    table.insist("POST", f"games/{game['id']}/moves", {"moves": ["draw"]})
    figures = table.insist("GET", "players/me/stats")
    assert figures["overall"]["all"]["played"] == 1
    with ThreadPoolExecutor(3) as pool, closing(psycopg.connect(table.embedded.owner)) as held:
        held.execute("LOCK TABLE game")
        asked = [pool.submit(table.answer, "players/me/stats") for _ in range(3)]
        wait_for(lambda: waiting_at_locks(table) == len(asked))
        os.kill(table.postmaster(), signal.SIGKILL)
        for status, headers, body in (each.result() for each in asked):
            assert (status, body["code"]) == (503, "unavailable")
            assert int(headers["Retry-After"]) > 0
    wait_for(table.embedded.mend)
    assert table.insist("GET", "players/me/stats") == figures


def waiting_at_locks(table):
    with psycopg.connect(table.embedded.superuser(), autocommit=True) as connection:
        found = connection.execute(
            "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
        ).fetchone()
    return found[0] if found else 0
