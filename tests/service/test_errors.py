"""The tree of refusals as it is drawn is the one that there is."""

import re

from service import errors
from service.errors import ServiceError

DRAWN = dict(re.findall(r"── (\w+) +(.+)", errors.__doc__))


def below(kind):
    for child in kind.__subclasses__():
        yield child
        yield from below(child)


def test_every_refusal_is_drawn():
    assert {kind.__name__ for kind in below(ServiceError)} == set(DRAWN)


def test_every_refusal_can_be_imported_from_one_place():
    names = {kind.__name__ for kind in below(ServiceError)}
    assert {"ServiceError", *names} == set(errors.__all__)


def test_each_is_drawn_with_its_code_or_its_status():
    for kind in below(ServiceError):
        said = DRAWN[kind.__name__]
        assert (str(kind.status) if kind.__subclasses__() else kind.code) in said
