"""The catalogue: each variant's rules as data and its texts in a language; and numbered deals.

All of it follows from the engine's data, so nothing here reads the database.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine import Position, catalogue, describe, texts
from service import deals
from service.answers import piles

if TYPE_CHECKING:
    from collections.abc import Mapping

    from engine import Variant


def summaries(language: str) -> list[dict[str, Any]]:
    """List the variants."""
    return [_summary(variant, texts(variant.id, language)) for variant in catalogue()]


def details(name: str, language: str) -> dict[str, Any]:
    """Describe a variant in full.

    Raises:
        NotFound: there is no variant of that id or alias.
    """
    variant = deals.find_variant(name)
    said = texts(variant.id, language)
    data: dict[str, Any] = dict(describe(variant.rules, variant))
    offered = data.pop("options")
    options = [_option(option, said["options"]) for option in offered]
    del data["facts"]
    return {
        **_summary(variant, said),
        **{
            part: said[part]
            for part in ("how_to_play", "rules", "tips", "faq", "scoring", "history")
        },
        "options": options,
        "autoplay": data.pop("automatic"),
        "piles": data.pop("piles"),
        "interchangeable": data.pop("interchangeable"),
        "layout": data.pop("layout"),
        "rules_data": data,
    }


def numbered_deal(name: str, number: str, options: Mapping[str, str]) -> dict[str, Any]:
    """Lay out a public deal, as a player would see it.

    Raises:
        NotFound: there is no variant of that id or alias.
        Invalid: it has no such option.
        DealOutOfRange: it has no deal of that number.
    """
    variant = deals.find_variant(name)
    rules = deals.choose_rules(variant, options)
    deal = deals.numbered(rules, number).deal
    return {
        "variant": variant.id,
        "rules_version": rules.version,
        "options": dict(rules.options),
        "number": number,
        "piles": piles(Position.start(deal)),
    }


def _summary(variant: Variant, said: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "id": variant.id,
        "name": said["name"],
        "aliases": list(variant.aliases),
        "other_names": said["aliases"],
        "aim": said["aim"],
        "rules_version": variant.version,
        "related": list(variant.related),
        "facts": describe(variant.rules, variant)["facts"],
    }


def _option(option: Mapping[str, Any], said: Mapping[str, Any]) -> dict[str, Any]:
    words = said[option["name"]]
    return {
        "name": option["name"],
        "title": words["name"],
        "default": option["default"],
        "layout": option["layout"],
        "values": [{"name": name, "text": words["values"][name]} for name in option["values"]],
    }
