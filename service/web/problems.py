"""The pages that explain the problems: what their types lead to, in the reader's language.

They are made of the code's names and the engine's texts, and hold neither script nor form.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from flask import Blueprint, Response, render_template

from service.api.answering import conditional
from service.api.language import preferred
from service.errors import NotFound
from service.refusals import explained

if TYPE_CHECKING:
    from collections.abc import Sequence

    from service.refusals import Explained

POLICY: Final = (
    "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'"
)
_WORDS: Final = Path(__file__).with_name("words.json")

blueprint = Blueprint("problems", __name__, template_folder="templates")


@blueprint.get("/problems")
def all_problems() -> Response:
    """Explain every problem, each at the anchor of its code."""
    return _page(explained(preferred()), alone=False)


@blueprint.get("/problems/<code>")
def problem(code: str) -> Response:
    """Explain one problem."""
    found = [each for each in explained(preferred()) if each.code == code]
    if not found:
        raise NotFound
    return _page(found, alone=True)


def _page(problems: Sequence[Explained], *, alone: bool) -> Response:
    """Write a page; its links are relative, so that a proxy may add a prefix."""
    language = preferred()
    page = render_template(
        "problems.html",
        language=language,
        words=_words()[language],
        root="../" if alone else "",
        problems=problems,
        alone=alone,
    )
    response = Response(page, content_type="text/html; charset=utf-8")
    response.headers["Cache-Control"] = "public, no-cache"
    response.headers["Content-Language"] = language
    response.headers["Content-Security-Policy"] = POLICY
    response.vary.add("Accept-Language")
    return conditional(response)


@cache
def _words() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(_WORDS.read_text(encoding="utf-8"))
    return found
