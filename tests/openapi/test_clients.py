"""The pages about clients print what `make sdk` runs, and it sees what goes wrong."""

import json
import sys
from contextlib import nullcontext

import pytest

from openapi.breaking import newest_released
from tests.documents import ROOT, commands, run
from tests.sdk.compilers import CHECKS, Bench, strange_names
from tests.sdk.generators import warnings
from tests.sdk.newer import of_tomorrow
from tests.sdk.smoke import check
from tests.sdk.work import SDK, Failed

PAGES = ROOT / "docs" / "sdk"


@pytest.mark.parametrize(
    ("page", "program"),
    [
        ("typescript.md", "typescript/first.ts"),
        ("python.md", "python/first.py"),
        ("kotlin.md", "kotlin/First.kt"),
        ("swift.md", "swift/first.swift"),
        ("dart.md", "dart/first.dart"),
        ("csharp.md", "csharp/First.cs"),
    ],
)
def test_a_page_prints_the_program_that_is_run(page, program):
    assert f"\n{(SDK / program).read_text()}```" in (PAGES / page).read_text()


def test_every_language_has_a_page_and_its_settings():
    languages = {path.parent.name for path in SDK.glob("*/generator.yml")}
    assert {path.stem for path in PAGES.glob("*.md")} == languages | {"README", "curl"}


def test_no_address_of_a_registry_is_written_down():
    locks = list(SDK.glob("*/package-lock.json"))
    assert locks
    for lock in locks:
        assert '"resolved"' not in lock.read_text(), lock


def test_the_commands_for_curl_run_as_printed(module_server):
    run(commands(PAGES / "curl.md"), base=module_server.address)


def test_tomorrow_adds_to_an_answer_and_takes_nothing_away():
    game = {"status": "won", "legal_moves": [], "piles": [], "steps": [], "options": {"a": "b"}}
    told = of_tomorrow(json.loads(json.dumps(game)))
    assert told.keys() > game.keys()
    assert told["status"] == "triumphant"
    assert told["options"] == {"a": "b"}
    assert [step["kind"] for step in told["steps"]] == ["shimmer"]


SAID = """variants: clock klondike
deal: 9007199254740993
again: no answer
games: 1; picture: <svg
waiting: 503
illegal_move: wrong_rank
refused: nothing to redo
version_conflict: version 1 is now 2
waiting: 429
ended: won, 45 moves; unknown steps:
again: no answer
waiting: 409
races: 1; events: joined joined starting started resigned result
race: over, won lost
"""


@pytest.mark.parametrize("line", range(len(SAID.splitlines())))
def test_a_program_that_leaves_something_out_fails(line):
    check(SAID, is_newer=False)
    left_out = SAID.splitlines()
    del left_out[line]
    with pytest.raises(Failed):
        check("\n".join(left_out), is_newer=False)


def test_a_deal_number_that_was_rounded_is_seen():
    with pytest.raises(Failed, match="9007199254740993"):
        check(SAID.replace("9007199254740993", "9007199254740992"), is_newer=False)


def test_a_warning_is_seen_unless_it_is_allowed():
    log = "[main] INFO  a - fine\n[main] WARN  b - Codegen property is null\n"
    allowed = "[main] WARN  c - OpenAPI 3.1 support is still in beta. Say so\n"
    assert warnings(log + allowed) == ["[main] WARN  b - Codegen property is null"]


@pytest.mark.parametrize("language", ["swift", "dart"])
def test_it_is_said_where_a_compiler_is_not_here(language, tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr("platform.machine", lambda: "another")  # which no package has a Dart for
    made = tmp_path / "made"
    made.mkdir()
    (made / "all.swift").write_text((SDK / "swift" / "first.swift").read_text())
    bench = Bench(folder=made, home=tmp_path, address="")
    assert CHECKS[language](bench).startswith("not compiled: no ")
    assert [*tmp_path.iterdir()] == [made]


def test_first_lines_that_name_what_is_not_generated_are_seen(tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    program = (SDK / "swift" / "first.swift").read_text()
    (tmp_path / "all.swift").write_text(program.replace("makePlayer", "newGuest"))
    with pytest.raises(Failed, match="makePlayer"):
        CHECKS["swift"](Bench(folder=tmp_path, home=tmp_path, address=""))


def test_what_a_program_calls_its_own_is_not_looked_for():
    program = 'let made = Api.make(wish: 1) // not `this`\nprint(made.id, "and not \\" this")'
    assert strange_names(program, ["class Api { make() } // wish"]) == {
        *("let", "print", "wish", "id")
    }


@pytest.mark.parametrize(
    ("piles", "move"), [(20, "t1-f1 playing"), (19, "t1-f1 playing"), (20, "")]
)
def test_first_lines_that_do_not_play_are_seen(piles, move, tmp_path):
    bench = Bench(folder=tmp_path, home=tmp_path, address="")
    with nullcontext() if (piles, move) == (20, "t1-f1 playing") else pytest.raises(Failed):
        bench.plays(sys.executable, "-c", f"print('t1 AS\\n' * {piles} + {move!r})")


def test_a_document_was_released():
    assert newest_released() is not None
