"""Playing: units, undo and redo, automatic play, the end, and time."""

import random

import pytest

from engine import Deal, Move, Position, catalogue, variant

VARIANTS = [each.id for each in catalogue()]


def moves(game):
    return [each["move"] for each in game["legal_moves"]]


def board(game):
    return game["piles"], game["legal_moves"], game["score"], game["moves_made"], game["stuck"]


def card_count(game):
    return sum(len(pile["cards"]) for pile in game["piles"])


@pytest.mark.parametrize("name", VARIANTS)
def test_a_random_game_holds_together_through_every_call(player, name):
    chance = random.Random(name)  # noqa: S311 - the same moves each time
    game = player.start(name, deal="3")
    boards = [board(game)]
    for _ in range(40):
        if game["status"] != "playing" or not game["legal_moves"]:
            break
        before, move = game, chance.choice(moves(game))
        game = player.move(game, move)
        assert game["version"] == game["moved_version"] == before["version"] + 1
        assert game["moves_made"] == before["moves_made"] + 1
        assert card_count(game) == 52 * variant(name).rules.packs
        assert game["steps"]
        assert player.read(game) == {**game, "steps": []}
        listed = player.get(f"games/{game['id']}/moves").json
        assert listed == {"items": game["legal_moves"], "version": game["version"]}
        boards.append(board(game))
    count = game["moves_made"]
    if game["status"] == "playing" and variant(name).rules.undo:
        undone = player.post(f"games/{game['id']}/undo", {"count": count}).json
        assert board(undone) == boards[0]
        assert (undone["undos"], undone["assisted"], undone["can_undo"]) == (count, True, False)
        for expected in boards[1:]:
            undone = player.post(f"games/{game['id']}/redo", {}).json
            assert board(undone) == expected
        assert undone["can_redo"] is False


def test_a_batch_is_made_whole_or_not_at_all(player):
    game = player.start("freecell", deal="1")
    answer = player.post(
        f"games/{game['id']}/moves", {"moves": ["t1-c1", "t1-c2", "t1-c1"]}, expect=409
    )
    assert (answer.code, answer.json["index"]) == ("illegal_move", 2)
    assert player.read(game) == {**game, "steps": []}
    made = player.move(game, "t1-c1", "t1-c2")
    assert (made["version"], made["moves_made"], len(made["steps"])) == (2, 2, 2)
    undone = player.post(f"games/{game['id']}/undo", {}).json
    assert undone["moves_made"] == 1


def test_moves_after_the_win_of_a_batch_are_refused_with_their_place(player):
    game = player.start("grandfathers-clock", autoplay="off")
    line = player.post(f"games/{game['id']}/hint", {"line": True}).json["line"]
    path = f"games/{game['id']}/moves"
    answer = player.post(path, {"moves": [*line, "t1-t2"]}, expect=409)
    assert (answer.code, answer.json["index"]) == ("game_over", len(line))
    assert player.move(game, *line)["status"] == "won"


@pytest.mark.parametrize(
    ("call", "body"),
    [
        ("moves", {"moves": ["t1-t2"]}),
        ("undo", {}),
        ("redo", {}),
        ("autoplay", {"mode": "all"}),
        ("hint", {}),
        ("resign", {}),
    ],
)
@pytest.mark.parametrize("end", ["won", "resigned"])
def test_an_ended_game_is_final(player, call, body, end):
    game = player.start("grandfathers-clock", autoplay="off")
    if end == "won":
        line = player.post(f"games/{game['id']}/hint", {"line": True}).json["line"]
        ended = player.move(game, *line)
    else:
        ended = player.post(f"games/{game['id']}/resign", {}).json
    assert ended["status"] == end
    assert not any(ended[each] for each in ("can_undo", "can_redo", "legal_moves"))
    assert player.post(f"games/{game['id']}/{call}", body, expect=409).code == "game_over"
    answer = player.call("PATCH", f"games/{game['id']}", {"autoplay": "all"}, expect=409)
    assert answer.code == "game_over"
    assert player.read(game) == {**ended, "steps": []}


def test_a_win_is_noticed_on_every_path(player):
    def before_the_last():
        game = player.start("grandfathers-clock", autoplay="off")
        line = player.post(f"games/{game['id']}/hint", {"line": True}).json["line"]
        player.move(game, *line[:-1])
        return game, line[-1]

    game, _ = before_the_last()
    assert player.post(f"games/{game['id']}/autoplay", {"mode": "all"}).json["status"] == "won"
    game, _ = before_the_last()
    assert player.call("PATCH", f"games/{game['id']}", {"autoplay": "all"}).json["status"] == "won"
    game, _ = before_the_last()
    player.post(f"games/{game['id']}/undo", {})
    player.call("PATCH", f"games/{game['id']}", {"autoplay": "finish"})
    finished = player.read(game)
    if finished["status"] == "playing":  # finish waits until foundation moves alone win
        finished = player.post(f"games/{game['id']}/redo", {}).json
    assert finished["status"] in ("won", "playing")
    game, last = before_the_last()
    assert player.move(game, last)["status"] == "won"


def test_automatic_steps_are_one_unit_with_their_move(player):
    for number in range(1, 60):
        game = player.start("clover-leaf", deal=str(number))
        for move in moves(game):
            after = player.move(game, move)
            if len(after["steps"]) > 1:
                assert after["moves_made"] == 1
                undone = player.post(f"games/{game['id']}/undo", {}).json
                assert undone["piles"] == game["piles"]
                assert len(undone["steps"]) == len(after["steps"])
                redone = player.post(f"games/{game['id']}/redo", {}).json
                assert redone["piles"] == after["piles"]
                return
            player.post(f"games/{game['id']}/undo", {})
        player.post(f"games/{game['id']}/resign", {})
    pytest.fail("no automatic step in sixty deals")


def test_tidying_up_is_one_unit_and_nothing_to_tidy_changes_nothing(player):
    game = player.start("freecell", deal="1", autoplay="off")
    same = player.post(f"games/{game['id']}/autoplay", {"mode": "all"}).json
    if same["version"] == 1:
        assert same == game
    game = player.start("grandfathers-clock", deal="1", autoplay="off")
    line = player.post(f"games/{game['id']}/hint", {"line": True}).json["line"]
    player.move(game, *line[:-3])
    before = player.read(game)
    tidied = player.post(f"games/{game['id']}/autoplay", {"mode": "all"}).json
    assert tidied["moves_made"] == before["moves_made"] + 1
    assert tidied["assisted"] == before["assisted"]


def test_a_level_changed_in_a_running_game_acts_at_once_and_from_then_on(player):
    game = player.start("clover-leaf", deal="1", autoplay="off")
    changed = player.call("PATCH", f"games/{game['id']}", {"autoplay": "all"}, If_Match='"1"').json
    fresh = player.start("clover-leaf", deal="1", autoplay="all")
    assert changed["piles"] == fresh["piles"]
    assert (changed["autoplay"], changed["version"], changed["moves_made"]) == ("all", 2, 0)
    same = player.call("PATCH", f"games/{game['id']}", {"autoplay": "all"}).json
    assert same["version"] == 2
    player.call("PATCH", f"games/{game['id']}", {"autoplay": "off"}, If_Match='"9"', expect=412)


def test_a_level_the_variant_lacks_is_refused(player):
    lacking = next(each for each in catalogue() if len(each.rules.levels) < 4)
    game = player.start(lacking.id)
    for level in {"off", "finish", "safe", "all"} - {each.value for each in lacking.rules.levels}:
        player.call("PATCH", f"games/{game['id']}", {"autoplay": level}, expect=422)


def test_a_new_move_forgets_what_was_taken_back(player):
    game = player.start("freecell", deal="1")
    player.move(game, "t1-c1", "t1-c2")
    undone = player.post(f"games/{game['id']}/undo", {"count": 2}).json
    assert undone["can_redo"] is True
    player.post(f"games/{game['id']}/redo", {"count": 1})
    player.move(game, "t2-c2")
    assert player.read(game)["can_redo"] is False
    assert player.post(f"games/{game['id']}/redo", {}, expect=409).code == "nothing_to_redo"


@pytest.mark.parametrize(
    ("call", "code"), [("undo", "nothing_to_undo"), ("redo", "nothing_to_redo")]
)
def test_a_count_too_high_changes_nothing(player, call, code):
    game = player.start("german-clock")
    player.move(game, "draw", "draw")
    player.post(f"games/{game['id']}/undo", {})
    assert player.post(f"games/{game['id']}/{call}", {"count": 2}, expect=409).code == code
    assert player.read(game)["version"] == 3


def test_going_round_in_circles_is_noticed(player):
    number, there, back = _way_there_and_back()
    game = player.start("clover-leaf", deal=number, autoplay="off")
    seen = [player.move(game, move)["circling"] for move in (there, back) * 3]
    assert seen == [False, False, False, True, True, True]


@pytest.mark.parametrize("draw", ["1", "3"])
def test_a_pass_through_the_stock_that_changes_nothing_goes_in_circles(player, draw):
    game = player.start("klondike", deal="3", options={"draw": draw}, autoplay="off")
    path = f"games/{game['id']}"
    draws = 24 // int(draw)
    assert not player.move(game, *["draw"] * draws)["circling"]
    assert player.move(game, "redeal")["circling"]
    assert player.read(game)["circling"]
    assert player.move(game, "draw")["circling"]
    undone = player.post(f"{path}/undo", {"count": 2}).json
    assert not undone["circling"]
    assert player.post(f"{path}/redo", {"count": 2}).json["circling"]
    found = player.read(game)
    for move in (move for move in moves(found) if move[0] in "tw"):
        assert not player.move(game, move)["circling"]  # something new
        player.post(f"{path}/undo", {})
    assert player.post(f"{path}/resign", {}).json["circling"] is False


def _way_there_and_back():
    rules = variant("clover-leaf").with_options()
    for number in range(1, 200):
        position = Position.start(Deal.numbered(rules, str(number)))
        for move in position.legal_moves():
            back = Move.parse(f"{move.target}-{move.source}")
            position.play(move)
            if position.is_legal(back):
                return str(number), str(move), str(back)
            position.undo()
    pytest.fail("no card can go there and back")


def test_time_runs_by_the_servers_clock_with_pauses_cut(player, clock):
    game = player.start("german-clock")
    clock.forward(seconds=7)
    assert player.move(game, "draw")["elapsed_ms"] == 7_000
    clock.forward(hours=3)
    assert player.move(game, "draw")["elapsed_ms"] == 307_000
    assert player.move(game, "draw", "draw", "draw")["elapsed_ms"] == 307_750
    clock.forward(seconds=1)
    undone = player.post(f"games/{game['id']}/undo", {}).json
    assert undone["elapsed_ms"] == 308_750
    clock.forward(seconds=-60)
    assert player.move(game, "draw")["elapsed_ms"] == 309_000
    clock.forward(seconds=120)
    ended = player.post(f"games/{game['id']}/resign", {}).json
    clock.forward(seconds=120)
    assert player.read(game)["elapsed_ms"] == ended["elapsed_ms"]


def test_a_batch_does_not_look_ahead(player):
    """Only draw may follow a move that turns up a card nobody knows, whatever the cards are."""
    game = player.start("klondike")
    for moves in (["draw", "w-t1"], ["draw", "draw", "w-f1"], ["draw", "t1-t2"]):
        refused = player.post(f"games/{game['id']}/moves", {"moves": moves}, expect=409)
        assert (refused.code, refused.json["index"]) == ("not_allowed_here", len(moves) - 1)
    assert player.read(game)["version"] == 1
    assert player.move(game, "draw", "draw", "draw")["moves_made"] == 3
    public = player.start("klondike", deal="1")
    refused = player.post(f"games/{public['id']}/moves", {"moves": ["draw", "w-w"]}, expect=422)
    assert refused.code == "validation_failed"


def test_a_surplus_of_moves_is_told_so(player):
    game = player.start("grandfathers-clock", deal="46")
    line = player.post(f"games/{game['id']}/hint", {"line": True}).json["line"]
    more = player.post(f"games/{game['id']}/moves", {"moves": [*line, "t1-t2"]}, expect=409)
    assert (more.code, more.json["index"]) == ("game_over", len(line))
    assert "before this one" in more.json["detail"]
    assert player.move(game, *line)["status"] == "won"
