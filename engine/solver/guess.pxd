from engine.board cimport *

cdef struct Lying:
    u64 fits  # cards that lie in sequence on the top one
    int soonest  # the shortest wait in the pile
    int nexts  # cards that are next to go up
    int afters  # cards that go up after those

cdef struct Sight:
    const Hindrances* weights
    int total
    int spare  # empty cells and tableau piles
    u8 heights[PILES]  # of the foundations
    u8 n[PILES]
    u8 card[PILES][CARDS]
    unsigned int awaits[PILES]  # by pile, a bit for each foundation its cards go to
    int in_pile[PILES]
    int worth[PILES][CARDS]
    Lying lying[PILES]

cdef void open_eyes(Sight* sight, const Hindrances* weights) noexcept nogil
cdef void look(const RuleTable* t, const Board* b, Sight* sight) noexcept nogil
cdef int distance(const RuleTable* t, const Board* b, const Sight* sight) noexcept nogil
cdef int distance_after(const RuleTable* t, const Board* b, const Sight* sight, u16 move) noexcept nogil

# used in guess.py alone
cdef void _look_at(const RuleTable* t, const Board* b, Sight* sight, int pile) noexcept nogil
cdef unsigned int _changed(const RuleTable* t, const Board* b, const Sight* sight) noexcept nogil
cdef bint _alike(const Board* b, const Sight* sight, int pile) noexcept nogil
cdef int _weigh(const RuleTable* t, const Board* b, const Sight* sight, int pile) noexcept nogil
cdef void _lie_bare(Lying* on) noexcept nogil
cdef int _lay(const RuleTable* t, const Board* b, const Hindrances* w, Lying* on, int card) noexcept nogil
cdef int _held(const RuleTable* t, const Board* b, const Sight* sight, int card) noexcept nogil
cdef int _unevenness(const RuleTable* t, const Board* b, const Sight* sight) noexcept nogil
cdef int _scale(const RuleTable* t, const Board* b, const Sight* sight, int in_the_way, int spare) noexcept nogil
