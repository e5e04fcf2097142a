from engine.board cimport *

cdef int shorten(const RuleTable* t, const Board* root, u16* codes, int length, int most_tries) noexcept nogil

# used in shorten.py alone
cdef int _cut_circles(const RuleTable* t, const Board* root, u16* codes, int length) noexcept nogil
cdef int _leave_out(const RuleTable* t, const Board* root, u16* codes, int length, int* tries) noexcept nogil
cdef int _replay(const RuleTable* t, Board* b, const u16* codes, int length, u16* kept, int* tries) noexcept nogil
