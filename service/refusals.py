"""Which refusals there are, and what each says in English."""

from __future__ import annotations

from typing import TYPE_CHECKING

from service.errors import Internal, ServiceError

if TYPE_CHECKING:
    from collections.abc import Iterator


def every_error() -> tuple[type[ServiceError], ...]:
    """List the classes that are answered, each with its own code."""
    found = {}
    for kind in _subclasses(ServiceError):
        if "code" in vars(kind) and not kind.__subclasses__():
            found[kind.code] = kind
    return (*found.values(), Internal)


def english(kind: type[ServiceError]) -> tuple[str, str]:
    """Give title and detail from the class's docstring."""
    title, _, detail = (kind.__doc__ or "").partition("\n\n")
    return title.strip().removesuffix("."), " ".join(detail.split())


def _subclasses(kind: type[ServiceError]) -> Iterator[type[ServiceError]]:
    for child in kind.__subclasses__():
        yield child
        yield from _subclasses(child)
