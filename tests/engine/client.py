"""A client that knows the dealt board and is told steps, and nothing else."""

from __future__ import annotations

from collections.abc import Iterable

from engine import Step, StepKind, View


class Client:
    """A board of card texts that steps are carried out on; it trusts nothing it can check."""

    def __init__(self, view: View) -> None:
        self.piles = {pile.id: list(pile.cards) for pile in view.piles}

    def see(self, steps: Iterable[Step]) -> None:
        """Carry out steps in order."""
        for step in steps:
            _CARRIED_OUT[step.kind](self, step)

    def shows(self, view: View) -> bool:
        """Tell whether the board is what the player is to see."""
        return self.piles == {pile.id: list(pile.cards) for pile in view.piles}

    def _carry(self, step: Step) -> None:
        self._take_from_top(step)
        self.piles[step.target] += step.cards

    def _slide(self, step: Step) -> None:
        self._take_from_top(step)
        self.piles[step.target][:0] = step.cards

    def _flip(self, step: Step) -> None:
        (card,) = step.cards
        pile = self.piles[step.source]
        assert step.source == step.target
        assert (pile[-1] == "??") != (card == "??"), step
        pile[-1] = card

    def _turn_over(self, step: Step) -> None:
        assert not self.piles[step.target]
        taken = self.piles[step.source]
        assert len(step.cards) == len(taken)
        self.piles[step.source] = []
        self.piles[step.target] = list(step.cards)

    def _gather(self, step: Step) -> None:
        assert step.source == step.target
        self.piles[step.source] = list(step.cards)

    def _exchange(self, step: Step) -> None:
        king, card = step.cards
        assert self.piles[step.source].pop(0) == king
        self.piles[step.target].append(card)  # it slides away next, and the king is one of the ??

    def _take_from_top(self, step: Step) -> None:
        count = len(step.cards)
        pile = self.piles[step.source]
        taken = pile[len(pile) - count :]
        del pile[len(pile) - count :]
        told = step.cards if step.source != "s" else step.cards[::-1]  # the stock's top comes first
        assert len(taken) == count
        assert all("??" in (was, now) or was == now for was, now in zip(taken, told, strict=True))


_CARRIED_OUT = {
    StepKind.CARRY: Client._carry,
    StepKind.SLIDE: Client._slide,
    StepKind.FLIP: Client._flip,
    StepKind.TURN_OVER: Client._turn_over,
    StepKind.GATHER: Client._gather,
    StepKind.EXCHANGE: Client._exchange,
}
