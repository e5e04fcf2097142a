"""What was measured of the variants: the catalogue and the page tell what the rows say."""

import json
from math import isclose
from typing import Any

import pytest

from bench import recording, truths
from engine import catalogue, describe
from engine.measured import HINTS_ONLY, WINNABLE, every_row, wilson

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


def test_a_measurement_is_written_down(tmp_path, monkeypatch):
    folder = tmp_path / "engine" / "variants" / "measured"
    folder.mkdir(parents=True)
    monkeypatch.setattr(recording, "ROOT", tmp_path)
    monkeypatch.setattr(recording, "PAGE", tmp_path / "shares.md")
    try:
        assert truths.main(["german-clock", "40", "--write"]) == 0
    finally:
        every_row.cache_clear()
    rows = json.loads((folder / "german-clock.json").read_text(encoding="utf-8"))
    (written,) = [row for row in rows if row["way"] == WINNABLE]
    assert written["deals"] == 40
    assert written["options"] == {}
    assert written["won"] >= 35
    assert written["command"] == 'make bench ARGS="truths german-clock 40"'
