"""Which types of answer a client takes; their parameters, as a charset, are not looked at."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import request
from werkzeug.datastructures import MIMEAccept

if TYPE_CHECKING:
    from collections.abc import Iterable


def takes_any(offered: Iterable[str]) -> bool:
    """Tell whether the client takes one of these, as it does where it says nothing."""
    accepted = _accepted()
    return not accepted or any(accepted[kind] for kind in offered)


def taken_best(offered: Iterable[str]) -> str | None:
    """Choose the one of these that the client likes best, of equals the first, if it says so."""
    found: str | None = _accepted().best_match(offered)
    return found


def _accepted() -> MIMEAccept:
    said = request.accept_mimetypes
    return MIMEAccept((kind.partition(";")[0].rstrip(), quality) for kind, quality in said)
