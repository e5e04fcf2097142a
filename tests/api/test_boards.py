"""Boards: each published rule of docs/boards.md is a test named as a sentence."""

from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime

import pytest

from engine import Card, Deal, Position, variant
from tests.client import Client

pytestmark = pytest.mark.usefixtures("clock")  # noon of the first of March

TODAY = "2025-03-01"
SCORE = """
    UPDATE game SET final_score = %s
    WHERE player_id = (SELECT id FROM player WHERE name = 'Ann') RETURNING id
    """
BOARD = f"boards/fan/daily/{TODAY}"


@pytest.fixture
def line(stranger, sql):
    """The moves that win today's daily, which no client is told."""
    return winning_line(stranger, sql, TODAY)


def winning_line(client, sql, day):
    client.get(f"variants/fan/daily/{day}")
    [(order, packed)] = sql("SELECT deal_order, line FROM daily WHERE day = %s", [day])
    rules = variant("fan").with_options()
    position = Position.start(Deal.of_order(rules, tuple(map(Card, order))))
    return [str(move) for move in position.unpack(packed)]


def named(app, name):
    return Client(app, Client(app).post("players", {"name": name}, expect=201).json["token"])


def plays(client, moves, day=TODAY):
    """Start the daily, make moves and give up what is not won; give the game."""
    game = client.start("fan", daily=day, autoplay="off")
    for move in moves:
        game = client.move(game, move)
    if game["status"] == "playing":
        game = client.post(f"games/{game['id']}/resign", {}).json
    return game


def board(client, path=BOARD, **query):
    given = "&".join(f"{name}={value}" for name, value in query.items())
    return client.get(f"{path}?{given}" if given else path).json


def listed(client, path=BOARD, what="name"):
    return [entry[what] for entry in board(client, path)["items"]]


def crowd(sql, count, *, start=0, ties=1):
    """Copy the one game of the board for so many players; so many of them are equal."""
    sql(
        """
        WITH p AS (
            INSERT INTO player (id, token_hash, name, language, time_zone, created_at)
            SELECT gen_random_uuid(), sha256(n::text::bytea), 'P' || n, 'en', 'UTC', now()
            FROM generate_series(%(first)s::int, %(last)s::int) n
            RETURNING id, name
        )
        INSERT INTO game
        SELECT (jsonb_populate_record(NULL::game, to_jsonb(g) || jsonb_build_object(
            'id', gen_random_uuid(), 'player_id', p.id,
            'final_score', 500 - substr(p.name, 2)::int / %(ties)s::int
        ))).*
        FROM (SELECT * FROM game WHERE daily_on IS NOT NULL ORDER BY created_at, id LIMIT 1) g, p
        RETURNING id
        """,
        {"first": start, "last": start + count - 1, "ties": ties},
    )


def test_more_points_come_first_then_fewer_moves_then_less_time(app, stranger, clock, line):
    played = {}
    for name, moves, seconds in (("Ann", 40, 0), ("Bea", 10, 0), ("Cid", 10, 9), ("Dan", 1, 0)):
        game = named(app, name)
        started = game.start("fan", daily=TODAY, autoplay="off")
        clock.forward(seconds=seconds)
        for move in line[:moves]:
            started = game.move(started, move)
        played[name] = game.post(f"games/{started['id']}/resign", {}).json
    entries = board(stranger)["items"]
    assert [entry["name"] for entry in entries] == ["Ann", "Bea", "Cid", "Dan"]
    assert [entry["rank"] for entry in entries] == [1, 2, 3, 4]
    keys = [(-entry["score"], entry["moves"], entry["elapsed_ms"]) for entry in entries]
    assert keys == sorted(keys)
    for entry in entries:
        game = played[entry["name"]]
        assert entry == {
            "rank": entry["rank"],
            "name": entry["name"],
            "status": "resigned",
            "score": game["score"],
            "moves": game["moves_made"],
            "elapsed_ms": game["elapsed_ms"],
            "finished_at": game["finished_at"],
        }


def test_a_win_is_above_every_game_that_is_not_won(app, stranger, line):
    plays(named(app, "Ann"), line[:-1])
    plays(named(app, "Bea"), line)
    [first, second] = board(stranger)["items"]
    assert (first["name"], first["status"], second["status"]) == ("Bea", "won", "resigned")
    assert first["score"] > 1000 > second["score"]


def test_players_with_equal_results_share_a_rank_and_the_next_rank_is_left_out(app, stranger, line):
    for name, moves in (("Ann", 5), ("Bea", 30), ("Cid", 30), ("Dan", 30), ("Eve", 5)):
        plays(named(app, name), line[:moves])
    assert listed(stranger, what="rank") == [1, 1, 1, 4, 4]


def test_a_player_without_a_name_is_on_no_board_until_they_take_one(player, line):
    plays(player, line[:9])
    assert listed(player) == []
    assert "me" not in board(player)
    player.call("PATCH", "players/me", {"name": "Ann"})
    assert listed(player) == ["Ann"]
    assert board(player)["me"]["rank"] == 1


def test_a_new_name_is_shown_on_old_boards_too(app, stranger, line):
    ann = named(app, "Ann")
    plays(ann, line[:3])
    ann.call("PATCH", "players/me", {"name": "Anna"})
    assert listed(stranger) == ["Anna"]


def test_a_player_who_is_deleted_is_on_no_board(app, stranger, line):
    ann, bea = named(app, "Ann"), named(app, "Bea")
    for each in (ann, bea):
        plays(each, line[:3])
    ann.call("DELETE", "players/me", expect=204)
    assert listed(stranger) == ["Bea"]


def test_a_game_with_an_undo_is_kept_out(app, stranger, line):
    ann = named(app, "Ann")
    game = ann.move(ann.start("fan", daily=TODAY, autoplay="off"), line[0])
    ann.post(f"games/{game['id']}/undo", {"count": 1})
    ann.post(f"games/{game['id']}/resign", {})
    assert listed(stranger) == []


def test_a_second_attempt_is_practice_and_changes_no_entry(app, stranger, line):
    ann = named(app, "Ann")
    first = plays(ann, line[:3])
    before = board(stranger)
    assert plays(ann, line)["practice"]
    again = ann.start("fan", again=first["id"], autoplay="off")
    for move in line:
        again = ann.move(again, move)
    assert again["status"] == "won"
    assert board(stranger) == before


def test_a_game_that_runs_is_not_on_the_board_until_it_ends(app, stranger, line):
    ann = named(app, "Ann")
    game = ann.move(ann.start("fan", daily=TODAY, autoplay="off"), line[0])
    assert listed(stranger) == []
    ann.post(f"games/{game['id']}/resign", {})
    assert listed(stranger) == ["Ann"]


def test_a_game_that_ends_when_the_daily_has_closed_is_kept_out(app, stranger, clock):
    ann, bea = named(app, "Ann"), named(app, "Bea")
    games = [each.start("fan", daily=TODAY) for each in (ann, bea)]
    for each, game in zip((ann, bea), games, strict=True):
        each.move(game, game["legal_moves"][0]["move"])
    clock.time = datetime(2025, 3, 2, 23, 59, 59, 999_000, tzinfo=UTC)
    ann.post(f"games/{games[0]['id']}/resign", {})
    assert not board(stranger)["closed"]
    clock.forward(milliseconds=1)
    bea.post(f"games/{games[1]['id']}/resign", {})
    assert listed(stranger) == ["Ann"]
    assert board(stranger)["closed"]
    assert listed(stranger, "boards/fan") == ["Ann"]


def test_a_game_given_up_before_the_first_move_is_kept_out(app, stranger, line):
    plays(named(app, "Ann"), [])
    assert listed(stranger) == []
    plays(named(app, "Bea"), line[:1])
    assert listed(stranger) == ["Bea"]


def test_other_games_are_on_no_board(app, stranger):
    ann = named(app, "Ann")
    for name, wish in (("fan", {}), ("fan", {"deal": "7"}), ("klondike", {"daily": TODAY})):
        game = ann.start(name, **wish)
        game = ann.move(game, game["legal_moves"][0]["move"])
        ann.post(f"games/{game['id']}/resign", {})
    assert listed(stranger) == []
    assert listed(stranger, f"boards/klondike/daily/{TODAY}") == ["Ann"]


def test_a_board_tells_names_and_no_ids(app, stranger, line):
    ann = named(app, "Ann")
    game = plays(ann, line[:3])
    text = stranger.get(BOARD).raw.decode()
    assert ann.get("players/me").json["id"] not in text
    assert game["id"] not in text


def test_twenty_winning_requests_at_once_give_one_win_one_entry_and_one_day(app, line):
    ann = named(app, "Ann")
    game = ann.start("fan", daily=TODAY, autoplay="off")
    path, last = f"games/{game['id']}/moves", {"moves": line}
    with ThreadPoolExecutor(8) as threads:
        clients = [Client(app, ann.token) for _ in range(20)]
        answers = list(threads.map(lambda each: each.post(path, last, expect=None), clients))
    assert sorted({answer.status for answer in answers}) == [200, 409]
    assert [answer.status for answer in answers].count(200) == 1
    assert listed(ann) == ["Ann"]
    figures = ann.get("players/me/stats").json["overall"]["all"]
    assert (figures["wins"], figures["current_streak"], figures["best_streak"]) == (1, 1, 1)


def test_my_rank_and_the_window_around_me_equal_the_list(app, sql, line):
    ann = named(app, "Ann")
    plays(ann, line[:20])
    crowd(sql, 60, start=1, ties=7)
    for change in range(500, 485, -1):
        sql(SCORE, [change])
        told = board(ann)
        items, me = told["items"], told["me"]
        [place] = [index for index, entry in enumerate(items) if "me" in entry]
        assert items[place]["name"] == "Ann"
        assert me["rank"] == items[place]["rank"]
        assert me["rank"] == 1 + sum(
            (-e["score"], e["moves"], e["elapsed_ms"])
            < (-items[place]["score"], items[place]["moves"], items[place]["elapsed_ms"])
            for e in items
        )
        assert me["window"] == items[max(0, place - 3) : place + 4]


def test_pages_show_each_entry_once_while_others_arrive(app, stranger, sql, line):
    """250 entries that are all alike, and new ones between any two pages."""
    plays(named(app, "Ann"), line[:3])
    crowd(sql, 250, start=1, ties=10_000)
    old = set(listed_all(sql))
    seen, query, arrived = [], {"limit": 17}, 1000
    while True:
        page = board(stranger, **query)
        seen += [entry["name"] for entry in page["items"]]
        if "next" not in page:
            break
        crowd(sql, 3, start=arrived, ties=10_000)
        arrived += 3
        query["cursor"] = page["next"]
    assert len(old) == 251
    assert sorted(name for name in seen if name in old) == sorted(old)
    assert len(seen) == len(set(seen))


def test_pages_together_are_the_list_with_its_ranks(app, stranger, sql, line):
    plays(named(app, "Ann"), line[:3])
    crowd(sql, 40, start=1, ties=6)
    whole = board(stranger)["items"]
    for limit in (1, 4, 7, 40, 41):
        pages, query = [], {"limit": limit}
        while True:
            page = board(stranger, **query)
            pages += page["items"]
            if "next" not in page:
                break
            query["cursor"] = page["next"]
        assert pages == whole


def listed_all(sql):
    return [name for (name,) in sql("SELECT name FROM player WHERE name IS NOT NULL")]


def test_the_board_of_all_days_counts_closed_days_topped_alone_or_with_others(
    app, stranger, clock, sql
):
    people = {name: named(app, name) for name in ("Ann", "Bea", "Cid")}
    tops = [("Ann",), ("Ann", "Bea"), ("Bea",), ("Ann",), ("Cid",)]
    for day, best in enumerate(tops, start=1):
        date = f"2025-03-{day:02}"
        line = winning_line(stranger, sql, date)
        for name, client in people.items():
            plays(client, line[: 30 if name in best else 2], day=date)
        clock.forward(days=1)
    assert board(stranger, "boards/fan")["until"] == "2025-03-04"
    days = [(entry["rank"], entry["name"], entry["days"]) for entry in all_days(stranger)]
    assert days == [(1, "Ann", 3), (2, "Bea", 2)]
    clock.forward(days=1)
    days = [(entry["rank"], entry["name"], entry["days"]) for entry in all_days(stranger)]
    assert days == [(1, "Ann", 3), (2, "Bea", 2), (3, "Cid", 1)]
    for name, client in people.items():
        told = board(client, "boards/fan")
        [mine] = [entry for entry in told["items"] if "me" in entry]
        assert (mine["name"], mine["rank"]) == (name, told["me"]["rank"])
        assert told["me"]["window"] == told["items"]
    pages, query = [], {"limit": 1}
    while True:
        page = board(stranger, "boards/fan", **query)
        pages += page["items"]
        if "next" not in page:
            break
        query["cursor"] = page["next"]
    assert pages == all_days(stranger)


def all_days(client):
    return board(client, "boards/fan")["items"]


def test_who_topped_as_many_days_shares_a_rank(app, stranger, clock, line):
    for name in ("Ann", "Bea"):
        plays(named(app, name), line[:5])
    clock.forward(days=2)
    assert [(entry["rank"], entry["days"]) for entry in all_days(stranger)] == [(1, 1), (1, 1)]


def test_a_withdrawn_daily_counts_for_no_other_board(app, stranger, clock, sql, line):
    plays(named(app, "Ann"), line[:5])
    clock.forward(days=2)
    assert [entry["name"] for entry in all_days(stranger)] == ["Ann"]
    sql("UPDATE daily SET withdrawn_at = now() RETURNING day")
    assert all_days(stranger) == []
    assert listed(stranger) == ["Ann"]


def test_a_board_is_there_as_soon_as_its_daily_and_not_before(stranger):
    assert board(stranger)["items"] == []
    for day in ("2025-03-02", "2025-02-28", "nonsense"):
        stranger.get(f"boards/fan/daily/{day}", expect=404)
    stranger.get(f"boards/no-such-game/daily/{TODAY}", expect=404)
    stranger.get("boards/no-such-game", expect=404)
    assert board(stranger, "boards/fan")["items"] == []


def test_a_wrong_token_is_refused_though_none_is_needed(app):
    for path in (BOARD, "boards/fan"):
        Client(app, "lc_" + "x" * 43).get(path, expect=401)


@pytest.mark.parametrize(
    "cursor",
    ["x", "ZA", "YQ", "ZAo5OTk5OTk5OTk5OQoxCjEKMDAwMDAwMDAtMDAwMC00MDAwLTgwMDAtMDAwMDAwMDAwMDAw"],
)
def test_a_cursor_of_another_list_is_a_fault(stranger, cursor):
    for path in (BOARD, "boards/fan"):
        refused = stranger.get(f"{path}?cursor={cursor}", expect=422).json
        assert [fault["code"] for fault in refused["errors"]] == ["not_a_cursor"]


def test_twenty_winning_requests_at_once_make_one_entry(app, stranger, line):
    ann = named(app, "Ann")
    game = ann.start("fan", daily=TODAY, autoplay="off")
    for move in line[:-1]:
        game = ann.move(game, move)
    path = f"games/{game['id']}/moves"
    with ThreadPoolExecutor(20) as pool:
        answers = pool.map(
            lambda _: ann.post(path, {"moves": line[-1:]}, expect=None).status, range(20)
        )
        assert sorted(answers) == [200] + [409] * 19
    assert listed(stranger) == ["Ann"]
    figures = ann.get("players/me/stats").json["overall"]["clean"]
    assert (figures["wins"], figures["current_streak"]) == (1, 1)
