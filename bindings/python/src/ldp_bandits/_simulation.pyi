from collections.abc import Callable
from typing import Any

class PlanError(ValueError): ...

def play(
    runs: list[tuple[str, list[float]]],
    replicates: int,
    threads: int,
    progress: Callable[[float, float], object] | None,
) -> list[dict[str, Any]]: ...
def record_times(horizon: int, points: int, is_log: bool) -> list[int]: ...
