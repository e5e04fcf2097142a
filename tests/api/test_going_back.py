"""Going back from a lost position: hints name how far, and undo goes there."""

import random

import pytest

from engine import (
    Budget,
    Deal,
    Position,
    Verdict,
    Why,
    catalogue,
    hint,
    solve,
    undos_to_winnable,
    variant,
)
from service import searching

ENOUGH = Budget(states=200_000)
HIDDEN = [each.id for each in catalogue() if each.rules.hides and each.rules.undo]


def spoiled(number):
    """Moves of Alexander the Great that lose a deal that could be won, and how many still did not.

    Every verdict on the way is a proof, so that the last winnable position is known.
    """
    position = Position.start(Deal.numbered(variant("alexander-the-great").rules, number))
    chance = random.Random(1)  # noqa: S311 - the same moves each time
    moves, verdicts = [], [solve(position, ENOUGH).verdict]
    for _ in range(8):
        if position.stuck():
            break
        moves.append(chance.choice(position.legal_moves()))
        position.play(moves[-1])
        verdicts.append(solve(position, ENOUGH).verdict)
    assert Verdict.UNKNOWN not in verdicts
    assert verdicts[-1] is Verdict.LOST
    return [str(move) for move in moves], verdicts.count(Verdict.WINNABLE) - 1


def start(player, number):
    return player.start("alexander-the-great", deal=number, autoplay="off")


def back(player, game, body=None, **headers):
    body = body or {"to": "winnable"}
    return player.post(f"games/{game['id']}/undo", body, **headers)


@pytest.mark.parametrize("number", ["9", "13", "20", "23"])
def test_it_goes_back_to_the_last_position_that_can_be_won(player, number):
    moves, kept = spoiled(number)
    game = start(player, number)
    lost = player.move(game, *moves)
    told = player.post(f"games/{game['id']}/hint", {}).json
    assert (told["why"], told["verdict"]) == ("go_back", "lost")
    assert told["undos"] == len(moves) - kept
    assert "move" not in told
    undone = back(player, game).json
    assert undone["moves_made"] == kept
    assert (undone["undos"], undone["assisted"]) == (told["undos"], True)
    assert len(undone["steps"]) >= told["undos"]
    assert player.post(f"games/{game['id']}/verdict", {}).json["verdict"] == "winnable"
    event = player.get(f"games/{game['id']}/history").json["items"][3]
    assert (event["kind"], len(event["moves"])) == ("undo", told["undos"])
    redone = player.post(f"games/{game['id']}/redo", {"count": told["undos"]}).json
    assert redone["piles"] == lost["piles"]


def test_it_is_one_change_under_its_key(player):
    game = start(player, "23")
    player.move(game, *spoiled("23")[0])
    first = back(player, game, Idempotency_Key="k")
    assert back(player, game, Idempotency_Key="k").raw == first.raw
    assert player.read(game)["version"] == first.json["version"] == 3
    other = back(player, game, {"count": 1}, Idempotency_Key="k", expect=422)
    assert other.code == "idempotency_key_reused"


def test_a_position_that_can_be_won_is_left_alone(player):
    game = player.start("freecell", deal="617")
    game = player.move(game, game["legal_moves"][0]["move"])
    assert back(player, game, expect=409).code == "nothing_to_undo"
    player.post(f"games/{game['id']}/hint", {})
    assert back(player, game, expect=409).code == "nothing_to_undo"
    assert player.read(game)["moves_made"] == 1


def test_a_deal_that_was_never_winnable_has_nowhere_to_go_back_to(player):
    game = start(player, "1")
    game = player.move(game, game["legal_moves"][0]["move"])
    refusal = back(player, game, expect=409).json
    assert refusal["code"] == "not_allowed_here"
    assert "proved winnable" in refusal["detail"]
    assert player.read(game) == {**game, "steps": []}
    told = player.post(f"games/{game['id']}/hint", {}).json
    assert (told["why"], told["verdict"]) == ("go_back", "lost")
    assert "undos" not in told


def test_what_is_not_proved_is_not_gone_back_to(player, monkeypatch):
    """A search of five positions proves neither; the line of a hint, at its place, is proof."""
    game = player.start("freecell", deal="617")
    game = player.move(game, game["legal_moves"][0]["move"])
    with monkeypatch.context() as few:
        few.setattr(searching, "QUICK", Budget(states=5))
        assert back(player, game, expect=409).code == "not_allowed_here"
    player.post(f"games/{game['id']}/hint", {})
    assert back(player, game, expect=409).code == "nothing_to_undo"


def test_the_line_that_proved_the_deal_is_proof_where_a_search_finds_none(player, monkeypatch):
    """A promised deal stays winnable to go back to, and from there, however little is searched."""
    monkeypatch.setattr(searching, "QUICK", Budget(states=5))
    game = player.start("freecell", autoplay="off")
    path = f"games/{game['id']}"
    line = player.post(f"{path}/hint", {"line": True}).json["line"]
    game = player.move(game, *line[:2])
    astray = next(e["move"] for e in game["legal_moves"] if e["move"] != line[2])
    game = player.move(game, astray)
    dealt = player.post(f"{path}/verdict", {"position": "dealt"}).json
    assert (dealt["verdict"], dealt["moves_to_win"], dealt["states"]) == ("winnable", len(line), 0)
    undone = back(player, game).json
    assert (undone["moves_made"], undone["undos"]) == (2, 1)
    told = player.post(f"{path}/hint", {"line": True}).json
    assert (told["why"], told["line"]) == ("wins", line[2:])


@pytest.mark.parametrize("kept", [0, 3])
def test_where_play_left_a_winning_line_is_never_past_the_last_winnable_position(kept):
    start = Position.start(Deal.numbered(variant("freecell").rules, "617"))
    line = solve(start, ENOUGH).line
    position, proof = start.copy(), start.pack(line)
    for move in line[:kept]:
        position.play(move)
    chance = random.Random(5)  # noqa: S311 - the same moves each time
    while not position.stuck():
        position.play(chance.choice(position.legal_moves()))
    told = hint(position, Budget(states=5), proof=proof)
    assert told is not None
    assert (told.why, told.verdict) == (Why.GO_BACK, Verdict.LOST)
    assert told.undos == undos_to_winnable(position, Budget(states=5), proof=proof)
    assert told.undos is not None
    assert 0 < told.undos <= position.units - kept
    cut_short = proof[:-2]
    assert undos_to_winnable(position, Budget(states=5), proof=cut_short) is None


@pytest.mark.parametrize("name", ["beleaguered-castle", "freecell", "fan", "shamrocks"])
def test_a_hint_that_finds_no_move_says_how_far_to_go_back(name):
    found = set()
    for number in ("2", "3", "4"):
        start = Position.start(Deal.numbered(variant(name).rules, number))
        line = solve(start, ENOUGH).line
        for seed in range(6):
            position = start.copy()
            chance = random.Random(seed)  # noqa: S311 - the same moves each time
            while position.units < 40 and not position.stuck():
                position.play(chance.choice(position.legal_moves()))
            told = hint(position, Budget(states=5), proof=start.pack(line))
            undos = undos_to_winnable(position, Budget(states=5), proof=start.pack(line))
            assert (told is None) <= (undos is None)
            if told is not None and told.move is None:
                assert told.undos == undos
                found.add(told.verdict)
    assert found


@pytest.mark.parametrize("name", HIDDEN)
def test_where_cards_are_hidden_it_would_tell_of_them(player, name):
    game = player.start(name)
    game = player.move(game, game["legal_moves"][-1]["move"])
    assert back(player, game, expect=409).code == "not_allowed_here"
    assert player.read(game)["moves_made"] == 1


@pytest.mark.parametrize(
    "body",
    [{"to": "winnable", "count": 1}, {"to": "start"}, {"to": None}, {"to": 1}],
)
def test_bad_wishes_are_refused(player, body):
    game = player.start("freecell")
    assert back(player, game, body, expect=422).code == "validation_failed"


def test_no_wish_at_all_is_one_move_and_the_same_request_as_a_count_of_one(player):
    game = player.start("freecell")
    player.move(game, game["legal_moves"][0]["move"])
    first = player.post(f"games/{game['id']}/undo", {}, Idempotency_Key="k")
    again = back(player, game, {"count": 1}, Idempotency_Key="k")
    assert again.raw == first.raw
