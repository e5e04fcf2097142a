from engine.board cimport *
from engine.position cimport Position
from engine.solver.prospects cimport Sight, Weights
from engine.solver.runs cimport Runs
from engine.solver.search cimport Path

cdef enum:
    STAGES = 105  # before, between and after the draws

cdef struct Known:
    u8 order[CARDS]  # the ranks of the waste, lowest first, and of the stock as it will be drawn
    int wasted
    int total
    u8 unseen[STAGES][13]  # after so many draws

cdef struct Node:
    Runs runs
    u64 low  # which cards of the order lie in the waste
    u64 high
    int score
    unsigned int parent
    u8 laid

cdef struct Link:
    unsigned int parent
    unsigned int laid  # cards, after the draw

cdef struct Beam:
    Node* kept
    Node* made
    Link* links
    u64* seen
    u64 mask
    int width
    int most_made
    long states
    const int* stop

cpdef tuple search_runs(Position position, object budget)

cdef int search(const Known* known, const Runs* root, Weights weights, Beam* beam, int width, u8* laid) noexcept nogil
cdef int _expand(const Known* known, Weights weights, Beam* beam, int kept, int draws, u8* laid) noexcept nogil
cdef int _capped_score(const Sight* s) noexcept nogil
cdef int _select(Beam* beam, int made, int draws) noexcept nogil
cdef void _trace(const Beam* beam, int draws, unsigned int at, u8* laid) noexcept nogil
cdef bint _note(Beam* beam, const Node* node) noexcept nogil
cdef void _open_waste(const Known* known, const Node* node, Sight* s, u8* places) noexcept nogil
cdef bint _open_beam(Beam* beam, int width, int draws) noexcept nogil
cdef void _close_beam(Beam* beam) noexcept nogil
cdef list _moves_of(Position position, const u8* laid, int draws)
