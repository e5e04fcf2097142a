"""Pictures of boards."""

from __future__ import annotations

from typing import TYPE_CHECKING
from uuid import UUID

from flask import current_app

from service import pictures
from service.api import answering
from service.api.blueprint import Blueprint
from service.api.conditions import ask
from service.api.language import spoken
from service.api.schemas import SVG

if TYPE_CHECKING:
    from flask import Response

blueprint = Blueprint("pictures", __name__, description="Boards, drawn")


@blueprint.call(
    "GET",
    "/games/<uuid:game_id>/board.svg",
    name="drawBoard",
    answers=SVG,
    takes=["If-None-Match"],
    gives=["Content-Language", "ETag"],
)
def draw_board(game_id: UUID) -> Response:
    """Draw a game as it stands: what the player may see, and the same in words.

    The picture has a title and a description for those who do not see it.
    """
    language = spoken()
    drawn = pictures.drawn(current_app.extensions["means"], ask(game_id), language=language)
    return answering.picture(drawn, media=SVG, language=language)
