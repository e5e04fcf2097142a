"""What is asked of races is found by an index, however many there are."""

import re
from typing import Any
from uuid import UUID

import psycopg
import pytest

from service.storage import moderating, race_forgetting, race_lists, races

NOBODY = UUID(int=0)
VALUES: dict[str, Any] = {
    **dict.fromkeys(("id", "race_id", "player_id", "after"), NOBODY),
    **dict.fromkeys(("status", "after_time", "after_id", "variant")),
    **dict.fromkeys(("now", "at", "cancelled_before"), "2025-03-01"),
    "ids": [],
    "races": [],
    "seats": [],
    "code": "ABCDEFGH",
    "key": "k",
    "name": "Ada",
    "upto": 9,
    "limit": 9,
}
TABLES = {"race", "race_entry", "race_event"}
ABOUT_RACES = re.compile(rb"\b(race|race_entry|race_event)\b")
WRITTEN_WHOLE = {"_ADD", "_ADD_EVENT", "_SAVE", "_SAVE_ENTRY", "_OF_MINE", "_IS_OPEN"}
STATEMENTS = {
    f"{module.__name__.rpartition('.')[2]}{name}": statement
    for module in (races, race_lists, race_forgetting, moderating)
    for name, statement in vars(module).items()
    if isinstance(statement, bytes) and ABOUT_RACES.search(statement) and name not in WRITTEN_WHOLE
}
STATEMENTS["the rematches that a removal looks for"] = b"SELECT FROM race WHERE rematch_of = %(id)s"


@pytest.mark.parametrize("statement", STATEMENTS.values(), ids=STATEMENTS)
def test_no_table_of_races_is_read_from_end_to_end(owner, statement):
    """A plan that reads one is taken only where there is no other."""
    values = VALUES | ({"after": 0} if b"version > " in statement else {})
    with psycopg.connect(owner) as connection:
        connection.execute("SET enable_seqscan = off")
        explain = b"EXPLAIN (FORMAT JSON) " + statement
        [([plan],)] = connection.execute(explain, values).fetchall()
    scans = [node for node in nodes(plan["Plan"]) if node.get("Relation Name") in TABLES]
    assert [node for node in scans if not bounded(node)] == []


def nodes(plan):
    """List a plan's nodes."""
    yield plan
    for part in plan.get("Plans", ()):
        yield from nodes(part)


def bounded(scan):
    """Tell whether an index says which rows are looked at."""
    parts = (scan, *scan.get("Plans", ()))
    return scan["Node Type"] == "ModifyTable" or any("Index Cond" in part for part in parts)
