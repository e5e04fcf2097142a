"""Display names: nothing unseen, nothing that leaves its line, and as long as people count."""

import unicodedata

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from service.errors import Invalid
from service.names import clean_name

# Default_Ignorable_Code_Point, DerivedCoreProperties.txt of Unicode 16.0
IGNORABLE = [
    (0x00AD, 0x00AD),
    (0x034F, 0x034F),
    (0x061C, 0x061C),
    (0x115F, 0x1160),
    (0x17B4, 0x17B5),
    (0x180B, 0x180F),
    (0x200B, 0x200F),
    (0x202A, 0x202E),
    (0x2060, 0x206F),
    (0x3164, 0x3164),
    (0xFE00, 0xFE0F),
    (0xFEFF, 0xFEFF),
    (0xFFA0, 0xFFA0),
    (0xFFF0, 0xFFF8),
    (0x1BCA0, 0x1BCA3),
    (0x1D173, 0x1D17A),
    (0xE0000, 0xE0FFF),
]
UNSEEN = [chr(code) for first, last in IGNORABLE for code in range(first, last + 1)]
BLANK = [*"\u2800\ufffc\U0001d159\U00013441\U00013442\U00016fe4"]  # blank though not ignorable
BIDI = [*"\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"]


def cleaned(text: str) -> str | None:
    """Give the clean form, or None where the name is refused."""
    try:
        return clean_name(text)
    except Invalid:
        return None


def code_of(text: str) -> str:
    with pytest.raises(Invalid) as refused:
        clean_name(text)
    return str(refused.value.faults[0].code)


@pytest.mark.parametrize(
    ("sent", "shown"),
    [
        ("Zoe\u0301", "Zo\u00e9"),
        ("Zoe\u034f\u0301", "Zo\u00e9"),
        ("  Ada \u2003 Lovelace\u3000", "Ada Lovelace"),
        ("Ada\u2028Lovelace", "Ada Lovelace"),
        ("\u202eadA\u202c", "adA"),
        ("名前", "名前"),
        ("שָׁלוֹם", "שָׁלוֹם"),
        ("Nguyễn Thị", "Nguyễn Thị"),
        ("นี่น้ำ", "นี่น้ำ"),
        ("हिन्दी", "हिन्दी"),
        ("Renée #1 ♠", "Renée #1 ♠"),
        ("❤\ufe0f", "❤\ufe0f"),
        ("a\ufe0f", "a"),
        ("👩🏽\u200d🚀", "👩🏽\u200d🚀"),
        ("a\u200d🚀\u200db", "a🚀b"),
        ("🏴\U000e0067\U000e007f", "🏴"),
    ],
)
def test_names_are_kept_in_one_form(sent, shown):
    assert clean_name(sent) == unicodedata.normalize("NFC", shown)


def test_whatever_is_unseen_is_left_out_or_refused_wherever_it_stands():
    for letter in UNSEEN + BLANK + BIDI:
        for text in (f"{letter}Ada", f"A{letter}da", f"Ada{letter}"):
            assert cleaned(text) in ("Ada", None), hex(ord(letter))
        assert cleaned(letter * 3) is None
    for letter in UNSEEN:
        if unicodedata.category(letter) != "Cn":
            assert cleaned(f"A{letter}da") == "Ada"


@pytest.mark.parametrize(
    "name",
    [
        "\u0301Ada",
        "\u20ddAda",
        "Ada \u0301",
        "\u200d\u0301Ada",
        "\u0903Ada",
        "A" + "\u0300\u0301\u0302\u0303\u0304",
        "A" + "\u0300\u0316\u0301\u0317\u0302",
        "A\u0301\u0301\u0301",
        "A\u0301\u0302\u0301",
        "A" + "\u0300\u034f" * 3,
    ],
)
def test_marks_stand_on_letters_and_in_no_towers(name):
    assert code_of(name) == "name_marks"


@pytest.mark.parametrize(
    ("letter", "times"),
    [
        ("x", 40),
        ("e\u0323\u0302", 40),
        ("🇩🇪", 40),
        ("👩🏽", 40),
        ("👩🏽\u200d🚀", 40),
        ("กำ", 20),
    ],
)
def test_a_name_is_as_long_as_people_count(letter, times):
    assert cleaned(letter * times)
    assert code_of(letter * 41) == "name_long"


@pytest.mark.parametrize("one_character", ["👩\u200d" * 90 + "👩", "\u1100" * 190])
def test_a_character_without_end_is_too_long(one_character):
    assert code_of(one_character) == "name_long"


@given(
    st.text(st.characters(), min_size=1, max_size=60)
    | st.text(
        st.sampled_from([*"aé \u0301\u0327\u200d\ufe0f\u034f\u202e❤👩🏽🇩\u2800\u0903"]), max_size=12
    )
)
@example("\U00031350")  # of Unicode 15, which not every Python knows
def test_a_name_in_its_form_stays_and_is_seen(text):
    """As far as Python's Unicode goes, which may be older than that of `regex`."""
    name = cleaned(text)
    if name is None:
        return
    assert clean_name(name) == name
    known = {each for each in name if unicodedata.category(each) != "Cn"}
    assert {"\u200d"} >= {each for each in known if not each.isprintable()}
    assert not set(name) & (set(UNSEEN + BLANK + BIDI) - {"\u200d", "\ufe0f"})
    assert name[0] not in known or unicodedata.category(name[0])[0] in "LNPS"
    assert unicodedata.is_normalized("NFC", name)
    assert len(name) <= 160
