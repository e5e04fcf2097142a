"""Linking a guest to an account: nothing is lost, nobody else is linked, and once is once."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from service import verifying
from tests.client import Client
from tests.winning import winnable

NOBODYS = "lc_" + "x" * 43


@pytest.fixture
def account(player):
    """A player with a name, to whom guests are linked."""
    player.call("PATCH", "players/me", {"name": "Ada"})
    return player


@pytest.fixture
def guest(stranger):
    """A guest, who became one by starting a game."""
    stranger.start("german-clock")
    return stranger


def link(account, guest, **headers):
    return account.post("players/me/link", {"token": guest.token}, **headers)


def id_of(client):
    return client.get("players/me").json["id"]


def ids(client):
    return {game["id"] for game in client.get("games?limit=100").json["items"]}


def told(client, game):
    """All that is told of a game."""
    path = f"games/{game['id']}"
    return [client.get(f"{path}{part}").json for part in ("", "/moves", "/history")]


def test_all_games_come_with_everything_that_happened_in_them(account, guest):
    ended = guest.start("german-clock", deal="3")
    guest.move(ended, "draw", "draw", Idempotency_Key="k")
    guest.post(f"games/{ended['id']}/undo", {})
    guest.post(f"games/{ended['id']}/resign", {})
    running = guest.start("klondike")
    before = [told(guest, game) for game in (ended, running)]
    mine, theirs = ids(account), ids(guest)
    answer = link(account, guest).json
    assert answer["games"] == len(theirs) == 3
    assert answer["account"] == id_of(account)
    assert ids(account) == mine | theirs
    assert [told(account, game) for game in (ended, running)] == before


def test_nothing_of_the_account_is_overwritten(account, guest):
    mine = account.start("klondike", deal="8")
    account.move(mine, "draw")
    theirs = guest.start("klondike", deal="8")
    guest.move(theirs, "draw", "draw")
    me, before = account.get("players/me").json, told(account, mine)
    link(account, guest)
    assert account.get("players/me").json == me
    assert told(account, mine) == before


def test_a_running_game_goes_on_with_the_accounts_token(account, guest):
    game = guest.start("german-clock", autoplay="off")
    guest.move(game, "draw", Idempotency_Key="k")
    link(account, guest)
    assert account.move(game, "draw", Idempotency_Key="k")["version"] == 2
    assert account.move(game, "draw")["version"] == 3


def test_the_guests_tokens_are_no_longer_good(account, guest):
    game = guest.start("german-clock")
    new = Client(guest.app, guest.post("players/me/token").json["token"])
    link(account, new)
    for client in (guest, new):
        client.get("players/me", expect=401)
        client.get(f"games/{game['id']}", expect=401)
        client.post("games", {"variant": "german-clock"}, expect=401)
        client.post("players/me/token", expect=401)
        client.post("players/me/link", {"token": account.token}, expect=401)
        client.call("DELETE", "players/me", expect=401)
        client.get("players/me/export", expect=401)
    account.get("players/me")


@pytest.mark.parametrize("deal", [{"deal": "617"}, {"daily": "2025-03-01"}])
@pytest.mark.parametrize("first", ["account", "guest"])
def test_of_two_games_on_one_deal_the_earlier_started_counts(account, guest, clock, deal, first):
    order = (account, guest) if first == "account" else (guest, account)
    made = []
    for client in order:
        made.append(client.start("klondike", **deal))
        clock.forward(seconds=1)
    assert [game["practice"] for game in made] == [False, False]
    link(account, guest)
    assert [account.read(game)["practice"] for game in made] == [False, True]


def test_games_on_other_deals_go_on_counting(account, guest):
    made = [account.start("klondike", deal="1"), guest.start("klondike", deal="2")]
    made += [guest.start("german-clock", deal="1"), account.start("fan"), guest.start("fan")]
    link(account, guest)
    assert not any(account.read(game)["practice"] for game in made)


def test_a_number_that_the_guest_knew_is_practice_for_the_account(account, guest):
    guest.start("klondike", deal="8")
    link(account, guest)
    assert account.start("klondike", deal="8")["practice"]


def test_what_the_guest_won_counts_for_the_account(account, guest):
    number, line = next(winnable("grandfathers-clock"))
    guest.move(guest.start("grandfathers-clock", deal=number, autoplay="off"), *line)
    theirs = guest.get("players/me/stats").json["variants"]
    link(account, guest)
    assert account.get("players/me/stats").json["variants"] == theirs
    (figures,) = theirs
    assert figures["clean"]["wins"] == figures["clean"]["current_streak"] == 1


def test_a_guests_daily_stands_on_the_board_under_the_accounts_name(account, guest, clock):
    game = guest.start("klondike", daily=f"{clock.time:%Y-%m-%d}")
    guest.move(game, "draw")
    guest.post(f"games/{game['id']}/resign", {})
    board = f"boards/klondike/daily/{clock.time:%Y-%m-%d}"
    assert account.get(board).json["items"] == []
    link(account, guest)
    assert [entry["name"] for entry in account.get(board).json["items"]] == ["Ada"]
    account.call("DELETE", "players/me", expect=204)
    guest.token = None
    assert guest.get(board).json["items"] == []


def test_all_that_is_kept_still_agrees_after_a_link(account, guest, clock):
    for client in (guest, account):
        first, last = (client.start("german-clock", deal=deal) for deal in ("3", "4"))
        for game in (first, last):
            client.move(game, "draw", "draw")
            client.post(f"games/{game['id']}/undo", {})
        client.post(f"games/{last['id']}/resign", {})
        clock.forward(days=1)
    link(account, guest)
    looked_at = list(verifying.verify(account.app.extensions["means"]))
    assert sum(each.kind == "game" for each in looked_at) == 5
    assert not any(each.faults for each in looked_at)


def test_more_unfinished_games_than_a_player_may_start_are_taken_over(account, guest):
    for client in (account, guest):
        for _ in range(40):
            client.start("german-clock")
    assert link(account, guest).json["games"] == 41
    assert len(ids(account)) == 81
    assert account.post("games", {"variant": "fan"}, expect=409).code == "too_many_games"


def test_a_guest_is_linked_to_a_guest(guest, rival):
    assert link(rival, guest).json["games"] == 1


def test_a_guest_without_games_is_linked(account, rival):
    assert link(account, rival).json["games"] == 0
    rival.get("players/me", expect=401)


def test_a_linked_guest_is_not_linked_again(account, guest, rival):
    link(account, guest)
    before = ids(account)
    for client in (account, rival):
        assert (
            client.post("players/me/link", {"token": guest.token}, expect=409).code
            == "already_linked"
        )
    assert ids(account) == before
    assert ids(rival) == set()


def test_who_has_a_name_is_no_guest(account, rival):
    rival.call("PATCH", "players/me", {"name": "Zoé"})
    game = rival.start("german-clock")
    answer = account.post("players/me/link", {"token": rival.token}, expect=409)
    assert answer.code == "not_allowed_here"
    assert "name" in answer.json["detail"]
    assert rival.read(game)["version"] == 1
    account.get(f"games/{game['id']}", expect=404)


def test_nobodys_token_and_ones_own_are_refused(account):
    for token, code in (
        (NOBODYS, "no_such_guest"),
        ("no token", "no_such_guest"),
        (account.token, "guest_is_account"),
    ):
        answer = account.post("players/me/link", {"token": token}, expect=422)
        (fault,) = answer.json["errors"]
        assert (fault["at"], fault["code"]) == ("/token", code)


def test_a_token_past_its_minute_links_nobody(account, guest, clock):
    guest.post("players/me/token")
    clock.forward(seconds=60)
    answer = account.post("players/me/link", {"token": guest.token}, expect=422)
    assert answer.json["errors"][0]["code"] == "no_such_guest"


@pytest.mark.parametrize("token", [None, NOBODYS])
def test_nobody_takes_over_a_guest_without_a_token(app, guest, token):
    Client(app, token).post("players/me/link", {"token": guest.token}, expect=401)
    assert len(ids(guest)) == 1


@pytest.mark.parametrize("body", [{}, {"token": None}, {"token": 1}, {"token": ""}, {"id": "x"}])
def test_a_body_that_names_no_guest_is_refused(account, body):
    assert account.post("players/me/link", body, expect=422).code == "validation_failed"


def test_a_repeated_request_gets_its_first_answer(account, guest):
    first = link(account, guest, Idempotency_Key="k")
    account.start("german-clock")
    assert link(account, guest, Idempotency_Key="k").raw == first.raw
    assert link(account, guest, expect=409).code == "already_linked"
    assert link(account, guest, Idempotency_Key="l", expect=409).code == "already_linked"


def test_a_key_links_one_guest(account, guest, rival):
    link(account, guest, Idempotency_Key="k")
    answer = link(account, rival, Idempotency_Key="k", expect=422)
    assert answer.code == "idempotency_key_reused"
    rival.get("players/me")
    assert link(account, rival, Idempotency_Key="l").json["games"] == 0


def test_the_same_key_of_another_account_is_another_key(account, guest, rival):
    link(account, guest, Idempotency_Key="k")
    assert link(rival, guest, Idempotency_Key="k", expect=409).code == "already_linked"


def test_of_twenty_links_at_once_one_links(account, guest):
    with ThreadPoolExecutor(20) as pool:
        answers = list(pool.map(lambda _: link(account, guest, expect=None), range(20)))
    assert sorted(answer.status for answer in answers) == [200, *[409] * 19]
    assert len(ids(account)) == 1


def test_twenty_links_with_one_key_are_one(account, guest):
    with ThreadPoolExecutor(20) as pool:
        answers = pool.map(lambda _: link(account, guest, Idempotency_Key="k").raw, range(20))
    assert len(set(answers)) == 1


def test_a_guest_whom_two_accounts_take_at_once_goes_to_one(account, rival, guest):
    game = guest.start("german-clock")
    clients = (account, rival) * 5
    with ThreadPoolExecutor(10) as pool:
        answers = list(pool.map(lambda who: link(who, guest, expect=None), clients))
    assert sorted(answer.status for answer in answers) == [200, *[409] * 9]
    found = [who.get(f"games/{game['id']}", expect=None).status for who in (account, rival)]
    assert sorted(found) == [200, 404]


def test_of_two_guests_who_take_each_other_at_once_one_is_left(guest, rival):
    theirs = ids(guest) | {rival.start("german-clock")["id"]}
    with ThreadPoolExecutor(2) as pool:
        sent = [pool.submit(link, *pair, expect=None) for pair in ((guest, rival), (rival, guest))]
    assert sorted(each.result().status for each in sent) == [200, 401]
    (left,) = (who for who in (guest, rival) if who.get("players/me", expect=None).status == 200)
    assert ids(left) == theirs


def test_guests_are_linked_in_a_chain(account, guest, rival):
    link(rival, guest)
    assert link(account, rival).json["games"] == 1
    assert link(account, guest, expect=409).code == "already_linked"


LINKED = "SELECT link_guest(g.id, a.id, now(), NULL) FROM player g, player a"
BOTH = " WHERE g.name IS NULL AND a.name IS NOT NULL"


def test_a_start_that_waits_for_the_link_leaves_no_game_behind(account, guest, overtake):
    answer = overtake(
        LINKED + BOTH, lambda: guest.post("games", {"variant": "german-clock"}, expect=None)
    )
    assert answer.status == 401
    assert len(ids(account)) == 1


def test_a_link_that_waits_for_a_start_takes_its_game_too(account, guest, overtake, superuser):
    superuser.execute("CREATE TABLE another AS SELECT * FROM game")
    superuser.execute("UPDATE another SET id = gen_random_uuid()")
    superuser.execute("GRANT SELECT ON another TO public")
    starting = (
        "WITH g AS (SELECT unfinished_games(player_id) FROM another) "
        "INSERT INTO game SELECT another.* FROM another, g"
    )
    try:
        answer = overtake(starting, lambda: link(account, guest))
    finally:
        superuser.execute("DROP TABLE another")
    assert answer.json["games"] == 2
    assert len(ids(account)) == 2


def test_a_move_that_waits_for_the_link_is_made_in_the_accounts_game(account, guest, overtake):
    game = guest.start("german-clock", autoplay="off")
    answer = overtake(
        LINKED + BOTH,
        lambda: guest.post(f"games/{game['id']}/moves", {"moves": ["draw"]}, expect=None),
    )
    assert answer.status == 200
    assert account.read(game)["version"] == 2


@pytest.mark.parametrize(
    "call",
    [
        ("PATCH", "players/me", {"name": "Zoé"}),
        ("POST", "players/me/token", None),
        ("DELETE", "players/me", None),
    ],
)
def test_a_guest_changes_nothing_while_they_are_linked(account, guest, overtake, call):
    answer = overtake(LINKED + BOTH, lambda: guest.call(*call, expect=None))
    assert answer.status == 401
    assert len(ids(account)) == 1


@pytest.mark.parametrize(
    ("statement", "code"),
    [
        ("DELETE FROM player WHERE name IS NULL", "validation_failed"),
        ("DELETE FROM player WHERE name IS NOT NULL", "unauthenticated"),
        ("UPDATE player SET name = 'Zoé' WHERE name IS NULL", "not_allowed_here"),
    ],
)
def test_a_link_that_comes_too_late_links_nobody(account, guest, overtake, statement, code):
    assert overtake(statement, lambda: link(account, guest, expect=None)).code == code


def test_deleting_the_account_deletes_what_came_with_its_guests(account, guest, rival, superuser):
    link(rival, guest)
    link(account, rival)
    account.call("DELETE", "players/me", expect=204)
    for table in ("player", "game", "game_event"):
        assert superuser.execute(f"SELECT count(*) FROM {table}").fetchone() == (0,)  # noqa: S608 - three names


def test_a_guest_whose_account_is_deleted_is_nobody(account, guest, rival):
    link(account, guest)
    account.call("DELETE", "players/me", expect=204)
    answer = link(rival, guest, expect=422)
    assert answer.json["errors"][0]["code"] == "no_such_guest"


def test_an_export_has_the_guests_games_too(account, guest):
    (game,) = guest.get("players/me/export").json["games"]
    link(account, guest)
    assert account.get("players/me/export").json["games"] == [game]


def test_no_answer_of_a_link_tells_a_token(account, guest):
    raw = link(account, guest).raw.decode()
    assert account.token not in raw
    assert guest.token not in raw
