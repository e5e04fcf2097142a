"""Display names: in one form, of which nothing is unseen and nothing runs out of its line.

A name stands beside other people's on boards, so it may not look empty, reorder what follows it,
or cover the lines around it. What cannot be seen is left out, for nobody can tell that they sent
it; what would be seen wrongly is refused. The properties are those of Unicode as the library
`regex` knows them. Names are not unique, and look-alikes of other names are not looked for.
"""

from __future__ import annotations

import unicodedata
from typing import Final

import regex

from service.details import FaultCode
from service.errors import Invalid

LONGEST: Final = 40  # grapheme clusters, which is what people count
MOST_CODE_POINTS: Final = 4 * LONGEST  # a cluster has no bound of its own

# Controls, lone surrogates, private use, and what no version of Unicode has yet.
_CONTROL: Final = regex.compile(r"[\p{Cc}\p{Cs}\p{Co}\p{Cn}]")
# Emoji are joined by U+200D and made colourful by U+FE0F, both else unseen.
_JOINER: Final = (
    r"(?<=\p{Extended_Pictographic}[\uFE0F\p{Emoji_Modifier}]?)\u200D(?=\p{Extended_Pictographic})"
)
_COLOUR: Final = r"(?<=\p{Extended_Pictographic})\uFE0F"
# Bidi controls, tags, variation selectors, fillers; and of the visible categories those that are
# blank by their names: braille, a note's missing head, hieroglyphs' and Khitan's fillers.
_UNSEEN: Final = regex.compile(
    rf"{_JOINER}(*SKIP)(*FAIL)|{_COLOUR}(*SKIP)(*FAIL)"
    r"|[\p{Default_Ignorable_Code_Point}\p{Cf}\u2800\uFFFC\U00013441\U00013442\U00016FE4\U0001D159]"
)
_SEEN: Final = regex.compile(r"[\p{L}\p{N}\p{P}\p{S}]")
# UTS 39, 5.4: more than four marks on a letter, or one twice; and marks that have no letter.
_WRONG_MARKS: Final = regex.compile(r"(?:^|\s)\p{M}|[\p{Mn}\p{Me}]{5}|([\p{Mn}\p{Me}])\p{M}*\1")
_CHARACTER: Final = regex.compile(r"\X")


def clean_name(text: str) -> str:
    r"""Give a display name in one form: composed, trimmed, single blanks, all of it to be seen.

    >>> clean_name("  Zoe\u0301 \u202e  K. ")
    'Zoé K.'

    Raises:
        Invalid: it is empty, too long, or holds what cannot be shown in one line.
    """
    if _CONTROL.search(text):
        raise Invalid.field("name", FaultCode.NAME_CONTROL)
    name = " ".join(unicodedata.normalize("NFC", _UNSEEN.sub("", text)).split())
    if not _SEEN.search(name):
        raise Invalid.field("name", FaultCode.NAME_BLANK)
    if _WRONG_MARKS.search(unicodedata.normalize("NFD", name)):
        raise Invalid.field("name", FaultCode.NAME_MARKS)
    if len(name) > MOST_CODE_POINTS or len(_CHARACTER.findall(name)) > LONGEST:
        raise Invalid.field("name", FaultCode.NAME_LONG, most=LONGEST)
    return name
