"""Replays: ended games that their players show to everybody, once the deal has closed.

Who has the id may look; it is random, and stands nowhere but in the answer to who shares.
"""

from __future__ import annotations

import re
import secrets
from typing import TYPE_CHECKING, Any, Final

from service import history, pictures
from service.access import admit, refuse_banned
from service.answers import game_summary
from service.closing import refuse_while_deal_is_open, refuse_while_race_is_open
from service.deals import position_of
from service.details import Detail
from service.errors import NotAllowedHere, NotFound
from service.storage import replays
from service.timestamps import timestamp

if TYPE_CHECKING:
    from service.access import Ask
    from service.means import Means
    from service.storage.replays import Replay

ID_BYTES: Final = 18
_ID: Final = re.compile(r"[A-Za-z0-9_-]{24}", re.ASCII)


def share(means: Means, ask: Ask) -> str:
    """Share the caller's game, or give the id that it is shared under already.

    Raises:
        Banned: the operator has banned the player.
        NotAllowedHere: the game has not ended, or its daily has not closed.
    """
    found = admit(means, ask)
    refuse_banned(found.player)
    game = found.game
    refuse_while_race_is_open(game)
    if game.finished_at is None:
        raise NotAllowedHere(Detail.SHARE_UNFINISHED)
    refuse_while_deal_is_open(game, means.now())
    new = secrets.token_urlsafe(ID_BYTES)
    shared = replays.share(means.database, game.id, replay_id=new, at=means.now())
    if shared is None:
        raise NotFound
    return shared


def read(means: Means, replay_id: str) -> dict[str, Any]:
    """Show a shared game: its deal with all cards, its surviving moves, and how it ended.

    Raises:
        NotFound: nothing is shared under this id.
    """
    replay = _find(means, replay_id)
    game = replay.game
    written = game_summary(game)
    written |= {
        "id": replay.id,
        "shared_at": timestamp(replay.shared_at),
        "undos": game.undos,
        "hints": game.hints,
        **history.of_the_deal(means, game),
    }
    if replay.name is not None:
        written["name"] = replay.name
    return written | history.line(position_of(game), game.line)


def drawn(means: Means, replay_id: str, *, language: str) -> str:
    """Draw a shared game as it ended.

    Raises:
        NotFound: nothing is shared under this id.
    """
    return pictures.draw(_find(means, replay_id).game, language=language)


def _find(means: Means, replay_id: str) -> Replay:
    found = replays.find(means.database, replay_id) if _ID.fullmatch(replay_id) else None
    if found is None:
        raise NotFound
    return found
