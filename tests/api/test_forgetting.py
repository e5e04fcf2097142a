"""What guests left behind goes after the published time, and nothing else does."""

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import timedelta

import psycopg
import pytest

from service import clockwork, forgetting
from tests.client import Client
from tests.winning import winnable

pytestmark = pytest.mark.usefixtures("clock")  # noon of the first of March

KEPT_GAME, KEPT_GUEST = timedelta(days=90), timedelta(days=30)
MOMENT = timedelta(milliseconds=1)


@pytest.fixture
def named(app):
    """A player with a name, who is no guest."""
    token = Client(app).post("players", {"name": "Ann"}, expect=201).json["token"]
    return Client(app, token)


@pytest.fixture
def forget(app):
    """Remove what is old enough; give how many games and guests went."""

    def forget(**how):
        found = list(forgetting.forget(app.extensions["means"], **how))
        return sum(each.games for each in found), sum(each.guests for each in found)

    return forget


def games_of(client):
    return [game["id"] for game in client.get("games").json["items"]]


def test_a_guests_unfinished_game_goes_when_nobody_touched_it_for_ninety_days(
    player, clock, forget
):
    game = player.start("german-clock")
    clock.time += KEPT_GAME
    assert forget() == (0, 0)
    clock.time += MOMENT
    assert forget() == (1, 0)
    assert player.get(f"games/{game['id']}", expect=404).code == "not_found"
    assert games_of(player) == []
    assert forget() == (0, 0)


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/moves", {"moves": ["draw"]}),
        ("/undo", {}),
        ("/redo", {}),
        ("/hint", {}),
        ("", {"autoplay": "finish"}),
    ],
)
def test_whatever_is_done_in_a_game_touches_it(player, clock, forget, path, body):
    game = player.start("klondike", deal="1", autoplay="off")
    player.move(game, "draw", "draw")
    player.post(f"games/{game['id']}/undo", {})
    clock.time += KEPT_GAME
    player.call("POST" if path else "PATCH", f"games/{game['id']}{path}", body)
    assert player.read(game)["version"] == 4
    clock.time += KEPT_GAME
    assert forget() == (0, 0)
    clock.time += MOMENT
    assert forget() == (1, 0)


def test_a_guest_without_games_goes_after_thirty_days(player, clock, forget):
    clock.time += KEPT_GUEST
    assert forget() == (0, 0)
    clock.time += MOMENT
    assert forget() == (0, 1)
    assert player.get("players/me", expect=401).code == "unauthenticated"


def test_a_guest_stays_for_thirty_days_after_their_last_game_went(player, clock, forget):
    player.start("german-clock")
    clock.time += KEPT_GAME + MOMENT
    assert forget() == (1, 0)
    clock.time += KEPT_GUEST
    assert forget() == (0, 0)
    assert player.get("players/me").status == 200
    clock.time += MOMENT
    assert forget() == (0, 1)


def everything_else(named, guest, linked):
    """Games of each kind that stay: ended ones, of a named player, of one with a linked guest."""
    number, line = next(winnable("grandfathers-clock"))
    won = guest.move(guest.start("grandfathers-clock", deal=number, autoplay="off"), *line)
    guest.post(f"games/{won['id']}/share", expect=201)
    resigned = guest.start("klondike")
    guest.post(f"games/{resigned['id']}/resign", {})
    guest.post(f"games/{guest.start('clock')['id']}/autoplay", {"mode": "all"})
    named.start("fan", daily=named.get("variants/fan/daily").json["date"])
    named.move(named.start("german-clock"), "draw")
    other = Client(guest.app)
    other.start("german-clock")
    linked.post("players/me/link", {"token": other.token})


def contents(superuser):
    tables = superuser.execute(
        "SELECT tablename FROM pg_tables WHERE schemaname = 'public' ORDER BY 1"
    ).fetchall()
    return {
        name: superuser.execute(f"SELECT t::text FROM {name} t ORDER BY 1").fetchall()  # noqa: S608
        for (name,) in tables
    }


@pytest.fixture
def others(named, player, rival, clock):
    """What stays, long after."""
    everything_else(named, player, rival)
    clock.time += 100 * KEPT_GAME


def test_nothing_else_is_lost(app, others, forget, superuser):  # noqa: ARG001 - it is there
    before = contents(superuser)
    left = Client(app)
    left.start("german-clock")
    gone = Client(app)
    gone.token = gone.post("players", {}, expect=201).json["token"]
    superuser.execute(
        "UPDATE player SET created_at = 'epoch' WHERE NOT EXISTS "
        "(SELECT FROM game WHERE player_id = player.id) AND linked_to IS NULL"
    )
    superuser.execute(
        "UPDATE game_event e SET at = 'epoch' FROM game g WHERE g.id = e.game_id AND g.last_move_at"
        " = (SELECT max(last_move_at) FROM game)"
    )
    superuser.execute(
        "UPDATE game SET last_move_at = 'epoch' "
        "WHERE last_move_at = (SELECT max(last_move_at) FROM game)"
    )
    assert forget(dry_run=True) == (1, 1)
    assert forget() == (1, 1)
    after = contents(superuser)
    emptied = [row for row in after["player"] if row not in before["player"]]
    assert len(emptied) == 1  # who left the game
    assert after | {"player": [row for row in after["player"] if row not in emptied]} == before


def test_a_dry_run_changes_nothing_and_says_what_would_go(player, clock, forget, superuser):
    player.start("german-clock")
    clock.time += KEPT_GAME + MOMENT
    before = contents(superuser)
    assert forget(dry_run=True) == (1, 0)
    assert contents(superuser) == before
    assert forget() == (1, 0)


def test_zero_days_are_for_ever(app, player, rival, clock):
    player.start("german-clock")
    means = app.extensions["means"]
    means = replace(means, config=replace(means.config, keep_games=0, keep_guests=0))
    clock.time += 1000 * KEPT_GAME
    assert [(each.games, each.guests) for each in forgetting.forget(means)] == [(0, 0)]
    assert rival.get("players/me").status == 200


def test_a_move_that_comes_first_keeps_the_game(player, clock, forget, overtake):
    game = player.start("german-clock")
    clock.time += KEPT_GAME + MOMENT
    moved = "UPDATE game SET last_move_at = now(), version = version + 1"
    assert overtake(moved, forget) == (0, 0)
    assert games_of(player) == [game["id"]]


def test_a_hint_that_comes_first_keeps_the_game(player, clock, forget, overtake):
    game = player.start("german-clock")
    clock.time += KEPT_GAME + MOMENT
    hinted = """
        WITH g AS (UPDATE game SET version = version + 1 RETURNING id, version)
        INSERT INTO game_event (game_id, version, kind, moves, at)
        SELECT id, version, 'hint', '', now() FROM g
        """
    assert overtake(hinted, forget) == (0, 0)
    assert games_of(player) == [game["id"]]


def test_a_move_that_comes_second_finds_no_game(player, overtake):
    game = player.start("german-clock")
    path = f"games/{game['id']}/moves"
    answer = overtake(
        "DELETE FROM game", lambda: player.post(path, {"moves": ["draw"]}, expect=None)
    )
    assert (answer.status, answer.code) == (404, "not_found")


@pytest.mark.parametrize(
    "doing",
    [
        "UPDATE player SET name = 'Ann'",
        "SELECT unfinished_games(id) FROM player",
        "UPDATE player SET linked_to = NULL",
    ],
)
def test_a_guest_who_is_doing_something_is_left_for_the_next_time(
    player, clock, forget, database, doing
):
    player.start("german-clock")
    clock.time += KEPT_GAME + MOMENT
    with psycopg.connect(database) as busy:
        busy.execute(doing)
        assert forget() == (0, 0)
        busy.rollback()
    assert forget() == (1, 0)


def test_a_guest_who_starts_a_game_second_is_nobody_any_more(player, overtake):
    answer = overtake(
        "DELETE FROM player",
        lambda: player.post("games", {"variant": "german-clock"}, expect=None),
    )
    assert (answer.status, answer.code) == (401, "unauthenticated")


def test_two_at_once_remove_each_thing_once(app, clock, forget):
    for _ in range(20):
        Client(app).start("german-clock")
    clock.time += KEPT_GAME + MOMENT
    with ThreadPoolExecutor(2) as pool:
        games, guests = zip(*pool.map(lambda _: forget(), range(2)), strict=True)
    assert sum(games) + forget()[0] == 20
    assert sum(guests) == 0


def test_who_plays_while_guests_are_forgotten_keeps_all_or_has_nothing(app, clock, forget):
    players = [Client(app) for _ in range(20)]
    games = [client.start("german-clock")["id"] for client in players]
    idle = [Client(app, Client(app).post("players", {}, expect=201).json["token"]) for _ in players]
    clock.time += KEPT_GAME + MOMENT

    def move(client, game):
        return client.post(f"games/{game}/moves", {"moves": ["draw"]}, expect=None).status

    def start(client):
        return client.post("games", {"variant": "german-clock"}, expect=None).status

    with ThreadPoolExecutor(12) as pool:
        forgetting_twice = [pool.submit(forget) for _ in range(2)]
        moved = [pool.submit(move, *each) for each in zip(players, games, strict=True)]
        started = [pool.submit(start, client) for client in idle]
        removed = [each.result() for each in forgetting_twice]
    for client, game, answer in zip(players, games, moved, strict=True):
        assert (answer.result(), games_of(client)) in ((200, [game]), (404, []))
    for client, answer in zip(idle, started, strict=True):
        if answer.result() == 201:
            assert len(games_of(client)) == 1
        else:
            assert answer.result() == 401
            client.get("players/me", expect=401)
    statuses = [answer.result() for answer in moved + started]
    assert sum(games for games, _ in removed) == statuses.count(404)
    assert sum(guests for _, guests in removed) == statuses.count(401)


class OneTurn(clockwork.Turn):
    """A turn at a job that lasts for so many steps."""

    def __init__(self, steps: int) -> None:
        self.steps = steps

    def goes_on(self) -> bool:
        self.steps -= 1
        return self.steps > 0


def test_the_clockwork_does_it_daily_and_stops_when_told(app, player, clock, monkeypatch):
    monkeypatch.setattr(forgetting, "PAGE", 1)
    other = Client(app)
    for client in (player, other):
        client.start("german-clock")
    clock.time += KEPT_GAME + MOMENT
    (job,) = (job for job in clockwork.JOBS if job.name == "forget guests")
    assert job.every_s == 24 * 3600
    job.act(app.extensions["means"], OneTurn(1))
    assert sorted(len(games_of(client)) for client in (player, other)) == [0, 1]
    job.act(app.extensions["means"], OneTurn(99))
    assert games_of(player) == games_of(other) == []


def command(database, *arguments):
    done = subprocess.run(
        [sys.executable, "-m", "service.command", "forget", *arguments],
        env={"DATABASE_URL": database, "PATH": ""},
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    return done.returncode, done.stdout, done.stderr


def test_the_command_says_what_it_did(player, database, superuser):
    player.start("german-clock")
    superuser.execute("UPDATE game SET last_move_at = 'epoch'")
    superuser.execute("UPDATE game_event SET at = 'epoch'")
    for arguments, expected in (
        (["--dry-run"], "would remove 1 unfinished games, 0 guests without games and 0 races\n"),
        ([], "removed 1 unfinished games, 0 guests without games and 0 races\n"),
        ([], "removed 0 unfinished games, 0 guests without games and 0 races\n"),
    ):
        status, out, said = command(database, *arguments)
        assert (status, out) == (0, expected)
        assert "1/1" in said
