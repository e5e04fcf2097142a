from engine.board cimport *

cdef bint is_safe(const RuleTable* t, const Board* b, int card) noexcept nogil

# used in safety.py alone
cdef bint _settled(const RuleTable* t, const Board* b, int card) noexcept nogil
cdef bint _unneeded(const RuleTable* t, const Board* b, int card, u64 asked) noexcept nogil
