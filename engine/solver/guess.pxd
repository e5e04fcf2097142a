from engine.board cimport *

cdef struct Sight:
    int total
    int worth[PILES][CARDS]  # what each card of the tableau adds where it lies
    u8 soonest[PILES]
    u8 nexts[PILES]

cdef void look(const RuleTable* t, const Board* b, Sight* sight) noexcept nogil
cdef int distance(const RuleTable* t, const Board* b) noexcept nogil
cdef int distance_after(const RuleTable* t, const Board* b, const Sight* sight, u16 move) noexcept nogil

# used in guess.py alone
cdef int _scale(const RuleTable* t, const Board* b, int in_the_way) noexcept nogil
