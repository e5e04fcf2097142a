"""The statistics are those of the events: worked out from them alone, by docs/statistics.md."""

from collections import defaultdict
from datetime import UTC, date, datetime, timedelta
from itertools import pairwise
from typing import Any
from zoneinfo import ZoneInfo

import psycopg
import pytest
from psycopg.conninfo import conninfo_to_dict
from psycopg.rows import namedtuple_row

from engine import Deal, Position, Status, units, variant
from tests.winning import winnable

ZONE = "Australia/Sydney"


@pytest.fixture
def played(player, clock):
    """A player with games of every kind and end, over some days in a zone."""
    clock.time = datetime(2014, 4, 4, 12, tzinfo=UTC)
    player.call("PATCH", "players/me", {"time_zone": ZONE})
    deals = winnable("grandfathers-clock")
    for day in range(4):
        number, line = next(deals)
        game = player.start("grandfathers-clock", deal=number, autoplay="off")
        clock.forward(seconds=3 * day + 1)
        player.move(game, *line[:5])
        if day % 2:
            player.post(f"games/{game['id']}/undo", {"count": 2})
            clock.forward(minutes=7)
            player.post(f"games/{game['id']}/redo", {"count": 2})
        clock.forward(seconds=day)
        for move in line[5:]:
            player.move(game, move)
        again = player.start("grandfathers-clock", deal=number)
        player.post(f"games/{again['id']}/autoplay", {"mode": "all"})
        player.post(f"games/{again['id']}/resign", {})
        clock.forward(hours=23)
    for left in range(3):
        game = player.start("german-clock", deal=str(left + 1))
        for _ in range(5 * left):
            legal = player.read(game)["legal_moves"]
            player.move(game, legal[0]["move"])
        if left == 1:
            player.post(f"games/{game['id']}/undo", {"count": 5})
        if left == 2:
            player.post(f"games/{game['id']}/hint", {})
            player.post(f"games/{game['id']}/resign", {})
    turned = player.start("clock", deal="1")  # lost
    player.post(f"games/{turned['id']}/autoplay", {"mode": "all"})
    return player


def test_the_statistics_are_what_the_events_say(played, module_database, cluster):
    name = str(conninfo_to_dict(module_database)["dbname"])
    with psycopg.connect(cluster.superuser(name), row_factory=namedtuple_row) as connection:
        games = everything(connection, "SELECT * FROM game ORDER BY created_at, id")
        events = everything(connection, "SELECT * FROM game_event ORDER BY game_id, version")
    by_game = defaultdict(list)
    for event in events:
        by_game[event.game_id].append(event)
    counted = [recounted(game, by_game[game.id], games) for game in games]
    told = played.get("players/me/stats").json
    assert told["overall"] == splits(counted)
    assert {each.pop("variant"): each for each in told["variants"]} == {
        name: splits([game for game in counted if game["variant"] == name])
        for name in ("clock", "german-clock", "grandfathers-clock")
    }
    figures = told["overall"]
    assert (figures["clean"]["wins"], figures["assisted"]["wins"]) == (2, 2)
    assert (figures["all"]["played"], figures["all"]["practice_played"]) == (7, 4)
    assert figures["all"]["best_streak"] == 4


def everything(connection, query) -> Any:
    return connection.execute(query).fetchall()


def recounted(game, events, games):
    """What one game's events say of it; of its row only the deal is believed."""
    rules = variant(game.variant).with_options(game.options)
    line = b"".join(surviving(events))
    position = Position.resume(Deal(rules=rules, order=tuple(game.deal_order)), line)
    kinds = {event.kind for event in events}
    status = "resigned" if "resign" in kinds else position.status()
    moves = len(line) // 2
    time = elapsed(events)
    par, won = variant(game.variant).par, status == Status.WON
    score = 500 * position.best_placed // position.to_place
    if won:
        score += 1000 + max(0, int(300 * (1 - time / (par.seconds * 1000))))
        score += max(0, int(200 * (1 - moves / (2 * par.moves))))
    same_deal = [each for each in games if (each.variant, each.deal_number) == of(game)]
    return {
        "variant": game.variant,
        "practice": game.deal_number is not None and same_deal.index(game) > 0,
        "played": bool(kinds & {"moves", "autoplay"}),
        "assisted": bool(kinds & {"undo", "hint", "verdict"}),
        "won_on": events[-1].at.astimezone(ZoneInfo(ZONE)).date() if won else None,
        "time": time if won else None,
        "moves": moves if won else None,
        "score": score if status != Status.PLAYING else None,
    }


def of(game):
    return game.variant, game.deal_number


def surviving(events):
    """The units that were not taken back, automatic first steps before them."""
    first, *later = events
    line: list[bytes] = []
    undone: list[bytes] = []
    for event in later:
        made = units(event.moves)
        if event.kind == "undo":
            line, undone = line[: -len(made)], made + undone
        elif event.kind == "redo":
            line, undone = line + made, undone[len(made) :]
        else:
            line, undone = line + made, [] if made else undone
    return [first.moves, *line]


def elapsed(events):
    """Milliseconds, each gap with five minutes at most, each move with 250 ms at least."""
    changes = [each for each in events if each.moves or each.kind in ("started", "resign")]
    total = 0
    for before, after in pairwise(changes):
        gap = min((after.at - before.at) // timedelta(milliseconds=1), 300_000)
        makes_moves = after.kind in ("moves", "redo", "autoplay")
        total += max(gap, 250 * len(units(after.moves)) if makes_moves else 0)
    return total


def splits(games):
    return {
        "all": figures(games),
        "clean": figures([game for game in games if not game["assisted"]]),
        "assisted": figures([game for game in games if game["assisted"]]),
    }


def figures(games):
    counted = [game for game in games if game["played"] and not game["practice"]]
    won = [game for game in counted if game["won_on"]]
    current, best = runs({game["won_on"] for game in won}, today=date(2014, 4, 8))
    found = {
        "played": len(counted),
        "wins": len(won),
        "practice_played": sum(game["played"] and game["practice"] for game in games),
        "current_streak": current,
        "best_streak": best,
        "win_rate": round(len(won) / len(counted), 4) if counted else None,
        "fastest_win_ms": min((game["time"] for game in won), default=None),
        "fewest_moves": min((game["moves"] for game in won), default=None),
        "best_score": max(
            (game["score"] for game in counted if game["score"] is not None), default=None
        ),
    }
    return {name: value for name, value in found.items() if value is not None}


def runs(days, *, today):
    best = length = current = 0
    for ordinal in range(min(days, default=today).toordinal(), today.toordinal() + 1):
        length = length + 1 if date.fromordinal(ordinal) in days else 0
        best = max(best, length)
        if date.fromordinal(ordinal) in days:
            current = length
        elif ordinal < today.toordinal():
            current = 0
    return current, best
