"""The catalogue of variants, and their numbered deals."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from flask import current_app, request
from marshmallow import fields

from service import catalogue, numbered
from service.api.answering import answered, conditional
from service.api.blueprint import Blueprint, Token
from service.api.choices import effort
from service.api.fields import OptionsField
from service.api.language import preferred
from service.api.reading import read_query
from service.api.schemas import (
    Answer,
    Request,
    flag,
    fraction,
    house_rules,
    many,
    number,
    one,
    text,
    texts,
)
from service.api.shapes import DifficultySchema, PileSchema, busy
from service.errors import DealOutOfRange, Invalid, NotAllowedHere
from service.limiting import Budget
from service.searching import Effort

if TYPE_CHECKING:
    from flask import Response

blueprint = Blueprint("variants", __name__, description="The catalogue: rules as data and texts")

CACHE_SECONDS = 300


class DealNumbersSchema(Answer):
    """The range of a variant's public deals."""

    first = text("The lowest number")
    last = text("The highest number")


class ShareSchema(Answer):
    """A share of the variant's numbered deals, as it was measured."""

    share = fraction("The share, from 0 to 1, of all deals that were looked at")
    low = fraction("Where its 95 % interval begins; with no undecided deal counted in")
    high = fraction("Where the interval ends; with all undecided deals counted in")
    deals = number("How many deals were looked at, from number 1 on")
    undecided = number("Of how many the solver cannot tell; the share takes them for not won")
    command = text("The command that measures it, in the service's sources")
    exact = fraction("The chance that theory gives, where it gives one", required=False)


class FactsSchema(Answer):
    """What a player looks for when choosing a variant."""

    packs = number("Packs of 52 cards")
    hidden_cards = flag("Some cards are face down")
    open = flag("No card is face down")
    chance_only = flag("The player decides nothing")
    undo = flag("Moves can be taken back")
    raced = flag("Decisions matter enough to race")
    deal_numbers = one(DealNumbersSchema)
    winnable = one(
        ShareSchema,
        required=False,
        metadata={"description": "The share that can be won, every card known; if measured"},
    )
    hints_only = one(
        ShareSchema,
        required=False,
        metadata={"description": "The share that following hints wins where cards are hidden"},
    )


class VariantSummarySchema(Answer):
    """A variant in short."""

    id = text("The variant's id")
    name = text("Its name")
    aliases = texts("Other ids it answers to")
    other_names = texts("Other names that people look for")
    aim = text("What the player tries to do")
    rules_version = number("The present version of the rules")
    related = texts("Ids of similar variants, not all of which need be in the catalogue")
    facts = one(FactsSchema)


class VariantsSchema(Answer):
    """The catalogue."""

    items = many(VariantSummarySchema, "All variants, by id")


class QuestionSchema(Answer):
    """A question and its answer."""

    question = text("The question")
    answer = text("The answer")


class SourcedSchema(Answer):
    """Something known, and where from."""

    source = text("Where from")
    text = text("What is known")


class RuleExampleSchema(Answer):
    """A small position, and a move that is allowed there or is not."""

    flag = text("The rule it shows")
    options = fields.Dict(
        keys=fields.String(),
        values=fields.String(),
        required=True,
        metadata={"description": "House rules that are not at their default"},
    )
    piles = fields.Dict(
        keys=fields.String(),
        values=fields.List(fields.String()),
        required=True,
        metadata={"description": "The cards that matter, bottom to top, by pile"},
    )
    move = text("The move")
    allowed = fields.Boolean(required=True, metadata={"description": "Whether it is legal"})
    text = text("The example in words")


class HouseRuleValueSchema(Answer):
    """One value of a house rule."""

    name = text("As in a game's options")
    text = text("What it means")


class HouseRuleSchema(Answer):
    """A house rule."""

    name = text("As in a game's options")
    title = text("For people")
    default = text("The value where none is chosen")
    layout = flag("It changes where cards lie at the start")
    values = many(HouseRuleValueSchema, "All values")


class AutomaticSchema(Answer):
    """Automatic play."""

    levels = texts("The levels a game may have")
    default = text("The level where none is chosen")


class PlannedPileSchema(Answer):
    """A pile of the variant."""

    id = text("The pile's id")
    kind = text("stock, waste, tableau, foundation or cell; new kinds may come")
    target = text("The card that completes it, where the rules fix it", required=False)


class PlaceSchema(Answer):
    """Where a pile lies."""

    pile = text("The pile's id")
    x = fraction("In widths of a card")
    y = fraction("In heights of a card")


class ParSchema(Answer):
    """What a good player needs; the score is measured by it."""

    seconds = number("Seconds; slower wins get nothing for time")
    moves = number("Moves with automatic steps; wins in twice as many get nothing for moves")


class VariantSchema(VariantSummarySchema):
    """A variant in full: texts, and rules as data."""

    how_to_play = texts("Steps for a beginner")
    rules = fields.Dict(
        keys=fields.String(),
        values=fields.String(),
        required=True,
        metadata={"description": "The rules as text, by kind of pile, and the end"},
    )
    examples = many(RuleExampleSchema, "Each rule by moves that are allowed and moves that are not")
    tips = texts("Advice")
    faq = many(QuestionSchema, "Questions and answers")
    scoring = texts("How points are counted")
    par = one(ParSchema)
    history = many(SourcedSchema, "Where the game comes from")
    options = many(HouseRuleSchema, "House rules")
    autoplay = one(AutomaticSchema)
    piles = many(PlannedPileSchema, "All piles in a fixed order")
    interchangeable = fields.List(
        fields.List(fields.String()),
        required=True,
        metadata={"description": "Sets of piles that may change places without a difference"},
    )
    layout = many(PlaceSchema, "Where the piles lie; a card is 1.4 times as high as wide")
    rules_data = fields.Dict(
        keys=fields.String(),
        required=True,
        metadata={"description": "The rules as data, one group for each kind of pile"},
    )


class DealFacts(Answer):
    """What a public deal's layout and its verdict have in common."""

    variant = text("The variant's id")
    rules_version = number("The version of the rules")
    options = house_rules()
    moves_to_win = number("winnable: the moves of the line in hand", required=False)
    difficulty = one(DifficultySchema, required=False)
    number = text("The deal's number")


class NumberedDealSchema(DealFacts):
    """A public deal: anyone can look it up by its number."""

    piles = many(PileSchema, "The piles as a player first sees them")
    verdict = text("What was proved of it, if it was: winnable or lost", required=False)


class DealVerdictRequestSchema(Request):
    """The house rules, and how long to search."""

    options = OptionsField()
    effort = effort()


class DealVerdictSchema(DealFacts):
    """Whether a public deal can be won."""

    verdict = text("winnable: a line is in hand; lost: that is proved; or unknown")
    states = number("Positions looked at to find it out")
    busy = busy()


@blueprint.call(
    "GET",
    "/variants",
    name="listVariants",
    token=Token.NONE,
    stored=False,
    answers=VariantsSchema,
    takes=["If-None-Match"],
    gives=["Content-Language", "ETag"],
)
def list_variants() -> Response:
    """List the variants.

    Each with its names and facts, in the order of their ids. The house rules, and what is needed to
    draw a board, are in the variant itself.
    """
    language = preferred()
    return _cached({"items": catalogue.summaries(language)}, language)


@blueprint.call(
    "GET",
    "/variants/<variant>",
    name="getVariant",
    token=Token.NONE,
    stored=False,
    answers=VariantSchema,
    takes=["If-None-Match"],
    gives=["Content-Language", "ETag"],
)
def get_variant(variant: str) -> Response:
    """Describe a variant: its rules as data, and its texts; aliases answer too.

    Texts are in the language that Accept-Language prefers, of English, French and German.
    """
    language = preferred()
    return _cached(catalogue.details(variant, language), language)


@blueprint.call(
    "GET",
    "/variants/<variant>/deals/<number>",
    name="getDeal",
    token=Token.NONE,
    answers=NumberedDealSchema,
    takes=["Options", "If-None-Match"],
    gives=["ETag"],
    problems=[DealOutOfRange, Invalid],
)
def get_deal(variant: str, number: str) -> Response:
    """Lay out a numbered deal as a player first sees it; with its verdict if one was asked for.

    Options that change the layout are parameters of the query. No game is started.
    """
    means = current_app.extensions["means"]
    return _cached(numbered.look_up(means, variant, number, read_query(request)))


@blueprint.call(
    "POST",
    "/variants/<variant>/deals/<number>/verdict",
    name="judgeDeal",
    budget=Budget.SEARCHES,
    token=Token.NONE,
    body=DealVerdictRequestSchema,
    answers=DealVerdictSchema,
    problems=[DealOutOfRange, NotAllowedHere],
)
def judge_deal(body: dict[str, Any], variant: str, number: str) -> Response:
    """Ask whether a numbered deal can be won.

    What is proved is kept, as long as there is room, and shown with the deal. In variants with
    hidden cards nothing is told.
    """
    means = current_app.extensions["means"]
    options = body.get("options", {})
    found = numbered.judge(means, variant, number, options, Effort(body["effort"]))
    return answered(found)


def _cached(body: dict[str, Any], language: str | None = None) -> Response:
    response = answered(body)
    response.headers["Cache-Control"] = f"public, max-age={CACHE_SECONDS}"
    if language is not None:
        response.headers["Content-Language"] = language
        response.vary.add("Accept-Language")
    return conditional(response)
