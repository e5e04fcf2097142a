from engine.board cimport *

cdef void make(const RuleTable* t, Board* b, u16 move, Undo* undo) noexcept nogil
cdef void unmake(const RuleTable* t, Board* b, u16 move, const Undo* undo) noexcept nogil
cdef void gathered(const RuleTable* t, const Board* b, Board* out) noexcept nogil

# used in make.py alone
cdef void _carry(const RuleTable* t, Board* b, int source, int target, int count) noexcept nogil
cdef void _note_layer(Board* b, int card, int height, int change) noexcept nogil
cdef void _turn(const RuleTable* t, Board* b) noexcept nogil
cdef void _unturn(Board* b, int pile) noexcept nogil
cdef void _slide_under(Board* b, int pile, int card) noexcept nogil
cdef int _take_lowest(Board* b, int pile) noexcept nogil
cdef void _turn_over(Board* b, int source, int target, int count) noexcept nogil
cdef void _ungather(const RuleTable* t, Board* b, const Undo* undo) noexcept nogil
