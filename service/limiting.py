"""Which buckets a request takes tokens from, and where these are kept.

Whoever asks is known by two things that cannot be chosen at will: the address the request comes
from, and the token. The token is not looked up for it; a made-up one opens a bucket of its own and
still costs the address. What makes a new token costs the address one of few, so that new tokens
are no way round a player's limits.
"""

from __future__ import annotations

import logging
from enum import StrEnum
from typing import TYPE_CHECKING, Final

from service.access import hash_token
from service.errors import Unavailable
from service.rates import Charge
from service.storage import buckets as stored

if TYPE_CHECKING:
    from collections.abc import Iterator

    from service.buckets import Buckets
    from service.means import Means
    from service.rates import Rate, Rates, Standing

FORGOTTEN_AT_ONCE: Final = 1000
_LOG: Final = logging.getLogger(__name__)


class Budget(StrEnum):
    """What a call is counted as."""

    FREE = "free"  # asked by those who watch over the service
    PAGES = "pages"  # counts for the address only
    CALLS = "calls"
    MOVES = "moves"
    SEARCHES = "searches"  # and what else takes the machine long
    TOKENS = "guests"  # makes a token
    GAMES = "games"  # a call, or without a token the making of a guest


def charges(rates: Rates, budget: Budget, *, address: bytes, token: str | None) -> Iterator[Charge]:
    """List the tokens that a request takes, always in the same order of policies."""
    if budget is Budget.FREE:
        return
    yield from _charge("addresses", rates.addresses, address)
    who = address if token is None else hash_token(token)
    if budget is Budget.MOVES:
        yield from _charge("moves", rates.moves, who)
    elif budget is Budget.SEARCHES:
        yield from _charge("searches", rates.searches, who)
    elif budget is not Budget.PAGES and token is not None:
        yield from _charge("calls", rates.calls, who)
    if budget is Budget.TOKENS or (budget is Budget.GAMES and token is None):
        yield from _charge("guests", rates.guests, address)


def spend(means: Means, buckets: Buckets, asked: tuple[Charge, ...]) -> tuple[Standing, ...]:
    """Take the tokens; give how the buckets stand.

    Without the database that is to keep them, each machine counts for itself.
    """
    if means.config.rates_shared and asked:
        try:
            return stored.spend(means.database, asked)
        except Unavailable:
            _LOG.warning("the database is away: requests are counted on this machine")
    return buckets.spend(asked)


def forget_full(means: Means) -> bool:
    """Remove some buckets that are full from the database; tell whether there may be more."""
    return stored.forget_full(means.database, most=FORGOTTEN_AT_ONCE) == FORGOTTEN_AT_ONCE


def _charge(policy: str, rate: Rate | None, whose: bytes) -> Iterator[Charge]:
    if rate is not None:
        yield Charge(policy=policy, rate=rate, whose=whose)
