"""The kinds of values in requests: whole numbers that are whole, moves, layouts."""

from __future__ import annotations

import re
from datetime import date
from typing import TYPE_CHECKING, Any, Final

from marshmallow import ValidationError, fields

from engine import BadNotation, Move
from engine.moves import PATTERN
from service.api.faults import list_length, text_length, within, written_as
from service.catalogue import options_listed
from service.config import Config
from service.details import Detail, FaultCode
from service.errors import Invalid, NotFound

if TYPE_CHECKING:
    from collections.abc import Mapping, Sized

HIGHEST: Final = 2**31 - 1
DEAL_NUMBER: Final = r"^[1-9][0-9]{0,18}$"
DATE: Final = r"^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$"
CARD: Final = r"^[A23456789TJQK][CDHS]$"
PILE: Final = r"^[tfc][1-9][0-9]?$"
MOST_PILES: Final = 40
MOST_CARDS: Final = 104
_DIGITS: Final = re.compile(r"[0-9]{1,9}")
_ID: Final = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.IGNORECASE | re.ASCII)


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
        except BadNotation:
            raise ValidationError(FaultCode.MOVE.value) from None


class DateField(fields.String):
    """A day, read into a date."""

    def __init__(self, about: str) -> None:
        super().__init__(metadata={"description": about, "format": "date"})

    def _deserialize(self, value: Any, attr: Any, data: Any, **kwargs: Any) -> Any:
        text = super()._deserialize(value, attr, data, **kwargs)
        try:
            return read_date(text)
        except NotFound:
            raise ValidationError(FaultCode.DATE.value) from None


def read_date(text: str) -> date:
    """Read the date of a daily in its address.

    Raises:
        NotFound: it is none.
    """
    if not re.fullmatch(DATE, text, re.ASCII):
        raise NotFound(Detail.NO_DAILY)
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise NotFound(Detail.NO_DAILY) from None


class Id(fields.UUID):
    """An id as the service writes it; Python would read braces, a URN and no hyphens too."""

    def _deserialize(self, value: Any, attr: Any, data: Any, **kwargs: Any) -> Any:
        if not isinstance(value, str) or not _ID.fullmatch(value):
            raise self.make_error("invalid_uuid")
        return super()._deserialize(value, attr, data, **kwargs)


class LayoutField(fields.Dict):
    """Cards by pile; whether they make a position is for the rules to say."""

    def __init__(self, about: str) -> None:
        super().__init__(
            keys=fields.String(validate=written_as(PILE, FaultCode.PILE)),
            values=fields.List(
                fields.String(
                    validate=written_as(CARD, FaultCode.CARD), metadata={"pattern": CARD}
                ),
                validate=list_length(0, MOST_CARDS),
            ),
            validate=_not_too_many,
            error_messages={"invalid": FaultCode.LAYOUT_FORM.value},
            metadata={"description": about, "maxProperties": MOST_PILES},
        )


class OptionsField(fields.Dict):
    """House rules by name; whether a variant has them is for the rules to say."""

    def __init__(self) -> None:
        super().__init__(
            keys=fields.String(validate=text_length(1, 40)),
            values=fields.String(validate=text_length(1, 40)),
            metadata={
                "description": "House rules of the variant, one value each; those left out have "
                f"their defaults, which stand first. More may come.\n\n{options_listed()}"
            },
        )


class Whole(fields.Integer):
    """A JSON number without a fraction, no text and no truth value; 2.0 is one, as in schemas."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(strict=True, **kwargs)

    def _deserialize(self, value: Any, attr: Any, data: Any, **kwargs: Any) -> Any:
        if isinstance(value, bool | str):
            raise self.make_error("invalid", input=value)
        if isinstance(value, float) and value.is_integer():
            value = int(value)
        return super()._deserialize(value, attr, data, **kwargs)


class Flag(fields.Boolean):
    """A JSON truth value, no number: Python holds 1 for equal to True."""

    def _deserialize(self, value: Any, attr: Any, data: Any, **kwargs: Any) -> Any:
        if not isinstance(value, bool):
            raise self.make_error("invalid", input=value)
        return super()._deserialize(value, attr, data, **kwargs)


class Digits(fields.Integer):
    """A whole number in a query, where everything is text."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(error_messages={"invalid": FaultCode.NOT_DIGITS.value}, **kwargs)

    def _deserialize(self, value: Any, attr: Any, data: Any, **kwargs: Any) -> Any:
        if not _DIGITS.fullmatch(str(value)):
            raise self.make_error("invalid", input=value)
        return super()._deserialize(value, attr, data, **kwargs)


def whole(*, least: int, most: int = HIGHEST, about: str, **kwargs: Any) -> fields.Integer:
    """Give a field for a whole number in a body; neither 2.5 nor "2" is one."""
    return Whole(validate=within(least, most), metadata={"description": about}, **kwargs)


def page_size(about: str) -> fields.Integer:
    """Give the field that says how many items of a list to send; `page_limit` reads it.

    The document tells the most there is by default; a service may be set to another.
    """
    return Digits(
        metadata={
            "description": f"{about}; the most by default",
            "minimum": 1,
            "maximum": Config().max_page,
        },
    )


def page_limit(query: Mapping[str, Any], *, most: int) -> int:
    """Read how many items of a list to send.

    Raises:
        Invalid: none, or more than the service is set to.
    """
    limit: int = query.get("limit", most)
    if not 1 <= limit <= most:
        raise Invalid.query("limit", FaultCode.RANGE, least=1, most=most)
    return limit


def version() -> fields.Integer:
    """Give the field that states a precondition in a body."""
    return whole(
        least=1,
        about="The version this change is meant for, as `If-Match` says it: the change is made "
        "only if the cards have not moved since.",
    )


def _not_too_many(piles: Sized) -> None:
    if len(piles) > MOST_PILES:
        raise ValidationError(f"{FaultCode.TOO_MANY_PILES}?most={MOST_PILES}")
