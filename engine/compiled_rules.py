"""A variant's tables as the C structure that compiled code reads, and the codes of its moves."""

from functools import lru_cache

import cython

from engine.errors import BadNotation
from engine.moves import Move, MoveKind
from engine.tables import tables_for


@cython.cclass
class CompiledRules:
    """Tables copied into C once, with the translation between moves and their 16-bit codes."""

    def __init__(self, tables, packs):
        i: cython.int
        t: cython.pointer(RuleTable) = cython.address(self.table)
        self.tables = tables
        self.pile_ids = tables.pile_ids
        self._moves = {}
        self._places = tables.pile_index
        t.piles = len(tables.pile_ids)
        for i in range(t.piles):
            t.kind[i] = tables.pile_kinds[i]
        t.stock = tables.stock
        t.waste = tables.waste
        t.f0, t.nf = tables.foundation_first, tables.foundation_count
        t.c0, t.nc = tables.cell_first, tables.cell_count
        t.t0, t.nt = tables.tableau_first, tables.tableau_count
        for i in range(52):
            t.packing[i] = tables.packing[i]
            t.home[i] = t.height[i] = 255
        t.fill = tables.fill
        t.cap = tables.cap
        t.carry = tables.carry
        t.flips = tables.flips
        t.returns = tables.returns
        t.depth = tables.layer_depth
        t.draw = tables.draw
        t.redeals = tables.redeals
        t.gather = tables.gather
        t.gather_size = tables.gather_size
        t.turning = tables.turning
        t.swaps = tables.swaps
        t.goal = tables.goal
        t.mixed = tables.mixed
        t.safety = tables.safety
        t.round_count = len(tables.rounds)
        for i in range(t.round_count):
            weights, t.rounds[i].thrift, t.rounds[i].spread, t.rounds[i].states = tables.rounds[i]
            t.rounds[i].weights = weights._asdict()
        t.relax = tables.relax
        t.digs = tables.digs
        for i in range(52):
            t.under[i] = tables.under[i]
        t.to_place = packs * 52
        for i in range(len(tables.sequences)):
            t.laid_out[i] = tables.laid_out[i]
            t.to_place -= tables.laid_out[i]
            for height, card in enumerate(tables.sequences[i]):
                t.home[card] = t.f0 + i
                t.height[card] = height
                t.sequence[t.f0 + i][height] = card

    def move_of(self, code):
        """Give the move behind a code; its unit bit is ignored."""
        code &= 0x7FFF
        move = self._moves.get(code)
        if move is None:
            move = self._moves[code] = self._decode(code)
        return move

    def moves_of(self, codes):
        """Give the moves behind codes that have no unit bits."""
        known: dict = self._moves
        return tuple([known[code] if code in known else self.move_of(code) for code in codes])

    def code_of(self, move):
        """Give the code of a move, or -1 where it names a pile the variant has not."""
        kind = move.kind
        if kind is MoveKind.TURN:
            return 31 << 5
        if kind is MoveKind.DRAW:
            source, target, count = "s", "w", 0
        elif kind is MoveKind.REDEAL and self.table.gather:
            return 31 << 5 | 31
        elif kind is MoveKind.REDEAL:
            source, target, count = "w", "s", 0
        elif kind is MoveKind.SWAP:
            source, target, count = move.source, move.source, move.place
        else:
            source, target, count = move.source, move.target, move.count
            if source == target:
                return -1
        if source not in self._places or target not in self._places or count > 15:
            return -1
        return self._places[target] | self._places[source] << 5 | count << 10

    def _decode(self, code):
        target, source, count = code & 31, code >> 5 & 31, code >> 10 & 15
        if source == 31:
            return Move(MoveKind.REDEAL if target == 31 else MoveKind.TURN)
        if source == self.table.stock:
            return Move(MoveKind.DRAW)
        if target == self.table.stock:
            return Move(MoveKind.REDEAL)
        if max(source, target) >= len(self.pile_ids):
            raise BadNotation(f"{code:#06x} is no packed move of this variant")
        if source == target:
            return Move(MoveKind.SWAP, self.pile_ids[source], place=count)
        return Move(MoveKind.CARRY, self.pile_ids[source], self.pile_ids[target], count)


@lru_cache(maxsize=512)
def compiled(rules, base=None):
    """Give the compiled form of rules (and their dealt base card), made once."""
    return CompiledRules(tables_for(rules, base), rules.packs)
