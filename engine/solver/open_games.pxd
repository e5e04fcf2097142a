from engine.board cimport Board, RuleTable, u16
from engine.position cimport Position
from engine.solver.foundations cimport Effort
from engine.solver.search cimport Path

cpdef tuple search_all(Position position, object budget)
cdef int _search(const RuleTable* t, const Board* b, Effort* effort, Path* path) noexcept nogil
cdef list _short_line(Position position, Path* path, object budget)
cdef list _shorter(Position position, Effort* effort, Path* path, object budget, list line)
