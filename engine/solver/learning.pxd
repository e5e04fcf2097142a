from engine.board cimport *
from engine.solver.prospects cimport Sight, Weights

cdef struct Learner:
    float* weights
    float* signed_errors  # by weight: their sum, and the sum of their sizes
    float* errors
    u64 chance

cdef float play(Learner* learner, int piles, float rate, Sight* s) noexcept nogil
cdef void _deal(Learner* learner, int piles, Sight* s, u8* stock) noexcept nogil
cdef float _value(const Learner* learner, const Sight* s, int* found, int* count) noexcept nogil
cdef void _correct(Learner* learner, const int* found, int count, float error, float rate) noexcept nogil
cdef u64 _next_random(u64* state) noexcept nogil
