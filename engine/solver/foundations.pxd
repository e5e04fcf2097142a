from engine.board cimport *
from engine.solver.frontier cimport Frontier, Waiting
from engine.solver.guess cimport Sight
from engine.solver.search cimport Path, Table

cdef enum:
    LAID_BITS = 14
    OFTEN = 8

cdef struct Effort:
    u64 states
    u64 most_states
    u64 memory
    const int* stop  # not 0: somebody does not want to wait any longer
    Round round

cdef struct Widening:
    Frontier frontier
    Table seen
    Sight sight
    Round round
    int turn  # the bucket from which a position was taken last in turn
    u8 laid[1 << LAID_BITS]  # how often moves laid a card on another with so many home, by a hash
    unsigned int won_from
    u16 won_by

cdef int widest(const RuleTable* t, const Board* root, Effort* effort, Path* path) noexcept nogil

# used in foundations.py alone
cdef int _widen(const RuleTable* t, Board* b, Widening* w, Effort* effort, Path* path) noexcept nogil
cdef int _laid_before(const RuleTable* t, const Board* b, Widening* w, u16 move) noexcept nogil
cdef bint _next(Widening* w, Waiting* one, bint best) noexcept nogil
cdef int _expand(const RuleTable* t, Board* b, Widening* w, Path* path, unsigned int at) noexcept nogil
cdef bint _retrace(const RuleTable* t, Board* b, const Frontier* f, unsigned int at, Path* path) noexcept nogil
cdef bint _advance(const RuleTable* t, Board* b, Path* path, u16 move) noexcept nogil
