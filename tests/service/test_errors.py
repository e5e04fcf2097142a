"""The tree of refusals as it is drawn is the one that there is."""

import re

from service import errors, race_errors
from service.errors import ServiceError

DRAWN = dict(re.findall(r"── (\w+) +(.+)", f"{errors.__doc__}{race_errors.__doc__}"))


def below(kind):
    for child in kind.__subclasses__():
        yield child
        yield from below(child)


def test_every_refusal_is_drawn():
    assert {kind.__name__ for kind in below(ServiceError)} == set(DRAWN)


def test_all_but_those_of_races_can_be_imported_from_one_place():
    kinds = [kind for kind in below(ServiceError) if kind.__module__ != race_errors.__name__]
    assert {"ServiceError", *(kind.__name__ for kind in kinds)} == set(errors.__all__)


def test_each_is_drawn_with_its_code_or_its_status():
    for kind in below(ServiceError):
        said = DRAWN[kind.__name__]
        assert (str(kind.status) if kind.__subclasses__() else kind.code) in said
