from engine.board cimport *

cdef enum:
    ONTO_CHAIN = 0  # kinds of move, added to a pile or, for the last two, to a suit
    INTO_EMPTY = 32
    FILL = 64
    LEAVE = 96
    KIND = 96
    SUIT_BITS = 16  # cards are bits: 16 for each foundation, the lowest for its first card

cdef extern from *:
    """
    /* the cards of all suits, the first and the last of each */
    #define ALL 0x1FFF1FFF1FFF1FFFULL
    #define FIRSTS 0x0001000100010001ULL
    #define LASTS 0x1000100010001000ULL
    """
    const u64 ALL
    const u64 FIRSTS
    const u64 LASTS

cdef struct Ground:
    u64 base[PILES][CARDS]  # by pile and layer, lowest first
    u64 chain[PILES][CARDS]
    u64 radix[PILES]  # what one layer of a pile counts in a key
    u8 pile[64]  # of each card that is not home
    u8 layer[64]
    int piles

cdef struct Dug:
    u64 home
    u64 base
    u64 buried
    u8 left[PILES]  # layers; 0 also where a last card lies lowest
    u8 filled  # suits whose last card lies lowest in a pile, as bits
    int empty  # piles

cdef bint survey(const RuleTable* t, const Board* b, Ground* g, Dug* d) noexcept nogil
cdef u64 key_of(const Ground* g, const Dug* d) noexcept nogil
cdef void recall(const Ground* g, const Dug* root, u64 key, Dug* d) noexcept nogil
cdef u64 bared(const Dug* d) noexcept nogil
cdef u64 movable(const Dug* d, u64 bare) noexcept nogil
cdef void move_base(const Ground* g, Dug* d, int move) noexcept nogil
cdef bint is_lost(const Ground* g, const Dug* d) noexcept nogil
cdef int lasts_among(u64 cards) noexcept nogil
cdef int count_of(u64 cards) noexcept nogil

# used in ground.py alone
cdef void _settle(const Ground* g, Dug* d) noexcept nogil
cdef bint _uncover(const Ground* g, Dug* d, int pile) noexcept nogil
