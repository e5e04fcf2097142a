"""What the engine shows to others: exactly `__all__`, and imports that keep their layers."""

import ast
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType

import pytest

import engine
from engine.errors import (
    BadDeal,
    BadLayout,
    BadNotation,
    BadRules,
    EngineError,
    IllegalMove,
    UnknownVariant,
)

ROOT = Path(engine.__file__).parent.parent
SOURCES = sorted((ROOT / "engine").rglob("*.py"))


def test_all_is_what_there_is():
    public = {
        name
        for name, value in vars(engine).items()
        if not name.startswith("_") and not isinstance(value, ModuleType)
    }
    assert sorted(public) == sorted(engine.__all__)
    assert len(set(engine.__all__)) == len(engine.__all__)


def test_what_is_shown_is_documented():
    undocumented = {name for name in engine.__all__ if not getattr(engine, name).__doc__}
    assert undocumented <= {"Card", "Position"}  # a kind of int; documented in its .pyi


def test_every_error_is_an_engine_error_and_a_value_error():
    for error in (BadLayout, BadNotation, UnknownVariant, BadRules, BadDeal, IllegalMove):
        assert issubclass(error, EngineError)
    assert issubclass(EngineError, ValueError)
    assert not issubclass(IllegalMove, BadNotation)


@pytest.mark.parametrize("source", SOURCES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_the_engine_imports_the_standard_library_and_itself_alone(source):
    tree = ast.parse(source.read_text(encoding="utf-8"))
    imported = {
        name.split(".")[0]
        for node in ast.walk(tree)
        for name in (
            [alias.name for alias in node.names]
            if isinstance(node, ast.Import)
            else [node.module or ""]
            if isinstance(node, ast.ImportFrom)
            else []
        )
    }
    impure = {"os", "random", "time", "logging", "socket", "datetime", "secrets", "threading"}
    assert imported <= set(sys.stdlib_module_names) | {"engine", "cython"}
    assert not imported & impure
    assert "cython" not in imported or source.with_suffix(".pxd").exists()


@pytest.mark.parametrize(
    "source", sorted((ROOT / "engine/variants").glob("*.py")), ids=lambda path: path.stem
)
def test_a_variant_is_data_without_functions(source):
    if source.stem == "__init__":
        return
    tree = ast.parse(source.read_text(encoding="utf-8"))
    code = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda, ast.If, ast.While)
    assert not [node for node in ast.walk(tree) if isinstance(node, code)]
    imported = [node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    assert set(imported) <= {"dataclasses", "engine.cards", "engine.rules", "engine.variant"}
    assert "GAME" in {
        target.id
        for node in tree.body
        if isinstance(node, ast.Assign)
        for target in node.targets
        if isinstance(target, ast.Name)
    }


def test_the_import_contracts_hold(tmp_path):
    """The contracts of pyproject.toml, which `make check` asks too."""
    assert find_spec("importlinter")
    lint = "from importlinter.cli import lint_imports_command; lint_imports_command()"
    done = subprocess.run(
        [sys.executable, "-c", lint, "--cache-dir", tmp_path],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout


def test_importing_the_engine_loads_no_service_and_no_web():
    loaded = "import sys, engine; print([m for m in sys.modules if m.split('.')[0] in {names}])"
    names = {"service", "flask", "marshmallow", "psycopg", "werkzeug"}
    done = subprocess.run(
        [sys.executable, "-c", loaded.replace("{names}", repr(names))],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.strip() == "[]"


def test_no_variant_is_named_outside_its_file_and_its_texts():
    """The engine knows rules, not games: nothing branches on a variant's id."""
    ids = [variant.id for variant in engine.catalogue()]
    own = ROOT / "engine" / "variants"
    for source in SOURCES:
        if own in source.parents:
            continue
        tree = ast.parse(source.read_text(encoding="utf-8"))
        documentation = {
            node.value
            for node in ast.walk(tree)
            if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
        }
        texts = [
            node.value
            for node in ast.walk(tree)
            if isinstance(node, ast.Constant)
            and isinstance(node.value, str)
            and node not in documentation
        ]
        named = [text for text in texts if text in ids]
        assert not named, f"{source.relative_to(ROOT)} names {named}"
