from engine.board cimport *

cdef bint is_dead(const RuleTable* t, const Board* b) noexcept nogil
