"""A plain exhaustive search, apart from the engine: the reference's moves, and what was seen.

It knows no rule, prunes nothing and tries moves in the order of their texts, those to foundations
first. The one thing it is told is whether piles of a kind may change places, so that small
positions stay small.
"""

from __future__ import annotations

from tests.reference import Table


def winnable(table: Table, *, mixed: bool, most: int) -> bool | None:
    """Tell whether a win can be reached; None where that takes looking at more than `most`."""
    seen = {_identity(table, mixed=mixed)}
    waiting = [table]
    while waiting:
        here = waiting.pop()
        if here.won():
            return True
        for move in sorted(here.moves(), key=lambda text: ("-f" in text, text)):
            after = here.copy()
            after.act(move)
            identity = _identity(after, mixed=mixed)
            if identity not in seen:
                seen.add(identity)
                waiting.append(after)
        if len(seen) > most:
            return None
    return False


def _identity(table: Table, *, mixed: bool) -> str:
    piles = {name: tuple(cards) for name, cards in table.cards.items()}
    cells = sorted(cards for name, cards in piles.items() if name[0] == "c")
    columns = [cards for name, cards in piles.items() if name[0] == "t"]
    others = sorted((name, cards) for name, cards in piles.items() if name[0] not in "ct")
    rest = sorted((name, value) for name, value in vars(table).items() if name != "cards")
    return repr((others, cells, sorted(columns) if mixed else columns, rest))
