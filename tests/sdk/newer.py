"""A service of tomorrow: today's, with what may come at any time put into its answers.

openapi/README.md promises clients that nothing but this is added.
"""

from __future__ import annotations

from typing import Any, Final

VARIANT: Final = "moon-clock"
STATUS: Final = {
    "playing": "pondering",
    "won": "triumphant",
    "running": "sprinting",
    "over": "told",
}
CODES: Final = {"nothing_to_redo": "nothing_left_to_redo"}
REASON: Final = "too_bright"
STEP: Final = {"kind": "shimmer", "source": "t1", "target": "t1", "cards": []}
PILE: Final = {"id": "r1", "kind": "reserve", "cards": ["??"]}
_MAPS: Final = {"options", "rules", "rules_data"}
"""What is open by its nature, and has names of its own for members."""


def of_tomorrow(value: Any) -> Any:
    """Put into an answer what may come."""
    if isinstance(value, list):
        return [of_tomorrow(each) for each in value]
    if not isinstance(value, dict):
        return value
    told = {name: inner if name in _MAPS else of_tomorrow(inner) for name, inner in value.items()}
    told["novelty"] = {"of": "tomorrow"}
    if "status" in told:
        told["status"] = STATUS.get(told["status"], told["status"])
    if "code" in told:
        told["code"] = CODES.get(told["code"], told["code"])
    if told.get("code") == "illegal_move":
        told["reason"] = REASON
    if "legal_moves" in told:
        told["piles"].append(PILE)
        told["steps"].append(STEP)
    if "interchangeable" not in told and told.get("id") == "klondike":
        told["id"] = VARIANT
    return told
