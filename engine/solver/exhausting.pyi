from engine.position import Position
from engine.solver.verdicts import Verdict

def exhaust(
    position: Position, most_states: int, memory: int
) -> tuple[Verdict, list[int], int]: ...
