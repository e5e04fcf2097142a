"""Refusals by what the request is about, as it stands now: a game, or a player."""

from __future__ import annotations

from typing import TYPE_CHECKING

from service.details import Detail
from service.errors.refusal import ServiceError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from engine import IllegalMove


class Conflict(ServiceError):
    """The game does not allow that now."""

    status = 409
    code = "not_allowed_here"


class Refused(Conflict):
    """This move is not legal now.

    The member reason says which rule forbids it; the game is unchanged.
    """

    code = "illegal_move"
    adds = ("move", "index", "reason")

    def __init__(self, cause: IllegalMove, *, index: int) -> None:
        super().__init__()
        self.move = str(cause.move)
        self.reason = str(cause.reason)
        self.told = dict(cause.facts)
        self.index = index

    def members(self) -> Mapping[str, object]:
        """Name the move, its place in the batch, and the reason."""
        return {"move": self.move, "index": self.index, "reason": self.reason}


class GameOver(Conflict):
    """The game has ended.

    An ended game is final; nothing in it can be changed.
    """

    code = "game_over"
    adds = ("index",)

    def __init__(self, *, index: int | None = None) -> None:
        super().__init__(None if index is None else Detail.ENDS_EARLIER)
        self.index = index

    def members(self) -> Mapping[str, object]:
        """Give the place in the batch of the first move after the end, if that was it."""
        return {} if self.index is None else {"index": self.index}


class NothingToUndo(Conflict):
    """There is nothing to undo.

    The game has fewer moves than were to be taken back.
    """

    code = "nothing_to_undo"


class NothingToRedo(Conflict):
    """There is nothing to redo.

    Fewer moves have been taken back than were to be played again.
    """

    code = "nothing_to_redo"


class NotAllowedHere(Conflict):
    """This is not allowed here.

    The variant or the state of this game rules it out.
    """

    code = "not_allowed_here"
    adds = ("index",)

    def members(self) -> Mapping[str, object]:
        """Give the place in the batch of the move that is not allowed, if it is one."""
        return {"index": self.facts["index"]} if "index" in self.facts else {}


class TooSoon(Conflict):
    """It is too soon to change this again.

    The header Retry-After says how long to wait.
    """

    code = "too_soon"


class GameTooLong(Conflict):
    """The game is too long.

    A game holds a bounded number of moves and events; it can still be resigned.
    """

    code = "game_too_long"


class TooManyGames(Conflict):
    """You have too many unfinished games.

    Finish or resign one before starting another.
    """

    code = "too_many_games"


class AlreadyLinked(Conflict):
    """This guest is already linked.

    A guest is linked to one account, once; their token is no longer good.
    """

    code = "already_linked"


class Busy(Conflict):
    """Other requests are changing the same thing.

    The change was tried several times and each time another came first; try again.
    """

    code = "busy"


class VersionConflict(ServiceError):
    """The game has moved on.

    The version sent is no longer good for a change; the current game is in this answer.
    """

    status = 412
    code = "version_conflict"
    adds = ("game", "events", "events_left_out")

    def __init__(
        self,
        detail: Detail | None = None,
        *,
        game: Mapping[str, object],
        version: int,
        events: Sequence[Mapping[str, object]],
        events_left_out: int,
    ) -> None:
        super().__init__(detail, version=version)
        self.game = game
        self.version = version
        self.events = events
        self.events_left_out = events_left_out

    def members(self) -> Mapping[str, object]:
        """Give the current game and what happened since the version sent."""
        return {
            "game": self.game,
            "events": list(self.events),
            "events_left_out": self.events_left_out,
        }
