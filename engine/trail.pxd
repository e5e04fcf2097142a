from engine.compiled_rules cimport CompiledRules
from engine.board cimport Board, RuleTable, Undo, u16, u64

cdef struct Record:
    u16 move
    short best
    u64 hash
    Undo undo

cdef class Trail:
    cdef readonly object deal
    cdef readonly CompiledRules compiled
    cdef RuleTable* table
    cdef Board board
    cdef Record* records
    cdef readonly int length
    cdef int capacity
    cdef int start_placed
    cdef int start_redeals
    cdef int best
    cdef u64 hash

    cdef void _load(self, object layout) except *
    cdef void _push(self, u16 code) except *
    cdef u16 _pop(self) except? 0
    cdef void _make_room(self) except *
    cdef int _best_now(self) noexcept
    cdef tuple _cards(self, int pile)
    cdef int _pile(self, str pile) except -1
