"""A change that others may come before: it is tried so many times, and looks anew each time.

Not for what is tried again for another reason: to find a deal (`starting`, `dailies`), or to look
at a race when what was due in it is judged (`raced.whole`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeVar

from service.errors import Busy
from service.storage.pool import OthersFirst

if TYPE_CHECKING:
    from collections.abc import Callable

Done = TypeVar("Done")

TRIES: Final = 8


def insist(change: Callable[[], Done]) -> Done:
    """Make a change, again where it raises `OthersFirst`.

    Raises:
        Busy: that was so each time it was tried.
    """
    for _ in range(TRIES):
        try:
            return change()
        except OthersFirst:
            continue
    raise Busy
