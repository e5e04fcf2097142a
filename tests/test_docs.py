"""The documents tell the truth: their links lead somewhere, their Python and their commands run."""

import re
from typing import Any
from urllib.parse import unquote

import pytest

from docs import pictures, problems
from engine import Deal, card_text, catalogue, variant
from tests.documents import DOCUMENTS, ROOT, commands, run

_LINK = re.compile(r"!?\[[^\]]*\]\(([^)\s]+)\)")
_HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)
_PYTHON = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_VECTOR = re.compile(r"^\| ([a-z-]+) \| (\d+) \| `([^`]+)` \|$", re.MULTILINE)

SHUFFLE = ROOT / "docs" / "shuffle.md"
LAYOUTS = ROOT / "docs" / "layouts.md"
WITH_PYTHON = [path for path in DOCUMENTS if _PYTHON.search(path.read_text(encoding="utf-8"))]


def name_of(path) -> str:
    return str(path.relative_to(ROOT))


def python_of(path):
    """Run the Python of a document, block after block, in one namespace."""
    names: dict[str, Any] = {}
    blocks = _PYTHON.findall(path.read_text(encoding="utf-8"))
    exec(compile("\n".join(blocks), name_of(path), "exec"), names)  # noqa: S102 - our own text
    return names


@pytest.mark.parametrize("path", DOCUMENTS, ids=name_of)
def test_links_within_the_repository_lead_somewhere(path):
    for target in _LINK.findall(path.read_text(encoding="utf-8")):
        if target.startswith(("http://", "https://")):
            continue
        file, _, heading = unquote(target).partition("#")
        led_to = path.parent / file if file else path
        assert led_to.exists(), target
        assert not heading or heading in anchors(led_to), target


def anchors(path) -> set[str]:
    """What a page's headings are called in a link, by GitHub's way of writing them."""
    headings = _HEADING.findall(path.read_text(encoding="utf-8"))
    return {re.sub(r"[^\w\- ]", "", each.lower()).replace(" ", "-") for each in headings}


def test_the_readme_lists_every_variant():
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    listed = re.findall(r"^\| `([a-z-]+)` \| .*\(docs/img/([a-z-]+)\.svg\)", readme, re.MULTILINE)
    assert listed == [(game.id, game.id) for game in catalogue()]


def test_the_verbs_that_are_named_exist():
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    exist = set(re.findall(r"^([a-z-]+):", makefile, re.MULTILINE))
    guide = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    assert set(re.findall(r"^\| `make ([a-z-]+)", guide, re.MULTILINE)) == exist - {"help"}
    for path in DOCUMENTS:
        named = re.findall(
            r"^make ([a-z-]+)|`make ([a-z-]+)", path.read_text(encoding="utf-8"), re.M
        )
        assert {first or second for first, second in named} <= exist, name_of(path)


@pytest.mark.parametrize("path", WITH_PYTHON, ids=name_of)
def test_the_python_of_a_document_runs(path):
    assert python_of(path)


def test_the_documents_with_python_are_found():
    assert {"docs/shuffle.md", "docs/rules-data.md"} <= set(map(name_of, WITH_PYTHON))


def test_the_shuffle_as_written_down_is_the_engines():
    written = python_of(SHUFFLE)
    vectors = _VECTOR.findall(SHUFFLE.read_text(encoding="utf-8"))
    assert len({name for name, _, _ in vectors}) == 4
    for name, number, order in vectors:
        rules = variant(name).with_options()
        dealt = Deal.numbered(rules, number).order or ()
        assert [card_text(code) for code in dealt] == order.split()
        laid_out = [card_text(code) for code in rules.laid_out()]
        if name == "freecell":
            assert written["microsoft"](int(number)) == order.split()
        else:
            assert written["pinned"](name, int(number), laid_out) == order.split()


@pytest.mark.parametrize("path", [SHUFFLE, LAYOUTS], ids=name_of)
def test_the_commands_of_a_document_run_as_printed(server, path):
    assert commands(path)
    run(commands(path), base=server.address)


@pytest.mark.parametrize("picture", pictures.pictures(), ids=lambda each: each.path.name)
def test_pictures_show_what_is_drawn_today(picture):
    """When the drawing has changed: python docs/pictures.py."""
    assert picture.path.read_text(encoding="utf-8") == pictures.drawn(picture)


def test_the_problems_are_listed_as_they_are_today():
    """When a code, a reason or a text has changed: make spec."""
    assert problems.PAGE.read_text(encoding="utf-8") == problems.written()
