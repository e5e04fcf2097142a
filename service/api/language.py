"""Which of the service's languages a client prefers."""

from __future__ import annotations

from flask import request

from service.players import LANGUAGES


def preferred() -> str:
    """Choose by Accept-Language; English where it names none of ours."""
    return request.accept_languages.best_match(LANGUAGES) or LANGUAGES[0]
