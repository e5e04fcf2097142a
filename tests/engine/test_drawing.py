"""Pictures and boards in text: all that is seen, nothing that is not, the same bytes every time."""

from __future__ import annotations

import re
from collections.abc import Iterator
from xml.etree import ElementTree

import pytest

from engine.board_text import board_text
from engine.cards import CARD_TEXTS, SUITS, pack
from engine.deals import Deal
from engine.drawing import board_svg
from engine.position import Position
from engine.rules import FaceDown, Foundations, Goal, Rules, Stock, Tableau, Turning
from engine.texts import letters
from engine.variant import Par, Ring, Row, Variant
from engine.variants import catalogue, variant
from engine.views import PileView, View

GAMES = [game.id for game in catalogue()]
SVG = "{http://www.w3.org/2000/svg}"

CLOCK = Variant(
    rules=Rules(
        variant="example",
        version=1,
        tableau=Tableau(pile_sizes=(4,) * 13, face_down=FaceDown.ALL),
        turning=Turning(),
        goal=Goal.ALL_TURNED,
        undo=False,
    ),
    layout=(Ring(piles="t1-t12", x=3, y=3, radius=3), Row(piles="t13", x=3, y=3)),
    par=Par(seconds=1, moves=1, source="none"),
)


def start(game: str, number: str = "617") -> View:
    return Position.start(Deal.numbered(variant(game).rules, number)).view()


def drawn(
    view: View, game: Variant, *, title: str = "A title", description: str = "Cards"
) -> ElementTree.Element:
    svg = board_svg(view, game, title=title, description=description)
    return ElementTree.fromstring(svg)  # noqa: S314  our own picture


def faces(svg: ElementTree.Element) -> list[str]:
    """List the cards whose faces are drawn, as they follow each other in the picture."""
    return list(_faces(svg))


def _faces(svg: ElementTree.Element) -> Iterator[str]:
    for group in svg.iter(f"{SVG}g"):
        uses = [use.attrib["href"] for use in group.findall(f"{SVG}use")]
        if "#face" in uses:
            letter = group.findtext(f"{SVG}text") or ""
            yield ("T" if letter == "10" else letter) + uses[1].removeprefix("#suit-")


def backs(svg: ElementTree.Element) -> int:
    return sum(use.attrib["href"] == "#back" for use in svg.iter(f"{SVG}use"))


@pytest.mark.parametrize("game", GAMES)
def test_every_card_in_view_is_drawn_and_no_other(game: str) -> None:
    view = start(game)
    expected = []
    for pile in view.piles:
        spread = pile.kind == "tableau" and variant(game).rules.turning is None
        shown = pile.cards if spread else pile.cards[-1:]
        expected += [text for text in shown if text != "??"]
    assert faces(drawn(view, variant(game))) == expected


@pytest.mark.parametrize("game", GAMES)
def test_the_same_view_gives_the_same_bytes(game: str) -> None:
    one, other = (
        board_svg(start(game), variant(game), title="A", description="B") for _ in range(2)
    )
    assert one == other
    assert board_text(start(game)) == board_text(start(game))


def test_deals_that_look_alike_give_the_same_bytes() -> None:
    """Nothing of the cards that lie face down is in a picture, not even their order."""
    for game in (CLOCK, variant("german-clock")):
        orders = (pack(1), pack(1)[::-1])
        views = [Position.start(Deal.of_order(game.rules, order)).view() for order in orders]
        one, other = (board_svg(view, game, title="A", description="B") for view in views)
        assert one == other
        assert board_text(views[0]) == board_text(views[1])
        for text in CARD_TEXTS[:52]:
            assert not re.search(rf"\b{text}\b", one + board_text(views[0]))
        assert faces(drawn(views[0], game)) == []


@pytest.mark.parametrize("game", GAMES)
def test_everything_lies_within_the_picture(game: str) -> None:
    svg = drawn(start(game), variant(game))
    width, height = float(svg.attrib["width"]), float(svg.attrib["height"])
    assert svg.attrib["viewBox"] == f"0 0 {svg.attrib['width']} {svg.attrib['height']}"
    corners = re.findall(r"translate\(([-\d.]+) ([-\d.]+)\)", ElementTree.tostring(svg, "unicode"))
    assert corners
    for x, y in corners:
        assert 0 <= float(x) < width
        assert 0 <= float(y) < height


def test_columns_run_down_and_stay_within_their_room() -> None:
    cards = tuple(CARD_TEXTS[:13])
    long = View((PileView("t1", "tableau", cards * 3),))
    short = View((PileView("t1", "tableau", cards[:2]),))
    game = variant("freecell")
    heights = [float(drawn(view, game).attrib["height"]) for view in (short, long)]
    assert heights[0] < heights[1] < 800
    assert drawn(short, game).attrib["width"] == drawn(long, game).attrib["width"]
    assert len(faces(drawn(long, game))) == 39


def test_fans_never_reach_the_next_fan() -> None:
    cards = tuple(CARD_TEXTS[:13])
    svg = board_svg(
        View((PileView("t1", "tableau", cards), PileView("t2", "tableau", ("AS",)))),
        variant("clover-leaf"),
        title="",
        description="",
    )
    across = [float(x) for x in re.findall(r'translate\(([\d.]+) [\d.]+\)" fill="#', svg)]
    assert across[:13] == sorted(set(across[:13]))
    assert across[12] + 64 < across[13]


def test_a_foundation_shows_its_target_until_it_is_complete() -> None:
    game = variant("grandfathers-clock")
    started = View((PileView("f1", "foundation", ("TH",), "AH"),))
    finished = View((PileView("f1", "foundation", ("TH", "JH", "QH", "KH", "AH"), "AH"),))
    gold = "#f4c430"
    pictures = [board_svg(view, game, title="", description="") for view in (started, finished)]
    assert f'fill="{gold}"' in pictures[0]
    assert f'stroke="{gold}"' in pictures[1]
    assert f'fill="{gold}"' not in pictures[1]
    assert faces(drawn(finished, game)) == ["AH"]


def test_hidden_cards_are_counted_and_covered_suits_named() -> None:
    view = View((PileView("t1", "tableau", ("AS", "AD", "??", "??")),))
    svg = drawn(view, CLOCK)
    assert backs(svg) == 1
    assert "2" in {
        text.text for text in svg.iter(f"{SVG}text") if "#1c2230" in text.attrib.values()
    }
    named = [use.attrib["href"] for use in svg.iter(f"{SVG}use")][-2:]
    assert named == ["#suit-S", "#suit-D"]


def test_an_empty_rank_pile_names_its_rank_in_the_players_letters() -> None:
    game = variant("german-clock")
    svg = board_svg(start("german-clock"), game, title="", description="", letters=letters("fr"))
    written = [text.text for text in ElementTree.fromstring(svg).iter(f"{SVG}text")]  # noqa: S314  our own picture
    assert {"A", "V", "D", "R"} <= set(written)
    assert not {"J", "Q", "K"} & set(written)


def test_titles_are_escaped_and_can_never_break_the_picture() -> None:
    nasty = "<script>&\"'\x00\x1f\ud800\ufffe"
    svg = drawn(start("freecell"), variant("freecell"), title=nasty, description=nasty)
    assert svg.findtext(f"{SVG}title") == "<script>&\"'"
    assert svg.findtext(f"{SVG}desc") == "<script>&\"'"
    named = {element.attrib.get("id") for element in svg}
    assert set(svg.attrib["aria-labelledby"].split()) <= named


def test_every_reference_is_defined_and_nothing_is_loaded_from_elsewhere() -> None:
    for game in GAMES:
        text = board_svg(start(game), variant(game), title="", description="")
        defined = set(re.findall(r'id="([^"]+)"', text))
        used = re.findall(r'(?:href="|url\()([^")]+)', text)
        assert {name.removeprefix("#") for name in used} <= defined
        assert {f"suit-{suit}" for suit in SUITS} <= defined
        assert text.count("http") == 1  # the name space


def test_a_base_that_is_dealt_has_its_target_from_the_view() -> None:
    rules = Rules(
        variant="example",
        version=1,
        foundations=Foundations(base_dealt=True),
        stock=Stock(),
    )
    game = Variant(
        rules=rules,
        layout=(Row(piles="f1-f4"), Row(piles="s", x=5), Row(piles="w", x=6)),
        par=Par(seconds=1, moves=1, source="none"),
    )
    view = Position.start(Deal.numbered(rules, "1")).view()
    assert board_svg(view, game, title="", description="").count("#f4c430") == 4


def test_board_text() -> None:
    view = View(
        (
            PileView("s", "stock", ("??",) * 24),
            PileView("w", "waste", ()),
            PileView("f1", "foundation", ("AC", "2C"), "KC"),
            PileView("f2", "foundation", (), "KD"),
            PileView("t1", "tableau", ("??", "9H")),
            PileView("t10", "tableau", ("??", "??", "9H", "8S")),
        )
    )
    assert board_text(view) == (
        "stock\n"
        "  s    ?? x24\n"
        "waste\n"
        "  w    -\n"
        "foundation\n"
        "  f1   AC 2C                    to KC\n"
        "  f2   -                        to KD\n"
        "tableau\n"
        "  t1   ?? 9H\n"
        "  t10  ?? x2 9H 8S\n"
    )
