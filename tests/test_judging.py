"""docs/judging.md lists the words of the code: all of them, and no others."""

import re

import pytest

from engine import Level, Why, catalogue
from engine.scoring import PROFILE
from service.progress import LEAST_MOVE_MS, LONGEST_GAP_MS
from tests.documents import ROOT

PAGE = (ROOT / "docs" / "judging.md").read_text(encoding="utf-8")


def rows(name):
    """Read a table between its marks, without its head."""
    inner = PAGE.split(f"<!-- {name} -->")[1].split(f"<!-- /{name} -->")[0]
    cells = [line.strip("| ").split(" | ") for line in inner.strip().splitlines()[2:]]
    return [[re.sub(r"^`(.*)`$", r"\1", cell) for cell in row] for row in cells]


@pytest.mark.parametrize(("name", "words"), [("levels", Level), ("why", Why)])
def test_every_word_is_explained(name, words):
    assert [row[0] for row in rows(name)] == list(words)
    assert all(row[1] for row in rows(name))


def test_par_is_that_of_each_variant():
    assert rows("par") == [
        [each.id, str(each.par.seconds), str(each.par.moves)] for each in catalogue()
    ]


def test_the_figures_of_time_and_score_are_the_codes():
    assert (LONGEST_GAP_MS, LEAST_MOVE_MS, PROFILE) == (5 * 60_000, 250, 1)
    assert f"{LEAST_MOVE_MS} ms" in PAGE
    assert f"profile {PROFILE}" in PAGE
