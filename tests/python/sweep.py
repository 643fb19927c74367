"""A sweep of specs in a pool of processes, as a program: `sweep.py executor|pool fork|spawn`.

One of the specs is wrong. Prints, as JSON, the digest of each result, or what its error says.
"""

from __future__ import annotations

import json
import multiprocessing
import sys
from concurrent.futures import ProcessPoolExecutor
from typing import Any

import numpy as np

import ldp_bandits

COUNT, WRONG = 40, 17


def spec(index: int) -> dict[str, Any]:
    """Its numbers are those of numpy, as the points of a sweep are."""
    return {
        "version": 1,
        "seed": f"sweep {index}",
        "horizon": np.int64(100),
        "replicates": np.int32(2),
        "environment": {"type": "bernoulli", "means": np.array([0.6, 0.4])},
        "runs": [
            {
                "label": "a",
                "policy": {"type": "ldp-thompson"},
                "epsilon": np.float64(-1 if index == WRONG else 1 + index / COUNT),
            }
        ],
    }


def play(index: int) -> ldp_bandits.SimulationResult:
    return ldp_bandits.simulate(spec(index), threads=np.int64(1))


def told(get: Any) -> Any:
    try:
        return get().digest
    except ldp_bandits.SpecError as error:
        return {"parameter": error.parameter, "reason": error.reason, "text": str(error)}


def main(kind: str, method: str) -> None:
    context = multiprocessing.get_context(method)
    if kind == "executor":
        with ProcessPoolExecutor(2, mp_context=context) as executor:
            futures = [executor.submit(play, index) for index in range(COUNT)]
            print(json.dumps([told(future.result) for future in futures]))
    else:
        with context.Pool(2) as pool:
            waiting = [pool.apply_async(play, (index,)) for index in range(COUNT)]
            print(json.dumps([told(one.get) for one in waiting]))


if __name__ == "__main__":
    main(*sys.argv[1:])
