"""Every rules value of the catalogue: each variant with its defaults, and with each other value.

Tests that state a law run over these, so that a variant is tested from the day it is in the
catalogue.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from engine import Level, Rules, Variant, catalogue


def rules_of(variant: Variant) -> Iterator[Rules]:
    """Give the rules by default, then with one option changed, value by value."""
    yield variant.with_options()
    for option in variant.options:
        for value in option.values[1:]:
            yield variant.with_options({option.name: value.name})


def name_of(rules: Rules) -> str:
    """Name rules in one line, as `clover-leaf colours=red-aces`."""
    options = " ".join(f"{name}={value}" for name, value in sorted(rules.options.items()))
    return f"{rules.variant} {options}".strip()


EVERY_VARIANT = [pytest.param(variant, id=variant.id) for variant in catalogue()]
_RULES = [rules for variant in catalogue() for rules in rules_of(variant)]
EVERY_RULES = [pytest.param(rules, id=name_of(rules)) for rules in _RULES]
HIDING_RULES = [pytest.param(rules, id=name_of(rules)) for rules in _RULES if rules.hides]
UNDOING_RULES = [pytest.param(rules, id=name_of(rules)) for rules in _RULES if rules.undo]
SAFE_RULES = [
    pytest.param(rules, id=name_of(rules)) for rules in _RULES if Level.SAFE in rules.levels
]
