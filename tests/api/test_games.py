"""Starting, reading and listing games."""

import re
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import UTC, datetime

import psycopg
import pytest
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from engine import Card, Deal, Level, Position, catalogue, collect, commitment, variant
from engine.cards import card
from tests.serving import wait_for

VARIANTS = [each.id for each in catalogue()]
OPEN = [each.id for each in catalogue() if not each.rules.hides]
HIDDEN = [each.id for each in catalogue() if each.rules.hides]


@pytest.mark.parametrize("name", VARIANTS)
def test_a_stranger_becomes_a_guest_by_starting(stranger, name):
    answer = stranger.post("games", {"variant": name}, expect=201)
    game = answer.json
    assert re.fullmatch(r"lc_[A-Za-z0-9_-]{43}", game["token"])
    assert answer.headers["Location"] == f"/v1/games/{game['id']}"
    assert answer.headers["ETag"] == '"1"'
    assert answer.headers["Cache-Control"] == "no-store"
    stranger.token = game.pop("token")
    again = stranger.get(f"games/{game['id']}")
    assert again.json == {**game, "steps": []}
    assert again.headers["Cache-Control"] == "private, no-cache"
    assert "Authorization" in again.headers["Vary"]
    assert "token" not in again.json


@pytest.mark.parametrize("name", VARIANTS)
def test_a_new_game_is_whole(player, name):
    game = player.start(name)
    rules = variant(name).rules
    cards = [text for pile in game["piles"] for text in pile["cards"]]
    assert len(cards) == 52 * rules.packs
    assert ("??" in cards) == rules.hides
    assert game["legal_moves"]
    assert (game["version"], game["moved_version"], game["status"]) == (1, 1, "playing")
    assert (game["moves_made"], game["elapsed_ms"], game["undos"], game["hints"]) == (0, 0, 0, 0)
    flags = ("can_undo", "can_redo", "assisted", "practice", "stuck", "circling")
    assert not any(game[flag] for flag in flags)
    assert re.fullmatch(r"[0-9a-f]{64}", game["deal"]["commitment"])
    assert "number" not in game["deal"]


@pytest.mark.parametrize("name", OPEN)
def test_random_deals_of_open_variants_are_proved_winnable(player, name):
    game = player.start(name)
    assert game["deal"]["verdict"] == "winnable"
    assert "verdict" not in player.start(name, winnable=False)["deal"]
    given = player.post(f"games/{game['id']}/hint", {}).json
    assert (given["verdict"], given["why"]) == ("winnable", "wins")


@pytest.mark.parametrize("name", HIDDEN)
def test_deals_with_hidden_cards_are_not_proved(player, name):
    assert "verdict" not in player.start(name)["deal"]
    assert "verdict" not in player.start(name, winnable=False)["deal"]
    player.post("games", {"variant": name, "winnable": True}, expect=422)


@pytest.mark.parametrize(
    "more",
    [
        {"deal": "1"},
        {"again": "00000000-0000-0000-0000-000000000000"},
        {"layout": {"t1": ["AS"]}},
    ],
)
def test_only_random_deals_can_be_asked_to_be_winnable(player, more):
    wish = {"variant": "freecell", "winnable": True, **more}
    assert player.post("games", wish, expect=422).json["errors"][0]["at"] == "/winnable"


def test_not_winnable_may_be_said_of_any_deal(player):
    game = player.start("freecell", winnable=False, deal="1")
    player.post(f"games/{game['id']}/resign", {})
    assert player.start("freecell", winnable=False, again=game["id"])["practice"] is True


@pytest.mark.parametrize("name", VARIANTS)
def test_the_first_automatic_steps_are_in_the_answer_and_belong_to_no_move(player, name):
    found = variant(name)
    for level in found.rules.levels:
        number = _number_with_steps(name, level)
        game = player.start(name, deal=number, autoplay=level.value)
        position = Position.start(Deal.numbered(found.with_options(), number))
        steps = collect(position, level) if level in (Level.SAFE, Level.ALL) else ()
        shown = [step for step in game["steps"] if step["kind"] != "flip"]
        assert len(shown) == len(steps)
        assert (game["moves_made"], game["elapsed_ms"], game["can_undo"]) == (0, 0, False)
        history = player.get(f"games/{game['id']}/history").json["items"]
        assert history[0]["automatic"] == [str(step) for step in steps]


def _number_with_steps(name: str, level: Level) -> str:
    for number in range(1, 30):
        deal = Deal.numbered(variant(name).with_options(), str(number))
        if collect(Position.start(deal), level):
            return str(number)
    return "1"


@pytest.mark.parametrize("name", VARIANTS)
def test_levels_are_those_of_the_variant(player, name):
    allowed = variant(name).rules.levels
    for level in Level:
        wish = {"variant": name, "autoplay": level.value, "deal": "1"}
        answer = player.post("games", wish, expect=201 if level in allowed else 422)
        if level in allowed:
            assert answer.json["autoplay"] == level.value
    assert player.start(name)["autoplay"] == variant(name).autoplay.value


@pytest.mark.parametrize("name", VARIANTS)
def test_options_are_those_of_the_variant(player, name):
    for option in variant(name).options:
        for value in option.values:
            game = player.start(name, deal="1", options={option.name: value.name})
            assert game["options"][option.name] == value.name
            assert game["options"].keys() == {each.name for each in variant(name).options}
        wish = {"variant": name, "options": {option.name: "nonsense"}}
        player.post("games", wish, expect=422)
    player.post("games", {"variant": name, "options": {"nonsense": "on"}}, expect=422)


def test_a_numbered_deal_is_the_same_for_everyone(player, rival):
    mine = player.start("freecell", deal="617")
    theirs = rival.start("freecell", deal="617")
    public = rival.get("variants/freecell/deals/617").json
    assert mine["piles"] == theirs["piles"] == public["piles"]
    assert mine["deal"] == {"number": "617"}


def test_an_alias_starts_the_variant(player):
    for each in catalogue():
        for alias in each.aliases:
            assert player.start(alias)["variant"] == each.id


def test_random_deals_differ(player):
    boards = [str(player.start("german-clock")["deal"]) for _ in range(5)]
    assert len(set(boards)) == 5


@pytest.mark.parametrize("name", VARIANTS)
def test_a_deal_closes_with_its_game_and_then_proves_its_commitment(player, name):
    game = player.start(name)
    history = f"games/{game['id']}/history"
    assert "closed" not in player.get(history).json
    player.post(f"games/{game['id']}/resign", {})
    closed = player.get(history).json["closed"]
    rules = variant(name).with_options(game["options"])
    deal = Deal.of_order(rules, [Card(card(text)) for text in closed["order"]])
    assert commitment(deal, salt=bytes.fromhex(closed["salt"])) == game["deal"]["commitment"]
    assert ("solution" in closed) == ("verdict" in game["deal"])


def test_the_solution_shown_in_the_end_wins(player):
    game = player.start("grandfathers-clock", autoplay="off")
    player.post(f"games/{game['id']}/resign", {})
    closed = player.get(f"games/{game['id']}/history").json["closed"]
    again = player.start("grandfathers-clock", again=game["id"], autoplay="off")
    assert again["piles"] == game["piles"]
    assert player.move(again, *closed["solution"])["status"] == "won"


def test_the_game_played_again_tells_the_variant(player):
    game = player.start("freecell", deal="7")
    player.post(f"games/{game['id']}/resign", {})
    again = player.post("games", {"again": game["id"]}, expect=201).json
    assert (again["variant"], again["piles"]) == ("freecell", game["piles"])
    (fault,) = player.post("games", {}, expect=422).json["errors"]
    assert (fault["at"], fault["code"]) == ("/variant", "variant_or_again")


@pytest.mark.parametrize("form", ["{{{}}}", "urn:uuid:{}", " {}", "{}\n"])
def test_an_id_is_written_as_the_service_wrote_it(player, form):
    game = player.start("german-clock")
    player.post(f"games/{game['id']}/resign", {})
    written = [form.format(game["id"]), game["id"].replace("-", "")]
    for id_ in written:
        (fault,) = player.post("games", {"again": id_}, expect=422).json["errors"]
        assert (fault["at"], fault["code"]) == ("/again", "not_id")
    assert player.post("games", {"again": game["id"].upper()}, expect=201).json["practice"]


def test_an_ended_deal_can_be_played_again_as_practice(player, rival):
    game = player.start("german-clock", options={"redeals": "2"})
    wish = {"variant": "german-clock", "again": game["id"]}
    assert player.post("games", wish, expect=409).code == "not_allowed_here"
    player.post(f"games/{game['id']}/resign", {})
    again = player.start(**wish)
    assert again["practice"] is True
    assert again["options"] == {"redeals": "2"}
    assert again["deal"] == game["deal"]
    assert again["id"] != game["id"]
    told = player.get(f"games/{game['id']}/history").json["closed"]
    assert "closed" not in player.get(f"games/{again['id']}/history").json
    player.post(f"games/{again['id']}/resign", {})
    assert player.get(f"games/{again['id']}/history").json["closed"] == told
    for asker, other in (
        (rival, wish),
        (player, {**wish, "variant": "freecell"}),
        (player, {**wish, "deal": "1"}),
        (player, {**wish, "options": {"redeals": "0"}}),
    ):
        asker.post("games", other, expect=422)


def test_again_needs_a_token(stranger):
    wish = {"variant": "freecell", "again": "00000000-0000-0000-0000-000000000000"}
    stranger.post("games", wish, expect=422)


def test_other_peoples_games_do_not_exist(player, rival, stranger):
    game = player.start("freecell")
    calls = [
        ("GET", "", None),
        ("GET", "/moves", None),
        ("GET", "/history", None),
        ("GET", "/board.svg", None),
        ("PATCH", "", {"autoplay": "off"}),
        ("POST", "/moves", {"moves": ["t1-c1"]}),
        ("POST", "/undo", {}),
        ("POST", "/redo", {}),
        ("POST", "/autoplay", {"mode": "all"}),
        ("POST", "/hint", {}),
        ("POST", "/resign", {}),
    ]
    for method, path, body in calls:
        address = f"games/{game['id']}{path}"
        assert rival.call(method, address, body, expect=404).code == "not_found"
        assert stranger.call(method, address, body, expect=401).code == "unauthenticated"
    assert player.read(game) == {**game, "steps": []}
    assert rival.get("games").json["items"] == []


@pytest.mark.parametrize("header", ["", "Bearer", "Bearer x", "Basic eDp5", "Bearer " + "x" * 46])
def test_a_wrong_token_is_refused_even_where_none_is_needed(stranger, header):
    answer = stranger.post("games", {"variant": "freecell"}, Authorization=header, expect=401)
    assert answer.code == "unauthenticated"


def test_lists_page_without_skipping_or_repeating_while_games_are_added(player, clock):
    expected = [player.start("german-clock")["id"] for _ in range(25)]  # all at one time
    seen: list[str] = []
    query: str | None = "limit=7"
    while query:
        page = player.get(f"games?{query}").json
        seen += [game["id"] for game in page["items"]]
        clock.forward(seconds=1)
        player.start("german-clock")
        query = f"limit=7&cursor={page['next']}" if "next" in page else None
    assert sorted(seen) == sorted(expected)


def test_250_games_of_one_moment_are_paged_each_once_while_new_ones_are_made(player, clock, owner):
    player.start("german-clock")
    with psycopg.connect(owner, autocommit=True) as connection:
        connection.execute(
            """
            INSERT INTO game
            SELECT (jsonb_populate_record(
                NULL::game, to_jsonb(g) || jsonb_build_object('id', gen_random_uuid())
            )).* FROM game g, generate_series(2, 250)
            """
        )
        expected = [str(row[0]) for row in connection.execute("SELECT id FROM game")]
        seen: list[str] = []
        query: str | None = "limit=100"
        while query:
            page = player.get(f"games?{query}").json
            seen += [game["id"] for game in page["items"]]
            clock.forward(milliseconds=1)
            connection.execute(
                "UPDATE game SET status = 'resigned' WHERE status = 'playing'"
            )  # there is room for new ones
            player.start("german-clock")
            query = f"limit=100&cursor={page['next']}" if "next" in page else None
    assert len(seen) == 250
    assert sorted(seen) == sorted(expected)


def test_lists_can_be_of_one_status_or_variant(player):
    cell, clock = player.start("freecell"), player.start("german-clock")
    player.post(f"games/{cell['id']}/resign", {})

    def listed(query):
        return [game["id"] for game in player.get(f"games?{query}").json["items"]]

    assert listed("status=resigned") == listed("variant=freecell") == [cell["id"]]
    assert listed("status=playing") == listed("variant=german-clock") == [clock["id"]]
    assert listed("status=won") == listed("variant=klondike") == []
    watch = player.start("la-montre")
    assert listed("variant=watch") == listed("variant=la-montre") == [watch["id"]]


@pytest.mark.parametrize("path", ["games", "players/me/stats"])
def test_a_list_is_of_no_unknown_variant(player, path):
    (fault,) = player.get(f"{path}?variant=nothing", expect=422).json["errors"]
    assert (fault["location"], fault["at"], fault["code"]) == (
        "query",
        "variant",
        "no_such_variant",
    )


def test_a_page_has_no_more_items_than_the_service_allows(player):
    game = player.start("freecell")
    for path in ("games", f"games/{game['id']}/history"):
        assert player.get(f"{path}?limit=100").json["items"]
        for limit in (0, 101, 999_999_999):
            (fault,) = player.get(f"{path}?limit={limit}", expect=422).json["errors"]
            assert (fault["at"], fault["code"]) == ("limit", "range")
            assert "from 1 to 100." in fault["detail"]


def test_the_game_played_last_can_be_listed_first(player, clock):
    games = []
    for _ in range(3):
        clock.forward(seconds=1)
        games.append(player.start("german-clock"))
    clock.forward(seconds=1)
    player.move(games[0], "draw")
    listed = player.get("games?sort=-last_move_at&limit=1").json
    assert [game["id"] for game in listed["items"]] == [games[0]["id"]]
    rest = player.get(f"games?sort=-last_move_at&cursor={listed['next']}").json
    assert [game["id"] for game in rest["items"]] == [games[2]["id"], games[1]["id"]]
    player.get(f"games?cursor={listed['next']}", expect=422)


def test_only_the_hash_of_a_token_is_kept(player, module_database, cluster):
    player.start("freecell")
    name = str(conninfo_to_dict(module_database)["dbname"])
    with psycopg.connect(make_conninfo(cluster.superuser(name))) as connection:
        for table in ("player", "game", "game_event"):
            rows = connection.execute(f"SELECT t::text FROM {table} t").fetchall()  # noqa: S608 - three names
            assert rows
            assert player.token not in str(rows)


@pytest.mark.parametrize("variant", ["german-clock", "clover-leaf"])
def test_starts_at_once_hold_to_the_limit_of_unfinished_games(player, database, superuser, variant):
    means = player.app.extensions["means"]
    player.app.extensions["means"] = replace(means, config=replace(means.config, max_unfinished=2))
    player.start(variant)
    waiting = "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
    with ThreadPoolExecutor(2) as pool:
        with psycopg.connect(database) as holder:
            holder.execute("SELECT unfinished_games(id) FROM player")
            body = {"variant": variant}
            sent = [pool.submit(player.post, "games", body, expect=None) for _ in range(2)]
            wait_for(lambda: superuser.execute(waiting).fetchone() == (2,))
        answers = [each.result() for each in sent]
    assert sorted(answer.status for answer in answers) == [201, 409]
    assert [answer.code for answer in answers if answer.status == 409] == ["too_many_games"]
    assert len(player.get("games?status=playing").json["items"]) == 2


def test_a_move_does_not_wait_for_a_game_that_is_started(player, database):
    game = player.start("german-clock")
    with psycopg.connect(database) as holder:
        assert holder.execute("SELECT unfinished_games(id) FROM player").fetchall() == [(1,)]
        player.move(game, "draw")


def test_a_finished_game_makes_room(player):
    for _ in range(60):
        player.start("german-clock")
    assert player.post("games", {"variant": "german-clock"}, expect=409).code == "too_many_games"
    first = player.get("games?limit=1").json["items"][0]
    player.post(f"games/{first['id']}/resign", {})
    player.start("german-clock")


def test_times_are_utc_to_the_millisecond(player, clock):
    clock.time = datetime(2025, 3, 1, 23, 59, 59, 7000, tzinfo=UTC)
    game = player.start("german-clock")
    assert game["created_at"] == game["last_move_at"] == "2025-03-01T23:59:59.007Z"
    assert "finished_at" not in game
