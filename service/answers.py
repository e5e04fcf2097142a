"""The bodies that answers are made of, as plain data ready for JSON.

A game's answer is a pure function of its version, and of the steps of the call that is answered.
Only the view of a position goes in: a card that is face down is `??` and nothing else. A deal is
told whole by `closed_deal` alone, once it has closed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine import Position, card_text, difficulty
from service.deals import rules_of
from service.timestamps import timestamp

if TYPE_CHECKING:
    from engine import Deal, Step, View
    from service.storage.games import Game
    from service.storage.players import Player


def game_answer(game: Game, position: Position, steps: tuple[Step, ...]) -> dict[str, Any]:
    """Write a game: all that a client needs to draw the board and offer the moves."""
    playing = game.status == "playing"
    return {
        **_identity(game),
        "status": game.status,
        "stuck": game.stuck,
        "circling": game.circling,
        "version": game.version,
        "moved_version": game.moved_version,
        "piles": piles(position),
        "legal_moves": legal_moves(game, position),
        "steps": [
            {
                "kind": step.kind.value,
                "source": step.source,
                "target": step.target,
                "cards": list(step.cards),
            }
            for step in steps
        ],
        "moves_made": game.moves_made,
        "can_undo": playing and game.moves_made > 0 and rules_of(game).undo,
        "can_redo": playing and bool(game.redo),
        "undos": game.undos,
        "hints": game.hints,
        **_figures(game),
    }


def game_summary(game: Game) -> dict[str, Any]:
    """Write a game without its cards, for a list."""
    return {
        **_identity(game),
        "status": game.status,
        "stuck": game.stuck,
        "version": game.version,
        "moves_made": game.moves_made,
        **_figures(game),
    }


def legal_moves(game: Game, position: Position) -> list[dict[str, Any]]:
    """List the moves a player may choose from."""
    return position.legal_entries() if game.status == "playing" else []


def piles(position: Position) -> list[dict[str, Any]]:
    """List the piles as the player may see them."""
    return pile_entries(position.view())


def pile_entries(view: View) -> list[dict[str, Any]]:
    """List the piles of a view."""
    written = []
    for pile in view.piles:
        entry: dict[str, Any] = {"id": pile.id, "kind": pile.kind, "cards": list(pile.cards)}
        if pile.target is not None:
            entry["target"] = pile.target
        written.append(entry)
    return written


def difficulty_entry(states: int) -> dict[str, Any]:
    """Write how hard a deal is, in a word and as the figure that was measured."""
    return {"level": difficulty(states).value, "states": states}


def closed_deal(
    deal: Deal, *, commitment: bytes | None, salt: bytes | None, solution: bytes | None
) -> dict[str, Any]:
    """Write a deal with all its cards, what its commitment was taken over, and a line that wins."""
    rules, start = deal.rules, Position.start(deal)
    closed: dict[str, Any] = {
        "variant": rules.variant,
        "rules_version": rules.version,
        "options": dict(rules.options),
    }
    if deal.number is not None:
        closed["number"] = deal.number
    if commitment is not None and salt is not None:
        closed |= {"commitment": commitment.hex(), "salt": salt.hex()}
    if deal.order is not None:
        closed["order"] = [card_text(code) for code in deal.order]
    closed["piles"] = pile_entries(start.truth())
    if solution:
        closed["solution"] = [str(move) for move in start.unpack(solution)]
    return closed


def player_answer(player: Player) -> dict[str, Any]:
    """Write what is known about a player."""
    written = {
        "id": str(player.id),
        "language": player.language,
        "time_zone": player.time_zone,
        "created_at": timestamp(player.created_at),
    }
    return written if player.name is None else {**written, "name": player.name}


def _identity(game: Game) -> dict[str, Any]:
    deal: dict[str, Any] = {}
    if game.deal_number is not None:
        deal["number"] = game.deal_number
    if game.daily_on is not None:
        deal["date"] = game.daily_on.isoformat()
    if game.commitment is not None:
        deal["commitment"] = game.commitment.hex()
    if game.deal_verdict is not None:
        deal["verdict"] = game.deal_verdict
    racing = game.race_id is not None and game.race_result is None
    if game.deal_difficulty is not None and not racing:
        deal["difficulty"] = difficulty_entry(game.deal_difficulty)
    identity: dict[str, Any] = {
        "id": str(game.id),
        "variant": game.variant,
        "rules_version": game.rules_version,
        "options": game.options,
        "autoplay": game.autoplay,
        "deal": deal,
    }
    if game.race_id is not None:
        identity["race"] = {"id": str(game.race_id)}
        if game.race_result is not None:
            identity["race"]["result"] = game.race_result
    return identity


def _figures(game: Game) -> dict[str, Any]:
    figures: dict[str, Any] = {
        "score": game.score,
        "elapsed_ms": game.elapsed_ms,
        "assisted": game.assisted,
        "practice": game.practice,
        "created_at": timestamp(game.created_at),
        "last_move_at": timestamp(game.last_move_at),
    }
    if game.finished_at is not None:
        figures["finished_at"] = timestamp(game.finished_at)
    return figures
