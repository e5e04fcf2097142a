"""Log lines as JSON, one object a line: the time, what happened, and in which request.

What a client sent is not logged, but for method, path and a request's id: no query, no header, no
body. What looks like a token is blotted out even there, and of a database's error the detail, which
may quote a row. Fields beside the message are given as `extra={"fields": {...}}`.
"""

import json
import logging
import re
import sys
from contextvars import ContextVar
from datetime import UTC, datetime

from service.timestamps import timestamp

REQUEST_ID: ContextVar[str | None] = ContextVar("request_id", default=None)
"""The request that is being answered; the API sets it."""


_TOKEN = re.compile(r"lc_[A-Za-z0-9_-]{43}")
_DETAIL = re.compile(r"^DETAIL: .*\n?", re.MULTILINE)


class JsonFormatter(logging.Formatter):
    """Write a record as one line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line."""
        said: dict[str, object] = {
            "time": timestamp(datetime.fromtimestamp(record.created, UTC)),
            "level": record.levelname.lower(),
            "logger": record.name,
            "process": record.process,
            "message": record.getMessage(),
        }
        request_id = REQUEST_ID.get()
        if request_id is not None:
            said["request_id"] = request_id
        said |= getattr(record, "fields", {})
        if record.exc_info:
            said["exception"] = _DETAIL.sub("", self.formatException(record.exc_info))
        return _TOKEN.sub("lc_…", json.dumps(said, ensure_ascii=False, default=str))


def configure(*, level: str) -> None:
    """Send every logger of this process to standard error, as JSON."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonFormatter())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level)
