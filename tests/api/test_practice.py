"""Practice: a game on a deal that the player knows, by whatever way they came to know it."""

import shutil
from concurrent.futures import ThreadPoolExecutor

import psycopg
import pytest
from psycopg.conninfo import make_conninfo

from service.storage.migrate import MIGRATIONS, migrate


def is_practice(player, variant="freecell", **wish):
    return player.start(variant, **wish)["practice"]


def test_a_number_the_player_had_a_game_on_is_practice(player, rival):
    assert not is_practice(player, deal="617")
    assert is_practice(player, deal="617")
    assert not is_practice(player, deal="618")
    assert not is_practice(player, "shamrocks", deal="617")
    assert not is_practice(rival, deal="617")


def test_a_number_is_known_by_whatever_house_rules(player):
    assert not is_practice(player, "klondike", deal="8", options={"draw": "1"})
    assert is_practice(player, "klondike", deal="8", options={"draw": "3"})


def test_a_number_is_known_by_an_alias_of_its_variant(player):
    assert not is_practice(player, "watch", deal="8")
    assert is_practice(player, "la-montre", deal="8")


@pytest.mark.parametrize("way", ["resigned", "untouched", "undone"])
def test_a_deal_stays_known_however_its_game_was_left(player, way):
    game = player.start("german-clock", deal="3")
    if way == "undone":
        player.move(game, "draw")
        player.post(f"games/{game['id']}/undo", {})
    if way == "resigned":
        player.post(f"games/{game['id']}/resign", {})
    assert is_practice(player, "german-clock", deal="3")


def test_practice_does_not_make_the_first_game_practice(player):
    first = player.start("freecell", deal="617")
    player.start("freecell", deal="617")
    assert player.read(first)["practice"] is False


def test_random_deals_are_new_each_time(player):
    assert not any(is_practice(player, "klondike") for _ in range(5))


def test_of_twenty_starts_at_once_one_counts(player):
    with ThreadPoolExecutor(20) as pool:
        found = list(pool.map(lambda _: is_practice(player, deal="617"), range(20)))
    assert sorted(found) == [False] + [True] * 19
    listed = player.get("games?limit=100").json["items"]
    assert sorted(game["practice"] for game in listed) == sorted(found)


def test_twenty_starts_with_one_key_are_one_game_that_counts(player):
    wish = {"variant": "freecell", "deal": "617"}
    with ThreadPoolExecutor(20) as pool:
        sends = pool.map(
            lambda _: player.post("games", wish, expect=201, Idempotency_Key="k").raw, range(20)
        )
        (answer,) = set(sends)
    assert b'"practice":false' in answer
    assert is_practice(player, deal="617")


def test_games_that_were_started_before_there_was_this_rule_keep_to_it(cluster, tmp_path):
    for path in MIGRATIONS.glob("000[1-6]_*.sql"):
        shutil.copy(path, tmp_path)
    with psycopg.connect(cluster.superuser(), autocommit=True) as connection:
        connection.execute("CREATE DATABASE before_practice OWNER longcase_owner")
        owner = make_conninfo(cluster.owner, dbname="before_practice")
        try:
            migrate(owner, folder=tmp_path)
            assert _migrated_games(owner) == [False, True, False, False, False]
        finally:
            connection.execute("DROP DATABASE before_practice WITH (FORCE)")


def _migrated_games(owner):
    """Add games 1 to 5, of which the second repeats the first; migrate; tell which are practice."""
    with psycopg.connect(owner, autocommit=True) as old:
        old.execute(
            "INSERT INTO player SELECT gen_random_uuid(), n::text::bytea, NULL, 'en', 'UTC', NULL,"
            " now() FROM generate_series(1, 2) n"
        )
        old.execute(
            """
            INSERT INTO game (id, player_id, variant, rules_version, options, practice, deal_number,
                deal_order, autoplay, line, redo, version, moved_version, status, stuck, circling,
                played, assisted, undos, hints, moves_made, score, elapsed_ms, created_at,
                last_move_at)
            SELECT gen_random_uuid(), p.id, g.variant, 1, '{}', false, g.number, '', 'off', '', '',
                g.n, 1, 'playing', false, false, false, false, 0, 0, 0, 0, 0,
                now() + g.n * interval '1 second', now()
            FROM (VALUES (1, '1', 'freecell', '617'), (2, '1', 'freecell', '617'),
                         (3, '1', 'shamrocks', '617'), (4, '2', 'freecell', '617'),
                         (5, '1', 'freecell', NULL)) g(n, player, variant, number)
            JOIN player p ON p.token_hash = g.player::bytea
            """
        )
        migrate(owner)
        found = old.execute("SELECT practice FROM game ORDER BY version").fetchall()
    return [practice for (practice,) in found]
