"""Pictures of boards: what is drawn is what the player sees, in words too."""

from xml.etree import ElementTree as ET

import pytest

from engine import (
    Deal,
    Position,
    board_svg,
    catalogue,
    letters,
    name_of,
    spoken_board,
    variant,
)

VARIANTS = [each.id for each in catalogue()]
SVG = "{http://www.w3.org/2000/svg}"


@pytest.mark.parametrize("language", ["en", "fr", "de"])
@pytest.mark.parametrize("name", VARIANTS)
def test_a_picture_shows_the_players_view_in_their_language(player, name, language):
    game = player.start(name, deal="9", autoplay="off")
    move = game["legal_moves"][0]["move"]
    player.move(game, move)
    answer = player.get(f"games/{game['id']}/board.svg", Accept_Language=language)
    position = Position.start(Deal.numbered(variant(name).with_options(), "9"))
    position.play(position.legal_moves()[0])
    view = position.view()
    drawn = board_svg(
        view,
        variant(name),
        title=name_of(name, language),
        description=spoken_board(view, language),
        letters=letters(language),
    )
    assert answer.raw.decode() == drawn
    root = ET.fromstring(answer.raw)  # noqa: S314 - our own picture
    title, desc = root.find(f"{SVG}title"), root.find(f"{SVG}desc")
    assert title is not None
    assert desc is not None
    assert root.attrib["aria-labelledby"].split() == [title.attrib["id"], desc.attrib["id"]]


def test_a_picture_is_private_and_not_sent_again(player):
    game = player.start("freecell", deal="1")
    path = f"games/{game['id']}/board.svg"
    first = player.get(path)
    assert first.headers["Content-Type"] == "image/svg+xml"
    assert first.headers["Content-Language"] == "en"
    assert first.headers["Cache-Control"] == "private, no-cache"
    assert {"Accept-Language", "Authorization"} <= set(first.headers["Vary"].split(", "))
    tag = first.headers["ETag"]
    assert player.get(path, If_None_Match=tag, expect=304).raw == b""
    player.get(path, If_None_Match=tag, Accept_Language="de")
    player.post(f"games/{game['id']}/hint", {})
    assert player.get(path, If_None_Match=tag, expect=304).headers["ETag"] == tag
    player.move(game, "t1-c1")
    assert player.get(path, If_None_Match=tag).headers["ETag"] != tag


@pytest.mark.parametrize(
    ("accept", "status"),
    [
        ("image/svg+xml", 200),
        ("image/avif,image/webp,image/*,*/*;q=0.8", 200),
        ("*/*", 200),
        ("application/json", 406),
        ("image/png", 406),
    ],
)
def test_a_picture_is_given_to_who_accepts_it(player, accept, status):
    game = player.start("freecell", deal="1")
    player.get(f"games/{game['id']}/board.svg", Accept=accept, expect=status)


def test_an_ended_game_is_drawn_as_it_was_seen(player):
    game = player.start("klondike")
    before = player.get(f"games/{game['id']}/board.svg").raw
    player.post(f"games/{game['id']}/resign", {})
    assert player.get(f"games/{game['id']}/board.svg").raw == before
