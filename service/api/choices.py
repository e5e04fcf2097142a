"""Members of requests that are one of a few words; the document has each such list under a name.

A list without a name is named by every generator in its own way, and not all know then how to leave
it out of a request: C#'s writes it where nothing was chosen, Kotlin's takes a default it lacks.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from marshmallow import fields

from engine import Level
from service.api.faults import one_of
from service.searching import Effort

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from apispec.ext.marshmallow.openapi import OpenAPIConverter


class Choice(fields.String):
    """One of a few words.

    Args:
        name: What the document calls the list; the same list each time.
        words: The list.
        about: What this member chooses.
        called: Names for the words, where they cannot be names themselves.
    """

    def __init__(
        self,
        name: str,
        words: Iterable[str],
        *,
        about: str,
        called: Sequence[str] = (),
        **kwargs: Any,
    ) -> None:
        listed = [str(word) for word in words]
        super().__init__(validate=one_of(listed), metadata={"description": about}, **kwargs)
        self.list_name = name
        self.listed: dict[str, Any] = {"type": "string", "enum": listed}
        if called:
            self.listed["x-enum-varnames"] = list(called)


def autoplay_level(about: str, **kwargs: Any) -> Choice:
    """Give the field for a level of automatic play."""
    return Choice("AutoplayLevel", Level, about=about, **kwargs)


def effort() -> Choice:
    """Give the field that says how long to search."""
    return Choice(
        "Effort",
        Effort,
        load_default=Effort.QUICK.value,
        about="quick: a moment; deep: seconds if need be, and few at once, so that "
        "the answer may be unknown because others were before",
    )


def refer_to_list(
    self: OpenAPIConverter, field: object, *, ret: dict[str, Any], **_kwargs: object
) -> dict[str, Any]:
    """Write into what is said of a choice the name of its list, and the list once."""
    if isinstance(field, Choice):
        self.spec.components.schemas.setdefault(field.list_name, field.listed)
        for said in field.listed:
            ret.pop(said, None)
        ret["$ref"] = f"#/components/schemas/{field.list_name}"
    return {}
