from engine.board cimport *

cdef u64 places_of(const RuleTable* t, const Board* b) noexcept nogil
cdef u64 hash_of(const RuleTable* t, const Board* b) noexcept nogil

# used in hashing.py alone
cdef u64 _part(const RuleTable* t, const Board* b, int pile) noexcept nogil
cdef u64 _state(const RuleTable* t, const Board* b) noexcept nogil
cdef u64 _pile_hash(const Board* b, int pile) noexcept nogil
cdef u64 _scatter(u64 value) noexcept nogil
