"""The document's examples: requests written here, answers recorded from the running service.

`tests/api/recording.py` plays a short story over HTTP and writes the answers to `examples.json`
beside this file; ids and times in them are of that day.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any, Final

RECORDED: Final = Path(__file__).with_name("examples.json")
JSON: Final = "application/json"


@cache
def recorded() -> dict[str, dict[str, Any]]:
    """Give what was recorded: by operationId, the body sent and the answer."""
    if not RECORDED.exists():
        return {}
    found: dict[str, dict[str, Any]] = json.loads(RECORDED.read_text(encoding="utf-8"))
    return found


def write(operation: dict[str, Any], name: str, *, status: int) -> None:
    """Put the recorded example of a call into its operation."""
    found = recorded().get(name, {})
    if "request" in found:
        operation["requestBody"]["content"][JSON]["example"] = found["request"]
    responses = operation["responses"]
    answer = responses.get(str(status)) or responses.get(status)
    if "answer" in found and answer:
        answer["content"][JSON]["example"] = found["answer"]
