from engine.board cimport *

cdef struct Pace:
    u16 move
    u64 hash  # before the move
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
    u64 hash  # of the position it leads to, by engine.solver.links

cdef bint open_table(Table* table, u64 memory) noexcept nogil
cdef int insert(Table* table, u64 key) noexcept nogil
cdef bint note(u64* slots, u64 mask, u64 key) noexcept nogil
cdef bint step(const RuleTable* t, Board* b, Path* path, u16 move) noexcept nogil
cdef bint follow(const RuleTable* t, Board* b, Path* path, u16 move) noexcept nogil
cdef void back_to(const RuleTable* t, Board* b, Path* path, int length) noexcept nogil
cdef bint send_up(const RuleTable* t, Board* b, Path* path) noexcept nogil
cdef bint is_quiet(const RuleTable* t, const Board* b, u16 move) noexcept nogil
cdef bint leaves_homes(const RuleTable* t, u16 move) noexcept nogil
cdef int candidates(const RuleTable* t, const Board* b, u16* out) noexcept nogil
cdef bint _grow(Table* table) noexcept nogil
cdef int _fill(const RuleTable* t, const Board* b) noexcept nogil
cdef int _safe(const RuleTable* t, const Board* b) noexcept nogil
cdef bint _is_whole(const RuleTable* t, const Board* b, u16 move) noexcept nogil
cdef bint _is_carry(const RuleTable* t, u16 move) noexcept nogil
