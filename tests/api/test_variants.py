"""The catalogue in three languages, and numbered deals."""

import re

import pytest

from engine import catalogue, variant
from engine.describe import describe
from tests.contract import openapi_of

VARIANTS = [each.id for each in catalogue()]


@pytest.mark.parametrize("language", ["en", "fr", "de"])
@pytest.mark.parametrize("name", VARIANTS)
def test_a_variant_is_described_in_each_language(stranger, name, language):
    answer = stranger.get(f"variants/{name}", Accept_Language=language)
    assert answer.headers["Content-Language"] == language
    assert "Accept-Language" in answer.headers["Vary"]
    assert answer.headers["Cache-Control"].startswith("public")
    described = answer.json
    assert described["id"] == name
    assert described["rules_version"] == variant(name).version
    assert {pile["id"] for pile in described["piles"]} == {
        place["pile"] for place in described["layout"]
    }
    if language == "en":
        listed = stranger.get("variants").json["items"]
        summary = next(each for each in listed if each["id"] == name)
        assert summary.items() <= described.items()


def test_the_rules_as_data_are_the_engines(stranger):
    for each in catalogue():
        data = describe(each.rules, each)
        answer = stranger.get(f"variants/{each.id}").json
        assert answer["autoplay"] == data["automatic"]
        assert answer["facts"] == data["facts"]
        assert answer["rules_data"]["goal"] == data["goal"]


def test_an_alias_answers_too(stranger):
    for each in catalogue():
        for alias in each.aliases:
            assert stranger.get(f"variants/{alias}").json["id"] == each.id


@pytest.mark.parametrize(
    ("accepted", "language"),
    [
        ("de-AT, en;q=0.5", "de"),
        ("it", "en"),
        ("fr;q=0.2, de;q=0.8", "de"),
        ("", "en"),
        ("*", "en"),
    ],
)
def test_the_language_is_negotiated(stranger, accepted, language):
    answer = stranger.get("variants", Accept_Language=accepted)
    assert answer.headers["Content-Language"] == language


def test_the_catalogue_is_not_sent_again(stranger):
    first = stranger.get("variants")
    again = stranger.get("variants", If_None_Match=first.headers["ETag"], expect=304)
    assert again.raw == b""


def test_a_numbered_deal_takes_the_variants_options(stranger):
    for each in catalogue():
        for option in each.options:
            for value in option.values:
                path = f"variants/{each.id}/deals/5?{option.name}={value.name}"
                assert stranger.get(path).json["options"][option.name] == value.name
        assert stranger.get(f"variants/{each.id}/deals/5?nonsense=on", expect=422)


def test_microsofts_deal_1_is_laid_out_as_published(stranger):
    piles = stranger.get("variants/freecell/deals/1").json["piles"]
    columns = [pile["cards"] for pile in piles if pile["kind"] == "tableau"]
    assert columns[0] == ["JD", "KD", "2S", "4C", "3S", "6D", "6S"]


@pytest.mark.parametrize("name", VARIANTS)
def test_the_range_of_deal_numbers_is_published_and_kept(stranger, name):
    numbers = stranger.get(f"variants/{name}").json["facts"]["deal_numbers"]
    for number in numbers.values():
        assert stranger.get(f"variants/{name}/deals/{number}").json["number"] == number
    beyond = int(numbers["last"]) + 1
    stranger.get(f"variants/{name}/deals/{beyond}", expect=422)


@pytest.mark.parametrize("name", VARIANTS)
def test_par_is_told(stranger, name):
    par = variant(name).par
    told = stranger.get(f"variants/{name}").json["par"]
    assert told == {"seconds": par.seconds, "moves": par.moves}


def test_the_document_lists_the_house_rules_that_the_catalogue_has(stranger):
    has: dict[str, dict[str, list[str]]] = {}
    for each in stranger.get("variants").json["items"]:
        for option in stranger.get(f"variants/{each['id']}").json["options"]:
            values = [value["name"] for value in option["values"]]
            assert values[0] == option["default"]
            has.setdefault(each["id"], {})[option["name"]] = values
    components = openapi_of()["components"]
    asked = [
        components["schemas"][name]["properties"]["options"]
        for name in ("NewGame", "NewRace", "DealVerdictRequest")
    ]
    for said in (*asked, components["parameters"]["Options"]):
        listed = re.findall(r"^- `([a-z-]+)`: (.+)$", said["description"], re.MULTILINE)
        rules = {
            variant: {
                name: re.findall(r"`([^`]+)`", values)
                for name, values in re.findall(r"`(\w+)` is ([^;]+)", line)
            }
            for variant, line in listed
        }
        assert rules == has
