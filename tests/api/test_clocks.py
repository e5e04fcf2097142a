"""The clocks over HTTP: turning, the rest at once, the exchange, and no second look."""

import pytest

from engine import Deal, Level, Position, collect, variant


def numbers(name):
    """Numbered deals with their positions after all that turns by itself."""
    rules = variant(name).with_options()
    for number in map(str, range(1, 400)):
        position = Position.start(Deal.numbered(rules, number))
        for move in collect(position, Level.ALL):
            position.play(move)
        yield number, position


def turn_rest(player, game):
    return player.post(f"games/{game['id']}/autoplay", {"mode": "all"}).json


def moves(game):
    return [each["move"] for each in game["legal_moves"]]


@pytest.mark.parametrize("status", ["won", "lost"])
def test_turning_the_rest_is_one_move_to_the_end(player, clock, status):
    number, end = next(each for each in numbers("clock") if each[1].status() == status)
    game = player.start("clock", deal=number)
    clock.forward(seconds=3)
    game = player.move(game, "turn")
    assert [step["kind"] for step in game["steps"]] == ["flip", "slide"]
    assert (moves(game), game["can_undo"]) == (["turn"], False)
    clock.forward(seconds=5)
    ended = turn_rest(player, game)
    assert (ended["status"], ended["legal_moves"]) == (status, [])
    assert (ended["moves_made"], ended["elapsed_ms"]) == (2, 8_000)
    assert len(ended["steps"]) == 2 * (end.length - 1)
    assert [pile["cards"] for pile in ended["piles"]] == [list(p.cards) for p in end.view().piles]
    assert (ended["stuck"], ended["assisted"]) == (False, False)
    assert ended["score"] > 1000 or status == "lost"
    assert player.post(f"games/{game['id']}/autoplay", {"mode": "all"}, expect=409).code == (
        "game_over"
    )
    figures = player.get("players/me/stats").json["overall"]["clean"]
    assert (figures["played"], figures["wins"]) == (1, int(status == "won"))
    assert len(player.get(f"games/{game['id']}/history").json["closed"]["order"]) == 52


def test_the_rest_stops_at_the_exchange_and_goes_on_after_it(player):
    """La Montre: of one deal, an exchange that wins and one that loses."""
    number, swaps = next(
        (number, by_status)
        for number, position in numbers("la-montre")
        if len(by_status := exchanges(position)) == 2
    )
    for status, swap in swaps.items():
        game = turn_rest(player, player.start("la-montre", deal=number))
        assert game["status"] == "playing"
        assert all(move.startswith("swap-") for move in moves(game))
        assert all(entry["cards"] == ["??"] for entry in game["legal_moves"])
        assert turn_rest(player, game)["version"] == game["version"]
        swapped = player.move(game, swap)
        assert [step["kind"] for step in swapped["steps"]] == ["exchange", "slide"]
        ended = turn_rest(player, swapped) if swapped["status"] == "playing" else swapped
        assert ended["status"] == status
        kinds = player.get(f"games/{game['id']}/history").json["items"]
        assert [event["kind"] for event in kinds][:3] == ["started", "autoplay", "moves"]


def exchanges(position):
    """By what comes of it, one exchange each."""
    found: dict[str, str] = {}
    for swap in position.legal_moves():
        after = position.copy()
        after.play(swap)
        for move in collect(after, Level.ALL):
            after.play(move)
        found.setdefault(after.status().value, str(swap))
    return found


@pytest.mark.parametrize("name", ["clock", "la-montre"])
def test_there_is_no_second_look(player, name):
    game = player.start(name)
    player.move(game, "turn")
    for call in ("undo", "redo"):
        refused = player.post(f"games/{game['id']}/{call}", {}, expect=409)
        assert refused.code in ("not_allowed_here", "nothing_to_redo")
    for level in ("finish", "safe", "all"):
        player.call("PATCH", f"games/{game['id']}", {"autoplay": level}, expect=422)
    assert player.read(game)["moves_made"] == 1


def test_the_rest_is_turned_once_however_often_it_is_asked_for(player):
    game = player.start("clock")
    call = (f"games/{game['id']}/autoplay", {"mode": "all"})
    first = player.post(*call, Idempotency_Key="rest")
    assert first.json["status"] in ("won", "lost")
    assert player.post(*call, Idempotency_Key="rest").raw == first.raw
