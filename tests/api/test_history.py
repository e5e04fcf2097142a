"""What happened in a game, event by event, in answers that stay small however long it gets."""

from collections.abc import Iterator

import pytest

from service.history import MOST_MOVES, MOST_NEWS
from tests.client import Answer, Client

BYTES = 120_000  # what the most moves of an answer may take, and a game


def pages(player: Client, game, query: str) -> Iterator[Answer]:
    cursor = ""
    while True:
        page = player.get(f"games/{game['id']}/history?{query}{cursor}")
        yield page
        if "next" not in page.json:
            return
        cursor = f"&cursor={page.json['next']}"


def moves_of(event) -> int:
    return len(event["automatic"]) + sum(1 + len(unit["automatic"]) for unit in event["moves"])


def test_the_history_holds_every_event_in_order(player):
    game = player.start("german-clock")
    path = f"games/{game['id']}"
    player.move(game, "draw", "draw")
    player.post(f"{path}/undo", {})
    player.post(f"{path}/hint", {})
    player.post(f"{path}/redo", {})
    player.post(f"{path}/resign", {})
    found = [page.json["items"] for page in pages(player, game, "limit=2")]
    assert [len(page) for page in found[:-1]] == [2] * (len(found) - 1)
    kinds = [(event["version"], event["kind"]) for page in found for event in page]
    versions, names = zip(*kinds, strict=True)
    assert versions == tuple(range(1, len(kinds) + 1))
    assert [name for name in names if name != "hint"] == [
        "started",
        "moves",
        "undo",
        "redo",
        "resign",
    ]
    player.get(f"{path}/history?cursor=nonsense", expect=422)


def test_the_history_can_be_read_from_a_version_on(player):
    game = player.start("german-clock")
    for _ in range(5):
        player.move(game, "draw")
    path = f"games/{game['id']}/history"
    for after in range(8):
        items = player.get(f"{path}?after={after}").json["items"]
        assert [event["version"] for event in items] == list(range(after + 1, 7))
    after_two = [page.json["items"] for page in pages(player, game, "after=2&limit=3")]
    assert [[event["version"] for event in page] for page in after_two] == [[3, 4, 5], [6]]
    for wrong in ("-1", "x", "1.5", "99999999999"):
        fault = player.get(f"{path}?after={wrong}", expect=422).json["errors"][0]
        assert (fault["at"], fault["code"]) == ("after", "not_digits")


@pytest.fixture
def long_game(player):
    """A game of few events that hold very many moves."""
    game = player.start("klondike", deal="1", autoplay="off")
    for _ in range(4):
        player.move(game, *[*["draw"] * 24, "redeal"] * 8)
    for _ in range(12):
        player.post(f"games/{game['id']}/undo", {"count": 800})
        player.post(f"games/{game['id']}/redo", {"count": 800})
    return player.read(game)


def test_a_page_of_history_is_bounded_by_its_moves_too(player, long_game):
    found = list(pages(player, long_game, "limit=100"))
    sizes = [sum(moves_of(event) for event in page.json["items"]) for page in found]
    assert max(sizes) <= MOST_MOVES < sum(sizes)
    assert max(len(page.raw) for page in found) < BYTES
    events = [event for page in found for event in page.json["items"]]
    assert [event["version"] for event in events] == list(range(1, long_game["version"] + 1))


def test_an_event_larger_than_a_page_is_a_page(player, long_game, monkeypatch):
    monkeypatch.setattr("service.history.MOST_MOVES", 300)
    found = [page.json["items"] for page in pages(player, long_game, "limit=100")]
    assert [event["version"] for event in found[0]] == [1, 2]
    assert [len(page) for page in found[1:]] == [1] * (long_game["version"] - 2)


def test_a_conflict_tells_the_newest_events_and_how_many_it_leaves_out(player, long_game):
    path, stale = f"games/{long_game['id']}/moves", {"moves": ["draw"], "version": 3}
    answer = player.post(path, stale, expect=412)
    told = answer.json["events"]
    assert len(answer.raw) < BYTES
    assert 0 < sum(moves_of(event) for event in told) <= MOST_MOVES
    assert answer.json["events_left_out"] + len(told) == long_game["version"] - 3
    newest = range(long_game["version"] - len(told) + 1, long_game["version"] + 1)
    assert [event["version"] for event in told] == list(newest)
    every = [event for page in pages(player, long_game, "after=3") for event in page.json["items"]]
    assert every[answer.json["events_left_out"] :] == told


def test_a_conflict_tells_few_of_many_small_events(player):
    game = player.start("german-clock")
    path = f"games/{game['id']}/moves"
    for behind in range(1, MOST_NEWS + 4):
        player.move(game, "draw")
        answer = player.post(path, {"moves": ["draw"], "version": 1}, expect=412).json
        assert len(answer["events"]) == min(behind, MOST_NEWS)
        assert answer["events_left_out"] == max(behind - MOST_NEWS, 0)
    for ahead in ('"99"', '"nonsense"'):
        answer = player.post(path, {"moves": ["draw"]}, If_Match=ahead, expect=412).json
        assert len(answer["events"]) == (0 if ahead == '"99"' else MOST_NEWS)
