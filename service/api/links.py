"""What a client can do next with what an answer gave it: the document's links."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

Links = dict[str, dict[str, Any]]

_OF_GAME: Final = (
    "getGame",
    "changeGame",
    "listLegalMoves",
    "makeMoves",
    "undoMoves",
    "redoMoves",
    "autoplay",
    "giveHint",
    "giveVerdict",
    "drawBoard",
    "getHistory",
    "resignGame",
    "shareGame",
)
_OF_RACE: Final = ("getRace", "beReady", "leaveRace", "followRace", "rematchRace")
_OF_REPLAY: Final = ("getReplay", "drawReplay")


def _links(calls: Iterable[str], parameters: Mapping[str, str], about: str) -> Links:
    return {
        each: {"operationId": each, "parameters": dict(parameters), "description": about}
        for each in calls
    }


GAME: Final = _links(_OF_GAME, {"game_id": "$response.body#/id"}, "With the game's id")
RACE: Final = _links(_OF_RACE, {"race_id": "$response.body#/id"}, "With the race's id")
REPLAY: Final = _links(_OF_REPLAY, {"replay_id": "$response.body#/id"}, "With the replay's id")
DAILY: Final = _links(
    ("getDaily", "getDailyBoard"),
    {"variant": "$response.body#/variant", "date": "$response.body#/date"},
    "With the variant and the date",
)
