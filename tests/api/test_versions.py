"""Two devices and bad networks: preconditions, and requests that are sent twice."""

import random
from concurrent.futures import ThreadPoolExecutor

import pytest

from engine import catalogue
from engine import variant as engine_variant
from service import progress
from tests.client import Answer, Client


def moves(game):
    return [each["move"] for each in game["legal_moves"]]


def test_of_two_devices_one_moves_and_the_other_learns_what_happened(player):
    game = player.start("freecell", deal="1")
    first, second = moves(game)[:2]
    player.move(game, first, If_Match='"1"')
    answer = player.post(
        f"games/{game['id']}/moves", {"moves": [second]}, If_Match='"1"', expect=412
    )
    assert answer.code == "version_conflict"
    assert answer.json["game"] == player.read(game)
    assert [
        (event["version"], event["kind"], event["moves"]) for event in answer.json["events"]
    ] == [(2, "moves", [{"move": first, "automatic": []}])]


def test_of_two_devices_at_once_exactly_one_moves(player):
    game = player.start("freecell", deal="1")
    devices = [Client(player.app, player.token) for _ in range(8)]
    with ThreadPoolExecutor(8) as pool:
        answers = list(
            pool.map(
                lambda each: each[0].post(
                    f"games/{game['id']}/moves", {"moves": [each[1]], "version": 1}, expect=None
                ),
                zip(devices, moves(game), strict=False),
            )
        )
    assert sorted(answer.status for answer in answers) == [200] + [412] * 7
    assert player.read(game)["moves_made"] == 1


def test_twenty_parallel_sends_of_one_request_make_its_change_once(player):
    game = player.start("freecell", deal="1")
    body = {"moves": moves(game)[:1], "version": 1}
    with ThreadPoolExecutor(20) as pool:
        answers = list(
            pool.map(
                lambda _: player.post(f"games/{game['id']}/moves", body, Idempotency_Key="once"),
                range(20),
            )
        )
    assert len({answer.raw for answer in answers}) == 1
    assert {answer.headers["ETag"] for answer in answers} == {'"2"'}
    assert player.read(game)["version"] == 2


def test_twenty_parallel_starts_under_one_key_start_one_game(player):
    with ThreadPoolExecutor(20) as pool:
        answers = list(
            pool.map(
                lambda _: player.post(
                    "games", {"variant": "clover-leaf"}, Idempotency_Key="once", expect=201
                ),
                range(20),
            )
        )
    assert len({answer.raw for answer in answers}) == 1
    assert len(player.get("games").json["items"]) == 1


def test_a_winning_move_sent_again_after_its_answer_was_lost_is_answered_again(player):
    game = player.start("grandfathers-clock", autoplay="off")
    line = player.post(f"games/{game['id']}/hint", {"line": True}).json["line"]
    player.move(game, *line[:-1])
    path, last = f"games/{game['id']}/moves", {"moves": line[-1:], "version": 3}
    won = player.post(path, last, Idempotency_Key="last")
    again = player.post(path, last, Idempotency_Key="last")
    assert won.json["status"] == "won"
    assert (again.status, again.raw) == (200, won.raw)
    assert player.post(path, last, expect=412).json["game"]["status"] == "won"
    assert player.post(path, {"moves": line[-1:]}, expect=409).code == "game_over"


def test_a_key_answers_from_its_time_however_far_the_game_went(player):
    game = player.start("german-clock")
    path = f"games/{game['id']}"
    sent = [
        ("moves", {"moves": ["draw", "draw"]}),
        ("undo", {"count": 1}),
        ("redo", {"count": 1}),
        ("autoplay", {"mode": "all"}),
        ("moves", {"moves": ["draw"], "version": 4}),
        ("hint", {}),
        ("undo", {"count": 2}),
        ("resign", {}),
    ]
    first = [
        player.post(f"{path}/{call}", body, Idempotency_Key=f"key-{number}", expect=None)
        for number, (call, body) in enumerate(sent)
    ]
    again = [
        player.post(f"{path}/{call}", body, Idempotency_Key=f"key-{number}", expect=None)
        for number, (call, body) in enumerate(sent)
    ]
    for before, after in zip(first, again, strict=True):
        if before.status == 200:
            assert after.raw == before.raw
            assert after.headers["ETag"] == before.headers["ETag"]
    assert [answer.status for answer in first].count(200) >= 6


@pytest.mark.parametrize(
    ("call", "body"),
    [
        ("moves", {"moves": ["draw", "draw"]}),
        ("undo", {"count": 1}),
        ("moves", {"moves": ["draw"], "version": 1}),
    ],
)
def test_a_key_stands_for_one_request_only(player, call, body):
    game = player.start("german-clock")
    player.post(f"games/{game['id']}/moves", {"moves": ["draw"]}, Idempotency_Key="k")
    answer = player.post(f"games/{game['id']}/{call}", body, Idempotency_Key="k", expect=422)
    assert answer.code == "idempotency_key_reused"
    assert player.read(game)["version"] == 2


def test_refusals_are_not_kept(player):
    game = player.start("german-clock")
    path = f"games/{game['id']}/undo"
    player.post(path, {}, Idempotency_Key="k", expect=409)
    player.move(game, "draw")
    assert player.post(path, {}, Idempotency_Key="k").json["undos"] == 1


def test_keys_of_two_players_and_two_games_are_apart(player, rival):
    mine = player.start("german-clock")
    other = player.start("german-clock")
    theirs = rival.start("german-clock")
    for who, game in ((player, mine), (player, other), (rival, theirs)):
        body = {"moves": ["draw"]}
        answer = who.post(f"games/{game['id']}/moves", body, Idempotency_Key="k")
        assert answer.json["id"] == game["id"]
    started = player.post("games", {"variant": "freecell"}, Idempotency_Key="k", expect=201)
    others = rival.post("games", {"variant": "freecell"}, Idempotency_Key="k", expect=201)
    assert started.json["id"] != others.json["id"]


def test_a_key_needs_a_token(stranger):
    answer = stranger.post("games", {"variant": "freecell"}, Idempotency_Key="k", expect=422)
    assert answer.code == "key_needs_token"


@pytest.mark.parametrize("key", ["", " ", "x" * 129, "a b", "k\u00e9"])
def test_bad_keys_are_refused(player, key):
    game = player.start("german-clock")
    body = {"moves": ["draw"]}
    player.post(f"games/{game['id']}/moves", body, Idempotency_Key=key, expect=422)


@pytest.mark.parametrize(
    ("tag", "status"),
    [
        ('"2"', 200),
        ('W/"2"', 200),
        ('"2-gzip"', 200),
        ('"2;gzip"', 200),
        ('"2"-gzip', 200),
        ('"1", "2"', 200),
        ("*", 200),
        ('"1"', 412),
        ('"3"', 412),
        ('"nonsense"', 412),
        ('""', 412),
        ("2", 422),
        ('"2', 422),
        ('"2""1"', 422),
        ("W/2", 422),
    ],
)
def test_if_match_is_read_as_http_means_it(player, tag, status):
    game = player.start("german-clock")
    player.move(game, "draw")
    path = f"games/{game['id']}/moves"
    player.post(path, {"moves": ["draw"]}, If_Match=tag, expect=status)
    assert player.read(game)["version"] == (3 if status == 200 else 2)


def test_header_and_body_must_mean_the_same_version(player):
    game = player.start("german-clock")
    path = f"games/{game['id']}/moves"
    player.post(path, {"moves": ["draw"], "version": 1}, If_Match='"2"', expect=422)
    player.post(path, {"moves": ["draw"], "version": 1}, If_Match='"1"')
    player.post(path, {"moves": ["draw"], "version": 2}, If_Match="*")


def test_without_a_precondition_a_change_applies_to_the_game_as_it_is(player):
    game = player.start("german-clock")
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(lambda _: player.move(game, "draw"), range(4)))
    assert player.read(game)["moves_made"] == 4


def test_a_repeated_request_plays_its_own_event_and_not_all_before_it(player, monkeypatch):
    game = player.start("klondike", deal="1")
    player.move(game, "draw", "draw")
    path = f"games/{game['id']}"
    for _ in range(5):
        player.post(f"{path}/undo", {"count": 2})
        player.post(f"{path}/redo", {"count": 2})
    first = player.post(f"{path}/undo", {}, Idempotency_Key="k")
    played = []
    again = progress.do_again

    def counted(*args):
        played.append(args)
        return again(*args)

    monkeypatch.setattr(progress, "do_again", counted)
    assert player.post(f"{path}/undo", {}, Idempotency_Key="k").raw == first.raw
    assert len(played) == 1


def test_a_current_version_is_not_sent_again(player):
    game = player.start("german-clock")
    for path in (f"games/{game['id']}", f"games/{game['id']}/moves"):
        for tag in ('"1"', 'W/"1"', '"1-gzip"', '"9", "1"', "*"):
            answer = player.get(path, If_None_Match=tag, expect=304)
            assert answer.raw == b""
            assert answer.headers["ETag"] == '"1"'
        assert player.get(path, If_None_Match='"2"').headers["ETag"] == '"1"'


@pytest.mark.parametrize("variant", [each.id for each in catalogue()])
def test_every_answer_is_a_function_of_deal_and_events(player, clock, variant):
    chance = random.Random(variant)  # noqa: S311 - the same calls each time
    key = {"Idempotency_Key": "start"}
    start = {"variant": variant, "deal": "8"}
    first = player.post("games", start, expect=201, **key)
    sent: list[tuple[str, object, dict[str, str], Answer]] = [("games", start, key, first)]
    game = sent[0][3].json
    path = f"games/{game['id']}"
    for number in range(60):
        clock.forward(seconds=chance.randrange(400))
        wanted = moves(game)[:: chance.choice((1, -1))][:1] or ["draw"]
        call, body = chance.choice(
            [
                *[("moves", {"moves": wanted})] * 4,
                ("undo", {"count": chance.randrange(1, 4)}),
                ("redo", {}),
                ("autoplay", {"mode": chance.choice(("safe", "all"))}),
                ("hint", {}),
            ]
        )
        key = {"Idempotency_Key": f"key-{number}"}
        answer = player.post(f"{path}/{call}", body, expect=None, **key)
        if answer.status == 200:
            sent.append((f"{path}/{call}", body, key, answer))
        if number % 20 == 7:
            level = chance.choice([each.value for each in engine_variant(variant).rules.levels])
            player.call("PATCH", path, {"autoplay": level}, expect=None)
        game = player.read(game)
    assert len(sent) > (30 if engine_variant(variant).rules.undo else 1)
    for address, body, key, first in sent:
        again = player.post(address, body, expect=first.status, **key)
        if again.headers["ETag"] != first.headers["ETag"]:
            assert not first.json.get("steps")  # it changed nothing, and so was not kept
            continue
        assert again.raw == first.raw, address
