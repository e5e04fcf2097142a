"""A view as a picture: the board in SVG, as it lies on the table.

The picture is made from the view and from nothing else, so what the player may not see is not in
it: a card that lies face down is a back like all others. The same view always gives the same
bytes. Columns overlap downwards and fans sideways, closer where room is short; clocks are round;
of every other pile the top card shows. Single cards are drawn in `engine.faces`.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING, Final

from engine import faces
from engine.cards import FACE_DOWN, RANKS
from engine.faces import HEIGHT, WIDTH, number
from engine.places import CARD_HEIGHT, HOURS, places
from engine.variant import Ring

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from engine.rules import Rules
    from engine.variant import Variant
    from engine.views import PileView, View

_ACROSS: Final = 70.0  # between places that are one card's width apart
_DOWN: Final = _ACROSS * CARD_HEIGHT
_MARGIN: Final = 16
_FELT: Final = "#23694f"

# How far a card lies from the one under it.
_COLUMN_STEP: Final = 27.0
_HIDDEN_STEP: Final = 12.0
_FAN_STEP: Final = 26.0

# How far all cards of a pile may spread: not quite to the next pile, or so far where there is none.
_APART: Final = 4.0
_LONGEST_COLUMN: Final = 4 * _DOWN
_LONGEST_FAN: Final = 3 * _FAN_STEP

_WASTE_SHOWN: Final = 3
_NOT_IN_XML: Final = re.compile("[^\t\n\r -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


@dataclass(frozen=True, kw_only=True)
class _Spot:
    """The upper left corner of a pile, and the room its cards may spread into."""

    x: float
    y: float
    across: float
    down: float


@dataclass(frozen=True, kw_only=True)
class _Laid:
    """A card at its point."""

    text: str
    x: float
    y: float


def board_svg(
    view: View,
    variant: Variant,
    *,
    title: str,
    description: str,
    letters: Mapping[str, str] | None = None,
) -> str:
    """Draw a board.

    `title` and `description` are read out in place of the picture. `letters` tells what stands on
    a card for each rank, as `engine.texts.letters` does; without it they are the English ones.
    """
    spots = _spots(variant)
    rules = variant.rules
    pieces: list[str] = list(_dials(variant))
    right = bottom = 0.0
    for pile in view.piles:
        spot = spots[pile.id]
        laid = _lay(pile, spot, rules)
        pieces += _pile(pile, laid, spot, rules, letters or faces.ENGLISH_LETTERS)
        # Fans have their room kept, so that a picture is as wide after a move as before it.
        right = max(right, spot.x + (spot.across if _sideways(pile, rules) else 0))
        bottom = max(bottom, spot.y, *(card.y for card in laid))
    width, height = number(right + WIDTH + _MARGIN), number(bottom + HEIGHT + _MARGIN)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}"'
        f' viewBox="0 0 {width} {height}" role="img"'
        ' aria-labelledby="board-title board-description">'
        f'<title id="board-title">{_plain(title)}</title>'
        f'<desc id="board-description">{_plain(description)}</desc>{faces.DEFINITIONS}'
        f'<rect width="{width}" height="{height}" rx="12" fill="{_FELT}"/>{"".join(pieces)}</svg>\n'
    )


def _spots(variant: Variant) -> dict[str, _Spot]:
    """Give every pile its corner, and its room up to the next pile to the right and below."""
    placed = places(variant)
    left, top = _corner(variant)
    spots = {}
    for place in placed:
        beside = [o.x for o in placed if o.x > place.x and abs(o.y - place.y) < 1]
        below = [o.y for o in placed if o.y > place.y and abs(o.x - place.x) < 1]
        across = (min(beside) - place.x - 1) * _ACROSS - _APART if beside else _LONGEST_FAN
        down = (min(below) - place.y - 1) * _DOWN - _APART if below else _LONGEST_COLUMN
        spots[place.pile] = _Spot(
            x=_MARGIN + (place.x - left) * _ACROSS,
            y=_MARGIN + (place.y - top) * _DOWN,
            across=max(across, 0.0),
            down=max(down, 0.0),
        )
    return spots


def _corner(variant: Variant) -> tuple[float, float]:
    placed = places(variant)
    return min(place.x for place in placed), min(place.y for place in placed)


def _lay(pile: PileView, spot: _Spot, rules: Rules) -> list[_Laid]:
    """Put those cards of a pile that show at their points."""
    shown = pile.cards[-1:]
    if pile.kind == "waste":
        shown = pile.cards[-_WASTE_SHOWN:]
    elif pile.kind == "tableau" and rules.turning is None:
        shown = pile.cards
    return _overlap(shown, spot, sideways=_sideways(pile, rules))


def _sideways(pile: PileView, rules: Rules) -> bool:
    fans = rules.tableau is not None and rules.tableau.fans
    return pile.kind == "waste" or (pile.kind == "tableau" and fans)


def _overlap(cards: tuple[str, ...], spot: _Spot, *, sideways: bool) -> list[_Laid]:
    """Lay each card on the one before, closer together where the room is short."""
    shown = _FAN_STEP if sideways else _COLUMN_STEP
    steps = [_HIDDEN_STEP if text == FACE_DOWN else shown for text in cards[:-1]]
    room = spot.across if sideways else spot.down
    closer = min(1.0, room / sum(steps)) if steps else 1.0
    laid = []
    for index, text in enumerate(cards):
        along = sum(steps[:index]) * closer
        x, y = (along, 0.0) if sideways else (0.0, along)
        laid.append(_Laid(text=text, x=spot.x + x, y=spot.y + y))
    return laid


def _pile(
    pile: PileView, laid: list[_Laid], spot: _Spot, rules: Rules, letters: Mapping[str, str]
) -> Iterator[str]:
    """Draw a pile and what is written on it."""
    if not laid:
        yield _empty(pile, spot, rules, letters)
    sideways = _sideways(pile, rules)
    for card in laid:
        if card.text == FACE_DOWN:
            yield faces.back(x=card.x, y=card.y)
        else:
            yield faces.face(card.text, x=card.x, y=card.y, letters=letters, sideways=sideways)
    if pile.kind == "stock" or rules.turning is not None:
        yield _count(pile, spot)
    if rules.rank_piles is not None or rules.turning is not None:
        yield _suits(pile, spot)
    if pile.target is not None and pile.cards[-1:] == (pile.target,):
        yield faces.complete(x=spot.x, y=spot.y)
    elif pile.target is not None:
        yield faces.target(pile.target, x=spot.x, y=spot.y, letters=letters)


def _empty(pile: PileView, spot: _Spot, rules: Rules, letters: Mapping[str, str]) -> str:
    if pile.kind == "foundation" and rules.rank_piles is not None:
        rank = RANKS[int(pile.id[1:]) - 1]
        return faces.empty(x=spot.x, y=spot.y, letter=letters[rank])
    suit = pile.target[1] if pile.target is not None else ""
    return faces.empty(x=spot.x, y=spot.y, suit=suit)


def _count(pile: PileView, spot: _Spot) -> str:
    hidden = pile.cards.count(FACE_DOWN)
    return faces.count(hidden, x=spot.x, y=spot.y) if hidden else ""


def _suits(pile: PileView, spot: _Spot) -> str:
    """Name the suits of the cards that the top one covers; their rank is that of the pile."""
    if pile.kind in ("stock", "waste"):
        return ""
    suits = [text[1] for text in pile.cards if text != FACE_DOWN]
    covered = len(pile.cards) > 1 and suits
    return faces.suits_row(suits, x=spot.x, y=spot.y) if covered else ""


def _dials(variant: Variant) -> Iterator[str]:
    """Write the hours within the piles that lie in a circle."""
    left, top = _corner(variant)
    for part in variant.layout:
        if isinstance(part, Ring):
            x = _MARGIN + (part.x - left) * _ACROSS + WIDTH / 2
            y = _MARGIN + (part.y - top) * _DOWN + HEIGHT / 2
            radius = (part.radius - 0.98) * _ACROSS
            for hour in range(1, HOURS + 1):
                angle = math.tau * hour / HOURS
                at_x, at_y = x + radius * math.sin(angle), y - radius * math.cos(angle)
                yield faces.hour(str(hour), x=at_x, y=at_y)


def _plain(text: str) -> str:
    """Escape a text, without the few characters that XML cannot hold."""
    return escape(_NOT_IN_XML.sub("", text))
