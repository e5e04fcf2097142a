"""What a client sends wrong is refused with its place, and nothing of it is a defect."""

import threading

import pytest


def test_faults_name_their_places(player):
    game = player.start("freecell")
    body = {"moves": ["t1-c1", "t1t2", 7], "time": 3}
    answer = player.post(f"games/{game['id']}/moves", body, expect=422)
    places = {(fault["location"], fault["at"]) for fault in answer.json["errors"]}
    assert places == {("body", "/moves/1"), ("body", "/moves/2"), ("body", "/time")}


@pytest.mark.parametrize(
    ("raw", "status"),
    [
        (b"\xff\xfe", 400),
        (b"nul", 400),
        (b'{"variant": "freecell", "variant": "freecell"}', 400),
        (b'{"variant": "free\\u0000cell"}', 400),
        (b'{"variant": "\\ud800"}', 400),
        (b'{"options": ' + b"[" * 30_000 + b"]" * 30_000 + b"}", 400),
        (b'{"options": ' + b'{"a":' * 500 + b"1" + b"}" * 500 + b"}", 400),
        (b'{"variant": NaN}', 400),
        (b'{"variant": 1e999}', 400),
        (b'{"variant": ' + b"9" * 5000 + b"}", 400),
        (b"[]", 422),
        (b"null", 422),
        (b"17", 422),
        (b'"freecell"', 422),
        (b'{"variant": 99999999999999999999999}', 422),
        (b'{"variant": ["freecell"]}', 422),
        (b'{"variant": "freecell", "winnable": "yes"}', 422),
        (b'{"variant": "freecell", "deal": 617}', 422),
        (b'{"variant": "freecell", "deal": "0617"}', 422),
        (b'{"variant": "freecell", "deal": "617\\n"}', 422),
        (b'{"variant": "freecell", "options": {"cap": 13}}', 422),
        (b'{"variant": "freecell", "options": {"cap": "13"}}', 422),
        (b'{"variant": "freecell", "options": []}', 422),
        (b'{"variant": "freecell", "again": "mine"}', 422),
        (b'{"variant": "freecell", "autoplay": null}', 422),
        (b'{"variant": "freecell", "layout": {}}', 422),
        (b'{"variant": "freecell", "daily": "2025-03-01"}', 422),
        (b'{"variant": ""}', 422),
        (b"{}", 422),
        (b"", 422),
    ],
)
def test_bad_bodies_are_refused(player, raw, status):
    assert player.send("POST", "games", raw, expect=status).code


@pytest.mark.parametrize(
    "body",
    [
        {"moves": []},
        {"moves": ["draw"] * 201},
        {"moves": ["t1-c1\n"]},
        {"moves": ["t1-c1x1"]},
        {"moves": "t1-c1"},
        {"moves": ["t1-c1"], "version": 1.5},
        {"moves": ["t1-c1"], "version": "1"},
        {"moves": ["t1-c1"], "version": True},
        {"moves": ["t1-c1"], "version": 0},
        {"moves": ["t1-c1"], "version": 2**63},
        {"moves": ["t1-c1"], "status": "won"},
        {"moves": ["t1-c1"], "elapsed_ms": 5},
    ],
)
def test_bad_moves_are_refused(player, body):
    game = player.start("freecell", deal="1")
    player.post(f"games/{game['id']}/moves", body, expect=422)
    assert player.read(game)["version"] == 1


@pytest.mark.parametrize("count", [0, -1, 1.5, "1", 2**63, None, True])
def test_bad_counts_are_refused(player, count):
    game = player.start("freecell")
    player.post(f"games/{game['id']}/undo", {"count": count}, expect=422)


@pytest.mark.parametrize(
    "path",
    [
        "games/1",
        "games/%00",
        "games/../players",
        "games//moves",
        "variants/%F0%9F%82%A1",
        "variants/freecell/",
        "variants/nothing/deals/1",
        "nothing",
        "players/me/",
    ],
)
def test_addresses_of_nothing_are_not_found(player, path):
    assert player.get(path, expect=404).code == "not_found"


@pytest.mark.parametrize(
    "number", ["0", "-1", "01", "1e3", "99999999999999999999999", "%00", "eins", "1%0A"]
)
def test_bad_deal_numbers_are_out_of_range(stranger, number):
    assert stranger.get(f"variants/freecell/deals/{number}", expect=422).code == "deal_out_of_range"


@pytest.mark.parametrize(
    "query",
    ["limit=0", "limit=x", "cursor=!!", "cursor=YQ", "cursor=%00", "status=open", "sort=id", "x=1"],
)
def test_bad_queries_are_refused(player, query):
    assert player.get(f"games?{query}", expect=422).code == "validation_failed"


@pytest.mark.parametrize("path", ["games", "players/me/stats"])
@pytest.mark.parametrize("query", ["variant=%00", "%00=1", "variant=a&variant=%00"])
def test_no_query_holds_nul(player, path, query):
    assert player.get(f"{path}?{query}", expect=422).code == "validation_failed"


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("games?status=won&status=lost", "status"),
        ("games?limit=1&variant=klondike&limit=1", "limit"),
        ("players/me/stats?variant=clock&variant=watch", "variant"),
        ("variants/cruel/deals/1?redeal=tops&redeal=bottoms", "redeal"),
    ],
)
def test_no_value_of_a_query_is_overlooked(player, path, name):
    [fault] = player.get(path, expect=422).json["errors"]
    assert (fault["location"], fault["at"], fault["code"]) == ("query", name, "repeated")


@pytest.mark.parametrize("path", ["variants", "variants/freecell", "variants/freecell/deals/1"])
def test_a_read_does_not_heed_if_match(stranger, path):
    assert stranger.get(path, If_Match='"1"', expect=200).json


def test_twenty_threads_of_bad_bytes_leave_the_service_well(player):
    def shout():
        for raw in (b"{", b"\x00" * 100, b"[[[[", b'{"a"' * 50):
            player.send("POST", "games", raw, expect=400)

    threads = [threading.Thread(target=shout) for _ in range(20)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert player.start("german-clock")["version"] == 1
