"""Which of the service's languages a client prefers."""

from __future__ import annotations

from flask import current_app, request

from service import players
from service.api.conditions import optional_token
from service.errors import Unauthenticated
from service.players import LANGUAGES


def preferred() -> str:
    """Choose by Accept-Language; English where it names none of ours. `de-AT` is German here."""
    for tag, quality in request.accept_languages:
        language = tag.partition("-")[0].lower()
        if quality > 0 and language in LANGUAGES:
            return language
    return LANGUAGES[0]


def spoken() -> str:
    """Choose by Accept-Language too; without that header speak the player's own language.

    Not for answers that are everybody's: those are cached without a look at who asks.
    """
    if "Accept-Language" in request.headers:
        return preferred()
    try:
        token = optional_token()
    except Unauthenticated:
        token = None
    own = players.language_of(current_app.extensions["means"], token) if token else None
    return own or preferred()
