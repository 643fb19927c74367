"""Simulations on the native core, the same bits as `ldp-bandits simulate` in Node."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from operator import index
from typing import Any, SupportsIndex

import numpy as np

from . import _simulation
from ._fields import SpecError, is_number
from ._native_run import native_run
from ._result import Curve, Floats, SimulationResult, Stopped
from ._spec import read_spec, with_defaults


def simulate(
    spec: Mapping[str, Any] | str | bytes,
    *,
    threads: SupportsIndex | None = None,
    progress: Callable[[float], object] | None = None,
) -> SimulationResult:
    """Plays every run of a specification, and returns the regret of its policies.

    `spec`: the JSON of `npx ldp-bandits simulate`, as an object or as text. `threads`: 1 to 1024,
    default: one a processor; the result has the same bits for any number. `progress` is called
    about
    five times a second with the share that is done, 0 to 1. Other threads of Python go on
    meanwhile.
    Ctrl-C stops the simulation within a second, as does an exception of `progress`.

    Raises SpecError, which names the field, and TypeError or ValueError for `threads`.
    """
    count = _threads(threads)
    complete = with_defaults(read_spec(spec))
    times = _times(complete)
    runs = [
        (run["label"], native_run(complete, index, times))
        for index, run in enumerate(complete["runs"])
    ]
    try:
        played = _simulation.play(runs, complete["replicates"], count, _share(progress))
    except _simulation.PlanError as error:
        # What the reader does not know: levels that a population comes to, noise that integers
        # cannot have.
        parameter, _, reason = str(error).partition(" ")
        raise SpecError(parameter, reason) from None
    t = np.array(times, dtype=np.float64)
    curves = (_curve(run["label"], t, one) for run, one in zip(complete["runs"], played))
    return SimulationResult(complete, tuple(curves))


def _times(spec: dict[str, Any]) -> list[int]:
    record, horizon = spec["record"], spec["horizon"]
    if "times" in record:
        times = list(record["times"])
        return times if times[-1] == horizon else [*times, horizon]
    is_log = record["scale"] == "log"
    return list(_simulation.record_times(horizon, record["points"], is_log))


def _curve(label: str, t: Floats, played: dict[str, Any]) -> Curve:
    regrets, stops = played["regrets"], played["stops"]
    stopped = None
    if stops.size:
        stopped = Stopped(stops[0], stops[1], played["wrong"], played["not_best"])
    band = {name: played[name] for name in ("mean", "low", "high")}
    return Curve(label, regrets.shape[1], t.copy(), **band, regrets=regrets, stopped=stopped)


def _share(progress: Callable[[float], object] | None) -> Callable[[float, float], object] | None:
    if progress is None:
        return None
    report = progress
    return lambda done, total: report(done / total)


def _threads(threads: SupportsIndex | None) -> int:
    if threads is None:
        return max(1, min(1024, os.cpu_count() or 1))
    if not is_number(threads) or not hasattr(threads, "__index__"):
        raise TypeError(f"threads must be a whole number from 1 to 1024, not {threads!r}")
    count = index(threads)
    if not 1 <= count <= 1024:
        raise ValueError(f"threads must be a whole number from 1 to 1024, not {count}")
    return count
