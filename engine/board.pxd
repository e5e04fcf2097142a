# What the compiled rules run on: the tables of a variant, and the piles of a position.
ctypedef unsigned char u8
ctypedef unsigned short u16
ctypedef unsigned long long u64

cdef extern from *:
    int lowest_bit "__builtin_ctzll" (u64) noexcept nogil  # of gcc and clang; not for 0

cdef enum:
    PILES = 24
    CARDS = 104
    MOST_MOVES = 1024
    MOST_ROUNDS = 8
    WORD = 31  # the source of moves that have no source pile

cdef enum:
    STOCK = 0
    WASTE = 1
    FOUNDATION = 2
    CELL = 3
    TABLEAU = 4

cdef struct Hindrances:  # as in engine/hindrances.py
    int home
    int block
    int breach
    int cover
    int cover_after
    int cell
    int cell_wait
    int empty
    int none_spare
    int one_spare
    int uneven
    int move
    int again

cdef struct Round:  # as there
    Hindrances weights
    int thrift
    int spread
    u64 states

cdef struct RuleTable:
    int piles
    u8 kind[PILES]
    int stock
    int waste
    int f0
    int nf
    int c0
    int nc
    int t0
    int nt
    u64 packing[52]
    u64 fill
    int cap
    int carry
    int flips
    int returns
    int depth
    int draw
    int redeals
    int gather
    int gather_size
    int turning
    int swaps
    int goal
    int to_place
    int mixed  # tableau piles may change places without a difference
    u8 home[52]
    u8 height[52]
    u8 laid_out[PILES]
    u8 sequence[PILES][13]  # by pile, for foundations that grow through a suit
    Round rounds[MOST_ROUNDS]
    int round_count
    u64 under[52]  # the tableau cards a card may be laid on
    int relax  # 1 where solver.dead.is_dead may judge
    int digs  # 1 where solver.ground knows positions by what is buried
    int safety  # 0 no card is provably safe to send up, 1 ask, 2 every card is

cdef struct Board:
    u8 card[PILES][CARDS]
    u8 n[PILES]
    u8 down[PILES]
    u8 layer_suit[4]
    u8 layer_n[4]
    u16 redeals
    u8 current
    u8 swaps
    int placed
    u64 exempt

cdef struct Undo:
    u64 exempt
    u8 flag
    u8 lengths[PILES]

