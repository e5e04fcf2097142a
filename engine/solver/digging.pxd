from engine.board cimport *
from engine.solver.foundations cimport Effort
from engine.solver.ground cimport Dug, Ground
from engine.solver.search cimport Path, Table

cdef enum:
    PROMISES = 2048
    MOST_DIGS = 2 * PILES

cdef struct Trench:
    u64 key  # and the move that led here, from bit MOVE_AT on
    unsigned int parent
    unsigned int older

cdef struct Field:
    Ground ground
    Dug root
    Trench* trenches
    unsigned int count
    unsigned int room
    unsigned int most
    unsigned int buckets[PROMISES]
    int lowest
    unsigned int won_from
    u8 won_by

cdef int dig_out(const RuleTable* t, const Board* root, Effort* effort, Path* path) noexcept nogil

# used in digging.py alone
cdef int _dig(Field* f, Table* seen, Effort* effort) noexcept nogil
cdef int _spread(Field* f, const Dug* d, Table* seen, Effort* effort, unsigned int parent) noexcept nogil
cdef int _moves(const Ground* g, const Dug* d, u8* moves) noexcept nogil
cdef int _harmless(const Dug* d, u64 bare, u64 may, u64 loose, bint staying) noexcept nogil
cdef int _promise(const Ground* g, const Dug* d) noexcept nogil
cdef bint _add(Field* f, const Dug* d, u64 move, unsigned int parent) noexcept nogil
cdef u64 _key_at(const Field* f, unsigned int at) noexcept nogil
cdef u64 _scattered(u64 key) noexcept nogil
cdef bint _retrace(const RuleTable* t, Board* b, const Field* f, unsigned int at, Path* path) noexcept nogil
cdef bint _carry_out(const RuleTable* t, Board* b, const Field* f, unsigned int at, int move, Path* path) noexcept nogil
