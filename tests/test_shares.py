"""What was measured of the variants: the catalogue and the page tell what the rows say."""

import json
from math import isclose
from typing import Any

import pytest

from bench import recording, study, truths
from bench.chances import best_play
from bench.ways import BY_HINTS, ways
from engine import catalogue, describe, variant
from engine.measured import HINTS_ONLY, WINNABLE, every_row, wilson
from tests.engine import probabilities

ROWS = [(game, row) for game in catalogue() for row in every_row(game.id)]


def test_the_page_is_made_from_the_rows():
    """When a row has changed: python -m bench.recording."""
    assert recording.PAGE.read_text(encoding="utf-8") == recording.page()


@pytest.mark.parametrize(("game", "row"), ROWS, ids=lambda each: getattr(each, "way", None))
def test_a_row_is_of_rules_that_are_played(game, row):
    """Figures of older rules are measured anew or taken out."""
    assert row.version == game.version
    assert row.options.items() <= game.with_options(row.options).options.items()
    assert 0 <= row.won <= row.won + row.undecided <= row.deals
    assert game.id in row.command
    if row.exact is not None:
        low, high = wilson(row.won, row.deals)
        assert low - 0.01 < row.exact < high + 0.01


@pytest.mark.parametrize("game", catalogue(), ids=lambda game: game.id)
def test_the_catalogue_tells_the_rows(game):
    facts: Any = describe(game.rules, game)["facts"]
    for fact, way in (("winnable", WINNABLE), ("hints_only", HINTS_ONLY)):
        rows = [row for row in every_row(game.id) if row.way == way and not row.options]
        assert (fact in facts) == bool(rows)
        for row in rows:
            assert facts[fact]["deals"] == row.deals
            assert isclose(facts[fact]["share"], row.won / row.deals, abs_tol=1e-6)
            assert facts[fact]["low"] <= facts[fact]["share"] <= facts[fact]["high"]


@pytest.mark.parametrize(
    ("won", "of", "low", "high"),
    [  # Newcombe, Statistics in Medicine 17 (1998), table I, method 3
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_the_interval_is_wilsons(won, of, low, high):
    assert wilson(won, of) == pytest.approx((low, high), abs=5e-5)


@pytest.fixture
def written(tmp_path, monkeypatch):
    """Let commands write to a folder of the test's own, and read what they wrote."""
    folder = tmp_path / "engine" / "variants" / "measured"
    folder.mkdir(parents=True)
    monkeypatch.setattr(recording, "ROOT", tmp_path)
    monkeypatch.setattr(recording, "PAGE", tmp_path / "shares.md")
    yield lambda name: json.loads((folder / f"{name}.json").read_text(encoding="utf-8"))
    every_row.cache_clear()


def test_a_measurement_is_written_down(written):
    assert truths.main(["german-clock", "40", "--write"]) == 0
    (row,) = [row for row in written("german-clock") if row["way"] == WINNABLE]
    assert row["deals"] == 40
    assert row["options"] == {}
    assert row["won"] >= 35
    assert row["command"] == 'make bench ARGS="truths german-clock 40"'


@pytest.mark.parametrize(
    ("name", "chance"),
    [("clock", probabilities.CLOCK_WON), ("la-montre", probabilities.BEST_SWAP)],
)
def test_the_clocks_chances_are_counted_exactly(name, chance):
    exact = best_play(variant(name).with_options())
    assert exact is not None
    assert float(exact) == pytest.approx(chance, abs=5e-7)


def test_only_where_nothing_but_an_exchange_is_decided_is_there_an_exact_chance():
    exact = {game.id for game in catalogue() if best_play(game.with_options()) is not None}
    assert exact == {"clock", "la-montre"}


@pytest.mark.parametrize(
    "game", [each for each in catalogue() if each.rules.hides], ids=lambda each: each.id
)
def test_a_study_is_written_down(game, written):
    """Ways are played to the end, the naive one and hints among them."""
    asked = [game.id, "--deals", "2", "--way", "first", "--write"]
    assert study.main(asked) == 0
    (row,) = [row for row in written(game.id) if row["deals"] == 2]
    assert row["way"] == "first card that can be placed"
    assert row["command"] == f"make study VARIANT={game.id} ARGS='--deals 2 --way first'"
    assert BY_HINTS in ways(game.with_options())
