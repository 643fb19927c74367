"""A policy by its row of the catalog: parameters, types, ranges and defaults. A new algorithm needs
nothing here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ._fields import MISSING, SpecError, choice, ends, integer, is_number, items, number, record
from ._population import delivery_with_defaults, read_delivery
from ._tables import CATALOG, LIMITS

Policy = dict[str, Any]

#: Of one Gaussian report, where it is not given.
STANDARD_DELTA: float = next(
    parameter["default"]
    for row in CATALOG
    for parameter in row["parameters"]
    if parameter["name"] == "delta"
)


@dataclass(frozen=True)
class Rows:
    """The part of the catalog that a run may choose from."""

    catalog: Sequence[Mapping[str, Any]]
    #: Parameters that a run does not have: set by the environment or the run, or of pages only.
    not_here: Sequence[str]

    def find(self, algorithm: Any) -> Mapping[str, Any] | None:
        return next((row for row in self.catalog if row["id"] == algorithm), None)

    def parameters(self, algorithm: str) -> list[Mapping[str, Any]]:
        row = self.find(algorithm)
        rows = row["parameters"] if row is not None else []
        return [parameter for parameter in rows if parameter["name"] not in self.not_here]

    def takes(self, algorithm: str, name: str) -> bool:
        return any(parameter["name"] == name for parameter in self.parameters(algorithm))

    def is_private(self, policy: Policy) -> bool:
        """Whether there are reports, to a server that is trusted or not."""
        row = self.find(policy["type"])
        return row is not None and row["trustModel"] != "none"


def type_of(value: Any, path: str) -> Any:
    """What was chosen, before it is known whether the rest of the policy is right."""
    if not isinstance(value, Mapping):
        raise SpecError(path, "must be an object")
    return value.get("type", MISSING)


def read_policy(value: Any, path: str, rows: Rows) -> Policy:
    algorithm = choice(type_of(value, path), f"{path}.type", [row["id"] for row in rows.catalog])
    parameters = rows.parameters(algorithm)
    given = record(value, path, ["type", *(parameter["name"] for parameter in parameters)])
    read: Policy = {"type": algorithm}
    for parameter in parameters:
        name = parameter["name"]
        if name in given:
            read[name] = _read_parameter(given[name], f"{path}.{name}", parameter)
    return read


def read_policy_or_uniform(value: Any, path: str, rows: Rows, arms: int) -> Policy:
    """As `read_policy`, in a world where uniform play is of no family."""
    if type_of(value, path) != "uniform":
        return read_policy(value, path, rows)
    given = record(value, path, ["type", "arms"])
    must_be(given.get("arms", MISSING), f"{path}.arms", arms, "number of arms")
    return {"type": "uniform", **({"arms": arms} if "arms" in given else {})}


def must_be(value: Any, path: str, expected: int, what: str) -> None:
    if value is MISSING or (is_number(value) and value == expected):
        return
    raise SpecError(path, f"must be absent or {expected}, the {what} of the environment")


def with_standards(policy: Policy, rows: Rows, standards: Mapping[str, Any]) -> Policy:
    """With the catalog's defaults and `standards`, which come first; None: no value."""
    complete: Policy = {"type": policy["type"]}
    for parameter in rows.parameters(policy["type"]):
        name = parameter["name"]
        value = policy.get(name)
        if value is None:
            value = standards[name] if name in standards else parameter.get("default")
        if value is not None:
            complete[name] = value
    return complete


def read_level_and_epoch(
    policy: Policy, fields: Mapping[str, Any], path: str, rows: Rows, where: str, is_gaussian: bool
) -> dict[str, Any]:
    """Of runs in which all visitors share one epsilon. `where`: what they have in common, for
    people."""
    if "population" in fields:
        raise SpecError(f"{path}.population", f"must be absent: {where} all have one epsilon")
    is_private = rows.is_private(policy)
    if not is_private and "epsilon" in fields:
        raise SpecError(f"{path}.epsilon", f"must be absent: {policy['type']} is not private")
    read: dict[str, Any] = {}
    if is_private:
        read["epsilon"] = read_epsilon(fields, path, is_gaussian)
    if "delivery" in fields:
        read["delivery"] = _read_epoch(fields["delivery"], f"{path}.delivery", where)
    return read


def read_epsilon(fields: Mapping[str, Any], path: str, is_gaussian: bool = False) -> float:
    least, most = LIMITS["epsilon"]["minimum"], LIMITS["epsilon"]["maximum"]
    highest = LIMITS["gaussianEpsilon"] if is_gaussian else most
    return number(fields.get("epsilon", MISSING), f"{path}.epsilon", least, highest)


def read_scalar_run(fields: Mapping[str, Any], path: str, rows: Rows) -> dict[str, Any]:
    """What a run has beside its label where reports are about one number, behind a noise of
    choice."""
    policy = read_policy(fields.get("policy", MISSING), f"{path}.policy", rows)
    is_gaussian = policy.get("mechanism") == "gaussian"
    if "delta" in policy and not is_gaussian:
        raise SpecError(f"{path}.policy.delta", "must be absent: only Gaussian noise has one")
    where = f"with {policy['type']}"
    return {
        "policy": policy,
        **read_level_and_epoch(policy, fields, path, rows, where, is_gaussian),
    }


def _read_epoch(value: Any, path: str, where: str) -> dict[str, Any]:
    read = read_delivery(value, path)
    complete = delivery_with_defaults(read)
    for name, standard in (("delay", 0), ("lost", 0), ("serving", "dense")):
        if complete[name] != standard:
            raise SpecError(f"{path}.{name}", f"must be absent {where}")
    return read


def _read_parameter(value: Any, path: str, parameter: Mapping[str, Any]) -> Any:
    if parameter["type"] == "choice":
        return choice(value, path, parameter["choices"])
    if parameter["type"] == "levels":
        least, most = parameter["minimum"], parameter["maximum"]
        length = parameter["maximumLength"]
        return items(value, path, 1, length, lambda level, at: number(level, at, least, most))
    if parameter["type"] == "rewardTransform":
        return _read_transform(value, path)
    return _read_number(value, path, parameter)


#: Where a simulation goes further than the catalog, whose limits are those of a page.
_LIMITS = {
    "arms": LIMITS["frozenLogArms"],
    "epsilonMin": LIMITS["epsilon"]["maximum"],
    "levelAwareFrom": LIMITS["epsilon"]["maximum"],
}


def _read_number(value: Any, path: str, parameter: Mapping[str, Any]) -> float:
    read = integer if parameter["type"] == "integer" else number
    minimum, maximum = parameter.get("minimum"), parameter.get("maximum")
    most = _LIMITS.get(parameter["name"], LIMITS["reward"] if maximum is None else maximum)
    return read(value, path, -LIMITS["reward"] if minimum is None else minimum, most)


def _read_transform(value: Any, path: str) -> dict[str, Any]:
    keys = ["type", "low", "high", "center", "scale", "at"]
    given = record(value, path, keys)
    kinds: dict[str, list[str]] = {
        "unit": [],
        "clip": ["low", "high"],
        "sigmoid": ["center", "scale"],
        "threshold": ["at"],
    }
    kind = choice(given.get("type", MISSING), f"{path}.type", kinds)
    if kind == "sigmoid":
        return _read_sigmoid(given, path)
    record(value, path, ["type", *kinds[kind]])
    if kind == "clip":
        return {"type": kind, **ends(given, path)}
    return {"type": kind, **{name: _finite(given, path, name) for name in kinds[kind]}}


def _read_sigmoid(given: Mapping[str, Any], path: str) -> dict[str, Any]:
    record(given, path, ["type", "center", "scale"])
    scale = _finite(given, path, "scale")
    if not scale > 0:
        raise SpecError(f"{path}.scale", "must be positive")
    return {"type": "sigmoid", "center": _finite(given, path, "center"), "scale": scale}


def _finite(given: Mapping[str, Any], path: str, name: str) -> float:
    most = LIMITS["reward"]
    return number(given.get(name, MISSING), f"{path}.{name}", -most, most)
