"""Reads a simulation spec, with the rules and the limits of the npm package."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from ._environment import Environment, environment_with_defaults, read_environment
from ._fields import MISSING, SpecError, choice, integer, is_number, items, js_number, record, text
from ._population import delivery_with_defaults
from ._runs import policy_with_defaults, read_run
from ._tables import LIMITS

Spec = dict[str, Any]

_DEFAULT_RECORD = {"points": 200, "scale": "log"}
_KEYS = ["version", "seed", "horizon", "replicates", "environment", "runs", "record", "regret"]


def read_spec(value: Mapping[str, Any] | str | bytes) -> Spec:
    """A clean copy with the keys in canonical order; defaults are not filled in.

    `value`: an object, or its JSON; also a result that `toJSON` or `to_json` wrote, whose spec is
    taken.
    Raises SpecError, which names the field.
    """
    if isinstance(value, (str, bytes)):
        try:
            value = json.loads(value)
        except ValueError as error:
            raise SpecError("spec", f"must be JSON: {error}") from None
    if isinstance(value, Mapping) and "spec" in value and "digest" in value:
        value = value["spec"]
    fields = record(value, "spec", _KEYS)
    version = fields.get("version")
    if not is_number(version) or version != 1:
        raise SpecError("version", "must be 1")
    seed = text(fields.get("seed", MISSING), "seed", LIMITS["seedLength"])
    horizon = integer(fields.get("horizon", MISSING), "horizon", 1, LIMITS["horizon"])
    replicates = integer(fields.get("replicates", MISSING), "replicates", 1, LIMITS["replicates"])
    environment = read_environment(fields.get("environment", MISSING))
    runs = items(
        fields.get("runs", MISSING),
        "runs",
        1,
        LIMITS["runs"],
        lambda run, path: _read_run(run, path, environment, horizon),
    )
    spec: Spec = {
        "version": 1,
        "seed": seed,
        "horizon": horizon,
        "replicates": replicates,
        "environment": environment,
        "runs": runs,
    }
    if "record" in fields:
        spec["record"] = _read_record(fields["record"], horizon)
    if "regret" in fields:
        words = ["pseudo", "realized", "approximation"]
        spec["regret"] = choice(fields["regret"], "regret", words)
        if spec["regret"] == "approximation":
            reason = "must be pseudo or realized: only a combinatorial world has oracles"
            raise SpecError("regret", reason)
    _check_labels(runs)
    _check_size(spec)
    return spec


def with_defaults(spec: Spec) -> Spec:
    """A spec that was read, with every default written out: what a digest covers."""
    environment, horizon = spec["environment"], spec["horizon"]
    runs = [
        {
            **run,
            "policy": policy_with_defaults(run, environment, horizon),
            "delivery": delivery_with_defaults(run.get("delivery")),
        }
        for run in spec["runs"]
    ]
    return {
        **spec,
        "environment": environment_with_defaults(environment),
        "runs": runs,
        "record": spec.get("record", _DEFAULT_RECORD),
        "regret": spec.get("regret", "pseudo"),
    }


def _read_run(value: Any, path: str, environment: Environment, horizon: int) -> dict[str, Any]:
    fields = record(value, path, ["label", "policy", "epsilon", "population", "delivery"])
    label = text(fields.get("label", MISSING), f"{path}.label", LIMITS["labelLength"])
    return {"label": label, **read_run(fields, path, environment, horizon)}


def _read_record(value: Any, horizon: int) -> dict[str, Any]:
    fields = record(value, "record", ["points", "scale", "times"])
    if "times" not in fields:
        points = integer(fields.get("points", MISSING), "record.points", 1, LIMITS["points"])
        scale = choice(fields.get("scale", MISSING), "record.scale", ["linear", "log"])
        return {"points": points, "scale": scale}
    record(value, "record", ["times"])
    times = items(
        fields["times"],
        "record.times",
        1,
        LIMITS["points"],
        lambda time, path: integer(time, path, 1, horizon),
    )
    if any(after <= before for before, after in zip(times, times[1:])):
        raise SpecError("record.times", "must increase strictly")
    return {"times": times}


def _check_labels(runs: list[dict[str, Any]]) -> None:
    labels = [run["label"] for run in runs]
    for index, label in enumerate(labels):
        if label in labels[:index]:
            raise SpecError(f"runs[{index}].label", "must differ from the labels before it")


def _check_size(spec: Spec) -> None:
    record_ = spec.get("record", _DEFAULT_RECORD)
    points = len(record_["times"]) + 1 if "times" in record_ else record_["points"]
    trials = spec["replicates"] * len(spec["runs"])
    for size, limit, what in (
        (spec["horizon"] * trials, "rounds", "rounds (horizon x replicates x runs)"),
        (points * trials, "records", "records (points x replicates x runs)"),
    ):
        if size > LIMITS[limit]:
            raise SpecError("spec", f"asks for more than {js_number(LIMITS[limit])} {what}")
