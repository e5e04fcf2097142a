"""A board and the moves that led to it: made, noted and taken back in C.

The part of `engine.position.Position` that does not speak to Python; searches reach the board
through it. Types stand in trail.pxd.
"""

import cython
from cython.cimports.engine.hashing import hash_of
from cython.cimports.engine.make import make, unmake
from cython.cimports.libc.stdlib import free, realloc
from cython.cimports.libc.string import memset

from engine.compiled_rules import compiled
from engine.errors import BadDeal
from engine.layouts import base_of, layout_of


@cython.cclass
class Trail:
    """A deal laid out, and the records of every move since."""

    def __cinit__(self, deal):
        self.records = cython.NULL
        self.deal = deal
        self.compiled = compiled(deal.rules, base_of(deal))
        self.table = cython.address(self.compiled.table)
        self._load(layout_of(deal))

    def __dealloc__(self):
        free(self.records)

    def _load(self, layout):
        b: cython.pointer(Board) = cython.address(self.board)
        t: cython.pointer(RuleTable) = self.table
        i: cython.int
        height: cython.int
        memset(b, 0, cython.sizeof(Board))
        for index, pile in enumerate(self.compiled.pile_ids):
            i = index
            for card in layout.piles.get(pile, ()):
                b.card[i][b.n[i]] = card
                b.n[i] += 1
            b.down[i] = layout.face_down.get(pile, 0)
            if b.down[i] > b.n[i]:
                raise BadDeal("more cards face down than there are", where=pile)
        b.redeals = self.start_redeals = layout.redeals_used
        b.swaps = layout.swaps_used
        if t.turning:
            b.current = self._pile(layout.current or "t13")
        for i in range(t.nf):
            for height in range(b.n[t.f0 + i] if t.depth else 0):
                b.layer_suit[height] = b.card[t.f0 + i][height] // 13
                b.layer_n[height] += 1
            b.placed += b.n[t.f0 + i] - t.laid_out[i]
        if t.goal != 0:
            for i in range(t.nt):
                b.placed += b.n[t.t0 + i] - b.down[t.t0 + i]
        self.start_placed = self.best = b.placed
        self.hash = hash_of(t, b)

    def _push(self, code):
        if self.length == self.capacity:
            self._make_room()
        record: cython.pointer(Record) = cython.address(self.records[self.length])
        record.move = code
        record.best = cython.cast(cython.short, self.best)
        record.hash = self.hash
        make(self.table, cython.address(self.board), code, cython.address(record.undo))
        self.length += 1
        self.hash = hash_of(self.table, cython.address(self.board))
        self.best = self._best_now()

    def _make_room(self):
        capacity: cython.int = 64 if self.capacity == 0 else 2 * self.capacity
        records: cython.pointer(Record) = cython.cast(
            cython.pointer(Record), realloc(self.records, capacity * cython.sizeof(Record))
        )
        if records == cython.NULL:
            raise MemoryError
        self.records, self.capacity = records, capacity

    def _best_now(self):
        """The best along the line; a way round to where the line was changes nothing."""
        i: cython.int
        if self.table.returns:
            for i in range(self.length):
                if self.records[i].hash == self.hash:
                    return self.records[i].best
        return self.best if self.best > self.board.placed else self.board.placed

    def _pop(self):
        self.length -= 1
        record: cython.pointer(Record) = cython.address(self.records[self.length])
        unmake(self.table, cython.address(self.board), record.move, cython.address(record.undo))
        self.hash = record.hash
        self.best = record.best
        return record.move

    def _pile(self, pile):
        return self.compiled.pile_ids.index(pile)

    def _cards(self, pile):
        i: cython.int
        return tuple([self.board.card[pile][i] for i in range(self.board.n[pile])])
