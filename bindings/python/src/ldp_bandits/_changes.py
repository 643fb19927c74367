"""Bernoulli arms, whose means may change."""

from __future__ import annotations

from typing import Any

from ._fields import MISSING, SpecError, items, number, record
from ._tables import LIMITS

_MAXIMUM_CHANGES = 1000
_MAXIMUM_TURNS = 1e6


def changes_best(environment: dict[str, Any]) -> bool:
    """Whether the best arm may change."""
    drift = environment.get("drift")
    drifts_apart = drift is not None and not drift.get("common", False)
    return bool(environment.get("changes")) or drifts_apart


def read_means(value: Any, path: str, low: float = 0, high: float = 1) -> list[float]:
    return items(
        value, path, 1, LIMITS["frozenLogArms"], lambda mean, at: number(mean, at, low, high)
    )


def read_bernoulli(value: Any) -> dict[str, Any]:
    given = record(value, "environment", ["type", "means", "changes", "drift"])
    read: dict[str, Any] = {
        "type": "bernoulli",
        "means": read_means(given.get("means", MISSING), "environment.means"),
    }
    if "changes" in given:
        read["changes"] = items(
            given["changes"], "environment.changes", 0, _MAXIMUM_CHANGES, _read_change
        )
    if "drift" in given:
        read["drift"] = _read_drift(given["drift"])
    if read.get("changes") or "drift" in read:
        _check_changes(read)
    return read


def _read_change(value: Any, path: str) -> dict[str, Any]:
    given = record(value, path, ["at", "means"])
    means = given.get("means", MISSING)
    is_word = isinstance(means, str) and means in ("rotate", "jump")
    return {
        "at": number(given.get("at", MISSING), f"{path}.at", 0, 1),
        "means": means if is_word else read_means(means, f"{path}.means"),
    }


def _read_drift(value: Any) -> dict[str, Any]:
    given = record(value, "environment.drift", ["amplitude", "turns", "common"])
    if given.get("common", MISSING) not in (MISSING, True):
        raise SpecError("environment.drift.common", "must be absent or true")
    path = "environment.drift.amplitude"
    read: dict[str, Any] = {
        "amplitude": number(given.get("amplitude", MISSING), path, 0, 1),
        "turns": number(given.get("turns", MISSING), "environment.drift.turns", 0, _MAXIMUM_TURNS),
    }
    if "common" in given:
        read["common"] = True
    if read["amplitude"] == 0:
        raise SpecError(path, "must be positive")
    return read


def _check_changes(environment: dict[str, Any]) -> None:
    """What the parts say together."""
    means, changes = environment["means"], environment.get("changes", [])
    if len(means) > LIMITS["arms"]:
        raise SpecError("environment.means", f"must be at most {LIMITS['arms']} where they change")
    amplitude = environment.get("drift", {}).get("amplitude", 0)

    def stay(values: list[float], path: str) -> None:
        for index, mean in enumerate(values):
            if mean - amplitude < 0 or mean + amplitude > 1:
                raise SpecError(f"{path}[{index}]", "must stay in [0, 1] with the drift")

    stay(means, "environment.means")
    before = 0.0
    for index, change in enumerate(changes):
        path = f"environment.changes[{index}]"
        if not before < change["at"] < 1:
            raise SpecError(f"{path}.at", "must increase, and be in (0, 1)")
        before = change["at"]
        if isinstance(change["means"], str):
            continue
        if len(change["means"]) != len(means):
            raise SpecError(f"{path}.means", f"must be {len(means)} numbers, one for each arm")
        stay(change["means"], f"{path}.means")
