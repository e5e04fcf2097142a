class Weights:
    """The learned weights, and a table of chances."""

def learned() -> Weights: ...
