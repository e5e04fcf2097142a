"""The languages whose clients are built and run: how each is installed, made and started."""

from __future__ import annotations

import shutil
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tests.sdk.work import SDK, environment, once, ran


@dataclass(frozen=True, kw_only=True)
class Client:
    """A client that was generated and built, with the programs that use it."""

    language: str
    document: str
    folder: Path
    runner: tuple[str | Path, ...]
    suffix: str

    def runs(self, program: str, address: str) -> str:
        """Run a program against a service; return what it printed."""
        return ran(
            [*self.runner, f"{program}{self.suffix}"],
            folder=self.folder,
            LONGCASE=address,
            NO_PROXY="127.0.0.1",
        )


def typescript(name: str, document: Path) -> Client:
    """Make a client in TypeScript of a document."""
    sources = SDK / "typescript"

    def install(folder: Path) -> None:
        for file in ("package.json", "package-lock.json"):
            shutil.copy(sources / file, folder)
        ran(["npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund"], folder=folder)

    home = once(
        "typescript", sources / "package.json", sources / "package-lock.json", install=install
    )
    folder = _copied(sources, home / name, "*.ts", "tsconfig.json")
    tools = home / "node_modules" / ".bin"
    generating = ["--output", "longcase.ts", "--default-non-nullable", "false"]
    ran([tools / "openapi-typescript", document, *generating], folder=folder)
    ran([tools / "tsc"], folder=folder)
    return Client(
        language="typescript",
        document=name,
        folder=folder / "build",
        runner=("node",),
        suffix=".js",
    )


def python(name: str, document: Path) -> Client:
    """Make a client in Python of a document."""
    sources = SDK / "python"

    def install(folder: Path) -> None:
        environment(folder / "venv", sources / "requirements.txt")

    home = once("python", sources / "requirements.txt", install=install)
    folder = _copied(sources, home / name, "*.py", "config.yml")
    tools = home / "venv" / "bin"
    generator: list[str | Path] = [tools / "openapi-python-client", "generate"]
    writing = ["--config", "config.yml", "--meta", "none", "--output-path", "longcase"]
    ran([*generator, "--path", document, *writing, "--fail-on-warning"], folder=folder)
    checker: list[str | Path] = [sys.executable, "-m", "mypy", "--strict", "--config-file="]
    ran([*checker, "--python-executable", tools / "python", "."], folder=folder)
    return Client(
        language="python", document=name, folder=folder, runner=(tools / "python",), suffix=".py"
    )


LANGUAGES: Final = (typescript, python)


def _copied(sources: Path, folder: Path, *patterns: str) -> Path:
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    for pattern in patterns:
        for file in sources.glob(pattern):
            if file.name != "longcase.ts":  # which a developer generated there
                shutil.copy(file, folder)
    return folder
