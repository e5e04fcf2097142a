"""The shapes of races and of what happens in them."""

from __future__ import annotations

from typing import Final

from marshmallow import fields

from service.api.schemas import Answer, house_rules, many, number, one, text, texts, time
from service.api.shapes import DifficultySchema


class RaceDealSchema(Answer):
    """What is told of a race's secret deal; its cards are in the replays once the race is over."""

    commitment = text(
        "SHA-256 that commits to the order; order and salt are in the replays",
        metadata={"pattern": "^[0-9a-f]{64}$"},
    )
    verdict = text("winnable, where that is proved", required=False)
    difficulty = one(DifficultySchema, required=False)


class RaceFacts(Answer):
    """What a race and its summary have in common."""

    id = text("The race's id", metadata={"format": "uuid"})
    code = text("The eight letters by which others enter", metadata={"pattern": "^[A-Z]{8}$"})
    variant = text("The variant's id")
    rules_version = number("The version of the rules it is played by")
    options = house_rules()
    seats = number("How many can enter")
    cards_to_place = number("How many cards are to be placed to win; see cards_placed")
    minutes = number("The limit, from the start")
    deal = one(RaceDealSchema)
    status = text(
        "open: others may enter; starting: the start is announced; running; over; cancelled: it "
        "came to no start. More may come"
    )
    version = number("Raised by everything that happens; that of its newest event")
    seat = number("My seat; the one I had, where I have left")
    game = text(
        "The id of my game, once the start is announced; until then 409 race_not_started",
        required=False,
        metadata={"format": "uuid"},
    )
    created_at = time("When it was made")
    expires_at = time("open: when it is cancelled if its start is not announced", required=False)
    starts_at = time(
        "When it starts, by the service's clock, from which yours differs by what the header Date "
        "tells, to the second; the `at` of an event that arrives live is sharper",
        required=False,
    )
    ends_at = time("When the limit is", required=False)
    ended_at = time("When it ended", required=False)
    reason = text(
        "Why it ended: finished: all cards home; last_able: only one could still play; none_able: "
        "the last were out together; limit; not_started; all_left. More may come",
        required=False,
    )


class RaceEntrySchema(Answer):
    """Somebody's place in a race."""

    seat = number("The seat, from 1")
    name = text(
        "The player's name when they entered, if they had one; guests have none", required=False
    )
    state = text(
        "waiting, ready, playing, finished, blocked: no legal move was left, resigned, or stopped: "
        "still playing when the race ended. Who has left keeps it until leaves_at. More may come"
    )
    cards_placed = number("Cards in their place now")
    moves_made = number("Net moves")
    leaves_at = time(
        "Left: resigned from then on, unless they come back before by ready or a change in their "
        "game",
        required=False,
    )
    result = text("Once it is over: won, lost or drawn; more may come", required=False)
    replay = text("Once it is over: the id of the game's replay", required=False)


class RaceSchema(RaceFacts):
    """A race as one of its entrants is told of it."""

    entries = many(RaceEntrySchema, "Who is in it, by seat")
    rematch_of = text("The race before this one", required=False, metadata={"format": "uuid"})
    rematch = text("The race after this one", required=False, metadata={"format": "uuid"})


class RacePreviewSchema(Answer):
    """A race as those are told of it who have its code and are not in it."""

    variant = text("The variant's id")
    options = house_rules()
    seats = number("How many can enter")
    minutes = number("The limit, from the start")
    status = text("As a race's: who comes too late finds it no longer open")
    entered = number("How many have entered")
    names = texts("The names of those who have one")


class RaceSummarySchema(RaceFacts):
    """A race in a list, with how it stands for me."""

    state = text("My entry's state")
    result = text("Once it is over, how for me: won, lost or drawn; more may come", required=False)


_KINDS: Final = """\
Something that happened in a race. `version`, `kind` and `at` are always there; what else depends on
the kind. Kinds and members that a client does not know may come.

| kind | what else |
| --- | --- |
| `joined`, `renamed` | `seat`; `name`, if the player has one |
| `ready`, `returned` | `seat` |
| `left` | `seat`; once the start is announced `until` |
| `starting` | `starts_at`, `ends_at` |
| `started` | `cards_placed` |
| `progress` | `seat`, `cards_placed`, `moves_made` |
| `finished`, `blocked`, `resigned` | `seat` |
| `result` | `outcome`, `reason`, `seats` |
| `cancelled` | `reason` |
| `rematch` | `race` |
"""


class RaceEventSchema(Answer):
    """Something that happened in a race; which members there are depends on the kind."""

    class Meta(Answer.Meta):
        """What the document says of it."""

        description = _KINDS

    version = number("The version of the race that it made, counted from 1")
    kind = text(
        "joined, ready, left, returned, starting, started, progress, finished, blocked, resigned, "
        "result, cancelled, rematch or renamed; more may come"
    )
    at = time("When")
    seat = number("Whose, if one's", required=False)
    name = text("joined, renamed: the player's name, if they have one", required=False)
    until = time("left: until when they may come back, once the start is announced", required=False)
    starts_at = time("starting: when the race will start", required=False)
    ends_at = time("starting: when the limit will be", required=False)
    cards_placed = number("started, progress: cards in their place now", required=False)
    moves_made = number("progress: net moves", required=False)
    outcome = text("result: won or drawn", required=False)
    reason = text("result, cancelled: why; as the race's", required=False)
    seats = fields.List(
        fields.Integer(strict=True),
        metadata={"description": "result: the winner's seat, or those that draw"},
    )
    race = text("rematch: the new race's id", required=False, metadata={"format": "uuid"})
