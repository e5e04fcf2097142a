"""Deal numbers: what is refused, Microsoft's deals as published, orders and commitments."""

import hashlib
import random

import pytest

from engine import BadDeal, Deal, Position, card_text, commitment, shuffled_cards, variant
from engine.cards import cards
from engine.deals import HIGHEST_NUMBER, commitment_text
from engine.rules import Shuffle
from tests.engine.every import EVERY_RULES

MICROSOFT = {
    # Row by row as they are dealt; printed alike in many places, as on Rosetta Code
    # ("Deal cards for FreeCell": 1 and 617) and in the tests of several FreeCell programs.
    "1": """
        JD 2D 9H JC 5D 7H 7C 5H
        KD KC 9S 5S AD QC KH 3H
        2S KS 9D QD JS AS AH 3C
        4C 5C TS QH 4H AC 4D 7S
        3S TD 4S TH 8H 2C JH 7D
        6D 8S 8D QS 6C 3D 8C TC
        6S 9C 2H 6H""",
    "617": """
        7D AD 5C 3S 5S 8C 2D AH
        TD 7S QD AC 6D 8H AS KH
        TH QC 3H 9D 6S 8D 3D TC
        KD 5H 9S 3C 8S 7H 4D JS
        4C QS 9C 9H 7C 6H 2C 2S
        4S TS 2H 5D JC 6C JH QH
        JD KS KC 4H""",
    "11982": """
        AH AS 4H AC 2D 6S TS JS
        3D 3H QS QC 8S 7H AD KS
        KD 6H 5S 4D 9H JH 9S 3C
        JC 5D 5C 8C 9D TD KH 7C
        6C 2C TH QH 6D TC 4S 7S
        JD 7D 8H 9C 2H QD 4C 5H
        KC 8D 2S 3S""",
    # above 32,000, where an early program stopped
    "1000000": """
        2D 6H 6S TH JC 3C 4D TD
        9C 3D 7D 7C QC AC 2S 4C
        KD 5H 5D QH JH 6C 9H KS
        JD 7S QD 8D 2H AD 5C 8C
        3H 4S 3S KC KH 9D 7H 8S
        TC AS 6D 8H 2C QS 5S JS
        TS AH 9S 4H""",
}

FULLWIDTH, ARABIC = "\N{FULLWIDTH DIGIT ONE}", "\N{ARABIC-INDIC DIGIT ONE}"


@pytest.mark.parametrize("number", MICROSOFT)
def test_microsoft_deals_are_as_published(number):
    position = Position.start(Deal.numbered(variant("freecell").with_options(), number))
    rows = [row.split() for row in MICROSOFT[number].split("\n") if row.strip()]
    for column in range(8):
        expected = [row[column] for row in rows if column < len(row)]
        assert list(position.view()[f"t{column + 1}"].cards) == expected


def test_microsoft_deal_1_has_its_first_column():
    position = Position.start(Deal.numbered(variant("freecell").with_options(), "1"))
    assert " ".join(position.view()["t1"].cards) == "JD KD 2S 4C 3S 6D 6S"


@pytest.mark.parametrize("rules", EVERY_RULES)
def test_the_range_of_numbers_has_both_its_ends(rules):
    highest = {Shuffle.PINNED: 9223372036854775807, Shuffle.MICROSOFT: 2147483647}[rules.shuffle]
    assert HIGHEST_NUMBER[rules.shuffle] == highest
    for number in ("1", str(highest)):
        deal = Deal.numbered(rules, number)
        assert sorted(deal.order or ()) == sorted(shuffled_cards(rules))
        assert deal.number == number
    for number in ("0", str(highest + 1), "9" * 400):
        with pytest.raises(BadDeal, match="deal numbers"):
            Deal.numbered(rules, number)


@pytest.mark.parametrize("rules", EVERY_RULES)
@pytest.mark.parametrize(
    "number",
    ["", "-1", "+1", "01", "1.0", "1e3", " 1", "1 ", "1\n", "1_0", "0x1", "one", FULLWIDTH, ARABIC],
)
def test_other_spellings_are_no_numbers(rules, number):
    with pytest.raises(BadDeal, match="deal numbers"):
        Deal.numbered(rules, number)


@pytest.mark.parametrize("rules", EVERY_RULES)
def test_neighbouring_and_huge_numbers_are_different_deals(rules):
    numbers = [*range(1, 200), 2**31 - 2, 2**31 - 1]
    if rules.shuffle is Shuffle.PINNED:
        numbers += [2**53 - 1, 2**53, 2**53 + 1, 2**53 + 2, 2**63 - 2, 2**63 - 1]
    orders = {Deal.numbered(rules, str(number)).order for number in numbers}
    assert len(orders) == len(numbers)


@pytest.mark.parametrize("rules", EVERY_RULES)
def test_an_order_must_be_the_pack(rules):
    order = shuffled_cards(rules)
    random.Random(1).shuffle(order)  # noqa: S311 - repeatable, no secret
    assert Deal.of_order(rules, order).order == tuple(order)
    other = next(code for code in order if code != order[0])
    for wrong in (order[1:], [*order, order[0]], [*order[1:], other], []):
        with pytest.raises(BadDeal):
            Deal.of_order(rules, wrong)


@pytest.mark.parametrize("rules", EVERY_RULES)
def test_a_commitment_is_the_hash_of_what_is_documented(rules):
    deal = Deal.numbered(rules, "5")
    salt = bytes(range(16))
    options = ",".join(f"{name}={rules.options[name]}" for name in sorted(rules.options))
    order = " ".join(card_text(code) for code in deal.order or ())
    text = (
        f"longcase deal 1\n000102030405060708090a0b0c0d0e0f\n{rules.variant}\n{rules.version}\n"
        f"{options}\n{order}\n"
    )
    assert commitment_text(deal, salt=salt) == text
    assert commitment(deal, salt=salt) == hashlib.sha256(text.encode()).hexdigest()
    assert commitment(deal, salt=salt[::-1]) != commitment(deal, salt=salt)


def test_words_that_would_favour_some_cards_are_passed_over(monkeypatch):
    """2^32 is no multiple of 40: the last words of the range are not taken."""
    rules = variant("grandfathers-clock").with_options()
    plain = [7] * 60
    monkeypatch.setattr("engine.deals._words", lambda _: iter(plain))
    order = Deal.numbered(rules, "1").order
    for unfair in (2**32 - 1, 2**32 // 40 * 40):
        words = [unfair, unfair, *plain]
        monkeypatch.setattr("engine.deals._words", lambda _, words=words: iter(words))
        assert Deal.numbered(rules, "1").order == order
    fair = [2**32 // 40 * 40 - 1, *plain]
    monkeypatch.setattr("engine.deals._words", lambda _: iter(fair))
    assert Deal.numbered(rules, "1").order != order


def test_a_deal_is_dealt_round_robin_and_not_pile_by_pile():
    """Off the pack in turn: the first forty cards by name on eight columns of five."""
    rules = variant("grandfathers-clock").with_options()
    order = shuffled_cards(rules)
    position = Position.start(Deal.of_order(rules, order))
    assert position.cards("t1") == tuple(order[0::8])
    assert position.cards("t8") == tuple(order[7::8])
    assert position.cards("f1") == cards("TH")
