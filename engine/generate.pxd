from engine.board cimport *

cdef struct Tops:
    u64 fits[PILES]  # which cards each tableau pile takes
    u64 any
    int onto_card  # how many cards may move at once to a card
    int onto_empty

cdef bint is_won(const RuleTable* t, const Board* b) noexcept nogil
cdef int foundation_of(const RuleTable* t, int card) noexcept nogil
cdef bint may_go_up(const RuleTable* t, const Board* b, int card, int pile) noexcept nogil
cdef int generate(const RuleTable* t, const Board* b, u16* out) noexcept nogil
cdef bint is_legal(const RuleTable* t, const Board* b, int move) noexcept nogil
cdef int run_length(const RuleTable* t, const Board* b, int pile) noexcept nogil
cdef int most_carried(const RuleTable* t, const Board* b, int target) noexcept nogil
cdef u64 count_lines(const RuleTable* t, Board* b, int depth) noexcept nogil

# used in generate.py alone
cdef int _from_pile(const RuleTable* t, const Board* b, const Tops* tops, int source, u16* out, int count) noexcept nogil
cdef void _see_tops(const RuleTable* t, const Board* b, Tops* tops) noexcept nogil
cdef int _onto_tableau(const RuleTable* t, const Tops* tops, int source, int card, u16* out, int count) noexcept nogil
cdef int _runs(const RuleTable* t, const Board* b, const Tops* tops, int source, u16* out, int count) noexcept nogil
cdef int _to_cells(const RuleTable* t, const Board* b, int source, u16* out, int count) noexcept nogil
cdef int _turns(const RuleTable* t, const Board* b, u16* out) noexcept nogil
cdef bint _gather_changes(const RuleTable* t, const Board* b) noexcept nogil
cdef bint _red(int card) noexcept nogil
cdef u16 _code(int source, int target, int count) noexcept nogil
