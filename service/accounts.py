"""What becomes of a player's token, and of the player; docs/players.md has the rules."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Final

from service.access import find_player, find_writer, hash_token, new_token
from service.entering import withdraw
from service.errors import Unauthenticated
from service.insisting import insist
from service.storage import players, race_forgetting, races
from service.storage.pool import OthersFirst

if TYPE_CHECKING:
    from uuid import UUID

    from service.means import Means
    from service.storage.pool import Lent

OLD_TOKEN: Final = timedelta(seconds=60)


def rotate(means: Means, token: str) -> str:
    """Give a player a new token; the one before it is good for a minute more, and none older.

    Whoever lost the answer asks again with the old one.

    Raises:
        Banned: the operator has banned the player.
        Busy: the token was rotated by others each time this was tried.
    """

    def rotate_once() -> str:
        player = find_writer(means, token)
        made = new_token()
        until = means.now() + OLD_TOKEN
        if not players.rotate(means.database, player, new_hash=hash_token(made), until=until):
            raise OthersFirst
        return made

    return insist(rotate_once)


def delete(means: Means, token: str) -> None:
    """Delete a player and all that is theirs; races go on without them.

    Raises:
        Unauthenticated: nobody holds the token, perhaps because they were deleted already.
        Busy: others changed a race of theirs each time this was tried.
    """
    player_id = find_player(means, token).id

    def delete_once() -> None:
        withdraw(means, player_id)
        with races.changing(means.database) as lent:
            _remove(lent, player_id)

    insist(delete_once)


def _remove(lent: Lent, player_id: UUID) -> None:
    """Remove a player, who enters no race meanwhile and leaves no name in one."""
    if races.count_open(lent, player_id) is None:
        raise Unauthenticated
    race_forgetting.forget_names(lent, player_id)
    players.remove(lent, player_id)
