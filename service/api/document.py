"""The frame of the OpenAPI document; the calls fill it in themselves."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from service.api.blueprint import describe_codes
from service.waiting import of_address

if TYPE_CHECKING:
    from service.config import Config

_ABOUT: Final = """\
Longcase deals, referees and remembers patience (solitaire) games for other people's clients.

## Begin

Two calls are enough: `POST /v1/games {{"variant": "grandfathers-clock"}}` starts a game and gives a
guest's `token`, which is shown this once. With it, as `Authorization: Bearer …`,
`POST /v1/games/{{game_id}}/moves {{"moves": ["…"], "version": 1}}` makes one of the `legal_moves`
of the answer. Go on so until `finished_at` is there; `POST /v1/games/{{game_id}}/hint` tells a move
when you are stuck. `GET /v1/variants` lists the games there are.

A game is answered whole by every call that changes it: the piles, the legal moves, the steps to
animate. Its `variant` tells in the catalogue how the piles lie, the rules and the house rules. On
another device the same token lists the games, `GET /v1/games?status=playing&sort=-last_move_at`.

## Cards, piles and moves

Cards are rank and suit (`TH`, `AS`), `??` is face down. Piles are `s` stock, `w` waste, `t3`
tableau, `f1` foundation, `c2` cell; their cards are listed from bottom to top. A move is
`source-target`, with `x4` for four cards, or one of the words `draw`, `redeal`, `turn` (the clocks'
next card), `swap-t7.2` (with the second hidden card from the top of `t7`). Post back the text of a
legal move to make it; nothing of it need be understood.

## Two devices, lost answers

Every change raises `version`, which is the `ETag`. Send it as `version` in the body, or as
`If-Match`, so that two devices do not play over each other: if the cards have moved since, nothing
is done and the answer is 412 `version_conflict` with the `game` as it is and the `events` between.
Moves that were made offline are one request, all or nothing, as far as no hidden card is turned up;
after a conflict send those that still stand on the new version.

Send an `Idempotency-Key` with each POST that takes one, and the same one again when the answer was
lost: the change is made once, and its answer given again. Another wish needs another key.

## Changes made elsewhere

To learn of changes made on another device, or of what happens in a race, read the game or the race
with its `ETag` as `If-None-Match` and `Prefer: wait={longest_wait}`: the answer comes with the
change, or is 304 when so many seconds are over; {longest_wait} are the most. Then ask again. A
race's events can be waited for too, or streamed. Where all places for waiting are taken, or you
have {waiting} of those of the process that is asked, or all at your address {waiting_address}, the
answer is 503 `too_many_waiting`.

## Secret deals

A secret deal *closes* when its game ends; one that many play closes for all at once, a daily 24
hours after its day has ended, a race's with the race. Until then nothing face down is told, and on
a daily or in a race there are no hints and verdicts. From then on the history shows the whole deal,
which the script `docs/verify_deal.py` in this service's source checks against the commitment, with
Python alone. A public deal's number tells all its cards to whoever computes them.

A random deal of a variant without hidden cards is proved winnable before it is served. Such deals
wait ready; where none does, up to {deal_tries} are dealt and searched while the client waits,
{deal_states:,} positions each, and if none is proved the answer is 503 with `Retry-After`, never a
deal without a proof. `difficulty` counts what a search needed: `easy` below 100 positions, `medium`
from there, `hard` from 1,000, `very_hard` from 10,000.

## Verdicts

A *verdict* is a proof: `winnable` has a line in hand, `lost` was searched to the end, and what a
bounded search does not prove is `unknown`. A quick search takes a moment. A deep one looks at
{states:,} positions in {memory} MiB; few run at once, the others queue for {wait} seconds at most
and are then answered `unknown`. `circling` is none: it is set when the same position stood twice
before on the surviving moves, or once before with the stock turned over since.

## What may come

Clients have to bear members, variants and house rules that they do not know, and values of `kind`,
`why`, `status`, `reason`, `state` and `code` beyond those that are named here: such come without a
new version. So a game has ended when `finished_at` is there, a race when `ended_at` is. What is not
known is left out, never null. Ids and deal numbers are texts, times are in UTC with `Z`.

## Refusals

Errors are problem documents (RFC 9457), in the language of `Accept-Language`; branch on `code`,
show `title` and `detail`. `type` is the address of a page about the code; [one page](problems) has
them all. Each answer bears an `X-Request-Id`, which a problem has in its `instance`.

```json
{{
  "type": "/problems/illegal_move",
  "title": "The rules do not allow this move",
  "status": 409,
  "detail": "…",
  "code": "illegal_move",
  "instance": "urn:longcase:request:…",
  "move": "t1-f3",
  "index": 0,
  "reason": "wrong_rank"
}}
```

{codes}

## Limits

A body of {body:,} bytes, {batch} moves in a request, {page} items on a page, {line:,} moves
in a game's line, {events:,} events of a game, {unfinished} unfinished games a player, {races} races
that a player is in and that are not over. A race starts within {lobby} minutes of being made or is
cancelled; its countdown is {countdown} seconds, and who left it may come back for {back}. {keeping}

Requests are counted, and 429 `rate_limited` answers those beyond the limits before anything else is
looked at, so that a refused request has done nothing. Wait as long as `Retry-After` says, and send
it again with the same `Idempotency-Key`. Each answer tells in `RateLimit-Policy` what it counted
for, and in `RateLimit` what is left. The limits are {rates}:
so many in a unit of time, and after the colon so many at once. `moves` are moves, undo, redo,
automatic play and hints, `searches` verdicts and exports, `calls` all else of a player; `addresses`
is all that comes from one address, `guests` the new tokens made there.
"""


def settings(config: Config) -> dict[str, Any]:
    """Give flask-smorest's settings."""
    return {
        "API_TITLE": "Longcase",
        "API_VERSION": "1",
        "OPENAPI_VERSION": "3.1.0",
        "API_SPEC_OPTIONS": {
            "info": {
                "description": _ABOUT.format(
                    codes=describe_codes(),
                    body=config.max_body,
                    batch=config.max_batch,
                    page=config.max_page,
                    line=config.max_line,
                    events=config.max_events,
                    unfinished=config.max_unfinished,
                    races=config.max_races,
                    lobby=config.race_lobby,
                    countdown=config.race_countdown,
                    back=config.race_return,
                    keeping=_keeping(config),
                    rates=str(config.rates).replace(",", ", "),
                    states=config.deep_states,
                    memory=config.deep_memory,
                    wait=config.deep_wait,
                    longest_wait=config.wait,
                    waiting=config.max_waiting,
                    waiting_address=of_address(config),
                    deal_tries=config.deal_tries,
                    deal_states=config.deal_states,
                ),
                "license": {"name": "MIT", "identifier": "MIT"},
                "contact": {"name": "The makers of Longcase"},
            },
            "servers": [{"url": "/", "description": "This service"}],
        },
    }


def _keeping(config: Config) -> str:
    """Say how long what a guest leaves behind is kept."""
    said = ""
    if config.keep_games:
        said += (
            f"Unfinished games of a player without a name that nobody touches for "
            f"{config.keep_games} days are removed. "
        )
    if config.keep_guests:
        said += f"So is such a player without games, after {config.keep_guests} days."
    return said.strip()
