from engine.board cimport *
from engine.position cimport Position

cpdef int plain_choice(Position position)
cpdef int best_choice(Position position, u64 seed, int samples)

# used in rollouts.py alone
cdef int _prefer(const RuleTable* t, const Board* b, const u16* codes, int count, int idle) noexcept nogil
cdef int _worth(const RuleTable* t, const Board* b, int code, int idle) noexcept nogil
cdef bint _wanted(const RuleTable* t, const Board* b) noexcept nogil
cdef int _next_idle(const RuleTable* t, int code, int idle) noexcept nogil
cdef int _play_out(const RuleTable* t, Board* b, int idle) noexcept nogil
cdef int _idle_before(Position position)
cdef int _count_unseen(Position position, u8* cards, u8* piles, u8* places)
cdef bint _was_here(Position position, u64 place)
