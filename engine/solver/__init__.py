"""Solvers: verdicts that are proofs, and lines that the referee has replayed."""

from engine.solver.solving import solve
from engine.solver.stopping import Stop
from engine.solver.verdicts import Budget, Solution, Verdict

__all__ = ["Budget", "Solution", "Stop", "Verdict", "solve"]
