from engine.board cimport *

cdef struct Waiting:
    u64 hash  # when the move is made and all that is safe sent up
    unsigned int parent
    unsigned int next
    u16 move
    u16 cost

cdef struct Done:
    unsigned int parent
    u16 move
    u16 cost

cdef enum:
    BUCKETS = 1024

cdef struct Frontier:
    Waiting* waiting
    Done* done
    u8* packed
    u64 memory
    int stride
    unsigned int count  # of positions done; 0 stands for none
    unsigned int room
    unsigned int used  # of the places for positions that wait; 0 stands for none
    unsigned int waiting_room
    unsigned int free
    int lowest
    unsigned int buckets[BUCKETS]

cdef void open_frontier(const RuleTable* t, Frontier* f, u64 memory) noexcept nogil
cdef void close_frontier(Frontier* f) noexcept nogil
cdef bint wait_at(Frontier* f, int bucket, const Waiting* position) noexcept nogil
cdef bint next_waiting(Frontier* f, Waiting* out) noexcept nogil
cdef bint next_in_turn(Frontier* f, Waiting* out, int* turn, int spread) noexcept nogil
cdef unsigned int keep(const RuleTable* t, const Board* b, Frontier* f, const Waiting* come_from) noexcept nogil
cdef void restore(const RuleTable* t, const Frontier* f, unsigned int at, Board* b) noexcept nogil

# used in frontier.py alone
cdef bint _find_lowest(Frontier* f) noexcept nogil
cdef void _take(Frontier* f, int bucket, Waiting* out) noexcept nogil
cdef bint _may_grow(const Frontier* f, u64 more) noexcept nogil
cdef u64 _held(const Frontier* f) noexcept nogil
