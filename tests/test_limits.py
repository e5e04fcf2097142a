"""The page of limits states those that are in force."""

import re

import pytest

from service import refereeing
from service.api.reading import read_json
from service.config import Config
from service.errors import Malformed
from service.names import LONGEST
from service.rates import Rates
from service.waiting import KEPT_FREE, of_address
from tests.serving import ROOT

PAGE = (ROOT / "docs" / "limits.md").read_text(encoding="utf-8")
ROWS = [
    [cell.strip() for cell in line.strip("|").split("|")]
    for line in PAGE.splitlines()
    if line.startswith("| ")
]
UNITS = {"a second": "s", "a minute": "min", "an hour": "h"}


def row(first):
    (found,) = (cells for cells in ROWS if cells[0] == first)
    return found


def figures(first):
    return [int(figure.replace(",", "")) for figure in re.findall(r"\d[\d,]*", row(first)[1])]


def test_the_rates_are_those_of_the_settings():
    for policy, rate in (each.split("=") for each in str(Rates()).split(",")):
        _, _, _, per, burst = row(f"`{policy}`")
        requests, unit = per.split(" ", 1)
        assert f"{requests}/{UNITS[unit]}:{burst}" == rate


def test_the_bounds_are_those_of_the_settings():
    config = Config()
    assert figures("bytes of a body") == [config.max_body]
    assert figures("moves in a request") == [config.max_batch]
    assert figures("items on a page") == [config.max_page]
    line = "moves in a game's line; events of a game"
    assert figures(line) == [config.max_line, config.max_events]
    assert figures("unfinished games a player") == [config.max_unfinished]
    assert figures("races a player is in that are not over") == [config.max_races]
    lobby = "events of a race in which somebody can still enter"
    assert figures(lobby) == [refereeing.IN_LOBBY]
    back = "times that `ready` brings a player back to a race; rematches of a race"
    assert figures(back) == [refereeing.RETURNS, refereeing.REMATCHES]
    assert figures("characters of a display name") == [LONGEST]
    assert figures("seconds that a request waits for a change") == [config.wait]
    at_once = "requests and streams that wait at once, in each of the service's processes"
    assert figures(at_once) == [config.threads - KEPT_FREE]
    assert figures("of them one player's") == [config.max_waiting]
    assert figures("of them all players' at one address") == [of_address(config)]


@pytest.mark.parametrize(("opening", "closing"), [(b"[", b"]"), (b'{"a":', b"}")])
def test_bodies_are_nested_as_deep_as_it_says(opening, closing):
    (deepest,) = figures("depth of lists and objects in a body")
    read_json(opening * deepest + b"1" + closing * deepest)
    with pytest.raises(Malformed):
        read_json(opening * (deepest + 1) + b"1" + closing * (deepest + 1))
