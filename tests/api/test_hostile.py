"""What is asked to exhaust the server: every answer is whole, bounded, and none is a defect."""

import random
from dataclasses import replace

import pytest

from engine import Deal, Position, catalogue, variant
from engine.cards import card_text
from engine.deals import shuffled_cards
from service import searching
from tests.engine.walks import goes_up

OPEN = [each.id for each in catalogue() if not each.rules.hides]
UNDOING = [each.id for each in catalogue() if each.rules.undo]


def heaped(name):
    """Lay all cards on as few piles as the rules let lie there, in an order that helps nobody."""
    rules = variant(name).rules
    cards = [card_text(code) for code in shuffled_cards(rules)]
    random.Random(name).shuffle(cards)  # noqa: S311 - the same heap each time
    assert rules.tableau
    cap = rules.tableau.cap or len(cards)
    piles = {f"f{place}": [card_text(code)] for place, code in _laid_out(rules)}
    for place in range(len(rules.tableau.pile_sizes)):
        piles[f"t{place + 1}"] = cards[place * cap : (place + 1) * cap]
    return piles


def _laid_out(rules):
    for place, pile in enumerate(rules.foundations.piles, start=1):
        if pile.laid_out:
            yield place, pile.first


def ask_everything(player, game):
    """Ask for all that searches; give how many positions were looked at at most."""
    path, states = f"games/{game['id']}", 0
    for body in (None, {"effort": "deep"}, {"position": "dealt"}):
        answer = player.post(f"{path}/verdict", body or {}, expect=None)
        assert answer.status in (200, 409), answer.raw
        states = max(states, answer.json.get("states", 0))
    assert player.post(f"{path}/hint", {"line": True}, expect=None).status in (200, 409)
    assert player.post(f"{path}/undo", {"to": "winnable"}, expect=None).status in (200, 409)
    for mode in ("safe", "all"):
        answer = player.post(f"{path}/autoplay", {"mode": mode}, expect=None)
        assert answer.status in (200, 409, 422), answer.raw
    return states


@pytest.fixture
def bounded(player):
    """Bounds that a test reaches: each is a setting."""
    means = player.app.extensions["means"]
    config = replace(means.config, deep_states=100_000, deep_memory=16)
    player.app.extensions["means"] = replace(means, config=config)
    return config


@pytest.mark.parametrize("name", OPEN)
def test_a_heap_of_cards_is_judged_within_the_bounds(player, bounded, name):
    game = player.start(name, layout=heaped(name), autoplay="off")
    states = ask_everything(player, game)
    assert states <= bounded.deep_states + searching.QUICK.states


@pytest.mark.parametrize("name", UNDOING)
def test_the_longest_games_are_answered(player, bounded, name):
    """As many moves as a game may hold, by draws, redeals and cards carried to and fro."""
    position = Position.start(Deal.numbered(variant(name).rules, "5"))
    chance = random.Random(name)  # noqa: S311 - the same moves each time
    while position.length < bounded.max_line and (moves := position.legal_moves()):
        position.play(chance.choice([move for move in moves if not goes_up(move)] or moves))
    line = [str(move) for move in position.unpack(position.line)]
    game = player.start(name, deal="5", autoplay="off")
    for at in range(0, len(line), bounded.max_batch):
        game = player.move(game, *line[at : at + bounded.max_batch])
    assert game["moves_made"] == len(line)
    if game["status"] == "playing":
        states = ask_everything(player, game)
        assert states <= bounded.deep_states + searching.QUICK.states
