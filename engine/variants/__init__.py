"""The variants: one file each with a `GAME`, found by looking, no list to edit."""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache
from typing import TYPE_CHECKING

from engine.errors import BadRules, UnknownVariant

if TYPE_CHECKING:
    from collections.abc import Mapping

    from engine.variant import Variant


def catalogue() -> tuple[Variant, ...]:
    """List all variants in order of id."""
    return tuple(variants for _, variants in sorted(_by_id().items()))


def variant(name: str) -> Variant:
    """Give the variant of an id or an alias.

    Raises:
        UnknownVariant: there is none of that name.
    """
    found = _by_name().get(name)
    if found is None:
        raise UnknownVariant(f"no variant is called {name[:40]!r}; see the catalogue")
    return found


@cache
def _by_id() -> Mapping[str, Variant]:
    found: dict[str, Variant] = {}
    for module in pkgutil.iter_modules(__path__):
        if not module.name.startswith("_") and not module.ispkg:
            game: Variant = importlib.import_module(f"{__name__}.{module.name}").GAME
            if module.name.replace("_", "-") != game.id or game.id in found:
                raise BadRules("variant", f"{module.name}.py holds {game.id}")
            found[game.id] = game
    return found


@cache
def _by_name() -> Mapping[str, Variant]:
    named = dict(_by_id())
    for game in _by_id().values():
        for alias in game.aliases:
            if alias in named:
                raise BadRules("aliases", f"{alias} names two variants")
            named[alias] = game
    return named
