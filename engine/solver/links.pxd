from engine.board cimport *

cdef u64 links(const RuleTable* t, const Board* b) noexcept nogil
cdef u64 change(const RuleTable* t, const Board* b, u16 move) noexcept nogil

# used in links.py alone
cdef u64 _height(int pile, int height) noexcept nogil
cdef u64 _link(int card, int below) noexcept nogil
cdef u64 _face_down(int card) noexcept nogil
cdef int _floor(const RuleTable* t, int pile) noexcept nogil
cdef u64 _scatter(u64 value) noexcept nogil
