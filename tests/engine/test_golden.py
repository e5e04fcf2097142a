"""The golden files are what the engine does: counts, deals, whole games. None may be missing."""

import re
from collections.abc import Iterator

import pytest

from engine import Deal, Position, Rules, catalogue, variant
from engine.rules import UNLIMITED, Carry
from tests.engine.every import EVERY_VARIANT, rules_of
from tests.engine.golden import deal_records, perft_tables, playthroughs
from tests.reference import perft

MOST_NODES = 300  # that the reference looks at for each deal; `make golden` has it count all

GAMES = [
    pytest.param(path, id=f"{each.id} {path.stem}")
    for each in catalogue()
    for path in playthroughs.paths_of(each.id)
]


@pytest.mark.parametrize("game", EVERY_VARIANT)
def test_no_option_is_without_a_perft_table(game):
    expected = [
        (perft_tables.options_text(rules), number)
        for rules in rules_of(game)
        for number in perft_tables.numbers_of(rules)
    ]
    tables = perft_tables.read(game.id)
    assert list(tables) == expected
    assert all(tables.values())


@pytest.mark.parametrize("game", EVERY_VARIANT)
def test_the_engine_counts_what_the_table_says(game):
    tables = perft_tables.read(game.id)
    for rules in rules_of(game):
        for number in perft_tables.numbers_of(rules):
            position = Position.start(Deal.numbered(rules, number))
            counts = tables[perft_tables.options_text(rules), number]
            for depth, lines in enumerate(counts, start=1):
                if position.count_lines(depth) != lines:
                    shown = perft_tables.affordable(counts[:depth], 20 * MOST_NODES)
                    pytest.fail(
                        f"{lines} lines in the table, {position.count_lines(depth)} counted\n"
                        + perft_tables.difference(rules, number, shown)
                    )


@pytest.mark.parametrize("game", EVERY_VARIANT)
def test_the_reference_counts_what_the_table_says(game):
    tables = perft_tables.read(game.id)
    for rules in rules_of(game):
        for number in perft_tables.numbers_of(rules):
            counts = tables[perft_tables.options_text(rules), number]
            depth = perft_tables.affordable(counts, MOST_NODES)
            if perft.count(perft_tables.reference_table(rules, number), depth) != counts[depth - 1]:
                pytest.fail(perft_tables.difference(rules, number, depth))


def test_freecell_counts_that_two_others_agree_on():
    """Microsoft deal 1: two counts made outside of this project, independent of each other."""
    position = Position.start(Deal.numbered(variant("freecell").with_options(), "1"))
    assert [position.count_lines(depth) for depth in range(5)] == [1, 32, 792, 14_004, 155_940]


@pytest.mark.parametrize("game", EVERY_VARIANT)
def test_each_variant_has_a_win_and_another_end_on_record(game):
    ends = [
        playthroughs.end_of(path.read_text(encoding="ascii"))
        for path in playthroughs.paths_of(game.id)
    ]
    assert len(ends) >= 2
    assert "won" in ends
    stock = game.rules.stock
    if stock is None or stock.redeals != UNLIMITED:  # which may go on for ever
        assert {"stuck", "lost"} & set(ends)
    assert set(ends) - {"won"}


@pytest.mark.parametrize("game", EVERY_VARIANT)
def test_every_kind_of_move_is_on_record(game):
    texts = [path.read_text(encoding="ascii") for path in playthroughs.paths_of(game.id)]
    actions = {action for text in texts for action in playthroughs.read(text).actions}
    for kind in kinds_of(game.rules):
        assert any(re.fullmatch(kind, action) for action in actions), kind


def kinds_of(rules: Rules) -> Iterator[str]:
    """Give patterns of the moves that rules know."""
    if rules.stock is not None:
        yield from ("draw", "w-.*")
        if rules.stock.redeals:
            yield "redeal"
    if rules.cells is not None:
        yield from ("t.*-c.*", "c.*-t.*", "c.*-f.*")
    if rules.tableau_redeal is not None:
        yield "redeal"
    if rules.turning is not None:
        yield from ("turn", "swap-.*") if rules.turning.swaps else ("turn",)
    elif rules.tableau is not None:
        yield "t.*-t.*" if rules.tableau.carry is Carry.ONE else "t.*-t.*x.*"
    if rules.foundations is not None and rules.foundations.returns:
        yield "f.*-t.*"


@pytest.mark.parametrize("path", GAMES)
def test_a_recorded_game_is_played_again_to_the_letter(path):
    text = path.read_text(encoding="ascii")
    script = playthroughs.read(text)
    assert path in playthroughs.paths_of(script.rules.variant)
    assert playthroughs.recorded(script) == text


@pytest.mark.parametrize("path", GAMES)
def test_the_reference_ends_a_recorded_game_alike(path):
    text = path.read_text(encoding="ascii")
    script = playthroughs.read(text)
    position = playthroughs.played(script)
    table = perft_tables.reference_table(script.rules, script.number)
    for move in position.unpack(position.line):
        table.play(str(move))
    assert {pile.id: list(pile.cards) for pile in position.truth().piles} == table.truth()
    assert {pile.id: list(pile.cards) for pile in position.view().piles} == table.piles()
    assert table.end() == playthroughs.end_of(text).replace("left", "playing")


@pytest.mark.parametrize("game", EVERY_VARIANT)
def test_numbered_deals_are_laid_out_as_ever(game):
    assert deal_records.written(game) == deal_records.path_of(game.id).read_text(encoding="ascii")


def test_numbers_are_shuffled_as_ever():
    assert deal_records.shuffle_text(catalogue()) == deal_records.SHUFFLE.read_text("ascii")
