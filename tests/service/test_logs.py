"""Log lines: JSON, one a line, with the request they belong to."""

import json
import logging
import sys

from service.logs import REQUEST_ID, JsonFormatter


def line(message, *arguments, fields=None, exception=False):
    record = logging.LogRecord(
        "service.games",
        logging.WARNING,
        __file__,
        1,
        message,
        arguments,
        sys.exc_info() if exception else None,
    )
    if fields:
        record.fields = fields
    written = JsonFormatter().format(record)
    assert "\n" not in written
    return json.loads(written)


def test_a_line_says_when_where_and_what():
    said = line("moved %s", "t1-f1", fields={"ms": 3})
    assert said["time"].endswith("Z")
    assert (said["level"], said["logger"], said["message"], said["ms"]) == (
        "warning",
        "service.games",
        "moved t1-f1",
        3,
    )
    assert "request_id" not in said


def test_a_line_names_its_request():
    token = REQUEST_ID.set("r-1")
    try:
        assert line("moved")["request_id"] == "r-1"
    finally:
        REQUEST_ID.reset(token)


def test_an_exception_stays_on_one_line():
    try:
        raise RuntimeError("two\nlines")
    except RuntimeError:
        assert "two\nlines" in line("failed", exception=True)["exception"]
