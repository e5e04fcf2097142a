from engine.board cimport RuleTable

cdef class CompiledRules:
    cdef RuleTable table
    cdef readonly object tables
    cdef readonly tuple pile_ids
    cdef dict _moves
    cdef dict _places
    cpdef object move_of(self, int code)
    cpdef int code_of(self, object move) except -2
