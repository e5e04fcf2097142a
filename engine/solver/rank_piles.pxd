from engine.board cimport *
from engine.position cimport Position
from engine.solver.search cimport Path

cdef bint follow(const RuleTable* t, Board* b, const u8* order, Path* path) noexcept nogil
cdef bint may_place(const RuleTable* t, const Board* b, const u8* order) noexcept nogil
cpdef list open_orders(Position position)
cpdef object line_of(Position position, tuple order)
cpdef bint places(Position position, tuple order)
cpdef long weigh(Position position, tuple order, u64 seed, int samples)
cdef u64 next_random(u64* state) noexcept nogil
