"""The table of deals proved winnable ahead; a row waits there until a game takes it.

Which row a game is to take is read here. It is taken by the statement that makes the game
(`service.storage.games`), so that no deal is served twice and none is lost.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, fields
from typing import TYPE_CHECKING, Final

from psycopg.types.json import Jsonb

from service.storage.players import OF_HOLDER, Player
from service.storage.statements import columns, parameters, ready, rows

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime
    from uuid import UUID

    from service.storage.pool import Database


@dataclass(frozen=True, slots=True, kw_only=True)
class RulesKey:
    """By which rules: a variant's, of a version, with all their options."""

    variant: str
    rules_version: int
    options: Mapping[str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class VerifiedDeal:
    """A deal that waits: its cards, a line that wins, how hard it is, since when it waits."""

    id: UUID
    deal_order: bytes
    line: bytes
    difficulty: int
    made_at: datetime


def find(database: Database, key: RulesKey, *, near: UUID) -> VerifiedDeal | None:
    """Find a deal of these rules near a random id, so that two who look rarely find the same."""
    found = rows(database, _FIND, _values(key) | {"near": near})
    return VerifiedDeal(**dict(zip(_NAMES, found[0], strict=True))) if found else None


def find_with_player(
    database: Database, key: RulesKey, *, near: UUID, token_hash: bytes
) -> tuple[Player, VerifiedDeal | None] | None:
    """Find who holds a token, and a deal for them: as `find`, in one round trip."""
    values = _values(key) | {"near": near, "token_hash": token_hash}
    found = rows(database, _FIND_WITH_PLAYER, values)
    if not found:
        return None
    player, deal = found[0][:_PLAYER], found[0][_PLAYER:]
    kept = VerifiedDeal(**dict(zip(_NAMES, deal, strict=True))) if deal[0] else None
    return Player(*player), kept


def count(database: Database, key: RulesKey) -> int:
    """Count the deals of these rules."""
    return int(rows(database, _COUNT, _values(key))[0][0])


def add(database: Database, key: RulesKey, deal: VerifiedDeal, *, most: int) -> bool:
    """Add a deal, unless so many of these rules wait already; tell whether it was added."""
    return bool(rows(database, _ADD, _values(key) | asdict(deal) | {"most": most}))


def drop(database: Database, deal_id: UUID) -> None:
    """Remove a deal."""
    rows(database, _DROP, {"id": deal_id})


def drop_outdated(database: Database, versions: Mapping[str, int]) -> int:
    """Remove the deals of rules older than these versions; give how many there were."""
    values = {"variants": list(versions), "versions": list(versions.values())}
    return len(rows(database, _DROP_OUTDATED, values))


def _values(key: RulesKey) -> dict[str, object]:
    return asdict(key) | {"options": Jsonb(dict(key.options))}


_PLAYER: Final = len(fields(Player))
_KEY_NAMES: Final = [field.name for field in fields(RulesKey)]
_NAMES: Final = [field.name for field in fields(VerifiedDeal)]
_OF_RULES: Final = (
    "variant = %(variant)s AND rules_version = %(rules_version)s AND options = %(options)s"
)

_NEAR: Final = f"""
    (SELECT {{columns}} FROM verified_deal WHERE {_OF_RULES} AND id >= %(near)s ORDER BY id LIMIT 1)
    UNION ALL
    (SELECT {{columns}} FROM verified_deal WHERE {_OF_RULES} ORDER BY id LIMIT 1)
    LIMIT 1
    """  # noqa: S608 - constants

_FIND: Final = ready(
    f"SELECT d.* FROM ({_NEAR}) d",  # noqa: S608 - constants
    columns=columns(VerifiedDeal),
)

_FIND_WITH_PLAYER: Final = ready(
    f"""
    SELECT {{player}}, d.* FROM player p LEFT JOIN LATERAL ({_NEAR}) d ON true
    WHERE {OF_HOLDER}
    """,  # noqa: S608 - constants
    player=columns(Player, of="p"),
    columns=columns(VerifiedDeal),
)

_COUNT: Final = f"SELECT count(*) FROM verified_deal WHERE {_OF_RULES}".encode()  # noqa: S608 - constants

_ADD: Final = ready(
    f"""
    INSERT INTO verified_deal ({{key}}, {{columns}})
    SELECT {{key_values}}, {{values}}
    WHERE (SELECT count(*) FROM verified_deal WHERE {_OF_RULES}) < %(most)s
    RETURNING id
    """,  # noqa: S608 - constants
    key=columns(RulesKey),
    key_values=parameters(_KEY_NAMES),
    columns=columns(VerifiedDeal),
    values=parameters(_NAMES),
)

_DROP: Final = b"DELETE FROM verified_deal WHERE id = %(id)s RETURNING id"

_DROP_OUTDATED: Final = b"""
    DELETE FROM verified_deal d
    USING unnest(%(variants)s::text[], %(versions)s::integer[]) AS now (variant, version)
    WHERE d.variant = now.variant AND d.rules_version < now.version
    RETURNING d.id
    """
