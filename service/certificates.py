"""The line that proved a game's deal winnable: kept with the event that started the game.

A search from where the player went astray may not find again what was proved: then this line still
tells what wins from the cards as dealt, and how far back that is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine import Verdict, follow_plan
from service.deals import rules_of
from service.storage import deal_verdicts, events
from service.storage.deal_verdicts import DealKey

if TYPE_CHECKING:
    from service.means import Means
    from service.storage.games import Game


def certificate(means: Means, game: Game) -> bytes:
    """Give the line that wins from the cards as dealt, packed; nothing where none was proved.

    That of a public deal is kept with the verdict on its number, where somebody asked for one.
    """
    if game.deal_number is not None:
        return _line_of_number(means, game, game.deal_number)
    if game.deal_verdict != Verdict.WINNABLE:
        return b""
    for first in events.between(means.database, game.id, after=0, upto=1, limit=1):
        if first.answer:
            return first.moves + first.answer
    return b""


def _line_of_number(means: Means, game: Game, number: str) -> bytes:
    if rules_of(game).hides:
        return b""
    key = DealKey(
        variant=game.variant,
        rules_version=game.rules_version,
        options=game.options,
        number=number,
    )
    kept = deal_verdicts.find(means.database, key)
    return b"" if kept is None else kept.line


def line_in_hand(game: Game, proof: bytes) -> bytes:
    """Give the rest of the line of the last hint, or of the deal's proof where play is on it."""
    return game.hint_line or follow_plan(proof, game.line)
