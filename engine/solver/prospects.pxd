from engine.board cimport *
from engine.solver.runs cimport Runs

cdef enum:
    RANK = 0  # where the weights of each question begin
    WINDOW = 1296
    BURIED = 4212
    NEEDS = 6642
    EMPTY = 8194
    JOINING = 8582
    REACH = 9842
    NEEDED = 14450
    NEAREST = 17366
    NEIGHBOURS = 17966
    TOPMOST = 18434
    WEIGHTS = 20462
    MOST_SIGNS = 512
    CERTAIN = 1 << 30

cdef struct Sight:
    Runs runs
    u8 waste[CARDS]
    int wasted
    u8 unseen[13]
    int left

cdef class Weights:
    cdef short values[WEIGHTS]
    cdef int chances[4097]  # by log-odds, in 128ths, of a win

cdef void look(const RuleTable* t, const Board* b, Sight* s) noexcept nogil
cdef bint is_over(const Sight* s) noexcept nogil
cdef void draw(Sight* s, int rank) noexcept nogil
cdef bint lay_top(Sight* s) noexcept nogil
cdef int chance(const Sight* s, Weights weights) noexcept nogil
cdef int signs(const Sight* s, int* out) noexcept nogil
cdef int prospect(const Sight* s, const short* weights) noexcept nogil
cdef int _waste_signs(const Sight* s, int* out, int n) noexcept nogil
cdef int _run_signs(const Sight* s, int* out, int n) noexcept nogil
cdef int _at_most_eight(int number) noexcept nogil
