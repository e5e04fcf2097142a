"""The client of a request, whose connection tells when it has hung up."""

from __future__ import annotations

import select
import socket
from typing import Final

from flask import current_app, g, request

from service.waiting import Caller

_HUNG_UP: Final = getattr(select, "POLLRDHUP", 0)  # elsewhere than on Linux only what broke shows
_USER_TIMEOUT: Final = getattr(socket, "TCP_USER_TIMEOUT", None)
_MOST_UNHEARD_MS: Final = 30_000


def caller() -> Caller:
    """Give who asks, that they may wait."""
    connection = request.environ.get("gunicorn.socket")
    waiting = current_app.extensions["waiting"]
    if connection is None:
        return Caller(waiting=waiting, address=g.address, hung_up=_never)
    if _USER_TIMEOUT is not None:  # a client that went away without a word is one that hung up
        connection.setsockopt(socket.IPPROTO_TCP, _USER_TIMEOUT, _MOST_UNHEARD_MS)
    number = connection.fileno()
    return Caller(waiting=waiting, address=g.address, hung_up=lambda: _has_hung_up(number))


def _has_hung_up(number: int) -> bool:
    poll = select.poll()
    poll.register(number, _HUNG_UP)
    return bool(poll.poll(0))


def _never() -> bool:
    return False
