"""A catalogue entry: rules with their options, former versions, and facts for people.

Data only: what is legal stands in `engine.rules`, and the texts in `engine/variants/texts/`.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from engine.errors import UnknownVariant
from engine.rules import Level, Rules

if TYPE_CHECKING:
    from collections.abc import Mapping


@dataclass(frozen=True, kw_only=True)
class OptionValue:
    """One value of a house rule: the groups of the rules it replaces."""

    name: str
    replaces: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class Option:
    """A house rule; the first value is the default.

    `layout` says that it changes where cards lie at the start, and so belongs to the deal.
    """

    name: str
    values: tuple[OptionValue, ...]
    layout: bool = False

    @property
    def default(self) -> str:
        """Name the value that holds when none is chosen."""
        return self.values[0].name


@dataclass(frozen=True, kw_only=True)
class Par:
    """What a good player needs, for the score: seconds and net moves, and where that is from."""

    seconds: int
    moves: int
    source: str


@dataclass(frozen=True, kw_only=True)
class Row:
    """Piles side by side; `x` and `y` place the first, in widths and heights of a card."""

    piles: str  # "f1-f4", or one id
    x: float = 0
    y: float = 0
    gap: float = 1.0


@dataclass(frozen=True, kw_only=True)
class Ring:
    """Twelve piles in a circle like the hours; the piles are listed from one o'clock on."""

    piles: str
    x: float
    y: float
    radius: float


@dataclass(frozen=True, kw_only=True, eq=False)
class Variant:
    """A catalogue entry: the rules, their options and former versions, and facts about them.

    `rules` holds the present version with every option at its default; `former` the versions
    that running games may still be played by. `autoplay` is the default level. `raced` says
    whether decisions matter enough to race.
    """

    rules: Rules
    options: tuple[Option, ...] = ()
    former: tuple[Rules, ...] = ()
    aliases: tuple[str, ...] = ()
    related: tuple[str, ...] = ()
    autoplay: Level = Level.OFF
    raced: bool = True
    layout: tuple[Row | Ring, ...] = ()
    par: Par

    @property
    def id(self) -> str:
        """Give the id, as in `grandfathers-clock`."""
        return self.rules.variant

    @property
    def version(self) -> int:
        """Give the present version of the rules."""
        return self.rules.version

    def with_options(
        self, chosen: Mapping[str, str] | None = None, *, version: int | None = None
    ) -> Rules:
        """Give the rules with these options, the others at their defaults.

        Raises:
            UnknownVariant: no such version, option or value of an option.
        """
        return _resolve(self, tuple(sorted((chosen or {}).items())), version)


@lru_cache(maxsize=1024)
def _resolve(variant: Variant, options: tuple[tuple[str, str], ...], version: int | None) -> Rules:
    rules = next((r for r in (variant.rules, *variant.former) if r.version == version), None)
    if version is None:
        rules = variant.rules
    if rules is None:
        raise UnknownVariant(f"{variant.id} has no rules version {version}")
    chosen = dict(options)
    names: dict[str, str] = {}
    for option in variant.options:
        name = chosen.pop(option.name, option.default)
        value = next((v for v in option.values if v.name == name), None)
        if value is None:
            allowed = ", ".join(v.name for v in option.values)
            raise UnknownVariant(
                f"option {option.name} of {variant.id} is one of {allowed}, not {name!r}"
            )
        rules = replace(rules, **value.replaces)
        names[option.name] = name
    if chosen:
        known = ", ".join(option.name for option in variant.options) or "none"
        raise UnknownVariant(
            f"{variant.id} has no option {sorted(chosen)[0]!r}; its options: {known}"
        )
    return replace(rules, options=MappingProxyType(names))
