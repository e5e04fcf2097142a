class Stop:
    """A flag that is raised once; every search that was given it then answers unknown."""

    def set(self) -> None:
        """Raise the flag, from whatever thread."""

    def is_set(self) -> bool:
        """Tell whether it was raised."""
