"""Start the real service, as a process with a socket, for tests that speak HTTP."""

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from http.client import HTTPException
from pathlib import Path
from typing import Any
from urllib.error import URLError
from urllib.request import urlopen

ROOT = Path(__file__).resolve().parent.parent
_START_SECONDS = 60
PATIENT: dict[str, Any] = {"statement_timeout": 60_000, "deep_wait": 60, "deep_seconds": 600}
"""Bounds by the clock that no test is about: on a busy machine they would decide what comes out."""


@dataclass(frozen=True, kw_only=True)
class Server:
    """A service that answers."""

    address: str
    process: subprocess.Popen[bytes]
    log: Path

    def lines(self) -> list[dict[str, Any]]:
        """Return what it logged."""
        return _lines(self.log)


@contextmanager
def serving(dsn: str, **settings: str) -> Iterator[Server]:
    """Run `longcase serve` on a free port for a block.

    Args:
        dsn: The database, already migrated.
        settings: Environment variables, such as `LONGCASE_THREADS="4"`.
    """
    chosen = {
        "LONGCASE_WORKERS": "1",
        "LONGCASE_CLOCKWORK": "off",
        "LONGCASE_RATES": "off",
        "PORT": "0",
        **settings,
    }
    command = [sys.executable, "-m", "service.command", "serve"]
    with speaking(command, environment={"DATABASE_URL": dsn, **chosen}) as (process, log):
        address = _wait(process, log)
        yield Server(address=address, process=process, log=log)


@contextmanager
def speaking(
    command: list[str], *, environment: dict[str, str]
) -> Iterator[tuple[subprocess.Popen[bytes], Path]]:
    """Run a command from the sources, its lines in a file, and end it after the block."""
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder) / "log"
        with log.open("wb") as file:
            process = subprocess.Popen(
                command,
                cwd=ROOT,
                env=os.environ | environment,
                stdin=subprocess.DEVNULL,
                stdout=file,
                stderr=file,
                start_new_session=True,
            )
        try:
            yield process, log
        finally:
            process.terminate()
            try:
                process.wait(30)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


def wait_for(what, *, seconds: float = _START_SECONDS):
    """Ask until there is an answer; fail when the time is over."""
    end = time.monotonic() + seconds
    while True:
        answer = what()
        if answer:
            return answer
        assert time.monotonic() < end, f"waited {seconds} s in vain for {what}"
        time.sleep(0.05)


def ready(address: str) -> bool:
    """Tell whether the service at an address answers that it is ready."""
    try:
        with urlopen(f"{address}/readyz", timeout=10) as answer:
            return bool(answer.status == 200)
    except (URLError, HTTPException, OSError):
        return False


def listening(log: Path) -> str | None:
    """Return the address a service said it listens on."""
    for line in _lines(log):
        if line.get("message") == "listening":
            return str(line["address"])
    return None


def _wait(process: subprocess.Popen[bytes], log: Path) -> str:
    def started() -> str | None:
        assert process.poll() is None, log.read_text()
        address = listening(log)
        return address if address and ready(address) else None

    return str(wait_for(started))


def _lines(log: Path) -> list[dict[str, Any]]:
    lines = log.read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines if line.startswith("{") and line.endswith("}")]
