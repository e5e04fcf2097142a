"""`longcase verify` is quiet about what the service wrote, and finds what was changed by hand."""

import os
import re
import subprocess
import sys
from dataclasses import replace

import pytest

from service import verifying
from service.replaying import COMPARED
from service.storage import stats
from service.storage.games import Game
from tests.winning import winnable

GAMES = {
    "won": "variant = 'grandfathers-clock' AND NOT practice",
    "practice": "variant = 'grandfathers-clock' AND practice",
    "secret": "variant = 'freecell' AND deal_order IS NOT NULL",
    "laid out": "variant = 'freecell' AND deal_layout IS NOT NULL",
    "undone": "variant = 'german-clock'",
    "lost": "variant = 'clock'",
}


@pytest.fixture
def everything(player, rival, clock):
    """Two players with games of each kind and end."""
    number, line = next(winnable("grandfathers-clock"))
    game = player.start("grandfathers-clock", deal=number, autoplay="off")
    clock.forward(seconds=5)
    player.move(game, *line[:9])
    player.post(f"games/{game['id']}/undo", {"count": 3})
    clock.forward(minutes=9)
    player.post(f"games/{game['id']}/redo", {"count": 2})
    player.move(game, *line[8:])
    again = player.start("grandfathers-clock", deal=number)
    player.move(again, again["legal_moves"][0]["move"])
    player.post(f"games/{again['id']}/resign", {})
    secret = player.start("freecell")
    player.post(f"games/{secret['id']}/hint", {})
    player.move(secret, secret["legal_moves"][-1]["move"])
    player.call("PATCH", f"games/{secret['id']}", {"autoplay": "all"})
    player.post(f"games/{secret['id']}/resign", {})
    layout = {pile["id"]: pile["cards"] for pile in secret["piles"] if pile["cards"]}
    player.start("freecell", layout=layout)
    undone = rival.start("german-clock")
    rival.move(undone, "draw", "draw")
    rival.post(f"games/{undone['id']}/undo", {"count": 2})
    lost = rival.start("clock", deal="1")
    rival.post(f"games/{lost['id']}/autoplay", {"mode": "all"})
    assert rival.read(lost)["status"] == "lost"
    rival.start("la-montre")


def faults(app):
    found = list(verifying.verify(app.extensions["means"]))
    return sorted({fault for each in found for fault in each.faults})


def test_a_proof_whose_first_steps_automatic_play_made_has_no_fault(app, player):
    def begins_by_itself():
        game = player.start("fan", autoplay="all")
        return player.get(f"games/{game['id']}/history").json["items"][0]["automatic"]

    assert any(begins_by_itself() for _ in range(30))
    assert faults(app) == []


def test_what_the_service_wrote_has_no_fault(app, everything):  # noqa: ARG001 - it is there
    found = list(verifying.verify(app.extensions["means"]))
    assert [each.faults for each in found] == [()] * len(found)
    assert sum(each.kind == "game" for each in found) == 7
    assert sum(each.kind == "player" for each in found) == 2
    assert verifying.count(app.extensions["means"]) == 7


CHANGED = [
    ("won", "score = score + 1", "score is 1[0-9]+, by the events 1[0-9]+"),
    ("won", "elapsed_ms = elapsed_ms - 1", "elapsed_ms is [0-9]+, by the events [0-9]+"),
    ("won", "undos = 0", "undos is 0, by the events 3"),
    ("won", "assisted = false", "assisted is False, by the events True"),
    ("won", "moves_made = moves_made - 1", "moves_made is [0-9]+, by the events [0-9]+"),
    ("won", "won_ms = won_ms - 1", "won_ms is .*"),
    ("won", "won_moves = 1", "won_moves is 1, by the events [0-9]+"),
    ("won", "won_on = won_on + 1", "won_on differs"),
    ("won", "won_zone = 'Asia/Tokyo', won_on = won_on + 1", "won_on differs"),
    ("won", "final_score = 2000", "final_score is 2000, by the events 1[0-9]+"),
    ("won", "final_ms = 1", "final_ms is 1, by the events [0-9]+"),
    ("won", "final_moves = 1", "final_moves is 1, by the events [0-9]+"),
    ("won", "finished_at = now()", "finished_at differs"),
    ("won", "status = 'lost'", "status is lost, by the events won"),
    ("won", "line = substr(line, 3)", "line differs"),
    ("won", "deal_number = '617'", "the deal is not that of its number"),
    ("won", "deal_number = '0617'", "the deal cannot be laid out"),
    ("won", 'options = \'{"colour": "pink"}\'', "the deal cannot be laid out"),
    ("practice", "status = 'won'", "status is won, by the events resigned"),
    ("secret", "salt = sha256(salt)", "the deal is not that of its commitment"),
    ("secret", "commitment = NULL", "the deal is not that of its commitment"),
    ("secret", "hints = 0", "hints is 0, by the events 1"),
    ("secret", "autoplay = 'off'", "autoplay is off, by the events all"),
    ("secret", "created_at = created_at - interval '1 s'", "created_at differs"),
    ("laid out", "hint_line = '\\x8001'", "hint_line does not win"),
    ("laid out", "deal_layout = '{}'", "the deal cannot be laid out"),
    ("laid out", "stuck = true", "stuck is True, by the events False"),
    ("undone", "played = false", "played is False, by the events True"),
    ("undone", "redo = ''", "redo differs"),
    ("undone", "version = version + 1", "version is 4, by the events 3"),
    ("undone", "moved_version = 1", "moved_version is 1, by the events 3"),
    ("undone", "last_move_at = last_move_at + interval '1 ms'", "last_move_at differs"),
    ("lost", "status = 'playing'", "status is playing, by the events lost"),
]
HAPPENED = [
    ("won", "kind = 'redo' WHERE version = 2", "event 2 makes again what was not taken back"),
    ("won", "kind = 'undo' WHERE version = 2", "event 2 takes back what was not made"),
    ("won", "kind = 'luck' WHERE version = 2", "event 2 cannot be played"),
    ("won", "version = 99 WHERE version = 2", "the events' versions do not count from 1"),
    ("won", "kind = 'moves' WHERE version = 1", "event 1 is not where a game starts"),
    ("won", "kind = 'started' WHERE version = 2", "event 2 is not where a game starts"),
    ("won", "moves = '\\xffff' WHERE version = 2", "event 2 cannot be played"),
    ("won", "moves = moves || moves WHERE version = 2", "event 2 cannot be played"),
    ("won", "at = at - interval '1 h' WHERE version = 2", "event 2 comes before the one before it"),
    ("won", "kind = 'resign', moves = '' WHERE version = 2", "event 3 comes after the end"),
    (
        "secret",
        "answer = substr(answer, 1, 4) WHERE version = 1",
        "the deal's solution does not win",
    ),
    ("undone", "kind = 'hint' WHERE version = 3", ".*"),
]


def test_what_was_changed_by_hand_is_found(app, everything, superuser):  # noqa: ARG001 - it is there
    superuser.execute("CREATE TABLE kept_game AS TABLE game")
    superuser.execute("CREATE TABLE kept_event AS TABLE game_event")
    try:
        for which, change, expected in CHANGED:
            changed = superuser.execute(
                f"UPDATE game SET {change} WHERE {GAMES[which]}"  # noqa: S608 - constants
            )
            assert changed.rowcount == 1, change
            assert any(re.fullmatch(expected, fault) for fault in faults(app)), change
            restore(superuser)
        for which, change, expected in HAPPENED:
            changed = superuser.execute(
                f"UPDATE game_event SET {change}"  # noqa: S608 - constants
                f" AND game_id = (SELECT id FROM game WHERE {GAMES[which]})"
            )
            assert changed.rowcount == 1, change
            assert any(re.fullmatch(expected, fault) for fault in faults(app)), change
            restore(superuser)
        assert faults(app) == []
    finally:
        superuser.execute("DROP TABLE kept_game, kept_event")


def restore(superuser):
    superuser.execute("TRUNCATE game CASCADE")
    superuser.execute("INSERT INTO game SELECT * FROM kept_game")
    superuser.execute("INSERT INTO game_event SELECT * FROM kept_event")


def test_figures_that_are_not_those_of_the_games_are_found(app, everything, monkeypatch):  # noqa: ARG001
    """The rows cannot be so changed that each game is right and the figures are not."""
    summed = stats.figures

    def figures(*args, **kwargs):
        first, *rest = summed(*args, **kwargs)
        return [replace(first, played=99), *rest]

    monkeypatch.setattr(stats, "figures", figures)
    monkeypatch.setattr(stats, "wins", lambda *_args, **_kwargs: [])
    found = faults(app)
    assert "the figures are not those of the games" in found
    assert "the dates of wins are not those of the games" in found


def test_every_column_that_follows_from_the_events_is_compared():
    """Others are the deal, whose it is, how it counts, and the line for hints, which is played."""
    deal = {name for name in Game.__slots__ if name.startswith("deal_")} | {"salt", "commitment"}
    given = {"id", "player_id", "variant", "rules_version", "options", "practice"}
    played_in = {"daily_on", "race_id"}
    judged = {"off_board", "hint_line"}
    assert set(Game.__slots__) - set(COMPARED) == deal | given | played_in | judged


def verify(database):
    done = subprocess.run(
        [sys.executable, "-m", "service.command", "verify"],
        env=os.environ | {"DATABASE_URL": database},
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    return done.returncode, done.stdout, done.stderr


def test_the_command_is_quiet_when_all_is_well(everything, database):  # noqa: ARG001 - it is there
    status, out, said = verify(database)
    assert (status, out) == (0, "")
    assert "7/7" in said


def test_the_command_says_a_line_for_each_fault_and_fails(everything, superuser, database):  # noqa: ARG001
    (game,) = superuser.execute(
        "UPDATE game SET score = 7, undos = 7 WHERE variant = 'german-clock' RETURNING id"
    ).fetchone()
    status, out, said = verify(database)
    assert status == 1
    assert out.splitlines() == [
        f"game {game}: undos is 7, by the events 2",
        f"game {game}: score is 7, by the events 0",
    ]
    assert said.endswith("longcase: 2 faults\n")
