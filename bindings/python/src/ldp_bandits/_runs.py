"""The runs of each kind of world: who learns, and which combinations have a meaning."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ._changes import changes_best
from ._environment import Environment, arms_of, support_of
from ._fields import MISSING, SpecError
from ._linear_runs import (
    generalized_with_defaults,
    linear_with_defaults,
    read_generalized_run,
    read_linear_run,
)
from ._policy import (
    STANDARD_DELTA,
    Policy,
    Rows,
    must_be,
    read_epsilon,
    read_policy,
    read_scalar_run,
    type_of,
    with_standards,
)
from ._population import delivery_with_defaults, menu_of, read_delivery, read_population
from ._tables import CATALOG, LIMITS, TRAITS, family

Fields = Mapping[str, Any]

_ARMS = Rows(family("multi-armed"), ("levels", "neutral"))
_STOPPING = Rows(family("best-arm", "reduction"), ("neutral", "forgedShare", "control", "levels"))
_WORLDS = {
    "linear": "linear",
    "generalized-linear": "generalized linear",
    "convex": "convex",
    "combinatorial": "combinatorial",
}


def is_stopping(policy: Any) -> bool:
    """Whether a policy looks for the best arm and stops, or reduces to a learner of bounded
    losses."""
    return isinstance(policy, Mapping) and _STOPPING.find(policy.get("type")) is not None


def stops(policy: Policy) -> bool:
    """Whether replicates stop with an answer."""
    row = _STOPPING.find(policy["type"])
    return row is not None and row["family"] == "best-arm"


def read_run(fields: Fields, path: str, environment: Environment, horizon: int) -> dict[str, Any]:
    """What a run has beside its label."""
    policy = fields.get("policy")
    if isinstance(policy, Mapping) and policy.get("type") == "own":
        raise SpecError(f"{path}.policy.type", "must not be own: only the npm package plays it")
    if environment["type"] == "linear":
        return read_linear_run(fields, path, environment)
    if environment["type"] == "generalized-linear":
        return read_generalized_run(fields, path, environment, horizon)
    if is_stopping(fields.get("policy")):
        return _read_stopping_run(fields, path, environment)
    return _read_arms_run(fields, path, environment, horizon)


def policy_with_defaults(run: dict[str, Any], environment: Environment, horizon: int) -> Policy:
    policy = run["policy"]
    if environment["type"] == "linear":
        return linear_with_defaults(policy, environment)
    if environment["type"] == "generalized-linear":
        return generalized_with_defaults(policy, environment, horizon)
    arms = arms_of(environment)
    if is_stopping(policy):
        delta = STANDARD_DELTA if policy.get("mechanism") == "gaussian" else None
        standards = {"delta": delta, "arms": arms, "maximumPulls": horizon}
        return with_standards(policy, _STOPPING, standards)
    return _arms_with_defaults(run, arms)


def _read_arms_run(
    fields: Fields, path: str, environment: Environment, horizon: int
) -> dict[str, Any]:
    given, at = fields.get("policy", MISSING), f"{path}.policy"
    algorithm = type_of(given, at)
    row = next((row for row in CATALOG if row["id"] == algorithm), None)
    if row is not None and row["family"] in _WORLDS:
        world = _WORLDS[row["family"]]
        raise SpecError(f"{at}.type", f"must not be {algorithm} outside a {world} world")
    policy = read_policy(given, at, _ARMS)
    must_be(policy.get("arms", MISSING), f"{at}.arms", arms_of(environment), "number of arms")
    run = {"policy": policy, **_read_visitors(policy, fields, path)}
    if "delivery" in fields:
        run["delivery"] = read_delivery(fields["delivery"], f"{path}.delivery")
    _check_arms_run(run, path, environment, horizon)
    return run


def _read_visitors(policy: Policy, fields: Fields, path: str) -> dict[str, Any]:
    has_epsilon, has_population = "epsilon" in fields, "population" in fields
    row = _ARMS.find(policy["type"])
    if row is None or row["trustModel"] != "local":
        if not has_epsilon and not has_population:
            return {}
        reason = f"must have neither epsilon nor population: {policy['type']} is not private"
        raise SpecError(path, reason)
    if has_epsilon == has_population:
        raise SpecError(path, "must have either epsilon or population")
    if has_population:
        return {"population": read_population(fields["population"], f"{path}.population")}
    return {"epsilon": read_epsilon(fields, path)}


def _arms_with_defaults(run: dict[str, Any], arms: int) -> Policy:
    menu = menu_of(run)
    standards = {
        "arms": arms,
        "epsilonMin": menu[0] if menu else None,
        "posterior": "beta" if menu is not None and len(menu) == 1 else "normal",
    }
    return with_standards(run["policy"], _ARMS, standards)


def _check_arms_run(run: dict[str, Any], path: str, environment: Environment, horizon: int) -> None:
    arms = arms_of(environment)
    policy = _arms_with_defaults(run, arms)
    _check_rewards(policy.get("rewards"), path, environment)
    _check_levels(policy, menu_of(run), path)
    delivery = delivery_with_defaults(run.get("delivery"))
    _check_serving(policy, delivery["serving"], f"{path}.delivery.serving", arms)
    epoch, most = delivery["epoch"], LIMITS["epochRounds"]
    if min(epoch, horizon) > most:
        at = f"{path}.delivery.epoch"
        raise SpecError(at, f"must be at most {most} where the horizon is longer")
    if policy["type"] not in TRAITS["losses"] + TRAITS["ordered"]:
        return
    if (delivery["delay"] // epoch + 2) * arms > LIMITS["openWeights"]:
        reason = f"{policy['type']} keeps at most {LIMITS['openWeights']} weights"
        raise SpecError(
            f"{path}.delivery.delay", f"must be shorter: {reason} (arms x epochs under way)"
        )


def _check_rewards(rewards: Any, path: str, environment: Environment) -> None:
    low, high = support_of(environment)
    if rewards is not None and rewards["type"] == "unit" and (low < 0 or high > 1):
        reason = "must map rewards outside [0, 1] into it: clip, sigmoid or threshold"
        raise SpecError(f"{path}.policy.rewards", reason)


def _check_levels(policy: Policy, menu: list[float] | None, path: str) -> None:
    algorithm, count = policy["type"], None if menu is None else len(menu)
    if menu is None and algorithm in TRAITS["menuOnly"]:
        reason = f"must be a menu of at most 16 levels for {algorithm}"
        raise SpecError(f"{path}.population", reason)
    if count != 1 and algorithm in TRAITS["oneLevel"]:
        raise SpecError(f"{path}.population", f"must be of one level for {algorithm}")
    if menu is None and _ARMS.takes(algorithm, "epsilonMin") and "epsilonMin" not in policy:
        raise SpecError(f"{path}.policy.epsilonMin", "must be given where levels are continuous")
    if policy.get("posterior") == "beta" and count != 1:
        raise SpecError(f"{path}.policy.posterior", "must be normal for more than one level")
    highest = menu[-1] if menu else 0
    for name in ("epsilonMin", "levelAwareFrom"):
        if menu is not None and policy.get(name, 0) > highest:
            reason = "must not be above every level: nothing is learnt"
            raise SpecError(f"{path}.policy.{name}", reason)
    if algorithm == "ldp-gaussian-ucb" and highest > LIMITS["gaussianEpsilon"]:
        reason = f"must have levels up to {LIMITS['gaussianEpsilon']} for {algorithm}"
        raise SpecError(path, reason)


def _check_serving(policy: Policy, serving: str, at: str, arms: int) -> None:
    algorithm = policy["type"]
    if serving != "dense":
        if algorithm == "uniform":
            raise SpecError(at, "must be dense: uniform play has no index")
        if algorithm in TRAITS["draws"]:
            reason = f"must be dense: {algorithm} draws every decision, it has no index"
            raise SpecError(at, reason)
    if serving == "frozen-log" and "levelAwareFrom" in policy:
        reason = "must not be frozen-log with levelAwareFrom: the incumbent needs all arms"
        raise SpecError(at, reason)
    if arms > LIMITS["arms"] and serving != "frozen-log" and algorithm != "uniform":
        raise SpecError(at, f"must be frozen-log for more than {LIMITS['arms']} arms")


def _read_stopping_run(fields: Fields, path: str, environment: Environment) -> dict[str, Any]:
    policy = fields["policy"]
    has_menu = "population" in fields and policy.get("type") == "ldp-duel"
    read = _read_menu_run(fields, path) if has_menu else read_scalar_run(fields, path, _STOPPING)
    policy, arms = read["policy"], arms_of(environment)
    must_be(policy.get("arms", MISSING), f"{path}.policy.arms", arms, "number of arms")
    if arms > LIMITS["arms"]:
        reason = f"must have at most {LIMITS['arms']} arms for {policy['type']}"
        raise SpecError("environment", reason)
    if environment["type"] == "bernoulli" and changes_best(environment) and stops(policy):
        raise SpecError("environment", f"must not change for {policy['type']}: it answers once")
    _check_rewards(policy.get("rewards", {"type": "unit"}), path, environment)
    epoch = delivery_with_defaults(read.get("delivery"))["epoch"]
    if epoch > LIMITS["epochRounds"]:
        raise SpecError(f"{path}.delivery.epoch", f"must be at most {LIMITS['epochRounds']}")
    return read


def _read_menu_run(fields: Fields, path: str) -> dict[str, Any]:
    """Of all that stop, the duel alone takes visitors of several levels."""
    if "epsilon" in fields:
        raise SpecError(f"{path}.epsilon", "must be absent where there is a population")
    population = read_population(fields["population"], f"{path}.population")
    if "levels" not in population or population["levels"][0] == 0:
        reason = "must be a menu of levels above 0: every round is a report"
        raise SpecError(f"{path}.population", reason)
    others = {name: value for name, value in fields.items() if name != "population"}
    dearest = {**others, "epsilon": population["levels"][-1]}
    read = read_scalar_run(dearest, path, _STOPPING)
    delivery = {"delivery": read["delivery"]} if "delivery" in read else {}
    return {"policy": read["policy"], "population": population, **delivery}
