"""Where clients are made, and the commands that make them."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import time
import venv
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from tests.serving import ROOT

SDK: Final = ROOT / "openapi" / "sdk"
WORK: Final = ROOT / "build" / "sdk"
_BEGUN: Final = time.monotonic()
_LONGEST_S: Final = 300
_TOOLS: Final = Path(sys.executable).parent  # node and npm come with the environment


class Failed(Exception):
    """A step did not do what it should."""


def say(what: str) -> None:
    """Tell who runs this how far it is."""
    print(f"{time.monotonic() - _BEGUN:5.1f} s  {what}", flush=True)


def hold(true: object, what: str, said: str) -> None:
    """Fail unless something is true of what a program said."""
    if not true:
        raise Failed(f"not so: {what}\n{said}")


def ran(command: Sequence[str | Path], *, folder: Path, **environment: str) -> str:
    """Run a command to its end; return all it printed.

    Raises:
        Failed: it failed, is not here, or did not end.
    """
    try:
        done = subprocess.run(
            command,
            cwd=folder,
            env=os.environ | {"PATH": f"{_TOOLS}{os.pathsep}{os.environ['PATH']}"} | environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=_LONGEST_S,
            check=False,
        )
    except FileNotFoundError as error:
        raise Failed(f"{command[0]} is not installed") from error
    except subprocess.TimeoutExpired as error:
        raise Failed(f"{command[0]} did not end in {_LONGEST_S} s: {error.output!r}") from error
    if done.returncode:
        raise Failed(f"{' '.join(map(str, command))}\n{done.stdout}")
    return done.stdout


def once(name: str, *declared: Path, install: Callable[[Path], object]) -> Path:
    """Install what files declare, unless that was done before; return the folder."""
    folder = WORK / name
    stamp = folder / "installed"
    wanted = hashlib.sha256(b"".join(path.read_bytes() for path in declared)).hexdigest()
    if not stamp.exists() or stamp.read_text() != wanted:
        say(f"{name}: installing")
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        install(folder)
        stamp.write_text(wanted)
    return folder


def environment(folder: Path, requirements: Path) -> None:
    """Make an environment of Python's with what a file requires."""
    venv.create(folder, with_pip=True)
    pip: list[str | Path] = [folder / "bin" / "python", "-m", "pip", "install", "-qq"]
    ran([*pip, "--disable-pip-version-check", "-r", requirements], folder=folder)
