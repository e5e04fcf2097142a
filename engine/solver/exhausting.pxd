from engine.board cimport *
from engine.position cimport Position
from engine.solver.runs cimport Runs
from engine.solver.stopping cimport Stop

cdef struct State:
    Runs runs
    u64 low  # which cards of the order lie in the waste
    u64 high
    unsigned int parent
    u16 move
    u8 drawn  # cards of the order that are in the waste or were there

cdef struct Space:
    State* states
    u64* seen
    u64 mask
    unsigned int count
    unsigned int most
    const int* stop
    u8 order[CARDS]  # the ranks of the waste, lowest first, and of the stock as it will be drawn
    int total
    int stock
    int waste
    int first_pile

cpdef tuple exhaust(Position position, long most_states, long memory, Stop stop)

cdef int _flood(Space* space) noexcept nogil
cdef int _follow(Space* space, unsigned int at) noexcept nogil
cdef bint _is_new(Space* space, const State* s) noexcept nogil
cdef int _top_of_waste(const State* s) noexcept nogil
cdef void _flip(State* s, int place) noexcept nogil
cdef bint _put(Runs* r, int pile, int rank) noexcept nogil
cdef void _take(Runs* r, int pile) noexcept nogil
