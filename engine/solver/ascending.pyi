from engine.position import Position
from engine.solver.verdicts import Budget, Verdict

def search_runs(position: Position, budget: Budget) -> tuple[Verdict, list[int], int]: ...
