"""docs/verify_deal.py, run as a stranger would: what holds, what does not, what cannot be told."""

import copy
import json
import subprocess
import sys

import pytest

from engine import catalogue
from tests.documents import ROOT
from tests.racing import started

SCRIPT = ROOT / "docs" / "verify_deal.py"
VARIANTS = [each.id for each in catalogue()]


@pytest.fixture
def verify(tmp_path):
    """Run the script on answers, by standard input or as files; give its status and its words."""

    def verified(*values, by_files=False):
        files = []
        for number, value in enumerate(values if by_files else ()):
            files.append(tmp_path / f"{number}.json")
            files[-1].write_text(value if isinstance(value, str) else json.dumps(value))
        done = subprocess.run(
            [sys.executable, "-I", SCRIPT, *files],
            input="" if by_files else "\n".join(map(json.dumps, values)),
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=False,
        )
        assert "Traceback" not in done.stderr
        return done.returncode, done.stdout + done.stderr

    return verified


def played(player, name, **wish):
    """Play a game of many kinds of events to its end; give its history, and every answer kept."""
    kept = [player.start(name, **wish)]
    path = f"games/{kept[0]['id']}"
    for turn in range(14):
        if kept[-1]["status"] != "playing" or not kept[-1]["legal_moves"]:
            break
        moves = [each["move"] for each in kept[-1]["legal_moves"]]
        kept.append(player.move(kept[-1], moves[turn % len(moves)]))
        if turn % 5 == 4:
            for call, body in (("undo", {"count": 2}), ("redo", {}), ("autoplay", {"mode": "all"})):
                answer = player.post(f"{path}/{call}", body, expect=None)
                kept += [answer.json] if answer.status == 200 else []
    if player.read(kept[0])["status"] == "playing":
        kept.append(player.post(f"{path}/resign", {}).json)
    return player.get(f"{path}/history").json, kept


@pytest.mark.parametrize("name", VARIANTS)
def test_the_deal_of_a_finished_game_holds(player, verify, name):
    history, kept = played(player, name)
    status, said = verify(history, *kept)
    assert (status, said.splitlines()[-1]) == (0, "This deal holds."), said
    assert kept[0]["deal"]["commitment"] in said


@pytest.mark.parametrize(
    ("name", "wish"),
    [
        ("klondike", {"deal": "617", "options": {"draw": "3"}}),
        ("german-solitaire", {"deal": "9223372036854775807"}),
        ("cruel", {"deal": "1", "options": {"redeal": "bottoms"}}),
        ("clover-leaf", {"deal": "2", "options": {"colours": "black-aces"}}),
        ("four-seasons", {"deal": "3"}),
        ("freecell", {"deal": "11982"}),
    ],
)
def test_a_public_deal_is_that_of_its_number(player, verify, name, wish):
    history, kept = played(player, name, **wish)
    status, said = verify(history, *kept, by_files=True)
    assert status == 0, said
    assert f"this is deal {wish['deal']} of {name}" in said
    for number in ("1618", "2147483646"):
        forged = copy.deepcopy(history)
        forged["closed"]["number"] = number
        assert verify(forged)[0] == 1


def test_a_layout_had_nothing_to_promise(player, verify):
    dealt = player.start("freecell", deal="1")["piles"]
    history, kept = played(player, "freecell", layout={pile["id"]: pile["cards"] for pile in dealt})
    status, said = verify(history, *kept)
    assert (status, "nothing promised" in said) == (0, True)


def raced(clock, player, rival, name):
    """Race until the rival gives up: each one's history, what was kept, and all replays."""
    mine, theirs = started(clock, player, rival, name=name)
    kept = [mine, player.get(f"games/{mine['game']}").json]
    kept.append(player.move(kept[1], kept[1]["legal_moves"][0]["move"]))
    rival.post(f"games/{theirs['game']}/resign", {})
    over = player.get(f"races/{mine['id']}").json
    replays = [player.get(f"replays/{entry['replay']}").json for entry in over["entries"]]
    history = player.get(f"games/{mine['game']}/history").json
    return history, [*kept, over], replays


@pytest.mark.parametrize("name", ["klondike", "freecell"])  # no first move of theirs blocks
def test_the_deal_of_a_race_holds(clock, player, rival, verify, name):
    history, kept, replays = raced(clock, player, rival, name)
    commitment = kept[0]["deal"]["commitment"]
    for given in ([history, *kept, *replays], [*kept, *replays], [*replays], [history, *kept]):
        status, said = verify(*given)
        assert (status, said.splitlines()[-1]) == (0, "This deal holds."), said
        assert commitment in said
    status, said = verify(history, *kept, *replays)
    assert "all 3 games were on the same deal" in said
    assert "a replay can be played on this deal, moves: 1" in said
    assert verify(*kept)[0] == 2


def test_a_race_on_other_cards_than_were_promised_does_not_hold(clock, player, rival, verify):
    history, kept, replays = raced(clock, player, rival, "german-clock")
    other, _ = played(player, "german-clock")
    status, said = verify(other, kept[0])
    assert (status, "promised was" in said) == (1, True)
    public, _ = played(player, "german-clock", deal="617")
    status, said = verify(public, kept[0])
    assert (status, "has no commitment" in said) == (1, True)
    assert verify(history, *replays)[0] == 0
    status, said = verify(*replays, other)
    assert (status, "not all on the same deal" in said) == (1, True)
    replays[0]["moves"][0]["move"] = "w-f1"
    assert verify(*replays)[0] == 1


def test_a_replay_that_was_shared_holds(player, verify):
    _, kept = played(player, "german-solitaire")
    shared = player.post(f"games/{kept[0]['id']}/share", expect=201).json["id"]
    status, said = verify(player.get(f"replays/{shared}").json, kept[0])
    assert (status, kept[0]["deal"]["commitment"] in said) == (0, True), said


def swap_cards(history):
    """Exchange two cards wherever the deal names them, as a cheat would who hides traces."""
    order = history["closed"]["order"]
    first, second = order[-1], order[-2]
    closed = json.dumps(history["closed"]).replace(first, "!").replace(second, first)
    history["closed"] = json.loads(closed.replace("!", second))


def swap_in_order_alone(history):
    order = history["closed"]["order"]
    order[0], order[1] = order[1], order[0]


def change_salt(history):
    history["closed"]["salt"] = "00" * 32


def change_options(history):
    history["closed"]["options"] = {"redeals": "2"}


def double_a_card(history):
    history["closed"]["piles"][0]["cards"][0] = history["closed"]["piles"][0]["cards"][1]


def lose_a_draw(history):
    event = next(event for event in history["items"] if event["kind"] == "moves")
    event["moves"][0]["move"] = "w-f1"


@pytest.mark.parametrize(
    "tamper",
    [swap_cards, swap_in_order_alone, change_salt, change_options, double_a_card, lose_a_draw],
)
def test_a_tampered_history_does_not_hold(player, verify, tamper):
    history, _ = played(player, "german-clock")
    assert verify(history)[0] == 0
    tamper(history)
    status, said = verify(history)
    assert (status, said.splitlines()[-1]) == (1, "This deal does not hold."), said


def test_another_deal_than_the_one_that_was_shown_does_not_hold(player, verify):
    history, kept = played(player, "german-clock")
    other, _ = played(player, "german-clock")
    assert verify(other)[0] == 0
    status, said = verify(other, kept[0])
    assert (status, "promised was" in said) == (1, True)
    shown = copy.deepcopy(kept)
    shown[-1]["piles"][-1]["cards"].append("AS")
    status, said = verify(history, *shown)
    assert (status, "was shown otherwise" in said) == (1, True)


def test_a_history_comes_in_pages(player, verify):
    _, kept = played(player, "freecell")
    path = f"games/{kept[0]['id']}/history?limit=4"
    pages = [player.get(path).json]
    while "next" in pages[-1]:
        pages.append(player.get(f"{path}&cursor={pages[-1]['next']}").json)
    assert verify(*reversed(pages), *kept)[0] == 0
    for part in (pages[:-1], pages[1:], pages[::2]):
        status, said = verify(*part)
        assert (status, "give all its pages" in said) == (2, True)


@pytest.mark.parametrize(
    "value", ["", "{", "[]", "7", '{"items": []}', '{"closed": {}, "items": []}', '{"a": 1}']
)
def test_what_is_no_history_cannot_be_checked(verify, value):
    status, said = verify(value, by_files=True)
    assert (status, said.startswith("cannot check: ")) == (2, True)


def test_a_running_game_cannot_be_checked(player, verify):
    game = player.start("klondike")
    history = player.get(f"games/{game['id']}/history").json
    assert verify(history, game)[0] == 2
