from engine.board cimport u16
from engine.position cimport Position
from engine.solver.foundations cimport Effort
from engine.solver.search cimport Path

cpdef tuple search_all(Position position, object budget)
cdef list _short_line(Position position, Path* path, object budget)
cdef list _shorter(Position position, Effort* effort, Path* path, object budget, list line)
