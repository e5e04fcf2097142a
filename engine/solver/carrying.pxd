from engine.board cimport *
from engine.solver.runs cimport Runs
from engine.solver.search cimport Path

cdef bint carry(const RuleTable* t, Board* b, Path* path, int source, int count, int target) noexcept nogil
cdef int join(const RuleTable* t, Board* b, Path* path) noexcept nogil
cdef bint settle_board(const RuleTable* t, Board* b, Path* path) noexcept nogil
cdef bint lay_waste(const RuleTable* t, Board* b, Path* path) noexcept nogil

# used in carrying.py alone
cdef bint _in_two(const RuleTable* t, Board* b, Path* path, int source, int count, int target, int segments) noexcept nogil
cdef int _fitting(const RuleTable* t, const Board* b, int source, int target, int card) noexcept nogil
cdef bint _exchange(const RuleTable* t, Board* b, Path* path) noexcept nogil
cdef bint _alike(const Runs* r, const Runs* s) noexcept nogil
cdef u16 _one(int source, int target) noexcept nogil
