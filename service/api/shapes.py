"""The shapes that the answers of more than one noun share: a game, its parts, its events."""

from __future__ import annotations

from marshmallow import fields

from engine.difficulty import EFFORT as DIFFICULTY_EFFORT
from engine.layouts import LayoutFault
from engine.moves import PATTERN
from engine.refusals import Reason
from engine.scoring import PROFILE
from service.api.schemas import (
    Answer,
    flag,
    house_rules,
    many,
    milliseconds,
    number,
    one,
    text,
    texts,
    time,
)

_LEVELS = (
    "Automatic play: off; finish: all cards go up once that wins; safe: a card goes up as soon as "
    "no other can need it; all: as soon as it can go"
)


def busy() -> fields.Boolean:
    """Give the mark of an answer that could have told more."""
    return fields.Boolean(
        metadata={
            "description": "true where no place to search was free, so that more may be told "
            "later; absent otherwise"
        }
    )


class PileSchema(Answer):
    """A pile as the player sees it."""

    id = text("s stock, w waste, t3 tableau pile or fan, f1 foundation, c2 cell")
    kind = text("stock, waste, tableau, foundation or cell; new kinds may come")
    cards = texts("Bottom to top, rank and suit as TH; ?? is face down")
    target = text("The card that completes the pile, where it is known", required=False)


class LegalMoveSchema(Answer):
    """A move that may be made now."""

    move = text("Post this text back to make the move", metadata={"pattern": PATTERN})
    source = text("The pile it starts from, if one", required=False)
    target = text("The pile it leads to; absent while the card is face down", required=False)
    cards = texts("The cards that move; ?? while face down")


class StepSchema(Answer):
    """One visible effect, for animation."""

    kind = text(
        "carry: onto the target; slide: under the cards of the target; flip: the card turns; "
        "turn_over: the whole pile becomes the target; gather: what the pile holds after a "
        "redeal; exchange: the first card goes face down where the second comes from. New kinds "
        "may come"
    )
    source = text("The pile it starts from")
    target = text("The pile it leads to; the source itself where a card turns")
    cards = texts("The cards as they are seen, bottom to top")


class DifficultySchema(Answer):
    """How hard a deal is that can be won, by what a search for a win needs."""

    level = text(
        "easy, medium, hard or very_hard, by states; the same measure in all variants; "
        "more may come"
    )
    states = number(
        "Positions that a plain search with a fixed budget looks at, from the cards as dealt, "
        f"until it has won; {DIFFICULTY_EFFORT.states} where it has not by then"
    )


class GameDealSchema(Answer):
    """Which deal a game is played on."""

    number = text("The public number, if it has one", required=False)
    date = text("The UTC date, if it is a daily", required=False, metadata={"format": "date"})
    commitment = text(
        "SHA-256 that commits to the secret order; order and salt are in the history once the "
        "deal has closed",
        required=False,
        metadata={"pattern": "^[0-9a-f]{64}$"},
    )
    verdict = text("What is proved of the deal: winnable, lost or unknown", required=False)
    difficulty = one(DifficultySchema, required=False)


class ClosedDealSchema(Answer):
    """A deal with all its cards, shown once it has closed."""

    variant = text("The variant's id")
    rules_version = number("The version of the rules it was dealt by")
    options = house_rules()
    number = text("The public number, if it has one", required=False)
    commitment = text("Secret deals: what was shown beforehand", required=False)
    salt = text("Secret deals: what the commitment was made with, in hexadecimal", required=False)
    order = texts("Shuffled deals: the cards as they came off the pack", required=False)
    piles = many(PileSchema, "The piles as dealt or laid out, no card hidden")
    solution = texts("A line that wins, where the deal was proved winnable", required=False)


class GameRaceSchema(Answer):
    """The race that a game is played in."""

    id = text("The race's id", metadata={"format": "uuid"})
    result = text(
        "Once it is over, how for this player: won, lost or drawn; more may come", required=False
    )


class GameFacts(Answer):
    """What a game and its summary have in common."""

    id = text("The game's id", metadata={"format": "uuid"})
    variant = text("The variant's id")
    rules_version = number("The version of the rules it is played by")
    options = house_rules()
    autoplay = text(_LEVELS)
    deal = one(GameDealSchema)
    race = one(GameRaceSchema, required=False)
    status = text(
        "playing, won, lost, resigned, or stopped: its race ended before it did; more may come"
    )
    stuck = flag("No legal move is left, but an undo may help; false once the game has ended")
    version = number("Raised by every change; the ETag")
    moves_made = number("Net moves, automatic steps not counted")
    score = number(
        f"Points by profile {PROFILE}: 500 by the share of cards placed; a win adds 1000, "
        "up to 300 for time and up to 200 for moves, both measured by the variant's par"
    )
    elapsed_ms = milliseconds(
        "Time played as of last_move_at, by the service's clock: a pause counts "
        "five minutes at most, on a daily in full, a move 250 ms at least; in a race what has "
        "passed since its start"
    )
    assisted = flag("A hint, a verdict or an undo was used")
    practice = flag(
        "The deal was started before or laid out; kept out of the figures. Linking a guest may set "
        "it, and raises no version"
    )
    created_at = time("When the cards were first sent")
    last_move_at = time("When the cards last moved")
    finished_at = time("When it ended", required=False)


class GameSummarySchema(GameFacts):
    """A game without its cards."""


class GameSchema(GameFacts):
    """A game: all that a client needs to draw the board and let the player choose."""

    circling = flag("The moves lead back to where the game was; see the introduction")
    moved_version = number("The version at which the cards last moved")
    piles = many(PileSchema, "All piles in a fixed order")
    legal_moves = many(LegalMoveSchema, "Every legal move once; none when the game has ended")
    steps = many(StepSchema, "What this call did; empty for a call that only reads")
    can_undo = flag("Whether there is a move to take back")
    can_redo = flag("Whether there is a move to play again")
    undos = number("Moves taken back so far")
    hints = number("Hints and verdicts given so far")


class PlayedSchema(Answer):
    """A player's move, and the automatic steps after it."""

    move = text("The move", metadata={"pattern": PATTERN})
    automatic = texts("The automatic steps of the same unit, as moves")


class GameEventSchema(Answer):
    """Something that happened in a game."""

    version = number("The version it made")
    kind = text(
        "started, moves, undo, redo, autoplay, level, hint, verdict, resign, or race: its race "
        "ended; more may come"
    )
    at = time("When")
    moves = many(PlayedSchema, "The units played or taken back, in the order of play")
    automatic = texts("Automatic steps that follow no move of this event")
    autoplay = text("The level of automatic play from now on", required=False)
    race_result = text(
        "How its race ended for the player, where it ended with this: won, lost or drawn",
        required=False,
    )


class FaultSchema(Answer):
    """One thing wrong with a request."""

    location = text("body, query, header or path")
    at = text("A JSON pointer into the body, or a name")
    code = text("A stable code of what is wrong, such as required, unknown, range or one_of")
    reason = text(
        f"layout_wrong: what is wrong of it: {', '.join(LayoutFault)}; more may come",
        required=False,
    )
    detail = text("What is wrong, in the client's language")


class ProblemSchema(Answer):
    """A refusal (RFC 9457). `code` is stable, and which other members there are depends on it.

    The set of members is open: others may come with any code, and clients ignore those they do not
    know. With `validation_failed` there is `errors`; with `illegal_move` there are `move`, `index`
    and `reason`; with `game_over` and `not_allowed_here` in a batch there is `index`; with
    `version_conflict` there are `game`, `events` and `events_left_out`; with `race_not_started`
    there is `starts_at`.
    """

    type = text(
        "The address of a page that explains the code, relative to this service",
        metadata={"format": "uri-reference"},
    )
    title = text("What is wrong, in the client's language")
    status = number("The HTTP status")
    detail = text("More, in the client's language")
    code = text("The stable code to branch on")
    instance = text("A URI that names the request, for support", metadata={"format": "uri"})
    errors = many(FaultSchema, "validation_failed: the faults found", required=False)
    reason = text(
        f"illegal_move: which rule forbids the move: {', '.join(Reason)}; more may come",
        required=False,
    )
    move = text("illegal_move: the move", required=False)
    index = number(
        "illegal_move, game_over, not_allowed_here: the place in the batch, from 0", required=False
    )
    starts_at = time("race_not_started: when it starts", required=False)
    game = one(GameSchema, required=False)
    events = many(
        GameEventSchema,
        "version_conflict: what happened since the version sent; of many events the newest",
        required=False,
    )
    events_left_out = number(
        "version_conflict: how many older ones are left out; the history from `after` the version "
        "sent has them",
        required=False,
    )
