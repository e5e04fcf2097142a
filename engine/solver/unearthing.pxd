from engine.board cimport *
from engine.solver.search cimport Path

cdef bint move_onto_chain(const RuleTable* t, Board* b, Path* path, int card) noexcept nogil
cdef bint move_into_empty(const RuleTable* t, Board* b, Path* path, int card) noexcept nogil
cdef bint send_home(const RuleTable* t, Board* b, Path* path) noexcept nogil

# used in unearthing.py alone
cdef bint _lay_bare(const RuleTable* t, Board* b, Path* path, int card) noexcept nogil
cdef int _neighbour(const RuleTable* t, const Board* b, int card, int way) noexcept nogil
cdef int _pile_of(const RuleTable* t, const Board* b, int card) noexcept nogil
cdef bint _carry(const RuleTable* t, Board* b, Path* path, int source, int target) noexcept nogil
