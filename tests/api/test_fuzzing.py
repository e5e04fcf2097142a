"""Schemathesis and bytes at random against the running service: they must find nothing."""

import json
import os
import subprocess
import sys
from pathlib import Path
from urllib.request import Request, urlopen

import psycopg
import pytest

from tests.api.raw_bytes import send_many
from tests.serving import serving

ENDS_A_TOKEN = ("rotateToken", "deleteMe")
SETTINGS = Path(__file__).with_name("schemathesis.toml")


def post(address, path, body, **headers):
    request = Request(
        f"{address}/v1/{path}",
        data=json.dumps(body).encode(),
        headers={"Content-Type": "application/json", **headers},
    )
    with urlopen(request) as answer:
        return json.load(answer)


def get(address, path, **headers):
    with urlopen(Request(f"{address}/v1/{path}", headers=headers)) as answer:
        return json.load(answer)


def fuzz(server, tmp_path, *arguments, token, settings=""):
    """Let schemathesis loose; give its exit status and what it printed."""
    config = tmp_path / "schemathesis.toml"
    config.write_text(SETTINGS.read_text() + settings)
    done = subprocess.run(
        [
            Path(sys.executable).with_name("schemathesis"),
            *("--config-file", config, "run", f"{server.address}/openapi.json"),
            *("--header", f"Authorization: Bearer {token}"),
            *("--checks", "all", "--workers", "1", "--seed", "7", "--continue-on-failure"),
            *("--suppress-health-check", "all", "--warnings", "off", "--max-examples", "12"),
            "--no-color",
            *arguments,
        ],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=240,
        check=False,
        env={**os.environ, "PYTHONWARNINGS": "ignore"},
    )
    assert "Test cases:" in done.stdout, done.stdout + done.stderr
    return done.returncode, done.stdout


def but(*operations):
    """Leave these out."""
    return [part for each in operations for part in ("--exclude-operation-id", each)]


def defects(server):
    return [line for line in server.lines() if line["level"] == "error"]


def test_schemathesis_finds_nothing(server, tmp_path):
    token = post(server.address, "players", {})["token"]
    status, said = fuzz(server, tmp_path, *but(*ENDS_A_TOKEN), token=token)
    assert status == 0, said
    assert not defects(server)


@pytest.mark.parametrize("operation", ENDS_A_TOKEN)
def test_schemathesis_finds_nothing_where_a_token_ends(server, tmp_path, operation):
    token = post(server.address, "players", {})["token"]
    only = ("--include-operation-id", operation, "--phases", "coverage,fuzzing")
    status, said = fuzz(server, tmp_path, *only, token=token)
    assert status == 0, said
    assert not defects(server)


@pytest.mark.parametrize("variant", ["freecell", "german-clock"])
def test_schemathesis_finds_nothing_in_a_running_game(server, tmp_path, variant):
    game = post(server.address, "games", {"variant": variant})
    status, said = fuzz(
        server,
        tmp_path,
        *("--phases", "coverage,fuzzing", "--include-path-regex", "game_id"),
        *but("resignGame"),
        token=game["token"],
        settings=f'\n[parameters]\n"path.game_id" = "{game["id"]}"\n',
    )
    assert status == 0, said
    assert not defects(server)


def test_schemathesis_finds_nothing_in_a_race(server, owner, tmp_path):
    """In one that was cancelled, so that its stream of events ends."""
    token = post(server.address, "players", {})["token"]
    mine = {"Authorization": f"Bearer {token}"}
    race = post(server.address, "races", {"variant": "klondike", "seats": 3}, **mine)
    with psycopg.connect(owner) as connection:
        connection.execute("UPDATE race SET due_at = created_at")
    entered = post(server.address, "race-entries", {"code": race["code"]}, **mine)
    assert entered["status"] == "cancelled"
    status, said = fuzz(
        server,
        tmp_path,
        *("--phases", "coverage,fuzzing", "--include-path-regex", "race_id"),
        token=token,
        settings=f'\n[parameters]\n"path.race_id" = "{race["id"]}"\n',
    )
    assert status == 0, said
    assert not defects(server)


@pytest.fixture
def sandbox(database):
    """A service for tests of clients, where races start at once."""
    with serving(database, LONGCASE_SANDBOX="1", LONGCASE_RACE_COUNTDOWN="0") as server:
        yield server


def test_schemathesis_finds_nothing_in_a_running_race(sandbox, tmp_path):
    """But for the stream of its events, which does not end, and what ends the race."""
    mine, rivals = (
        {"Authorization": f"Bearer {post(sandbox.address, 'players', {})['token']}"} for _ in "12"
    )
    wish = {"variant": "klondike", "seats": 2, "minutes": 60}
    race = post(sandbox.address, "races", wish, **mine)
    race = post(sandbox.address, "race-entries", {"code": race["code"]}, **rivals)
    status, said = fuzz(
        sandbox,
        tmp_path,
        *("--phases", "coverage,fuzzing", "--include-path-regex", "race_id|game_id"),
        *but("followRace", "leaveRace", "resignGame"),
        token=rivals["Authorization"].removeprefix("Bearer "),
        settings=f'\n[parameters]\n"path.race_id" = "{race["id"]}"\n'
        f'"path.game_id" = "{race["game"]}"\n',
    )
    assert status == 0, said
    assert get(sandbox.address, f"races/{race['id']}", **mine)["status"] == "running"
    assert not defects(sandbox)


@pytest.mark.parametrize(
    "chosen",
    [
        ("--include-path-regex", "/sandbox/|/hint$|/undo$|/moves$", *but("orderFailures")),
        ("--include-operation-id", "orderFailures", "--phases", "coverage,fuzzing"),
    ],
    ids=["games and the clock", "failures"],
)
def test_schemathesis_finds_nothing_in_a_sandbox(sandbox, tmp_path, chosen):
    """Apart where failures are ordered, for that is what they would be found to be."""
    token = post(sandbox.address, "players", {})["token"]
    status, said = fuzz(sandbox, tmp_path, *chosen, token=token)
    assert status == 0, said
    assert not defects(sandbox)


def test_no_bytes_at_all_disturb_the_service(server, owner):
    game = post(server.address, "games", {"variant": "freecell", "deal": "1"})
    send_many(server.address, game["token"], 300)
    path, token = f"games/{game['id']}/moves", f"Bearer {game['token']}"
    move = game["legal_moves"][0]["move"]
    assert post(server.address, path, {"moves": [move]}, Authorization=token)["moves_made"] == 1
    with psycopg.connect(owner) as connection:
        stuck = connection.execute(
            "SELECT count(*) FROM pg_stat_activity "
            "WHERE datname = current_database() AND state LIKE 'idle in transaction%'"
        ).fetchone()
    assert stuck == (0,)
    assert not defects(server)
