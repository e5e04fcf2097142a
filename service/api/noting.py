"""What `Blueprint.call` noted about the call that is being answered."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from flask import current_app, request

if TYPE_CHECKING:
    from collections.abc import Mapping


def noted() -> Mapping[str, Any]:
    """Give the notes; there are none where no call of the document is asked."""
    function: Any = current_app.view_functions.get(request.endpoint or "")
    notes: Mapping[str, Any] = getattr(function, "_apidoc", {}).get("call", {})
    return notes
