"""The catalogue: each variant's rules as data and its texts in a language.

All of it follows from the engine's data, so nothing here reads the database.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine import catalogue, describe, texts
from service import deals

if TYPE_CHECKING:
    from collections.abc import Mapping

    from engine import Variant
    from engine.variant import Option


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
            for part in ("how_to_play", "rules", "examples", "tips", "faq", "scoring", "history")
        },
        "par": {"seconds": variant.par.seconds, "moves": variant.par.moves},
        "options": options,
        "autoplay": data.pop("automatic"),
        "piles": data.pop("piles"),
        "interchangeable": data.pop("interchangeable"),
        "layout": data.pop("layout"),
        "rules_data": data,
    }


def options_listed() -> str:
    """List the house rules of all variants in Markdown, each with its values, the default first."""
    lines = [
        f"- `{variant.id}`: {'; '.join(map(_values, variant.options))}"
        for variant in catalogue()
        if variant.options
    ]
    return "\n".join(lines)


def _values(option: Option) -> str:
    return f"`{option.name}` is {' or '.join(f'`{value.name}`' for value in option.values)}"


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
