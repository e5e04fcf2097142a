"""Statistics, each published rule by its own test."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime

import pytest

from tests.winning import winnable

SPLITS = ("all", "clean", "assisted")


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


def test_a_streak_of_clean_wins_is_of_those_alone(player, clock, win):
    win()
    clock.forward(days=1)
    game = player.start("grandfathers-clock", autoplay="off")
    line = player.post(f"games/{game['id']}/hint", {"line": True}).json["line"]
    player.move(game, *line)
    assert [overall(player, split)["best_streak"] for split in SPLITS] == [2, 1, 1]
    assert [overall(player, split)["current_streak"] for split in SPLITS] == [2, 1, 1]


def test_a_streak_of_a_variant_is_of_its_wins_alone(player, clock, win):
    win()
    clock.forward(days=1)
    win("shamrocks")
    found = player.get("players/me/stats").json
    assert found["overall"]["all"]["best_streak"] == 2
    assert [each["all"]["best_streak"] for each in found["variants"]] == [1, 1]
    alone = player.get("players/me/stats?variant=shamrocks").json
    assert alone["overall"]["all"]["best_streak"] == 1


def test_practice_makes_no_day_of_a_streak(player, clock, win):
    won = win()
    clock.forward(days=1)
    again = player.start("grandfathers-clock", again=won["id"], autoplay="off")
    player.move(again, *next(winnable("grandfathers-clock"))[1])
    assert player.read(again)["status"] == "won"
    assert overall(player)["best_streak"] == 1


def test_a_win_keeps_its_date_when_the_zone_changes(player, clock, win):
    clock.time = datetime(2025, 3, 1, 20, tzinfo=UTC)
    win()  # the 1st in UTC, which is the 2nd in Tokyo
    clock.time = datetime(2025, 3, 2, 20, tzinfo=UTC)
    player.call("PATCH", "players/me", {"time_zone": "Asia/Tokyo"})
    win()  # the 3rd in Tokyo
    assert overall(player)["best_streak"] == 2


def test_the_best_score_is_of_games_that_have_ended_won_or_not(player):
    game = player.start("german-clock", deal="1")
    while game["score"] == 0:
        game = player.move(game, game["legal_moves"][0]["move"])
    assert "best_score" not in overall(player)
    player.post(f"games/{game['id']}/resign", {})
    assert overall(player)["best_score"] == game["score"]


def test_a_game_without_a_move_was_not_played(player):
    game = player.start("german-clock")
    player.post(f"games/{game['id']}/resign", {})
    assert (overall(player)["played"], overall(player)["practice_played"]) == (0, 0)
    assert "best_score" not in overall(player)


def test_who_starts_anew_has_played_twice(player):
    for _ in range(2):
        player.move(player.start("german-clock"), "draw")
    assert (overall(player)["played"], overall(player)["practice_played"]) == (2, 0)
    for _ in range(2):
        player.move(player.start("german-clock", deal="1"), "draw")
    assert (overall(player)["played"], overall(player)["practice_played"]) == (3, 1)


def test_twenty_winning_requests_at_once_make_one_win_and_one_day(player):
    number, line = next(winnable("grandfathers-clock"))
    game = player.move(player.start("grandfathers-clock", deal=number, autoplay="off"), *line[:-1])
    with ThreadPoolExecutor(20) as pool:
        answers = list(
            pool.map(
                lambda key: player.post(
                    f"games/{game['id']}/moves",
                    {"moves": [line[-1]]},
                    Idempotency_Key=f"key-{key}",
                    expect=None,
                ),
                range(20),
            )
        )
    assert sorted(answer.status for answer in answers) == [200] + [409] * 19
    assert {answer.code for answer in answers if answer.status == 409} == {"game_over"}
    figures = overall(player)
    assert (figures["played"], figures["wins"], figures["best_streak"]) == (1, 1, 1)
    for back in ("undo", "redo"):
        assert player.post(f"games/{game['id']}/{back}", {}, expect=409).code == "game_over"
    assert overall(player) == figures
