"""Play a game to its win, be refused in every way, and race, as the guest of LONGCASE."""

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from http import HTTPStatus
from uuid import UUID

from client import answered, connect, events, stranger
from longcase import AuthenticatedClient
from longcase.api.games import list_games, start_game
from longcase.api.hints import give_hint
from longcase.api.moves import make_moves, redo_moves, resign_game, undo_moves
from longcase.api.pictures import draw_board
from longcase.api.players import make_player
from longcase.api.races import enter_race, get_race, list_races, make_race
from longcase.api.sandbox import order_failures
from longcase.api.variants import list_variants
from longcase.models import (
    Failures,
    ForcedFailure,
    Game,
    HintRequest,
    MovesRequest,
    NewGame,
    NewGameAnswer,
    NewPlayer,
    NewRace,
    Problem,
    Race,
    RaceCode,
    RaceEvent,
    RedoRequest,
    ResignRequest,
    UndoRequest,
)
from longcase.types import UNSET

ADDRESS = os.environ.get("LONGCASE", "http://127.0.0.1:8080")
DEAL = "9007199254740993"  # 2^53 + 1, which many JSON readers would round
STEPS = {"carry", "slide", "flip", "turn_over", "gather", "exchange"}


def guest() -> AuthenticatedClient:
    """Become a guest. A real client keeps the token: it is shown once."""
    made = answered(make_player.sync(client=stranger(ADDRESS), body=NewPlayer()))
    return connect(ADDRESS, made.token)


def move(api: AuthenticatedClient, game: Game | NewGameAnswer, text: str) -> Game | NewGameAnswer:
    """Make a move for the cards as `game` shows them; give the game as it is then."""
    body = MovesRequest(moves=[text], version=game.version)
    made = make_moves.sync(game.id, client=api, body=body)
    match made:
        case Problem(code="version_conflict", game=Game() as current):  # another device was first
            print(f"version_conflict: version {game.version} is now {current.version}")
            return current
        case Problem(code="illegal_move", reason="wrong_rank"):
            print("illegal_move: wrong_rank")
            return game
        case Problem(code="illegal_move"):
            print(f"illegal_move: {made.detail}")
            return game
        case _:  # the game, or a code that this client does not know
            return answered(made)


def hint(api: AuthenticatedClient, game: Game | NewGameAnswer) -> str | None:
    """Ask for a hint; None where none is given."""
    body = HintRequest(version=game.version)
    given = answered(give_hint.sync(game.id, client=api, body=body))
    return given.move or None


def play(api: AuthenticatedClient, game: Game | NewGameAnswer) -> Game | NewGameAnswer:
    """Follow hints to the end; the version in hand stays good, for a hint moves no card."""
    unknown = set()
    while game.legal_moves:  # not `status == "playing"`: more may come
        text = hint(api, game)
        if text is None:
            break
        game = move(api, game, text)
        # Steps of a kind that came later are left out: the piles say how all lies in the end.
        unknown |= {step.kind for step in game.steps} - STEPS
    print(f"ended: {game.status}, {game.moves_made} moves; unknown steps: {' '.join(unknown)}")
    return game


def follow(api: AuthenticatedClient, race: Race, done: Callable[[Race], bool]) -> Race:
    """Follow a race by long poll until `done` says so."""
    while not done(race):
        read = get_race.sync_detailed(
            race.id, client=api, if_none_match=f'"{race.version}"', prefer="wait=25"
        )
        if read.status_code != HTTPStatus.NOT_MODIFIED:  # 304: nothing happened in that time
            race = answered(read.parsed)
    return race


def told(api: AuthenticatedClient, race: Race) -> list[str]:
    """Follow a race by its events; give their kinds."""
    return [e.kind if isinstance(e, RaceEvent) else "resync" for e in events(api, race.id)]


def main() -> None:
    """Do what the first line says."""
    api = guest()
    variants = answered(list_variants.sync(client=stranger(ADDRESS))).items
    print("variants:", *(each.id for each in variants))

    body = NewGame(variant="grandfathers-clock", deal=DEAL)
    game: Game | NewGameAnswer = answered(start_game.sync(client=api, body=body))
    print(f"deal: {game.deal.number}")
    games = answered(list_games.sync(client=api)).items  # however often the first answer was lost
    board = answered(draw_board.sync(game.id, client=api))
    print(f"games: {len(games)}; picture: {board[:4]}")
    game = move(api, game, "t1-f1")
    redone = redo_moves.sync(game.id, client=api, body=RedoRequest())
    assert isinstance(redone, Problem)
    known = redone.code == "nothing_to_redo"
    print(f"refused: {'nothing to redo' if known else redone.title}")

    first = game.legal_moves[0].move
    move(api, game, first)  # as another device would
    game = move(api, game, first)  # and this one knows nothing of it
    game = answered(undo_moves.sync(game.id, client=api, body=UndoRequest(version=game.version)))
    order_failures.sync_detailed(client=api, body=Failures(failure=ForcedFailure.RATE_LIMITED))
    play(api, game)

    rival = guest()
    order_failures.sync_detailed(client=api, body=Failures(failure=ForcedFailure.ANSWER_LOST))
    made = answered(make_race.sync(client=api, body=NewRace(variant="grandfathers-clock", seats=2)))
    races = answered(list_races.sync(client=api)).items
    entered = answered(enter_race.sync(client=rival, body=RaceCode(code=made.code)))
    assert isinstance(entered.game, UUID)
    with ThreadPoolExecutor() as beside:
        over = beside.submit(follow, api, made, lambda race: race.ended_at is not UNSET)
        kinds = beside.submit(told, rival, made)
        answered(resign_game.sync(entered.game, client=rival, body=ResignRequest()))
    print(f"races: {len(races)}; events: {' '.join(kinds.result())}")
    race = over.result()
    print(f"race: {race.status}, {' '.join(str(each.result) for each in race.entries)}")


if __name__ == "__main__":
    main()
