"""What exactly is wrong with a request: stable names; the sentences stand with the engine's texts.

A `Detail` takes the place of a problem's general detail. A `Fault` is one entry of the errors of a
request that is not valid; its code is stable, and clients may branch on it. Which names there are
is told here alone, so that no sentence is missing in any language and none is left over.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping


class Detail(StrEnum):
    """A more exact detail of a problem, written `<code>.<what>`."""

    SYNTAX = "malformed_json.syntax"
    NOT_STRICT = "malformed_json.not_strict"
    REPEATED_NAME = "malformed_json.repeated_name"
    NESTED = "malformed_json.nested"
    NUL = "malformed_json.nul"
    CUT_SHORT = "malformed_json.cut_short"
    NEEDLESS_SLASHES = "not_found.needless_slashes"
    NO_UNDO = "not_allowed_here.no_undo"
    NO_DECISIONS = "not_allowed_here.no_decisions"
    UNDO_WOULD_TELL = "not_allowed_here.undo_would_tell"
    NONE_WINNABLE = "not_allowed_here.none_winnable"
    VERDICT_WOULD_TELL = "not_allowed_here.verdict_would_tell"
    DEAL_WOULD_TELL = "not_allowed_here.deal_would_tell"
    AGAIN_UNFINISHED = "not_allowed_here.again_unfinished"
    DAILY_OPEN = "not_allowed_here.daily_open"
    RACE_OPEN = "not_allowed_here.race_open"
    RACE_BY_CHANCE = "not_allowed_here.race_by_chance"
    RACE_UNFINISHED = "not_allowed_here.race_unfinished"
    RACE_RESTLESS = "not_allowed_here.race_restless"
    RACE_RETURNS = "not_allowed_here.race_returns"
    RACE_REMATCHES = "not_allowed_here.race_rematches"
    LINK_RACE = "not_allowed_here.link_race"
    LOOKS_AHEAD = "not_allowed_here.looks_ahead"
    ENDS_EARLIER = "game_over.ends_earlier"
    NO_DAILY = "not_found.no_daily"
    NO_VARIANT = "not_found.no_variant"
    NO_SANDBOX = "not_allowed_here.no_sandbox"
    SHARE_UNFINISHED = "not_allowed_here.share_unfinished"
    LINK_NAMED = "not_allowed_here.link_named"
    TIME_ZONE = "too_soon.time_zone"
    FEWER_TO_UNDO = "nothing_to_undo.fewer"
    STILL_WINNABLE = "nothing_to_undo.still_winnable"
    FEWER_TO_REDO = "nothing_to_redo.fewer"
    NEW_PLAYER = "key_needs_token.new_player"
    ROTATION = "key_needs_token.rotation"
    NUMBERS = "deal_out_of_range.numbers"
    FUTURE = "version_conflict.future"
    NO_WINNABLE_DEAL = "unavailable.no_winnable_deal"
    NOT_MIGRATED = "unavailable.not_migrated"
    NO_SEARCH = "unavailable.no_search"
    SEARCHES_BUSY = "unavailable.searches_busy"
    WAITING_YOURSELF = "too_many_waiting.yourself"
    WAITING_ADDRESS = "too_many_waiting.address"


class FaultCode(StrEnum):
    """What is wrong at one place of a request."""

    REQUIRED = "required"
    UNKNOWN = "unknown"
    NULL = "null"
    NOT_TEXT = "not_text"
    NOT_WHOLE = "not_whole"
    NOT_DIGITS = "not_digits"
    NOT_BOOLEAN = "not_boolean"
    NOT_ID = "not_id"
    NOT_LIST = "not_list"
    NOT_OBJECT = "not_object"
    BODY_NOT_OBJECT = "body_not_object"
    RANGE = "range"
    TEXT_LENGTH = "text_length"
    LIST_LENGTH = "list_length"
    ONE_OF = "one_of"
    NUL = "nul"
    REPEATED = "repeated"
    VALUE = "value"
    DEAL_NUMBER = "deal_number"
    DATE = "date"
    CARD = "card"
    PILE = "pile"
    MOVE = "move"
    LAYOUT_FORM = "layout_form"
    LAYOUT_HIDES = "layout_hides"
    LAYOUT_WON = "layout_won"
    LAYOUT_WRONG = "layout_wrong"
    TOO_MANY_PILES = "too_many_piles"
    TOO_MANY_MOVES = "too_many_moves"
    COUNT_OR_TO = "count_or_to"
    KEY_FORM = "key_form"
    IF_MATCH_FORM = "if_match_form"
    VERSIONS_DIFFER = "versions_differ"
    NOT_A_CURSOR = "not_a_cursor"
    NO_SUCH_VARIANT = "no_such_variant"
    VARIANT_OR_AGAIN = "variant_or_again"
    NO_SUCH_OPTION = "no_such_option"
    NO_OPTIONS = "no_options"
    NO_SUCH_LEVEL = "no_such_level"
    ONE_DEAL = "one_deal"
    WINNABLE_IS_RANDOM = "winnable_is_random"
    WINNABLE_NOT_PROVED = "winnable_not_proved"
    NO_SUCH_GAME = "no_such_game"
    AGAIN_OTHER_VARIANT = "again_other_variant"
    AGAIN_OTHER_OPTIONS = "again_other_options"
    NO_SUCH_DAILY = "no_such_daily"
    DAILY_WITHDRAWN = "daily_withdrawn"
    DAILY_OTHER_OPTIONS = "daily_other_options"
    NAME_CONTROL = "name_control"
    NAME_BLANK = "name_blank"
    NAME_MARKS = "name_marks"
    NAME_LONG = "name_long"
    NO_SUCH_RACE = "no_such_race"
    TOO_FAR_AHEAD = "too_far_ahead"
    NO_SUCH_ZONE = "no_such_zone"
    NO_SUCH_GUEST = "no_such_guest"
    GUEST_IS_ACCOUNT = "guest_is_account"


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """One thing wrong with a request: where it stands, as a JSON pointer or a name, and what.

    `reason` is the engine's, of a layout.
    """

    location: str  # body, query, header or path
    at: str
    code: FaultCode
    reason: str | None = None
    facts: Mapping[str, object] = field(default_factory=dict)
