"""The tree of refusals as it is drawn is the one that there is."""

import re
from datetime import UTC, datetime, timedelta, timezone

from service import errors
from service.errors import RaceNotStarted, ServiceError

DRAWN = dict(re.findall(r"── (\w+) +(.+)", errors.__doc__))


def below(kind):
    for child in kind.__subclasses__():
        yield child
        yield from below(child)


def test_every_refusal_is_drawn():
    assert {kind.__name__ for kind in below(ServiceError)} == set(DRAWN)


def test_every_refusal_can_be_imported_from_one_place():
    names = {kind.__name__ for kind in below(ServiceError)}
    assert {"ServiceError", *names} == set(errors.__all__)


def test_each_is_drawn_with_its_code_or_its_status():
    for kind in below(ServiceError):
        said = DRAWN[kind.__name__]
        assert (str(kind.status) if kind.__subclasses__() else kind.code) in said


def test_a_time_that_is_told_is_in_utc_wherever_it_came_from():
    starts_at = datetime(2025, 3, 1, 14, tzinfo=timezone(timedelta(hours=2)))
    refusal = RaceNotStarted(starts_at, now=datetime(2025, 3, 1, 11, 59, 50, tzinfo=UTC))
    assert refusal.members() == {"starts_at": "2025-03-01T12:00:00.000Z"}
    assert refusal.retry_after == 10
