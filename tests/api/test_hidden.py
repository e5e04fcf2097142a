"""Nothing hidden leaves the server: every answer of games with face-down cards is searched."""

import random
import re
from dataclasses import replace

import orjson
import pytest

from engine import Deal, Position, catalogue, variant
from tests.engine.every import name_of, rules_of
from tests.engine.walks import twin

HIDDEN = [each.id for each in catalogue() if each.rules.hides]
TWINS = [
    pytest.param(rules.variant, dict(rules.options), id=name_of(rules))
    for each in catalogue()
    if each.rules.hides
    for rules in rules_of(each)
]
CARD = re.compile(r"(?<![0-9A-Za-z])([A23456789TJQK][CDHS])(?![0-9A-Za-z])")
ROUTES = ("", "/moves", "/history")
OF_THE_REQUEST = ("X-Request-Id", "Date")
REFUSED = ("w-f1", "w-f13", "redeal", "t1-t2", "t7-f1", "w-t1", "f1-t1", "turn", "swap-t3.1")


class Stacked:
    """Chance that leaves the pack in an order given beforehand."""

    def __init__(self, order):
        self.order = order

    def shuffle(self, cards):
        assert sorted(cards) == sorted(self.order)
        cards[:] = self.order


@pytest.fixture
def stack(app, clock):  # noqa: ARG001 - twins need one clock
    def stacked(order):
        means = app.extensions["means"]
        app.extensions["means"] = replace(means, chance=Stacked(order))

    return stacked


def walk(player, game, *, most=140):
    """Play a hidden game to its end; give every answer, and the cards turned up until then."""
    chance = random.Random(game["variant"])  # noqa: S311 - the same moves each time
    path = f"games/{game['id']}"
    known = turned_up(game)
    for turn in range(most):
        yield game, known
        if turn % 5 == 0:
            for route in ROUTES:
                yield player.get(f"{path}{route}").json, known
            yield player.get("games").json, known
            yield exported(player), known
        if game["status"] != "playing" or not game["legal_moves"]:
            return
        if turn % 10 == 5:
            for refused in illegal(game)[:3]:
                answer = player.post(f"{path}/moves", {"moves": [refused]}, expect=409)
                yield answer.json, known
            for call, body in (("hint", {"line": True}), ("verdict", {}), ("undo", {})):
                yield player.post(f"{path}/{call}", body, expect=None).json, known
            game = player.read(game)
            continue
        game = player.move(game, choose(game, chance))
        known = known | turned_up(game)


def exported(player):
    """The export, without what is told of games whose deal has closed."""
    found = player.get("players/me/export").json
    for game in found["games"]:
        assert ("closed" in game) == (game["status"] != "playing")
    running = [game for game in found["games"] if game["status"] == "playing"]
    return {**found, "games": running}


def choose(game, chance):
    """Choose a move, often the last, which is to draw where that is legal."""
    legal = [each["move"] for each in game["legal_moves"]]
    return chance.choice([legal[-1], chance.choice(legal)])


def illegal(game):
    legal = [each["move"] for each in game["legal_moves"]]
    return [move for move in REFUSED if move not in legal]


def turned_up(game):
    return {text for pile in game["piles"] for text in pile["cards"] if text != "??"}


def named(answer):
    """The cards an answer names, but for those that complete a foundation, which rules tell."""
    text = orjson.dumps({key: told for key, told in answer.items() if key != "closed"}).decode()
    return set(CARD.findall(re.sub(r'"target":"[A-Z0-9]{2}"', "", text)))


@pytest.mark.parametrize("name", HIDDEN)
def test_no_answer_names_a_card_that_was_never_turned_up(player, name):
    answers, known = 0, set()
    for answer, known in walk(player, player.start(name, deal="4")):
        assert named(answer) <= known, (named(answer) - known, answer)
        answers += 1
    assert answers > 30
    assert len(known) > 15


@pytest.mark.parametrize("name", HIDDEN)
def test_a_resigned_game_shows_its_board_as_it_was(player, name):
    game = player.start(name)
    game = player.move(game, game["legal_moves"][0]["move"])
    resigned = player.post(f"games/{game['id']}/resign", {}).json
    assert resigned["piles"] == game["piles"]
    assert player.get("games").json["items"][0].keys().isdisjoint({"piles", "order", "salt"})


@pytest.mark.parametrize(("name", "options"), TWINS)
def test_a_numbered_deal_shows_what_a_player_sees(stranger, name, options):
    query = "&".join(f"{option}={value}" for option, value in options.items())
    deal = stranger.get(f"variants/{name}/deals/7?{query}").json
    position = Position.start(Deal.numbered(variant(name).with_options(options), "7"))
    shown = [tuple(pile["cards"]) for pile in deal["piles"]]
    assert shown == [pile.cards for pile in position.view().piles]
    hidden = sum(cards.count("??") for cards in shown)
    assert hidden >= 21
    assert len(named(deal)) <= 52 * variant(name).rules.packs - hidden


@pytest.mark.parametrize(("name", "options"), TWINS)
def test_twins_that_differ_only_in_hidden_cards_answer_alike(stack, player, rival, name, options):
    """Until the difference is turned up, on every route; and then they do differ."""
    line, *orders = twins(name, options)
    pair = []
    for who, order in zip((player, rival), orders, strict=True):
        stack(order)
        pair.append((who, who.start(name, options=options)))
    for turn, move in enumerate(line):
        games = both(pair, "POST", "moves", {"moves": [move]})
        if turn % 8 == 3:
            look_around(pair, games[0])
    look_around(pair, player.read(pair[0][1]))
    before = turned_up(player.read(pair[0][1]))
    after = on_until_they_differ(pair)
    assert all(before < turned_up(game) or variant(name).rules.packs == 2 for game in after)
    if variant(name).rules.undo:
        both(pair, "POST", "undo", {"count": 1})
        both(pair, "POST", "hint", {"line": True})
        both(pair, "GET", "")


def twins(name, options):
    """A line, and two orders of the cards that look alike along it."""
    rules = variant(name).with_options(options)
    chance = random.Random(name)  # noqa: S311 - the same moves each time
    position = Position.start(Deal.numbered(rules, "6"))
    for _ in range(12 if rules.turning else 30):
        if moves := position.legal_moves():
            position.play(chance.choice(moves))
    other = twin(position, seed=1)
    assert other.truth() != position.truth()
    assert other.view() == position.view()
    line = [str(move) for move in position.unpack(position.line)]
    return line, position.deal.order, other.deal.order


def turning_up(game):
    """List legal moves that turn up a card."""
    held = {pile["id"]: pile["cards"] for pile in game["piles"]}
    for entry in game["legal_moves"]:
        source = held.get(entry.get("source"), [])
        below = source[: len(source) - len(entry["cards"])]
        if entry["move"] in ("draw", "turn") or (below and below[-1] == "??"):
            yield entry["move"]


def look_around(pair, game):
    """Call everything that leaves the cards where they are."""
    for refused in illegal(game):
        both(pair, "POST", "moves", {"moves": [refused]})
    for first in turning_up(game):
        for second in (*REFUSED, "t2-t1", first if first != "draw" else "w-t2"):
            both(pair, "POST", "moves", {"moves": [first, second]})
            both(pair, "POST", "moves", {"moves": [first, "draw", second]})
    both(pair, "POST", "hint", {"line": True})
    both(pair, "POST", "verdict", {"effort": "deep"})
    both(pair, "POST", "undo", {"to": "winnable"})
    both(pair, "POST", "undo", {"count": 2})
    both(pair, "POST", "redo", {"count": 2})
    for route in (*ROUTES, "/board.svg"):
        both(pair, "GET", route.removeprefix("/"))
    for language in ("fr", "de"):
        both(pair, "GET", "board.svg", Accept_Language=language)
    mine = ("games", "players/me/stats", "players/me/export")
    alike([who.get(path) for who, _ in pair] for path in mine)


def both(pair, method, call, body=None, **headers):
    """Send both the same, and expect the same."""
    path = f"/{call}" if call else ""
    answers = [
        who.call(method, f"games/{game['id']}{path}", body, expect=None, **headers)
        for who, game in pair
    ]
    alike([answers])
    return [answer.json for answer in answers] if method == "POST" else []


def alike(pairs):
    """Compare answers byte for byte, without what names the game or the request."""
    for first, second in pairs:
        assert first.status == second.status
        assert anonymous(first.raw) == anonymous(second.raw)
        kept = [
            {name: told for name, told in answer.headers.items() if name not in OF_THE_REQUEST}
            for answer in (first, second)
        ]
        assert kept[0] == kept[1]


def anonymous(raw):
    names = rb"[0-9a-f]{64}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}"
    return re.sub(names, b"", raw)


def on_until_they_differ(pair):
    """Play on alike until the answers differ; give both."""
    chance = random.Random(1)  # noqa: S311 - the same moves each time
    after = [pair[0][1]]
    for _ in range(200):
        move = choose(pair[0][0].read(after[0]), chance)
        after = [
            who.post(f"games/{game['id']}/moves", {"moves": [move]}).json for who, game in pair
        ]
        if after[0]["piles"] != after[1]["piles"]:
            return after
    return pytest.fail("the twins do not differ")
