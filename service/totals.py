"""Adding up a player's figures game by game: what the database sums up in `service.storage.stats`.

A second way to the same figures, to verify the first.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from engine import Status
from service.storage.stats import Figures, Win

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import datetime
    from uuid import UUID

    from service.storage.games import Game


class Totals:
    """A player's figures so far: overall, by variant, by clean and assisted, and by both."""

    def __init__(self) -> None:
        self._figures: dict[tuple[str | None, bool | None], Figures] = {
            (None, None): _nothing(None, None)
        }
        self._wins: list[tuple[datetime, UUID, Win]] = []

    def add(self, game: Game) -> None:
        """Count one more game; those of races are no solo games."""
        if not game.played or game.race_id is not None:
            return
        for variant in (None, game.variant):
            for assisted in (None, game.assisted):
                before = self._figures.get((variant, assisted), _nothing(variant, assisted))
                self._figures[variant, assisted] = _with(before, game)
        if game.finished_at is None or game.won_on is None or game.practice:
            return
        win = Win(
            variant=game.variant,
            assisted=game.assisted,
            won_at=game.finished_at,
            won_zone=game.won_zone or "UTC",
            won_on=game.won_on,
        )
        self._wins.append((game.finished_at, game.id, win))

    def figures(self) -> set[Figures]:
        """Give the sums."""
        return set(self._figures.values())

    def wins(self) -> list[Win]:
        """Give the wins, the earliest first."""
        return [win for _, _, win in sorted(self._wins, key=lambda each: each[:2])]


def _nothing(variant: str | None, assisted: bool | None) -> Figures:
    return Figures(
        variant=variant,
        assisted=assisted,
        played=0,
        wins=0,
        practice_played=0,
        fastest_win_ms=None,
        fewest_moves=None,
        best_score=None,
    )


def _with(figures: Figures, game: Game) -> Figures:
    if game.practice:
        return replace(figures, practice_played=figures.practice_played + 1)
    return replace(
        figures,
        played=figures.played + 1,
        wins=figures.wins + (game.status == Status.WON),
        fastest_win_ms=_best(min, figures.fastest_win_ms, game.won_ms),
        fewest_moves=_best(min, figures.fewest_moves, game.won_moves),
        best_score=_best(max, figures.best_score, game.final_score),
    )


def _best(choose: Callable[[int, int], int], one: int | None, other: int | None) -> int | None:
    if one is None or other is None:
        return other if one is None else one
    return choose(one, other)
