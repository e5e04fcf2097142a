from engine.board cimport *
from engine.position cimport Position
from engine.solver.prospects cimport Sight, Weights
from engine.solver.search cimport Path

cpdef object advised(Position position, int plies)
cpdef bint worth_laying(Position position, int plies)
cpdef bint plays_out(Position position, int plies)

cdef int _place_at_once(Position position)
cdef list _under_way(Position position)
cdef list _moves(Position position, int what)
cdef bint _better_to_lay(const Sight* s, Weights weights, int plies) noexcept nogil
cdef long long _best(const Sight* s, Weights weights, int plies) noexcept nogil
cdef long long _drawing(const Sight* s, Weights weights, int plies) noexcept nogil
cdef bint _lay_all(Sight* s) noexcept nogil
