"""Statistics, each published rule by its own test."""

from collections.abc import Iterator
from datetime import UTC, date, datetime

import psycopg
import pytest
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from service.stats import streaks
from tests.winning import winnable


@pytest.fixture
def win(player):
    """A way to win one game after another without help, each on another public deal."""
    deals: dict[str, Iterator[tuple[str, tuple[str, ...]]]] = {}

    def win(variant="grandfathers-clock"):
        number, line = next(deals.setdefault(variant, winnable(variant)))
        return player.move(player.start(variant, deal=number, autoplay="off"), *line)

    return win


def overall(player, split="all"):
    return player.get("players/me/stats").json["overall"][split]


def test_figures_are_found_by_an_alias(player):
    game = player.start("la-montre", deal="1")
    player.move(game, "turn")
    (figures,) = player.get("players/me/stats?variant=watch").json["variants"]
    assert (figures["variant"], figures["all"]["played"]) == ("la-montre", 1)


def test_a_new_player_has_figures_without_a_rate(player):
    stats = player.get("players/me/stats").json
    nothing = {
        "played": 0,
        "wins": 0,
        "practice_played": 0,
        "current_streak": 0,
        "best_streak": 0,
    }
    assert stats["overall"] == {"all": nothing, "clean": nothing, "assisted": nothing}
    assert stats["variants"] == []


def test_a_game_counts_as_played_from_its_first_move(player):
    game = player.start("german-clock")
    assert overall(player)["played"] == 0
    player.move(game, "draw")
    assert overall(player)["played"] == 1
    assert overall(player)["win_rate"] == 0


def test_undoing_everything_does_not_unplay_a_game(player):
    game = player.start("german-clock")
    player.move(game, "draw")
    player.post(f"games/{game['id']}/undo", {})
    player.post(f"games/{game['id']}/resign", {})
    assert overall(player)["played"] == 1


def test_a_win_is_counted_with_its_figures(player, clock, win):
    clock.forward(seconds=1)
    won = win()
    player.move(player.start("german-clock"), "draw")
    figures = overall(player)
    assert (figures["played"], figures["wins"], figures["win_rate"]) == (2, 1, 0.5)
    assert figures["fastest_win_ms"] == won["elapsed_ms"]
    assert figures["fewest_moves"] == won["moves_made"]
    assert figures["best_score"] == won["score"] > 1000
    assert (figures["current_streak"], figures["best_streak"]) == (1, 1)
    by_variant = {each["variant"]: each for each in player.get("players/me/stats").json["variants"]}
    assert by_variant["grandfathers-clock"]["all"]["wins"] == 1
    assert by_variant["german-clock"]["all"]["wins"] == 0
    alone = player.get("players/me/stats?variant=german-clock").json
    assert alone["overall"] == {k: by_variant["german-clock"][k] for k in alone["overall"]}


def test_automatic_steps_count_in_fewest_moves_but_not_in_moves_made(player):
    game = player.start("grandfathers-clock", deal="1", autoplay="finish")
    line = player.post(f"games/{game['id']}/hint", {"line": True}).json["line"]
    for move in line:
        game = player.move(game, move)
        if game["status"] == "won":
            break
    events = player.get(f"games/{game['id']}/history").json["items"]
    automatic = [step for event in events for unit in event["moves"] for step in unit["automatic"]]
    assert automatic
    assert overall(player)["fewest_moves"] == game["moves_made"] + len(automatic)


def test_assisted_and_clean_games_are_apart(player, win):
    win()
    game = player.start("german-clock")
    player.move(game, "draw")
    player.post(f"games/{game['id']}/undo", {})
    assert (overall(player, "clean")["played"], overall(player, "clean")["wins"]) == (1, 1)
    assert (overall(player, "assisted")["played"], overall(player, "assisted")["wins"]) == (1, 0)


def test_practice_is_apart(player, win):
    first = win()
    again = player.start("grandfathers-clock", again=first["id"], autoplay="off")
    line = player.post(f"games/{again['id']}/hint", {"line": True}).json["line"]
    assert player.move(again, *line)["status"] == "won"
    figures = overall(player)
    assert (figures["played"], figures["wins"], figures["practice_played"]) == (1, 1, 1)


def test_streaks_count_local_dates(player, clock, win):
    player.call("PATCH", "players/me", {"time_zone": "Asia/Tokyo"})
    clock.time = datetime(2025, 3, 1, 14, 59, tzinfo=UTC)  # 23:59 on the 1st in Tokyo
    win()
    clock.time = datetime(2025, 3, 1, 15, 1, tzinfo=UTC)  # 00:01 on the 2nd
    win()
    stats = player.get("players/me/stats").json
    assert stats["today"] == "2025-03-02"
    assert stats["overall"]["all"]["current_streak"] == 2
    clock.forward(days=1)
    assert overall(player)["current_streak"] == 2
    clock.forward(days=1)
    assert (overall(player)["current_streak"], overall(player)["best_streak"]) == (0, 2)


def test_changing_the_zone_adds_no_day(player, clock, win):
    clock.time = datetime(2025, 3, 1, 23, 30, tzinfo=UTC)
    win()
    player.call("PATCH", "players/me", {"time_zone": "Asia/Tokyo"})
    assert overall(player)["best_streak"] == 1


@pytest.mark.parametrize(
    ("days", "today", "expected"),
    [
        ([], 9, (0, 0)),
        ([9], 9, (1, 1)),
        ([8], 9, (1, 1)),
        ([7], 9, (0, 1)),
        ([1, 2, 3, 8, 9], 9, (2, 3)),
        ([9, 8, 8, 7], 9, (3, 3)),
    ],
)
def test_a_streak_is_a_run_of_dates(days, today, expected):
    dates = [date(2025, 3, day) for day in days]
    assert streaks(dates, today=date(2025, 3, today)) == expected


def test_figures_are_what_the_events_say(player, module_database, cluster, win):
    """Recompute the counts from the events alone."""
    win()
    for count in range(3):
        game = player.start("german-clock")
        if count:
            player.move(game, *["draw"] * count)
    name = str(conninfo_to_dict(module_database)["dbname"])
    with psycopg.connect(make_conninfo(cluster.superuser(name))) as connection:
        played = connection.execute(
            "SELECT count(DISTINCT game_id) FROM game_event WHERE kind IN ('moves', 'autoplay')"
        ).fetchone()
    assert played == (overall(player)["played"],)
