"""Games on a layout of the player's own: what is taken, what is refused, and what becomes of it."""

import random
import re

import psycopg
import pytest
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from engine import LANGUAGES, catalogue, variant

OPEN = [each.id for each in catalogue() if not each.rules.hides]
HIDDEN = [each.id for each in catalogue() if each.rules.hides]


def moves(game):
    return [each["move"] for each in game["legal_moves"]]


def layout_of(game):
    return {pile["id"]: pile["cards"] for pile in game["piles"]}


@pytest.fixture
def layout(player):
    """FreeCell's deal 1 as a client's own."""
    return layout_of(player.start("freecell", deal="1"))


def refusal(player, layout, name="freecell"):
    answer = player.post("games", {"variant": name, "layout": layout}, expect=422)
    assert answer.code == "validation_failed"
    return answer.json["errors"][0]


@pytest.mark.parametrize("name", OPEN)
def test_a_board_exported_and_imported_is_the_same(player, name):
    chance = random.Random(name)  # noqa: S311 - the same moves each time
    for options in ({}, *({o.name: v.name} for o in variant(name).options for v in o.values)):
        game = player.start(name, deal="5", options=options, autoplay="off")
        for _ in range(chance.randrange(40)):
            if moves(game):
                game = player.move(game, chance.choice(moves(game)))
        layout = layout_of(game)
        if chance.random() < 0.5:
            layout = {pile: cards for pile, cards in layout.items() if cards}
        mine = player.start(name, layout=layout, options=options, autoplay="off")
        assert (mine["piles"], mine["legal_moves"]) == (game["piles"], game["legal_moves"])
        assert (mine["practice"], mine["deal"], mine["moves_made"]) == (True, {}, 0)
        assert mine["options"] == game["options"]


def test_a_layout_is_played_like_any_deal(player, layout):
    game = player.start("freecell", layout=layout)
    path = f"games/{game['id']}"
    first = player.move(game, "t1-c1")
    assert player.post(f"{path}/undo", {}).json["piles"] == game["piles"]
    assert player.post(f"{path}/redo", {}).json["piles"] == first["piles"]
    assert player.read(game)["piles"] == first["piles"]
    assert player.post(f"{path}/hint", {}).json["verdict"] == "winnable"
    assert player.get(f"{path}/board.svg").raw.startswith(b"<svg")
    assert "closed" not in player.get(f"{path}/history").json
    player.post(f"{path}/resign", {})
    closed = player.get(f"{path}/history").json["closed"]
    assert {pile["id"]: pile["cards"] for pile in closed["piles"]} == layout
    assert closed.keys().isdisjoint({"order", "salt", "commitment", "number", "solution"})
    again = player.start("freecell", again=game["id"])
    assert (again["piles"], again["practice"], again["deal"]) == (game["piles"], True, {})
    figures = player.get("players/me/stats").json["overall"]["all"]
    assert (figures["played"], figures["practice_played"]) == (0, 1)


def test_automatic_play_acts_on_a_layout_as_on_a_deal(player):
    dealt = layout_of(player.start("clover-leaf", deal="1", autoplay="off"))
    mine = player.start("clover-leaf", layout=dealt)
    assert mine["steps"]
    assert mine["piles"] == player.start("clover-leaf", deal="1")["piles"]
    player.post(f"games/{mine['id']}/resign", {})
    closed = player.get(f"games/{mine['id']}/history").json["closed"]
    assert {pile["id"]: pile["cards"] for pile in closed["piles"]} == dealt


def test_a_layout_may_be_of_any_kind_of_position(player):
    """All that is left of a game: two cards on one pile, the rest at home."""
    ranks = "A23456789TJQK"
    suits = {"f1": "C", "f2": "D", "f3": "H", "f4": "S"}
    layout = {pile: [rank + suit for rank in ranks] for pile, suit in suits.items()}
    layout["t4"] = [layout["f1"].pop(), layout["f2"].pop()]
    game = player.start("freecell", layout=layout, autoplay="off")
    won = player.move(game, "t4-f2", "t4-f1")
    assert (won["status"], won["practice"]) == ("won", True)


def test_sending_a_layout_twice_starts_one_game(player, layout):
    wish = {"variant": "freecell", "layout": layout}
    first = player.post("games", wish, Idempotency_Key="k", expect=201)
    assert player.post("games", wish, Idempotency_Key="k", expect=201).raw == first.raw
    turned = {**layout, "t1": layout["t1"][::-1]}
    body = {**wish, "layout": turned}
    answer = player.post("games", body, Idempotency_Key="k", expect=422)
    assert answer.code == "idempotency_key_reused"


def test_a_layout_is_kept_and_nothing_else_of_a_deal(player, layout, module_database, cluster):
    player.start("freecell", layout=layout)
    name = str(conninfo_to_dict(module_database)["dbname"])
    with psycopg.connect(make_conninfo(cluster.superuser(name))) as connection:
        kept = connection.execute(
            "SELECT deal_layout, deal_order, deal_number, salt, commitment FROM game "
            "WHERE deal_layout IS NOT NULL"
        ).fetchall()
        with pytest.raises(psycopg.errors.CheckViolation):
            connection.execute("UPDATE game SET deal_order = deal_layout::text::bytea")
    assert kept == [({p: cards for p, cards in layout.items() if cards}, *[None] * 4)]


@pytest.mark.parametrize("name", HIDDEN)
def test_a_variant_with_hidden_cards_takes_no_layout(player, name):
    assert refusal(player, {"t1": ["AS"]}, name)["at"] == "/layout"


def test_each_card_lies_there_once(player, layout):
    card = layout["t1"].pop()
    fault = refusal(player, layout)
    assert (fault["location"], fault["at"]) == ("body", "/layout")
    assert card in fault["detail"]
    layout["t1"] += [card, layout["t2"][0]]
    assert layout["t2"][0] in refusal(player, layout)["detail"]


@pytest.mark.parametrize(
    ("name", "change", "at"),
    [
        ("freecell", lambda lay: lay.update(c1=[lay["t1"].pop(), lay["t1"].pop()]), "/layout/c1"),
        ("freecell", lambda lay: lay.update(f1=[lay["t1"].pop()]), "/layout/f1"),
        ("freecell", lambda lay: lay.update(t9=[lay["t1"].pop()]), "/layout/t9"),
        ("freecell", lambda lay: lay.update(f5=[lay["t1"].pop()]), "/layout/f5"),
        ("shamrocks", lambda lay: lay["t1"].append(lay["t2"].pop()), "/layout/t1"),
        ("clover-leaf", lambda lay: lay["t1"].append(lay["f1"].pop()), "/layout/f1"),
        ("beleaguered-castle", lambda lay: lay["t1"].append(lay.pop("f2")[0]), "/layout"),
    ],
)
def test_a_pile_that_cannot_be_is_named(player, name, change, at):
    layout = layout_of(player.start(name, deal="1", autoplay="off"))
    change(layout)
    assert refusal(player, layout, name)["at"] == at


@pytest.mark.parametrize(
    ("spoil", "reason", "facts"),
    [
        (lambda lay: lay["t1"].pop(), "cards_missing", ["6S"]),
        (lambda lay: lay.update(c1=["6S"]), "cards_doubled", ["6S"]),
        (lambda lay: lay.update(t1=["6S", *lay["t1"][1:]]), "cards_wrong", ["6S", "JD"]),
        (lambda lay: lay.update(t9=[lay["t1"].pop()]), "no_pile", ["t9"]),
        (lambda lay: lay.update(c1=[lay["t1"].pop(), lay["t1"].pop()]), "cell_full", ["c1"]),
        (lambda lay: lay.update(f1=[lay["t1"].pop()]), "foundation_order", ["f1", "AC, 2C"]),
    ],
)
def test_what_is_wrong_of_a_layout_is_said_in_the_clients_language(
    player, layout, spoil, reason, facts
):
    spoil(layout)
    wish = {"variant": "freecell", "layout": layout}
    said = []
    for language in LANGUAGES:
        answer = player.post("games", wish, Accept_Language=language, expect=422)
        (fault,) = answer.json["errors"]
        assert (fault["code"], fault["reason"]) == ("layout_wrong", reason)
        assert all(fact in fault["detail"] for fact in facts)
        said.append(set(re.findall(r"[^\W\d_]{4,}", fault["detail"])))
    assert not set.intersection(*said)


def test_a_layout_that_is_won_is_no_game(player):
    game = player.start("grandfathers-clock", autoplay="off")
    line = player.post(f"games/{game['id']}/hint", {"line": True}).json["line"]
    won = player.move(game, *line)
    assert won["status"] == "won"
    assert "won" in refusal(player, layout_of(won), "grandfathers-clock")["detail"]


@pytest.mark.parametrize(
    ("layout", "at"),
    [
        ({}, "/layout"),
        ([], "/layout"),
        (None, "/layout"),
        ({"t1": "AS"}, "/layout/t1"),
        ({"t1": ["AS", 7]}, "/layout/t1/1"),
        ({"t1": ["AS", "as"]}, "/layout/t1/1"),
        ({"t1": ["AS\n"]}, "/layout/t1/0"),
        ({"t1": ["??"]}, "/layout/t1/0"),
        ({"t1": ["10S"]}, "/layout/t1/0"),
        ({"t1": [["AS"]]}, "/layout/t1/0"),
        ({"t1": None}, "/layout/t1"),
        ({"t01": []}, "/layout/t01"),
        ({"t1\n": []}, "/layout/t1\n"),
        ({"s": []}, "/layout/s"),
        ({"t1": ["AS"] * 105}, "/layout/t1"),
        ({f"t{number}": [] for number in range(1, 42)}, "/layout"),
    ],
)
def test_what_is_no_layout_is_refused_with_its_place(player, layout, at):
    assert refusal(player, layout)["at"] == at


def test_a_game_has_one_beginning(player, layout):
    for more in ({"deal": "1"}, {"again": "00000000-0000-0000-0000-000000000000"}):
        player.post("games", {"variant": "freecell", "layout": layout, **more}, expect=422)


def test_a_stranger_may_lay_out_too(stranger, layout):
    assert stranger.start("freecell", layout=layout)["practice"] is True
