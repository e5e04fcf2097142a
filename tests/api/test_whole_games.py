"""The catalogue, walked through over HTTP: each variant and each house rule, start to end."""

import random

import pytest

from engine import Deal, Position, catalogue, variant

CASES = [
    (each.id, options)
    for each in catalogue()
    for options in (
        {},
        *({o.name: v.name} for o in each.options for v in o.values if v.name != o.default),
    )
]
BATCH = 60


@pytest.mark.parametrize(("name", "options"), CASES, ids=str)
def test_a_game_is_played_from_its_deal_to_its_end(player, name, options):
    rules = variant(name).with_options(options)
    game = player.start(name, options=options, deal="12", autoplay="off")
    dealt, position = game["piles"], Position.start(Deal.numbered(rules, "12"))
    game = play_on(player, game, position, seed=name)
    if rules.undo:
        game = there_and_back(player, game, dealt)
        if not rules.hides:
            win_twice(player, game)
    ended = end(player, game)
    assert ended["status"] in ("won", "lost", "resigned")
    assert player.get(f"games/{game['id']}/board.svg").raw.endswith(b"</svg>\n")
    told = history(player, game)
    assert told[-1]["closed"]["piles"] == truth(rules)
    assert replayed(rules, told) == [pile["cards"] for pile in ended["piles"]]


def play_on(player, game, position, *, seed):
    """Play random legal moves until there are none, or enough: some by one, the rest in batches."""
    chance = random.Random(seed)  # noqa: S311 - the same moves each time
    for count in (1, 1, 1, 1, BATCH, BATCH):
        batch: list[str] = []
        while len(batch) < count and position.legal_moves():
            entries = position.legal_entries() if batch else game["legal_moves"]
            batch.append(chance.choice(entries)["move"])
            position.play(next(m for m in position.legal_moves() if str(m) == batch[-1]))
        if batch:
            game = player.move(game, *batch)
        assert [pile["cards"] for pile in game["piles"]] == seen(position)
        assert game["legal_moves"] == position.legal_entries()
        assert game["status"] == position.status()
        assert game["stuck"] == (position.stuck() and game["status"] == "playing")
    return game


def there_and_back(player, game, dealt):
    """Take all moves back and make them again."""
    path = f"games/{game['id']}"
    undone = player.post(f"{path}/undo", {"count": game["moves_made"]}).json
    assert (undone["piles"], undone["moves_made"], undone["can_undo"]) == (dealt, 0, False)
    assert player.post(f"{path}/undo", {}, expect=409).code == "nothing_to_undo"
    redone = player.post(f"{path}/redo", {"count": game["moves_made"]}).json
    for same in ("piles", "legal_moves", "moves_made", "score", "stuck"):
        assert redone[same] == game[same]
    return redone


def win_twice(player, game):
    """Win a deal that is proved winnable by what the hint says, and its copy in the same way."""
    wish = {"options": game["options"], "autoplay": "off"}
    first = player.start(game["variant"], **wish)
    line = player.post(f"games/{first['id']}/hint", {"line": True}).json["line"]
    layout = {pile["id"]: pile["cards"] for pile in first["piles"]}
    copy = player.start(game["variant"], layout=layout, **wish)
    assert copy["legal_moves"] == first["legal_moves"]
    for each in (first, copy):
        won = each
        for start in range(0, len(line), 200):
            won = player.move(each, *line[start : start + 200])
        assert won["status"] == "won"


def end(player, game):
    """Give a game that has ended, by resigning if nothing else ends it."""
    if game["status"] == "playing" and not variant(game["variant"]).rules.undo:
        game = player.post(f"games/{game['id']}/autoplay", {"mode": "all"}).json
    if game["status"] == "playing":
        game = player.post(f"games/{game['id']}/resign", {}).json
    return game


def history(player, game):
    """Read all pages."""
    pages = [player.get(f"games/{game['id']}/history?limit=3").json]
    while "next" in pages[-1]:
        query = f"limit=3&cursor={pages[-1]['next']}"
        pages.append(player.get(f"games/{game['id']}/history?{query}").json)
    return pages


def replayed(rules, pages):
    """Play a history again, in the engine, and give the board it leads to."""
    position = Position.start(Deal.numbered(rules, pages[-1]["closed"]["number"]))
    for event in (event for page in pages for event in page["items"]):
        texts = [
            text for unit in event["moves"] for text in (unit["move"], *unit["automatic"])
        ] + event["automatic"]
        for text in texts if event["kind"] != "undo" else reversed(texts):
            if event["kind"] == "undo":
                assert str(position.undo()) == text
            else:
                position.play(next(m for m in position.legal_moves() if str(m) == text))
    return seen(position)


def truth(rules):
    piles = Position.start(Deal.numbered(rules, "12")).truth().piles
    return [
        {"id": p.id, "kind": p.kind, "cards": list(p.cards)}
        | ({"target": p.target} if p.target else {})
        for p in piles
    ]


def seen(position):
    return [list(pile.cards) for pile in position.view().piles]
