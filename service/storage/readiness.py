"""Whether the database is there and has all that this program was written for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from psycopg.errors import UndefinedTable

from service.storage.migrate import migrations
from service.storage.statements import rows

if TYPE_CHECKING:
    from service.storage.pool import Database


def current(database: Database) -> bool:
    """Tell whether every migration of this program was applied; of a newer one may be more."""
    try:
        applied = rows(database, _APPLIED, {})
    except UndefinedTable:
        return False
    wanted = [(each.number, each.checksum) for each in migrations()]
    return applied[: len(wanted)] == wanted


_APPLIED: Final = b"SELECT number, checksum FROM schema_migration ORDER BY number"
