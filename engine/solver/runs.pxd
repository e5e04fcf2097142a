from engine.board cimport *

cdef enum:
    MOST_RUNS = 12
    LONGEST = 25  # of the runs that are carried
    ROOM = 4  # empty piles used to carry one
    MIXED_PILE = 128  # added to the length of a pile that is not one run from its lowest card

cdef struct Runs:
    u8 top[MOST_RUNS]
    u8 length[MOST_RUNS]
    u8 tops[13]  # by rank, of piles that take another card
    u8 count
    u8 empty
    u8 cap

cdef void read_runs(const RuleTable* t, const Board* b, Runs* r) noexcept nogil
cdef int below(int rank) noexcept nogil
cdef int onto(const Runs* r, int pile) noexcept nogil
cdef int joinable(const Runs* r) noexcept nogil
cdef int exchangeable(const Runs* r, int* lower) noexcept nogil
cdef void settle(Runs* r) noexcept nogil
cdef int place_for(const Runs* r, int rank) noexcept nogil
cdef bint lay(Runs* r, int rank) noexcept nogil
cdef bint all_full(const Runs* r) noexcept nogil

# used in runs.py alone
cdef void _sort(Runs* r) noexcept nogil
cdef bint _better(const Runs* r, int size, int than) noexcept nogil
