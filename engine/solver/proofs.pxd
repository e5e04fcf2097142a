from engine.board cimport *
from engine.solver.foundations cimport Effort
from engine.solver.search cimport Path, Table

cdef int deepest(const RuleTable* t, const Board* root, Effort* effort, Path* path) noexcept nogil
cdef int _dive(const RuleTable* t, Board* b, Table* seen, Effort* effort, Path* path) noexcept nogil
