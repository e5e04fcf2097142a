"""Rotating a token: which one is good, and for how long; each rule is the name of a test."""

from concurrent.futures import ThreadPoolExecutor

import psycopg
import pytest

from tests.client import Client


def rotated(client):
    """Rotate a client's token; give the one for the new token."""
    return Client(client.app, client.post("players/me/token").json["token"])


def good(client):
    """Whether a client's token is still answered, on a call about a game too."""
    answers = {
        client.get("players/me", expect=None).status,
        client.get("games", expect=None).status,
        client.post("games", {"variant": "german-clock"}, expect=None).status,
    }
    assert answers in ({200, 201}, {401})
    return answers != {401}


def test_a_new_token_is_the_same_players(player, clock):  # noqa: ARG001 - the time stands
    me, game = player.get("players/me").json, player.start("freecell")
    answer = player.post("players/me/token")
    assert answer.headers["Cache-Control"] == "no-store"
    assert set(answer.json) == {"token"}
    assert answer.json["token"] != player.token
    other = Client(player.app, answer.json["token"])
    assert other.get("players/me").json == me
    assert other.read(game) == game


def test_the_old_token_is_good_for_a_minute_and_no_longer(player, clock):
    new = rotated(player)
    clock.forward(seconds=59.999)
    assert good(player)
    clock.forward(seconds=0.001)
    assert not good(player)
    assert good(new)


def test_a_second_rotation_ends_the_token_before_the_old_one_at_once(player, clock):
    second = rotated(player)
    clock.forward(seconds=1)
    third = rotated(second)
    assert [good(each) for each in (player, second, third)] == [False, True, True]
    clock.forward(seconds=60)
    assert [good(each) for each in (player, second, third)] == [False, False, True]


def test_who_lost_the_answer_rotates_again_with_the_old_token(player, clock):
    lost = rotated(player)
    clock.forward(seconds=30)
    new = rotated(player)
    assert [good(each) for each in (player, lost, new)] == [False, True, True]
    clock.forward(seconds=60)
    assert [good(each) for each in (lost, new)] == [False, True]


def test_a_token_past_its_minute_rotates_nothing(player, clock):
    new = rotated(player)
    clock.forward(seconds=60)
    player.post("players/me/token", expect=401)
    assert good(new)


def test_of_rotations_at_once_the_newest_token_lasts_and_two_are_good(player, clock):
    with ThreadPoolExecutor(12) as pool:
        answers = list(pool.map(lambda _: player.post("players/me/token", expect=None), range(12)))
    assert {answer.status for answer in answers} <= {200, 401, 409}
    made = [Client(player.app, each.json["token"]) for each in answers if each.status == 200]
    assert made
    assert sum(good(each) for each in (player, *made)) == 2
    clock.forward(seconds=60)
    assert sum(good(each) for each in (player, *made)) == 1


def test_a_running_game_goes_on_with_either_token(player, clock):  # noqa: ARG001 - the time stands
    game = player.start("german-clock")
    new = rotated(player)
    player.move(game, "draw", Idempotency_Key="k")
    assert new.move(game, "draw", Idempotency_Key="k")["version"] == 2
    assert new.move(game, "draw")["version"] == 3


def test_a_key_is_refused_for_a_token_is_never_kept(player):
    answer = player.post("players/me/token", Idempotency_Key="k", expect=422)
    assert answer.code == "key_needs_token"
    assert "old token" in answer.json["detail"]
    assert good(player)


@pytest.mark.parametrize("token", [None, "lc_" + "x" * 43, "x"])
def test_nobodys_token_is_not_rotated(app, token):
    Client(app, token).post("players/me/token", expect=401)


def test_others_keep_their_tokens(player, rival):
    rotated(player)
    assert good(rival)


def test_no_token_is_kept_but_as_a_hash(player, database):
    new = rotated(player)
    with psycopg.connect(database) as connection:
        (row,) = connection.execute("SELECT player::text FROM player").fetchall()
    assert player.token not in str(row)
    assert new.token not in str(row)
