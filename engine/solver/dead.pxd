from engine.board cimport *

cdef enum:
    LOWEST = 4  # caps above it are not looked at

cdef bint is_dead(const RuleTable* t, const Board* b) noexcept nogil

# used in dead.py alone
cdef u64 _laid_on(const RuleTable* t, u64 cards) noexcept nogil
