from engine.board cimport *

cdef struct Pace:
    u16 move
    Undo undo

cdef struct Table:
    u64* slots
    u64 mask
    u64 held
    u64 most

cdef struct Path:
    Pace* paces
    int length
    int room

cdef enum:
    EVERY = 0xFFFFFFFF  # pile bits: any pile may have changed

cdef struct Parts:
    u64 hash[PILES]
    u64 hash_sum
    int guess[PILES]
    int guess_sum
    int placed

cdef bint open_table(Table* table, u64 memory) noexcept nogil
cdef int insert(Table* table, u64 key) noexcept nogil
cdef bint step(const RuleTable* t, Board* b, Path* path, u16 move) noexcept nogil
cdef void back_to(const RuleTable* t, Board* b, Path* path, int length) noexcept nogil
cdef bint send_up(const RuleTable* t, Board* b, Path* path) noexcept nogil
cdef int candidates(const RuleTable* t, const Board* b, u16* out) noexcept nogil
cdef void take_apart(const RuleTable* t, const Board* b, Parts* parts) noexcept nogil
cdef u64 hash_after(const RuleTable* t, const Board* b, const Path* path, int first, const Parts* parts) noexcept nogil
cdef int distance_after(const RuleTable* t, const Board* b, const Path* path, int first, const Parts* parts) noexcept nogil
cdef unsigned int _touched(const RuleTable* t, const Path* path, int first) noexcept nogil
cdef int _guess(const RuleTable* t, const Board* b, int in_the_way) noexcept nogil
cdef int _in_the_way(const RuleTable* t, const Board* b, int pile) noexcept nogil
cdef int distance(const RuleTable* t, const Board* b) noexcept nogil
cdef bint _grow(Table* table) noexcept nogil
cdef int _fill_from(const RuleTable* t, const Board* b, int source, int empty) noexcept nogil
cdef int _safe_from(const RuleTable* t, const Board* b, int source) noexcept nogil
