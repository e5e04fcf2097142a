"""A flag by which one thread ends the searches of another.

Searches are bounded in positions and bytes, so that the same question has the same answer
everywhere. A service that cannot wait that long raises a flag; the engine looks at no clock.
Compiled; the field stands in stopping.pxd.
"""

import cython


@cython.cclass
class Stop:
    """A flag that is raised once."""

    def __init__(self):
        self.raised = 0

    def set(self):
        """Raise the flag."""
        self.raised = 1

    def is_set(self):
        """Tell whether it was raised."""
        return self.raised != 0
