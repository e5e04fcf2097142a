"""Which of the service's languages a client prefers."""

from __future__ import annotations

from flask import request

from service.players import LANGUAGES


def preferred() -> str:
    """Choose by Accept-Language; English where it names none of ours. `de-AT` is German here."""
    for tag, quality in request.accept_languages:
        language = tag.partition("-")[0].lower()
        if quality > 0 and language in LANGUAGES:
            return language
    return LANGUAGES[0]
