"""The line that proved a game's deal winnable, kept with the event that started the game.

A search from where the player went astray may not find again what was proved: then this line still
tells what wins from the cards as dealt, and how far back that is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine import Verdict, follow_plan
from service.storage import events

if TYPE_CHECKING:
    from service.means import Means
    from service.storage.games import Game


def certificate(means: Means, game: Game) -> bytes:
    """Give the line that wins from the cards as dealt, packed; nothing where none was proved."""
    if game.deal_verdict != Verdict.WINNABLE:
        return b""
    for first in events.between(means.database, game.id, after=0, upto=1, limit=1):
        if first.answer:
            return first.moves + first.answer
    return b""


def line_in_hand(game: Game, proof: bytes) -> bytes:
    """Give the rest of the line of the last hint, or of the deal's proof where play is on it."""
    return game.hint_line or follow_plan(proof, game.line)
