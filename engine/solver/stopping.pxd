cdef class Stop:
    cdef int raised
