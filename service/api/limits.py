"""Rate limits: counted before anything else of a request is looked at, and told with each answer.

The fields are those of draft-ietf-httpapi-ratelimit-headers-11: `RateLimit-Policy` says how many
(`q`) in how many seconds (`w`), `RateLimit` how many are left (`r`), and in how many seconds there
is one more (`t`).
"""

from __future__ import annotations

from math import ceil
from typing import TYPE_CHECKING, Final

from flask import current_app, g, request

from service import limiting
from service.api import addresses
from service.api.conditions import optional_token
from service.api.noting import noted
from service.errors import RateLimited, Unauthenticated
from service.limiting import Budget

if TYPE_CHECKING:
    from collections.abc import Iterable

    from flask import Flask, Response

    from service.buckets import Buckets
    from service.config import Config
    from service.rates import Standing

POLICY: Final = "RateLimit-Policy"
STATE: Final = "RateLimit"
CLIENT: Final = "longcase.client"
"""Where a request's environment keeps the client's address, for the log."""


def install(app: Flask, config: Config, buckets: Buckets) -> None:
    """Count every request of the application."""
    trusted = addresses.networks(config.trusted_proxies)

    @app.before_request
    def count() -> None:
        address = addresses.client(
            request.remote_addr or "",
            ",".join(request.headers.getlist("X-Forwarded-For")),
            trusted=trusted,
        )
        request.environ[CLIENT] = str(address or "")
        g.address = addresses.counted_as(address)
        asked = limiting.charges(config.rates, _budget(), address=g.address, token=_token())
        g.standings = limiting.spend(current_app.extensions["means"], buckets, tuple(asked))
        refused = [each.more_in_s for each in g.standings if not each.taken]
        if refused:
            raise RateLimited(retry_after=max(refused))

    @app.after_request
    def tell(response: Response) -> Response:
        if standings := g.get("standings"):
            response.headers[POLICY] = ", ".join(_policies(standings))
            response.headers[STATE] = ", ".join(_states(standings))
        return response


def _budget() -> Budget:
    """Tell what this request counts as; to ask what is offered is no call."""
    if request.method == "OPTIONS":
        return Budget.PAGES
    if notes := noted():
        return Budget(notes["budget"])
    return Budget.CALLS if request.path.startswith("/v1/") else Budget.PAGES


def _token() -> str | None:
    try:
        return optional_token()
    except Unauthenticated:  # it is refused later, and counts for the address
        return None


def _policies(standings: Iterable[Standing]) -> Iterable[str]:
    for each in standings:
        yield f'"{each.policy}";q={each.rate.burst};w={ceil(each.rate.window_s)}'


def _states(standings: Iterable[Standing]) -> Iterable[str]:
    for each in standings:
        yield f'"{each.policy}";r={each.remaining};t={each.more_in_s}'
