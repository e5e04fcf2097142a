from engine.position cimport Position
from engine.solver.foundations cimport Effort
from engine.solver.search cimport Path

cpdef tuple search_all(Position position, object budget)
