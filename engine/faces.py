"""How single cards look: faces, the back, an empty place and what is written on them, as SVG.

The suits are drawn as shapes, for the signs of fonts look different everywhere. Every piece is
placed by its upper left corner and uses attributes alone, no style sheet, so that pages with a
strict content policy show it too; `DEFINITIONS` is needed once in a picture. Where the pieces go
is decided in `engine.drawing`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.cards import RANKS

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

WIDTH: Final = 64
HEIGHT: Final = 90

ENGLISH_LETTERS: Final = {rank: "10" if rank == "T" else rank for rank in RANKS}

_RED: Final = "#c4122f"
_BLACK: Final = "#1c2230"
_GOLD: Final = "#f4c430"
_INK: Final = {"C": _BLACK, "D": _RED, "H": _RED, "S": _BLACK}
_FONT: Final = 'font-family="Helvetica, Arial, DejaVu Sans, sans-serif" font-weight="bold"'

_SHAPES: Final = {
    "C": '<circle cx="12" cy="6.8" r="5"/><circle cx="6.6" cy="14" r="5"/>'
    '<circle cx="17.4" cy="14" r="5"/>'
    '<path d="M10.4 9h3.2v5c.2 4 1 6.4 2.6 8H7.8c1.6-1.6 2.4-4 2.6-8z"/>',
    "D": '<path d="M12 1.2Q15.6 7 20.5 12 15.6 17 12 22.8 8.4 17 3.5 12 8.4 7 12 1.2z"/>',
    "H": '<path d="M12 22C5 15.5 1.8 11.8 1.8 7.7 1.8 4.4 4.3 2 7.2 2c2 0 3.8 1.1 4.8 3.1'
    'C13 3.1 14.8 2 16.8 2c2.9 0 5.4 2.4 5.4 5.7C22.2 11.8 19 15.5 12 22z"/>',
    "S": '<path d="M12 1.5C14 6.4 21.5 9.4 21.5 14.5c0 2.9-2.2 4.6-4.5 4.6-1.5 0-2.8-.7-3.7-1.9'
    ".3 2.3 1.1 3.9 2.7 4.8H8c1.6-.9 2.4-2.5 2.7-4.8-.9 1.2-2.2 1.9-3.7 1.9-2.3 0-4.5-1.7-4.5-4.6"
    'C2.5 9.4 10 6.4 12 1.5z"/>',
}
_PAPER: Final = (
    '<rect x=".5" y=".5" width="63" height="89" rx="6" fill="#fffdf8" stroke="#6b7683"/>'
)
_INSIDE: Final = '<rect x="4.5" y="4.5" width="55" height="81" rx="4" fill='

DEFINITIONS: Final = (
    "<defs>"
    + "".join(
        f'<symbol id="suit-{suit}" viewBox="0 0 24 24">{shape}</symbol>'
        for suit, shape in _SHAPES.items()
    )
    + '<pattern id="weave" width="8" height="8" patternUnits="userSpaceOnUse">'
    '<path d="M0 0l8 8M8 0l-8 8" stroke="#7f9ad6"/></pattern>'
    f'<g id="face">{_PAPER}</g>'
    f'<g id="back">{_PAPER}{_INSIDE}"#31529f"/>{_INSIDE}"url(#weave)"/></g>'
    '<rect id="empty" x="1" y="1" width="62" height="88" rx="6" fill="#000" fill-opacity=".12"'
    ' stroke="#fff" stroke-opacity=".6" stroke-width="1.5" stroke-dasharray="5 4"/>'
    "</defs>"
)


def face(text: str, *, x: float, y: float, letters: Mapping[str, str], sideways: bool) -> str:
    """Draw a card; where cards overlap `sideways`, all that tells it apart stands at its left."""
    rank, suit = text[0], text[1]
    letter = letters[rank]
    long = len(letter) > 1
    if sideways:
        size, corner, middle = 16 if long else 20, (6, 24, 14), (27, 44, 32)
    else:
        size, corner, middle = 20, (34 if long else 28, 6, 15), (15, 35, 34)
    tight = ' letter-spacing="-2"' if long else ""
    return (
        f'<g transform="translate({number(x)} {number(y)})" fill="{_INK[suit]}">'
        f'<use href="#face"/><text x="5" y="20" font-size="{size}" {_FONT}{tight}>{letter}</text>'
        f"{_suit(suit, *corner)}{_suit(suit, *middle)}</g>"
    )


def back(*, x: float, y: float) -> str:
    """Draw a card that lies face down: all backs are alike."""
    return f'<use href="#back" x="{number(x)}" y="{number(y)}"/>'


def empty(*, x: float, y: float, letter: str = "", suit: str = "") -> str:
    """Draw an empty place, with the rank or the suit that belongs there."""
    mark = ""
    if suit:
        mark = f'<g fill="#fff" opacity=".3">{_suit(suit, 16, 24, 32)}</g>'
    elif letter:
        mark = (
            f'<text x="32" y="54" font-size="28" {_FONT} text-anchor="middle" fill="#fff"'
            f' fill-opacity=".45">{letter}</text>'
        )
    return f'<g transform="translate({number(x)} {number(y)})"><use href="#empty"/>{mark}</g>'


def target(text: str, *, x: float, y: float, letters: Mapping[str, str]) -> str:
    """Put the card that completes a foundation at its foot, on gold."""
    rank, suit = text[0], text[1]
    letter = letters[rank]
    wide = 10 * len(letter) + 25
    left = (WIDTH - wide) / 2
    return (
        f'<g transform="translate({number(x + left)} {number(y + HEIGHT - 15)})"'
        f' fill="{_INK[suit]}"><rect width="{wide}" height="20" rx="10" fill="{_GOLD}"'
        f' stroke="#8a6a00"/><text x="6" y="15" font-size="15" {_FONT}>{letter}</text>'
        f"{_suit(suit, wide - 18, 4, 12)}</g>"
    )


def complete(*, x: float, y: float) -> str:
    """Frame a card in gold: its foundation is complete."""
    return (
        f'<rect x="{number(x)}" y="{number(y)}" width="{WIDTH}" height="{HEIGHT}" rx="6"'
        f' fill="none" stroke="{_GOLD}" stroke-width="4"/>'
    )


def suits_row(suits: Sequence[str], *, x: float, y: float) -> str:
    """Put the suits of the cards of a pile at its foot, lowest card first."""
    wide = 13 * len(suits) + 7
    left = (WIDTH - wide) / 2
    row = "".join(
        f'<g fill="{_INK[suit]}">{_suit(suit, 4 + 13 * index, 3.5, 11)}</g>'
        for index, suit in enumerate(suits)
    )
    return (
        f'<g transform="translate({number(x + left)} {number(y + HEIGHT - 15)})">'
        f'<rect width="{wide}" height="18" rx="9" fill="#fffdf8" stroke="#6b7683"/>{row}</g>'
    )


def count(cards: int, *, x: float, y: float) -> str:
    """Write how many cards lie face down on a back."""
    return (
        f'<g transform="translate({number(x)} {number(y)})">'
        f'<circle cx="32" cy="45" r="15" fill="#fffdf8"/><text x="32" y="51" font-size="17" {_FONT}'
        f' text-anchor="middle" fill="{_BLACK}">{cards}</text></g>'
    )


def hour(text: str, *, x: float, y: float) -> str:
    """Write an hour on the table; the point is the middle of the figure."""
    return (
        f'<text x="{number(x)}" y="{number(y + 6)}" font-size="17" {_FONT}'
        f' text-anchor="middle" fill="#fff" fill-opacity=".5">{text}</text>'
    )


def number(value: float) -> str:
    """Write a coordinate, in tenths and without idle zeros."""
    return f"{value:.1f}".removesuffix(".0")


def _suit(suit: str, x: float, y: float, size: float) -> str:
    at = f'x="{number(x)}" y="{number(y)}"'
    return f'<use href="#suit-{suit}" {at} width="{size}" height="{size}"/>'
