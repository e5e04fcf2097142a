"""The kinds of values in requests: whole numbers that are whole, moves, deal numbers, levels."""

from __future__ import annotations

import re
from typing import Any, Final

from marshmallow import ValidationError, fields, validate

from engine import BadNotation, Level, Move
from engine.moves import PATTERN

HIGHEST: Final = 2**31 - 1
LARGEST_PAGE: Final = 1000
DEAL_NUMBER: Final = r"^[1-9][0-9]{0,18}$"
_DIGITS: Final = re.compile(r"[0-9]{1,9}")


class MoveField(fields.String):
    """A move's text, read into a move."""

    def __init__(self) -> None:
        super().__init__(
            metadata={"pattern": PATTERN, "description": "A move as legal_moves writes it."}
        )

    def _deserialize(self, value: Any, attr: Any, data: Any, **kwargs: Any) -> Any:
        text = super()._deserialize(value, attr, data, **kwargs)
        try:
            return Move.parse(text)
        except BadNotation as error:
            raise ValidationError(str(error)) from None


class Whole(fields.Integer):
    """A JSON number without a fraction, no text and no truth value."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(strict=True, **kwargs)

    def _deserialize(self, value: Any, attr: Any, data: Any, **kwargs: Any) -> Any:
        if isinstance(value, bool | str):
            raise self.make_error("invalid", input=value)
        return super()._deserialize(value, attr, data, **kwargs)


class Digits(fields.Integer):
    """A whole number in a query, where everything is text."""

    def _deserialize(self, value: Any, attr: Any, data: Any, **kwargs: Any) -> Any:
        if not _DIGITS.fullmatch(str(value)):
            raise self.make_error("invalid", input=value)
        return super()._deserialize(value, attr, data, **kwargs)


def whole(*, least: int, most: int = HIGHEST, about: str, **kwargs: Any) -> fields.Integer:
    """Give a field for a whole number in a body; neither 2.5 nor "2" is one."""
    return Whole(validate=validate.Range(least, most), metadata={"description": about}, **kwargs)


def page_size(about: str) -> fields.Integer:
    """Give the field that says how many items of a list to send."""
    return Digits(validate=validate.Range(1, LARGEST_PAGE), metadata={"description": about})


class LevelField(fields.String):
    """A level of automatic play."""

    def __init__(self, *levels: Level, about: str, **kwargs: Any) -> None:
        super().__init__(
            validate=validate.OneOf([level.value for level in levels or tuple(Level)]),
            metadata={"description": about},
            **kwargs,
        )


def version() -> fields.Integer:
    """Give the field that states a precondition in a body."""
    return whole(
        least=1,
        about="The version this change is meant for, as `If-Match` says it: the change is made "
        "only if the cards have not moved since.",
    )
