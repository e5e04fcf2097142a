"""What a command needs that serves nobody: the database of the settings, and a quiet end."""

import contextlib
import signal
from collections.abc import Iterator
from dataclasses import replace
from types import FrameType

from service.config import Config, home_data
from service.embedded import owner_beside
from service.means import Means
from service.sandbox import equip
from service.storage.migrate import check
from service.storage.pool import Database, reach

DATABASE_SECONDS = 30
SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


class CommandError(Exception):
    """The command cannot go on; the text says why."""


class _StopRequest(BaseException):
    """A signal asked for the end; raised where the signal arrives."""


def database_url(config: Config) -> str:
    """Give how to connect to the database that the environment names.

    Raises:
        CommandError: it names none.
    """
    if config.database_url is None:
        raise CommandError("DATABASE_URL is not set; `longcase run` brings a database of its own")
    return config.database_url


def means_of(config: Config, *, connections: int = 1) -> Means:
    """Give the means of a process that serves nobody, once its database is there and migrated.

    Where the environment names none, it is the one that a `longcase run` has brought.

    Args:
        config: The settings.
        connections: How many to the database at most, whatever the settings say.

    Raises:
        CommandError: the environment names no database, and no `longcase run` is there.
    """
    dsn = config.database_url
    if dsn is None:
        dsn = owner_beside(config.data or home_data(), movable=config.data is None)
    if dsn is None:
        raise CommandError("DATABASE_URL is not set, and no `longcase run` is beside this command")
    reach(dsn, seconds=DATABASE_SECONDS)
    check(dsn)
    settled = replace(config, database_url=dsn, pool_size=connections)
    return equip(Means(database=Database(settled), config=config))


@contextlib.contextmanager
def until_stopped() -> Iterator[None]:
    """End the block quietly when a signal asks for it; later signals do not disturb the end."""

    def stop(_number: int, _frame: FrameType | None) -> None:
        for each in SIGNALS:
            signal.signal(each, signal.SIG_IGN)
        raise _StopRequest

    for each in SIGNALS:
        signal.signal(each, stop)
    with contextlib.suppress(_StopRequest):
        yield
