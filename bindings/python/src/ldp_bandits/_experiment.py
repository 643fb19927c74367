"""The public parameters of an experiment, which device and server both hold, as the core takes
them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ._arguments import real
from ._fields import SpecError
from ._policy import STANDARD_DELTA, Policy, Rows, read_policy, with_standards
from ._tables import TRAITS, algorithm_index, family, flat, without

Algorithm = Mapping[str, Any]


@dataclass(frozen=True)
class Experiment:
    """`made_of`: a clean copy of algorithm and epsilon as given. `policy`: with its defaults.
    `learner`: all of its numbers; `device`: those that a device knows."""

    made_of: tuple[Policy, float]
    policy: Policy
    learner: list[float]
    device: list[float]

    @property
    def terms(self) -> tuple[str, float, float, float, float, float]:
        """How a feedback becomes a reward: the transform, its two numbers, and the feedback of
        silence. Then the epsilon and delta that a report may cost."""
        rewards = self.policy.get("rewards", {"type": "unit"})
        first, second, *_ = [*(v for k, v in rewards.items() if k != "type"), 0.0, 0.0]
        neutral, delta = self.policy.get("neutral", 0), self.policy.get("delta", 0)
        return rewards["type"], first, second, float(neutral), self.made_of[1], float(delta)


def _rows(name: str) -> Rows:
    return Rows([row for row in family(name) if row["trustModel"] == "local"], ())


_ARMS, _LINEAR = _rows("multi-armed"), _rows("linear")


def multi_armed(algorithm: Algorithm, epsilon: float) -> Experiment:
    """`algorithm`: {"type": "ldp-thompson", "arms": 3}, with the parameters of
    docs/algorithms.md."""
    given = read_policy(algorithm, "algorithm", _ARMS)
    epsilon = real("epsilon", epsilon)
    levels = given.get("levels", [epsilon])
    posterior = "beta" if len(levels) == 1 else "normal"
    policy = with_standards(given, _ARMS, {"posterior": posterior})
    _require_all(policy, _ARMS)
    values = {
        **without("Learner"),
        "bound": "Lk" if policy["type"] in TRAITS["logBound"] else "La",
        **policy,
        "levels": levels,
        "algorithmIndex": algorithm_index(policy["type"]),
    }
    return Experiment((given, epsilon), policy, flat("Learner", values), flat("Experiment", values))


def linear(algorithm: Algorithm, epsilon: float) -> Experiment:
    """`algorithm`: {"type": "ldp-linear-moments", "dimension": 4}, likewise."""
    given = read_policy(algorithm, "algorithm", _LINEAR)
    epsilon = real("epsilon", epsilon)
    kind = given["type"]
    is_choice = _LINEAR.takes(kind, "mechanism")
    is_one_number = kind == "ldp-linear-moments" and given.get("dimension") == 1
    standard = "ball" if is_one_number else "codebook"
    mechanism = given.get("mechanism", standard if is_choice else "gaussian")
    is_gaussian = mechanism == "gaussian"
    for name in ("delta", "calibration"):
        if name in given and not is_gaussian:
            reason = f"belongs to Gaussian noise: it has no place with mechanism {mechanism}"
            raise SpecError(f"algorithm.{name}", reason)
    standards = {
        "mechanism": mechanism,
        "delta": STANDARD_DELTA if is_gaussian else None,
        "calibration": without("LinearLearner")["calibration"] if is_gaussian else None,
    }
    policy = with_standards(given, _LINEAR, standards)
    _require_all(policy, _LINEAR)
    values = {
        **without("LinearLearner"),
        **policy,
        "mechanism": mechanism,
        "epsilon": epsilon,
        "algorithmIndex": algorithm_index(kind),
    }
    device = [
        *flat("LinearExperiment", values),
        *flat("FeatureNorm", {"norm": policy.get("norm", 1), "norms": policy.get("norms", "clip")}),
    ]
    return Experiment((given, epsilon), policy, flat("LinearLearner", values), device)


def _require_all(policy: Policy, rows: Rows) -> None:
    for parameter in rows.parameters(policy["type"]):
        if not parameter.get("optional") and parameter["name"] not in policy:
            raise SpecError(f"algorithm.{parameter['name']}", "is missing")
