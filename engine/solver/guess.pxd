from engine.board cimport *

cdef struct Lying:
    u64 fits  # cards that lie in sequence on the top one
    int soonest  # the shortest wait in the pile
    int nexts  # cards that are next to go up
    int afters  # cards that go up after those

cdef struct Sight:
    int total
    int spare  # empty cells and tableau piles
    int in_pile[PILES]
    bint is_empty[PILES]
    int worth[PILES][CARDS]
    Lying lying[PILES]

cdef void look(const RuleTable* t, const Board* b, Sight* sight) noexcept nogil
cdef void look_again(const RuleTable* t, const Board* b, Sight* sight, u16 move) noexcept nogil
cdef int distance(const RuleTable* t, const Board* b) noexcept nogil
cdef int distance_after(const RuleTable* t, const Board* b, const Sight* sight, u16 move) noexcept nogil

# used in guess.py alone
cdef void _look_at(const RuleTable* t, const Board* b, Sight* sight, int pile) noexcept nogil
cdef void _lie_bare(Lying* on) noexcept nogil
cdef int _lay(const RuleTable* t, const Board* b, Lying* on, int card) noexcept nogil
cdef int _held(const RuleTable* t, const Board* b, int card) noexcept nogil
cdef int _unevenness(const RuleTable* t, const Board* b) noexcept nogil
cdef int _scale(const RuleTable* t, const Board* b, int in_the_way, int spare) noexcept nogil
