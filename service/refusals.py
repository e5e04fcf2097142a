"""Which refusals there are, and what each says.

The addresses of their pages are their types, and stay: clients may compare them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine import problem_text, reason_text, sentences
from engine.refusals import Reason
from service.details import Detail, FaultCode
from service.errors import Internal, Invalid, Refused, ServiceError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping


@dataclass(frozen=True, slots=True, kw_only=True)
class Explained:
    """A refusal as its page explains it, in one language; sentences are by their names."""

    code: str
    status: int
    adds: tuple[str, ...]
    title: str
    detail: str
    details: Mapping[str, str]
    reasons: Mapping[str, str]
    faults: Mapping[str, str]
    layouts: Mapping[str, str]


def type_of(code: str) -> str:
    """Give the type of a problem: the address of its page."""
    return f"/problems/{code}"


def explained(language: str) -> tuple[Explained, ...]:
    """Explain every refusal, by status and code."""
    kinds = sorted(every_error(), key=lambda kind: (kind.status, kind.code))
    return tuple(_explain(kind, language) for kind in kinds)


def _explain(kind: type[ServiceError], language: str) -> Explained:
    said = sentences("details", language)
    title, detail = problem_text(kind.code, language)
    return Explained(
        code=kind.code,
        status=kind.status,
        adds=kind.adds,
        title=title,
        detail=detail,
        details={each: said[each] for each in Detail if each.partition(".")[0] == kind.code},
        reasons=(
            {each: reason_text(each, {}, language) for each in Reason} if kind is Refused else {}
        ),
        faults={each: said[each] for each in FaultCode} if kind is Invalid else {},
        layouts=sentences("layouts", language) if kind is Invalid else {},
    )


def every_error() -> tuple[type[ServiceError], ...]:
    """List the classes that are answered, each with its own code."""
    found = {}
    for kind in _subclasses(ServiceError):
        if "code" in vars(kind) and not kind.__subclasses__():
            found[kind.code] = kind
    return (*found.values(), Internal)


def _subclasses(kind: type[ServiceError]) -> Iterator[type[ServiceError]]:
    for child in kind.__subclasses__():
        yield child
        yield from _subclasses(child)
