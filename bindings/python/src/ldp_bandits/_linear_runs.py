"""The runs of linear and generalized linear worlds: one epsilon for all visitors, and epochs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ._environment import UNBOUNDED, Environment, largest_of
from ._fields import MISSING, SpecError, is_number
from ._policy import (
    STANDARD_DELTA,
    Policy,
    Rows,
    must_be,
    read_level_and_epoch,
    read_policy_or_uniform,
    with_standards,
)
from ._tables import LIMITS, family, without

Fields = Mapping[str, Any]

_LINEAR = Rows(family("linear"), ("norm", "norms", "rewards", "neutral"))
_GENERALIZED = Rows(family("generalized-linear"), ("norm", "norms", "neutral"))
_LEAST_PAIR_EPSILON = 4


def _has_delta(policy: Policy) -> bool:
    if policy["type"] == "ldp-linucb":
        return policy.get("mechanism") == "gaussian"
    return _LINEAR.takes(policy["type"], "delta")


def read_linear_run(fields: Fields, path: str, environment: Environment) -> dict[str, Any]:
    at = f"{path}.policy"
    given = fields.get("policy", MISSING)
    policy = read_policy_or_uniform(given, at, _LINEAR, environment["arms"])
    is_gaussian = _has_delta(policy)
    epsilon = fields.get("epsilon", MISSING)
    if policy.get("parts") == "pair" and is_number(epsilon) and epsilon < _LEAST_PAIR_EPSILON:
        reason = f"must be at least {_LEAST_PAIR_EPSILON} with the parts pair"
        raise SpecError(f"{path}.epsilon", reason)
    must_be(
        policy.get("dimension", MISSING), f"{at}.dimension", environment["dimension"], "dimension"
    )
    _check_pair(policy, at)
    for name in ("delta", "calibration"):
        if name in policy and not is_gaussian:
            reason = "must be absent: the noise of these reports has none"
            raise SpecError(f"{at}.{name}", reason)
    shared = read_level_and_epoch(policy, fields, path, _LINEAR, "in a linear world", is_gaussian)
    return {"policy": policy, **shared}


def _check_pair(policy: Policy, path: str) -> None:
    parts = policy.get("parts", "joint")
    if parts == "joint":
        return
    if parts != "pair":
        raise SpecError(f"{path}.parts", "must be joint or pair")
    if policy.get("mechanism", "codebook") != "codebook":
        raise SpecError(f"{path}.parts", "must be joint: pair needs the mechanism codebook")
    if policy.get("radius", "practical") != "practical":
        raise SpecError(f"{path}.radius", "must be practical with the parts pair")


def linear_with_defaults(policy: Policy, environment: Environment) -> Policy:
    if policy["type"] == "uniform":
        return {"type": "uniform", "arms": environment["arms"]}
    is_gaussian = _has_delta(policy)
    # A run that names the default parts is the one that leaves them.
    given = {k: v for k, v in policy.items() if not (k == "parts" and v == "joint")}
    calibration = without("LinearLearner")["calibration"]
    standards = {
        "dimension": environment["dimension"],
        "mechanism": "codebook",
        "delta": STANDARD_DELTA if is_gaussian else None,
        "calibration": calibration if is_gaussian else None,
    }
    return with_standards(given, _LINEAR, standards)


def _is_gaussian_glm(policy: Policy) -> bool:
    return policy.get("mechanism") == "gaussian" or policy["type"] == "ldp-glm-published"


def read_generalized_run(
    fields: Fields, path: str, environment: Environment, horizon: int
) -> dict[str, Any]:
    at = f"{path}.policy"
    given = fields.get("policy", MISSING)
    policy = read_policy_or_uniform(given, at, _GENERALIZED, environment["arms"])
    _check_generalized(policy, at, environment)
    most = LIMITS["remembered"] // (environment["dimension"] + 1)
    if policy["type"] == "ucb-glm" and horizon > most:
        reason = f"must not be ucb-glm, which remembers every round, beyond {most} of them"
        raise SpecError(f"{at}.type", reason)
    where, is_gaussian = "in a generalized linear world", _is_gaussian_glm(policy)
    shared = read_level_and_epoch(policy, fields, path, _GENERALIZED, where, is_gaussian)
    return {"policy": policy, **shared}


def _check_generalized(policy: Policy, path: str, environment: Environment) -> None:
    dimension = environment["dimension"]
    must_be(policy.get("dimension", MISSING), f"{path}.dimension", dimension, "dimension")
    if "delta" in policy and not _is_gaussian_glm(policy):
        raise SpecError(f"{path}.delta", "must be absent: only Gaussian noise has one")
    if policy.get("parts") == "pair":
        raise SpecError(f"{path}.parts", "must be joint or coin")
    if policy.get("parts") == "coin" and _is_gaussian_glm(policy):
        raise SpecError(f"{path}.parts", "must be joint with Gaussian noise")
    link = policy.get("link", environment["link"])
    if "clip" in policy and link != "poisson":
        raise SpecError(f"{path}.clip", "must be absent: it belongs to the link poisson")
    if link in UNBOUNDED:
        if "largest" in policy or largest_of(environment) is not None:
            return
        reason = f"must be given: feedback of the link {link} has no bound"
        raise SpecError(f"{path}.largest", reason)
    if "largest" in policy:
        reason = f"must be absent: feedback of the link {link} is 0 or 1"
        raise SpecError(f"{path}.largest", reason)


def generalized_with_defaults(policy: Policy, environment: Environment, horizon: int) -> Policy:
    if policy["type"] == "uniform":
        return {"type": "uniform", "arms": environment["arms"]}
    link, is_gaussian = policy.get("link", environment["link"]), _is_gaussian_glm(policy)
    standards = {
        "dimension": environment["dimension"],
        "mechanism": "codebook",
        "link": link,
        "bound": environment["bound"],
        "horizon": horizon,
        "delta": STANDARD_DELTA if is_gaussian else None,
        "largest": largest_of(environment) if link in UNBOUNDED else None,
        "clip": 1.5 if link == "poisson" else None,
        # The dimension of a world is 2 at least, so that a codebook has parts of their own.
        "parts": None if is_gaussian else "coin",
    }
    return with_standards(policy, _GENERALIZED, standards)
