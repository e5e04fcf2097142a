from engine.board cimport *
from engine.solver.search cimport Parts, Path, Table

cdef struct Effort:
    u64 states
    u64 most_states
    u64 memory
    int thrift  # how much the moves made weigh against the guess; more gives shorter lines

cdef struct Node:
    unsigned int parent
    unsigned int older
    u16 move
    u16 cost

cdef struct Frontier:
    Node* nodes
    u8* packed
    int stride
    unsigned int count
    unsigned int room
    unsigned int most
    unsigned int buckets[1024]
    int lowest
    int thrift
    unsigned int won_from
    u16 won_by

cdef int widest(const RuleTable* t, const Board* root, Effort* effort, Path* path) noexcept nogil

# used in foundations.py alone
cdef int _widen(const RuleTable* t, Board* b, Frontier* f, Table* seen, Effort* effort, Path* path) noexcept nogil
cdef int _expand(const RuleTable* t, Board* b, Frontier* f, Table* seen, Effort* effort, Path* path, unsigned int node) noexcept nogil
cdef bint _add(const RuleTable* t, const Board* b, Frontier* f, unsigned int parent, u16 move, int guess) noexcept nogil
cdef bint _grow(Frontier* f) noexcept nogil
cdef bint _retrace(const RuleTable* t, Board* b, const Frontier* f, unsigned int node, Path* path) noexcept nogil
cdef void _pack(const RuleTable* t, const Board* b, u8* out) noexcept nogil
cdef void _unpack(const RuleTable* t, const u8* packed, Board* b) noexcept nogil
