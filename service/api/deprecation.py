"""Calls that are deprecated: said in the document, and in the headers of each of their answers.

`Deprecation` is that of RFC 9745, `Sunset` that of RFC 8594; openapi/README.md has the rules.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, time
from typing import TYPE_CHECKING, Any

from flask import request
from werkzeug.http import http_date

from service.api.noting import noted

if TYPE_CHECKING:
    from datetime import date

    from flask import Flask, Response


@dataclass(frozen=True, slots=True, kw_only=True)
class Deprecated:
    """Since when a call is deprecated, where that is explained, and when it ends if that is known.

    Days begin in UTC; `about` is the address of a page.
    """

    since: date
    about: str
    ends: date | None = None

    def headers(self) -> dict[str, str]:
        """Give the headers that say so."""
        said = {
            "Deprecation": f"@{int(_start(self.since).timestamp())}",
            "Link": f'<{self.about}>; rel="deprecation"; type="text/html"',
        }
        return said if self.ends is None else said | {"Sunset": http_date(_start(self.ends))}

    def write(self, operation: dict[str, Any]) -> None:
        """Write into an operation of the document that it is deprecated."""
        operation["deprecated"] = True
        ends = "" if self.ends is None else f" and ends on {self.ends}"
        said = f"Deprecated since {self.since}{ends}: {self.about} tells what to use instead."
        operation["description"] = "\n\n".join(filter(None, (operation.get("description"), said)))
        for response in operation["responses"].values():
            response.setdefault("headers", {}).update(
                {
                    name: {"schema": {"type": "string"}, "example": value}
                    for name, value in self.headers().items()
                }
            )


def install(app: Flask) -> None:
    """Let every answer of a deprecated call say so, refusals too."""

    @app.after_request
    def tell(response: Response) -> Response:
        deprecated = noted().get("deprecated")
        if deprecated is not None and request.method != "OPTIONS":
            response.headers.extend(deprecated.headers())
        return response


def _start(day: date) -> datetime:
    return datetime.combine(day, time(), UTC)
