"""Which of the service's languages a client prefers."""

from __future__ import annotations

from flask import current_app, request

from engine import LANGUAGES
from service import players
from service.api.conditions import optional_token
from service.errors import Unauthenticated


def preferred() -> str:
    """Choose by Accept-Language; English where it names none of ours. `de-AT` is German here."""
    return _asked_for() or LANGUAGES[0]


def spoken() -> str:
    """Choose by Accept-Language too; where it names none of ours speak the player's own language.

    Some clients send `*` with every request.

    Not for answers that are everybody's: those are cached without a look at who asks.
    """
    asked = _asked_for()
    if asked is not None:
        return asked
    try:
        token = optional_token()
    except Unauthenticated:
        token = None
    own = players.language_of(current_app.extensions["means"], token) if token else None
    return own or LANGUAGES[0]


def _asked_for() -> str | None:
    for tag, quality in request.accept_languages:
        language = tag.partition("-")[0].lower()
        if quality > 0 and language in LANGUAGES:
            return language
    return None
