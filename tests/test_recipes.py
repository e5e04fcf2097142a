"""The recipes for clients, run as printed against a sandbox; each answer is as documented."""

import re

import pytest

from tests.documents import ROOT, Commands, commands, run
from tests.serving import serving
from tests.wire import relaying

RECIPES = ROOT / "docs" / "recipes.md"
TEXT = RECIPES.read_text(encoding="utf-8")
SETTING_UP, *STEPS = commands(RECIPES)
TITLES = re.findall(r"^## (.*)$", TEXT, re.MULTILINE)
STATUSES = {
    "Go on, on another device": {200, 201, 304},
    "Play offline, and meet a conflict": {200, 201, 409, 412},
    "An answer that was lost": {200, 201, 204, 503},
    "Too many requests": {200, 201, 204, 429},
    "Export and delete": {200, 201, 204, 401},
}


def recipe(title: str) -> list[Commands]:
    """Find the blocks between a title and the next."""
    section = TEXT.split(f"\n## {title}\n")[1].split("\n## ")[0]
    return [block for block in STEPS if f"```sh\n{block.text}```" in section]


@pytest.fixture(scope="module")
def module_server(module_database):
    """A sandbox with the usual limits, but for new guests, as a recipe makes one each."""
    settings = {
        "LONGCASE_SANDBOX": "1",
        "LONGCASE_RATES": "guests=off",
        "LONGCASE_RACE_COUNTDOWN": "2",
    }
    with serving(module_database, **settings) as server:
        yield server


@pytest.mark.parametrize("title", TITLES)
def test_a_recipe_does_what_it_says(module_server, title):
    steps = recipe(title)
    assert any(step.promised for step in steps)
    with relaying(module_server.address) as relay:
        run([SETTING_UP, *steps], base=relay.address)
    met = {status for _, _, status in relay.answers}
    assert met == STATUSES.get(title, met)


def test_every_block_is_part_of_a_recipe_that_runs():
    assert [step for title in TITLES for step in recipe(title)] == STEPS
    assert len(STEPS) == TEXT.count("```sh\n") - 1
    assert set(STATUSES) <= set(TITLES)
