"""What the texts of settings may be: each function reads one kind, or says what was expected."""

from __future__ import annotations

import re
from dataclasses import dataclass
from ipaddress import ip_network
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from engine import catalogue

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR")
_LEAST_OF_A_SECRET = 24


class Wrong(ValueError):
    """What a reader says about a text; whoever reads the environment adds the variable's name."""


def anything(text: str) -> str:
    """Take any text."""
    return text


def dsn(text: str) -> str:
    """Read how to connect to Postgres."""
    if text.startswith(("postgres://", "postgresql://")) or "=" in text:
        return text
    raise Wrong("expected postgresql://user:password@host:port/name")


def path(text: str) -> Path:
    """Read an absolute path; `~` is the home."""
    found = Path(text).expanduser()
    if not found.is_absolute():
        raise Wrong("expected an absolute path")
    return found


def whole(*, least: int, most: int) -> Callable[[str], int]:
    """Make a reader of whole numbers."""

    def read(text: str) -> int:
        if re.fullmatch("[0-9]{1,12}", text) and least <= int(text) <= most:
            return int(text)
        raise Wrong(f"expected a whole number from {least} to {most}")

    return read


def threshold(text: str) -> int | None:
    """Read a number of runs, or `never`."""
    return None if text == "never" else whole(least=0, most=1000)(text)


def level(text: str) -> str:
    """Read a severity."""
    if text.upper() in LEVELS:
        return text.upper()
    raise Wrong(f"expected one of {', '.join(LEVELS)}")


def parts(text: str) -> Iterator[str]:
    """Part a text at its commas."""
    return (part for part in (part.strip() for part in text.split(",")) if part)


def origins(text: str) -> tuple[str, ...]:
    """Read web origins."""
    for origin in parts(text):
        split = urlsplit(origin)
        if origin != "*" and (not split.netloc or origin != f"{split.scheme}://{split.netloc}"):
            raise Wrong("expected origins such as https://play.example.org, with commas between")
    return tuple(parts(text))


def networks(text: str) -> tuple[str, ...]:
    """Read addresses and networks."""
    try:
        return tuple(str(ip_network(part)) for part in parts(text))
    except ValueError as error:
        raise Wrong("expected addresses or networks such as 10.0.0.0/8") from error


@dataclass(frozen=True, slots=True)
class Ahead:
    """How many deals of a variant are to wait: of most so many, of some their own number."""

    most: int
    others: tuple[tuple[str, int], ...] = ()

    def of(self, variant: str) -> int:
        """Tell how many of a variant."""
        return dict(self.others).get(variant, self.most)


def ahead(text: str) -> Ahead:
    """Read how many deals of each variant."""
    count = whole(least=0, most=1_000_000)
    first, *others = list(parts(text)) or [text]
    known = {variant.id for variant in catalogue()}
    named = []
    for part in others:
        name, _, figure = part.partition("=")
        if name not in known:
            raise Wrong(f"expected the id of a variant, not {name!r}")
        named.append((name, count(figure)))
    return Ahead(count(first), tuple(named))


def secret(text: str) -> str:
    """Read a token that nobody guesses."""
    if len(text) >= _LEAST_OF_A_SECRET and text.isascii() and text.isprintable():
        return text
    raise Wrong(f"expected at least {_LEAST_OF_A_SECRET} characters of ASCII")


def on(text: str) -> bool:
    """Read `on` or `off`, or as many write it `1` or `0`."""
    if text in {"on", "off", "1", "0"}:
        return text in {"on", "1"}
    raise Wrong("expected on or off")
