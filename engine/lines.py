"""Packed lines: two bytes a move, big-endian, the top bit set where a unit starts."""

from __future__ import annotations

from typing import Final

BYTES_A_MOVE: Final = 2
STARTS: Final = 0x80  # in the first byte of a move that starts a unit
_GOING_ON: Final = bytes(range(STARTS))


def units(packed: bytes) -> list[bytes]:
    """Split packed moves into units; moves before the first start form one of their own.

    >>> [unit.hex() for unit in units(bytes.fromhex("800100028003"))]
    ['80010002', '8003']
    """
    split: list[bytearray] = []
    for at in range(0, len(packed), 2):
        if packed[at] & STARTS or not split:
            split.append(bytearray())
        split[-1] += packed[at : at + 2]
    return [bytes(unit) for unit in split]


def count_units(packed: bytes) -> int:
    """Count the units, without taking them apart: a line may be long and counted often.

    >>> count_units(bytes.fromhex("800100028003")), count_units(bytes.fromhex("00028003"))
    (2, 2)
    """
    starts = len(packed[::2].translate(None, _GOING_ON))
    return starts + (packed[:1] < b"\x80" and bool(packed))


def codes(packed: bytes) -> list[int]:
    """Give the moves' codes, whether a move starts a unit left out.

    >>> codes(bytes.fromhex("80010002"))
    [1, 2]
    """
    return [int.from_bytes(packed[at : at + 2], "big") & 0x7FFF for at in range(0, len(packed), 2)]
