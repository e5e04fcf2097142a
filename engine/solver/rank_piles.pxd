from engine.board cimport *
from engine.position cimport Position
from engine.solver.search cimport Path

cdef struct Laid:  # what greedy play in an order of suits runs on
    u8 height[13]
    u8 waste[52]
    u8 stock[52]
    int wasted
    int left

cdef bint follow(const RuleTable* t, Board* b, const u8* order, Path* path) noexcept nogil
cdef bint may_place(const RuleTable* t, const Board* b, const u8* order) noexcept nogil
cpdef list open_orders(Position position)
cpdef object line_of(Position position, tuple order)
cpdef list chances(Position position, u64 seed, int samples)
cdef void _shuffle(Laid* laid, u64* state) noexcept nogil
cdef bint _wins(const Laid* laid, const u8* level, int passes, bint at_once) noexcept nogil
cdef int _place(Laid* here, int n, const u8* level) noexcept nogil
cdef u64 next_random(u64* state) noexcept nogil
