"""Write docs/problems.md, the table of all problems: `make spec`.

It is made of the code's names and the engine's texts, as the service's own pages at `/problems`
are; `tests/test_docs.py` compares. Write it again when a code, a reason or a text has changed.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from service.refusals import explained

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

PAGE = Path(__file__).with_name("problems.md")

_FRAME = """\
# Problems

Whatever the service refuses is answered with a problem document (RFC 9457). This page is written
by `make spec`; a running service has the same at `/problems`, in English, French and
German.

- `code` is stable. `type` is the address of a page about it, relative to the service, and ends
  with it.
- `instance` names the request: it holds the answer's `X-Request-Id`.
- `title` and `detail` are for people, in the language of the answer's `Content-Language`. Their
  wording may change.
- The set of members is open. Those that a code has of its own stand in the table; others may come,
  as may codes and reasons. A client does well to treat a word it does not know like none, and a
  code by its status.

{problems}
## More exactly

Where one of these applies it takes the place of the detail. What stands in braces is filled in.

{details}
## Why a move is refused

The `reason` of `illegal_move`, with the sentence that is said where no card is named:

{reasons}
## What is wrong with a request

The `code` of each of the `errors` of `validation_failed`. They are the faults that were found;
when these are mended others may show.

{faults}
`layout_wrong` has a `reason` too; its sentence stands for `{{said}}`:

{layouts}"""


def written() -> str:
    """Write the page."""
    problems = explained("en")
    rows = [
        (str(each.status), f"`{each.code}`", _code(*each.adds), each.title, each.detail)
        for each in problems
    ]
    return _FRAME.format(
        problems=_table(("status", "`code`", "its own members", "title", "detail"), rows),
        details=_listed("of", (each.details for each in problems)),
        reasons=_listed("`reason`", (each.reasons for each in problems)),
        faults=_listed("`code`", (each.faults for each in problems)),
        layouts=_listed("`reason`", (each.layouts for each in problems)),
    )


def _listed(head: str, said: Iterable[Mapping[str, str]]) -> str:
    rows = [(_code(name), sentence) for each in said for name, sentence in each.items()]
    return _table((head, "in English"), rows)


def _code(*names: str) -> str:
    return ", ".join(f"`{name}`" for name in names)


def _table(head: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    lines = [head, tuple("---" for _ in head), *rows]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


if __name__ == "__main__":
    PAGE.write_text(written(), encoding="utf-8")
