"""Whether this process can serve: its database answers and is up to date."""

from __future__ import annotations

from typing import TYPE_CHECKING

from service.details import Detail
from service.errors import Unavailable
from service.storage import readiness

if TYPE_CHECKING:
    from service.means import Means


def check(means: Means) -> None:
    """Raise what keeps this process from serving.

    Raises:
        Unavailable: the database does not answer, or is not migrated.
    """
    if not readiness.current(means.database):
        raise Unavailable(Detail.NOT_MIGRATED)
