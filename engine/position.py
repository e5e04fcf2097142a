"""Position: where the cards are now, and the line of moves that led there.

The referee's face of the compiled rules, and the engine's only mutable object; only `play`,
`follow`, `apply` and the undo and redo calls change it. It holds hidden cards: nothing of it but
`view`, `legal_moves` and `legal_entries` may be shown. Types stand in position.pxd, the
documentation of each call in position.pyi.
"""

import cython
from cython.cimports.engine.board import FOUNDATION, MOST_MOVES, WORD, Board, Undo
from cython.cimports.engine.generate import (
    count_lines,
    generate,
    is_legal,
    is_won,
    most_carried,
)
from cython.cimports.engine.hashing import places_of
from cython.cimports.engine.make import make
from cython.cimports.engine.safety import is_safe
from cython.cimports.engine.trail import Trail

from engine.cards import CARD_TEXTS, FACE_DOWN
from engine.errors import IllegalMove
from engine.moves import MoveKind
from engine.refusals import refusal
from engine.steps import backwards, steps_of
from engine.tables import PileKind
from engine.views import PileView, Status, View

UNIT = cython.declare(cython.int, 0x8000)


@cython.cclass
class Position(Trail):
    @classmethod
    def start(cls, deal):
        return cls(deal)

    @classmethod
    def resume(cls, deal, line):
        self: Position = cls(deal)
        i: cython.int
        held: bytes = line
        for i in range(0, len(held) - 1, 2):
            self._push(cython.cast(u16, held[i] << 8 | held[i + 1]))
        return self

    @classmethod
    def replay(cls, deal, moves):
        self: Position = cls(deal)
        for index, move in enumerate(moves):
            try:
                self.play(move)
            except IllegalMove as refused:
                refused.index = index
                raise
        return self

    def copy(self):
        return Position.resume(self.deal, self.line)

    # What may be done

    def legal_moves(self):
        codes: cython.ushort[MOST_MOVES]
        i: cython.int
        count: cython.int = generate(self.table, cython.address(self.board), codes)
        return [self.compiled.move_of(codes[i]) for i in range(count)]

    def legal_entries(self):
        entries = []
        for move in self.legal_moves():
            if move.kind is MoveKind.CARRY:
                cards = self._cards(self._pile(move.source))[-move.count :]
                entry = {
                    "move": str(move),
                    "source": move.source,
                    "target": move.target,
                    "cards": [CARD_TEXTS[card] for card in cards],
                }
            elif move.kind is MoveKind.REDEAL:
                entry = {"move": "redeal", "cards": []}
                if self.table.stock >= 0:
                    waste = self._cards(self.table.waste)
                    entry = {
                        "move": "redeal",
                        "source": "w",
                        "target": "s",
                        "cards": [CARD_TEXTS[card] for card in waste],
                    }
            else:
                source = move.source
                if move.kind is MoveKind.DRAW:
                    source = "s"
                elif move.kind is MoveKind.TURN:
                    source = self.current
                entry = {"move": str(move), "source": source, "cards": [FACE_DOWN]}
            entries.append(entry)
        return entries

    def is_legal(self, move):
        code: cython.int = self.compiled.code_of(move)
        return code >= 0 and is_legal(self.table, cython.address(self.board), code)

    # What is done

    def play(self, move):
        steps = self._checked_steps(move)
        self._push(self.compiled.code_of(move) | UNIT)
        return steps

    def follow(self, move):
        steps = self._checked_steps(move)
        self._push(self.compiled.code_of(move))
        return steps

    def wins_by(self, codes):
        b: Board = self.board
        undo: Undo
        code: cython.int
        for code in codes:
            if not is_legal(self.table, cython.address(b), code & 0x7FFF):
                return False
            make(self.table, cython.address(b), cython.cast(u16, code), cython.address(undo))
        return is_won(self.table, cython.address(b))

    def without_circles(self, codes):
        b: Board = self.board
        undo: Undo
        code: cython.int
        kept: list = []
        reached = {places_of(self.table, cython.address(b)): 0}
        for code in codes:
            make(self.table, cython.address(b), cython.cast(u16, code), cython.address(undo))
            kept.append(code)
            at = reached.setdefault(places_of(self.table, cython.address(b)), len(kept))
            if at < len(kept):
                del kept[at:]
                reached = {place: count for place, count in reached.items() if count <= at}
        return kept

    def apply(self, move):
        self._push(self.compiled.code_of(move) | UNIT)

    def undo(self):
        if self.length == 0:
            raise IndexError("no move to take back")
        return self.compiled.move_of(self._pop())

    def undo_unit(self):
        packed = []
        steps = []
        started: cython.bint = False
        if self.units == 0:
            raise IndexError("no unit to take back")
        while not started:
            code: cython.int = self._pop()
            started = (code & UNIT) != 0
            packed.append(code.to_bytes(2, "big"))
            steps += backwards(self, steps_of(self, self.compiled.move_of(code)))
        return b"".join(reversed(packed)), tuple(steps)

    def redo_unit(self, packed):
        steps = []
        i: cython.int
        held: bytes = packed
        for i in range(0, len(held) - 1, 2):
            code: cython.int = held[i] << 8 | held[i + 1]
            steps += self._checked_steps(self.compiled.move_of(code))
            self._push(cython.cast(u16, code))
        return tuple(steps)

    def _checked_steps(self, move):
        if not self.is_legal(move):
            reason, facts = refusal(self, move)
            raise IllegalMove(move, reason=reason, facts=facts)
        return steps_of(self, move)

    # What is known of it

    @property
    def line(self):
        i: cython.int
        packed = bytearray(2 * self.length)
        for i in range(self.length):
            packed[2 * i] = self.records[i].move >> 8
            packed[2 * i + 1] = self.records[i].move & 255
        return bytes(packed)

    @property
    def units(self):
        i: cython.int
        count: cython.int = 0
        for i in range(self.length):
            count += self.records[i].move >> 15
        return count

    @property
    def automatic(self):
        return self.length - self.units

    def unpack(self, packed):
        return [
            self.compiled.move_of(int.from_bytes(packed[i : i + 2], "big"))
            for i in range(0, len(packed), 2)
        ]

    def pack(self, moves):
        codes = [self.compiled.code_of(move) for move in moves]
        return b"".join([(code | UNIT).to_bytes(2, "big") for code in codes])

    def status(self):
        if is_won(self.table, cython.address(self.board)):
            return Status.WON
        if not self.deal.rules.undo and self.stuck():
            return Status.LOST
        return Status.PLAYING

    def stuck(self):
        codes: cython.ushort[MOST_MOVES]
        if is_won(self.table, cython.address(self.board)):
            return False
        return generate(self.table, cython.address(self.board), codes) == 0

    @property
    def repeats(self):
        i: cython.int
        count: cython.int = 0
        for i in range(self.length):
            count += self.records[i].hash == self.hash
        return count

    def placed(self):
        return self.board.placed - self.start_placed

    @property
    def best_placed(self):
        return self.best - self.start_placed

    @property
    def to_place(self):
        return self.table.to_place - self.start_placed

    @property
    def redeals_used(self):
        return self.board.redeals

    @property
    def turned_over(self):
        return self.board.redeals - self.start_redeals

    @property
    def swaps_used(self):
        return self.board.swaps

    @property
    def current(self):
        if not self.table.turning:
            return None
        return self.compiled.pile_ids[self.board.current]

    @property
    def exempt(self):
        return frozenset([c for c in range(52) if self.board.exempt >> c & 1])

    def cards(self, pile):
        return self._cards(self._pile(pile))

    def face_down(self, pile):
        return self.board.down[self._pile(pile)]

    @property
    def took_back(self):
        if self.length == 0:
            return False
        source: cython.int = self.records[self.length - 1].move >> 5 & 31
        return source != WORD and self.table.kind[source] == FOUNDATION

    def is_safe(self, card):
        return is_safe(self.table, cython.address(self.board), card)

    def hidden_top(self, pile):
        place: cython.int = self._pile(pile)
        if self.table.turning:
            return self.board.down[place] != 0
        return self.board.n[place] != 0 and self.board.down[place] == self.board.n[place]

    def laid_out(self, pile):
        return self.table.laid_out[self._pile(pile) - self.table.f0]

    def next_on(self, pile):
        place: cython.int = self._pile(pile)
        sequence = self.compiled.tables.sequences[place - self.table.f0]
        height = self.board.n[place]
        return sequence[height] if height < len(sequence) else None

    def layer_suit(self, depth):
        if depth > 3 or self.board.layer_n[depth] == 0:
            return None
        return self.board.layer_suit[depth]

    def most_carried(self, pile):
        return most_carried(self.table, cython.address(self.board), self._pile(pile))

    def view(self):
        return self._piles_seen(True)

    def truth(self):
        return self._piles_seen(False)

    def _piles_seen(self, hide):
        i: cython.int
        k: cython.int
        kind: cython.int
        low: cython.int
        high: cython.int
        piles = []
        for i in range(self.table.piles):
            kind = self.table.kind[i]
            low, high = 0, 0
            if hide and kind == 0:
                high = self.board.n[i]
            elif hide and self.board.down[i] != 0:
                high = self.board.n[i] if self.table.turning else self.board.down[i]
                low = high - self.board.down[i]
            texts = tuple(
                [
                    FACE_DOWN if low <= k < high else CARD_TEXTS[self.board.card[i][k]]
                    for k in range(self.board.n[i])
                ]
            )
            piles.append(PileView(self.compiled.pile_ids[i], KINDS[kind], texts, self._target(i)))
        return View(tuple(piles))

    def _target(self, pile):
        sequences = self.compiled.tables.sequences
        place = pile - self.table.f0
        if self.table.nf == 0 or not 0 <= place < len(sequences):
            return None
        return CARD_TEXTS[sequences[place][-1]]

    def count_lines(self, depth):
        if depth < 0:
            raise ValueError("depth is at least 0")
        plies: cython.int = depth
        with cython.nogil:
            total: cython.ulonglong = count_lines(self.table, cython.address(self.board), plies)
        return total

    def key(self):
        i: cython.int
        kind: cython.int
        fixed = []
        mixed = []
        for i in range(self.table.piles):
            kind = self.table.kind[i]
            held = bytes([self.board.down[i], *self._cards(i), 255])
            if kind == 3 or (kind == 4 and self.table.mixed):
                mixed.append(bytes([kind]) + held)
            else:
                fixed.append(held)
        redeals = self.board.redeals if self.table.redeals > 0 else 0
        state = bytes([redeals, self.board.current, self.board.swaps])
        return state + b"".join(fixed) + b"".join(sorted(mixed))


KINDS = tuple([kind.name.lower() for kind in PileKind])
