from engine.position import Position
from engine.solver.stopping import Stop
from engine.solver.verdicts import Verdict

def exhaust(
    position: Position, most_states: int, memory: int, stop: Stop
) -> tuple[Verdict, list[int], int]: ...
