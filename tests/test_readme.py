"""The README's story, command by command against the running service."""

import json
import re
from contextlib import closing
from urllib.request import Request, urlopen

import pytest

from tests.documents import ROOT, Commands, Window, commands, run
from tests.serving import serving

README = ROOT / "README.md"


@pytest.fixture(scope="module")
def module_server(module_database):
    """A running service with the limits of requests that a reader meets."""
    with serving(module_database, LONGCASE_RATES="", LONGCASE_RACE_COUNTDOWN="1") as server:
        yield server


def ask(address: str, token: str):
    with urlopen(Request(address, headers={"Authorization": f"Bearer {token}"})) as answer:
        return json.load(answer)


def test_the_story_ends_in_a_won_game_and_true_statistics(server):
    blocks = [block for block in commands(README) if block.window is None]
    rest = run(blocks, base=server.address, then='echo "$GAME $TOKEN"')
    address, token = rest.split()
    game = ask(address, token)
    assert (game["status"], game["legal_moves"], game["assisted"]) == ("won", [], True)
    assert all(
        pile["cards"][-1] == pile["target"]
        for pile in game["piles"]
        if pile["kind"] == "foundation"
    )
    history = ask(f"{address}/history", token)["items"]
    kinds = [event["kind"] for event in history]
    assert kinds[:4] == ["started", "moves", "undo", "hint"]
    assert kinds.count("hint") == game["hints"]

    stats = ask(f"{server.address}/v1/players/me/stats", token)
    automatic = len(history[-1]["moves"][-1]["automatic"])
    for figures in (stats["overall"]["all"], stats["overall"]["assisted"]):
        assert (figures["played"], figures["wins"], figures["win_rate"]) == (1, 1, 1.0)
        assert figures["fewest_moves"] == game["moves_made"] + automatic
        assert figures["fastest_win_ms"] == game["elapsed_ms"]
        assert figures["best_score"] == game["score"]
    assert stats["overall"]["clean"]["played"] == 0
    assert [each["variant"] for each in stats["variants"]] == ["grandfathers-clock"]


def test_every_call_of_the_story_is_a_block_that_runs():
    story = README.read_text(encoding="utf-8").split("## A game in curl")[1].split("## The API")[0]
    ran = "".join(block.text for block in commands(README))
    assert all(line in ran for line in story.splitlines() if "curl -" in line or "call $" in line)


def test_two_windows_suffice_for_a_race(server):
    setting_up, *blocks = commands(README)
    makes, enters, follows, races = [block for block in blocks if block.window]
    text = README.read_text(encoding="utf-8").split("has seen all of it")[1].split("```")[1]
    seen = Commands(text=follows.text, promised=text.removeprefix("text\n"))
    first, second = Window(base=server.address), Window(base=server.address)
    with closing(first), closing(second):
        first.type(setting_up.text)
        assert first.printed() == ""
        first.type(makes.text)
        code = first.printed().strip()
        assert re.fullmatch(r"[A-Z]{8}", code)
        second.type(enters.text.replace("ABCDEFGH", code))
        enters.check(second.printed())
        second.type(follows.text)
        first.type(races.text)
        races.check(first.printed())
        seen.check(second.printed())


def test_a_promise_that_is_not_kept_is_seen(server):
    with pytest.raises(AssertionError, match="and not"):
        run([Commands(text="echo 1\n", promised="2\n")], base=server.address)
    with pytest.raises(AssertionError, match="no-such-command"):
        run([Commands(text="no-such-command\n", promised=None)], base=server.address)
