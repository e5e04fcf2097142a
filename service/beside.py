"""The clockwork's process beside the web workers: started, started again if it died, stopped.

It is a process of its own, so that its searches hold up no request, and ends with the one that
started it, however that ends.
"""

from __future__ import annotations

import logging
import subprocess
import sys
import time
from typing import TYPE_CHECKING, Final

from gunicorn.arbiter import Arbiter

from service.binaries import dies_with_parent

if TYPE_CHECKING:
    from gunicorn.app.base import BaseApplication

STARTS_APART_S: Final = 10.0
LAST_STEP_S: Final = 5.0
_LOG: Final = logging.getLogger(__name__)


class Clockwork:
    """A process that runs `longcase clockwork` with this one's settings."""

    def __init__(self) -> None:
        self.process: subprocess.Popen[bytes] | None = None
        self._started = -STARTS_APART_S

    def keep(self) -> None:
        """Start it if it is not there, but not again and again in a row."""
        if self.process is not None and self.process.poll() is None:
            return
        if time.monotonic() - self._started < STARTS_APART_S:
            return
        if self.process is not None:
            _LOG.warning("the clockwork had died and was started again")
        self._started = time.monotonic()
        self.process = subprocess.Popen(
            [*dies_with_parent("TERM"), sys.executable, "-m", "service.command", "clockwork"],
            stdin=subprocess.DEVNULL,
        )

    def ask_to_end(self) -> None:
        """Ask it to end after its present step."""
        if self.process is not None:
            self.process.terminate()

    def end(self) -> None:
        """Wait for its end, but not for ever."""
        if self.process is None:
            return
        try:
            self.process.wait(LAST_STEP_S)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


class Master(Arbiter):
    """gunicorn's master process, which keeps the clockwork going beside its workers."""

    def __init__(self, app: BaseApplication, *, clockwork: bool) -> None:
        super().__init__(app)
        self._clockwork = Clockwork() if clockwork else None

    def manage_workers(self) -> None:
        """See to it, about once a second, that all are there."""
        super().manage_workers()
        if self._clockwork is not None:
            self._clockwork.keep()

    def stop(self, graceful: bool = True) -> None:
        """Stop all."""
        clockwork, self._clockwork = self._clockwork, None
        if clockwork is not None:
            clockwork.ask_to_end()
        super().stop(graceful)
        if clockwork is not None:
            clockwork.end()
