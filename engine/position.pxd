from engine.board cimport u16
from engine.trail cimport Trail

cdef class Position(Trail):
    pass
