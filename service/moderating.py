"""What the operator does with players: rename them, ban them, and let them in again."""

from __future__ import annotations

from typing import TYPE_CHECKING
from uuid import UUID

from service.errors import NotFound
from service.names import clean_name
from service.storage import moderating

if TYPE_CHECKING:
    from service.means import Means
    from service.storage.moderating import Known


def known(means: Means, who: str) -> list[Known]:
    """List the players of an id or a display name; guests who were linked are nobody any more."""
    try:
        player_id = UUID(who)
    except ValueError:
        return moderating.by_name(means.database, who)
    return moderating.by_id(means.database, player_id)


def rename(means: Means, player_id: UUID, name: str) -> str:
    """Give a player another display name, also in their races; give it in its clean form.

    Raises:
        Invalid: it cannot be shown.
        NotFound: the player was deleted meanwhile, or linked to another.
    """
    clean = clean_name(name)
    if not moderating.rename(means.database, player_id, clean, at=means.now()):
        raise NotFound
    return clean


def ban(means: Means, player_id: UUID) -> bool:
    """Let a player change nothing from now on, and stand on no board; False if it was so before."""
    return moderating.ban(means.database, player_id, at=means.now())


def lift(means: Means, player_id: UUID) -> bool:
    """Let a banned player in again; False if they were not banned."""
    return moderating.lift(means.database, player_id)
