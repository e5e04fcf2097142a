from engine.board cimport *
from engine.solver.frontier cimport Frontier, Waiting
from engine.solver.guess cimport Sight
from engine.solver.search cimport Path, Table

cdef struct Effort:
    u64 states
    u64 most_states
    u64 memory
    const int* stop  # not 0: somebody does not want to wait any longer
    int thrift  # how much the moves made weigh against the guess; more gives shorter lines

cdef struct Widening:
    Frontier frontier
    Table seen
    Sight sight
    int thrift
    unsigned int won_from
    u16 won_by

cdef int widest(const RuleTable* t, const Board* root, Effort* effort, Path* path) noexcept nogil

# used in foundations.py alone
cdef int _widen(const RuleTable* t, Board* b, Widening* w, Effort* effort, Path* path) noexcept nogil
cdef int _expand(const RuleTable* t, Board* b, Widening* w, Path* path, unsigned int at) noexcept nogil
cdef bint _retrace(const RuleTable* t, Board* b, const Frontier* f, unsigned int at, Path* path) noexcept nogil
