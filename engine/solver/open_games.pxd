from engine.board cimport Board, RuleTable, u16, u64
from engine.position cimport Position
from engine.solver.foundations cimport Effort
from engine.solver.search cimport Path

cpdef tuple search_all(Position position, object budget)
cdef list _short_line(Position position, Path* path, object budget)
cdef int _search(Position position, Effort* effort, Path* path, u64 most_states) except? -2
cdef list _shorter(Position position, Effort* effort, Path* path, object budget, list line)
