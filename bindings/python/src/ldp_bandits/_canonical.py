"""The digest of a result: the same as the npm package's for the same spec and the same curves."""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Iterable, Mapping
from hashlib import sha256
from typing import TYPE_CHECKING, Any

import numpy as np

from ._fields import js_number

if TYPE_CHECKING:
    from ._result import Curve


def canonical_json(value: Any) -> str:
    """As JSON.stringify writes it, but for what older digests do not know."""
    if isinstance(value, Mapping):
        value = _without_younger(value)
        pairs = (f"{canonical_json(k)}:{canonical_json(v)}" for k, v in value.items())
        return "{" + ",".join(pairs) + "}"
    if isinstance(value, (list, tuple)):
        return "[" + ",".join(canonical_json(item) for item in value) + "]"
    if isinstance(value, bool) or isinstance(value, str):
        return json.dumps(value, ensure_ascii=False)
    return js_number(value)


def digest(spec: Mapping[str, Any], curves: Iterable[Curve]) -> str:
    """SHA-256 of the spec with its defaults, a newline, and the numbers of the curves as
    doubles."""
    hashed = sha256(canonical_json(spec).encode("utf-8") + b"\n")
    for curve in curves:
        parts: list[Any] = [
            np.array([curve.replicates]),
            curve.t,
            curve.mean,
            curve.low,
            curve.high,
        ]
        if curve.stopped is not None:
            parts += [curve.stopped.rounds, curve.stopped.answers, [curve.stopped.not_best]]
        for part in parts:
            numbers = np.array(part, dtype="<f8")
            numbers[np.isnan(numbers)] = np.nan
            hashed.update(numbers.tobytes())
    return f"sha256-{b64encode(hashed.digest()).decode('ascii')}"


def _without_younger(value: Mapping[str, Any]) -> Mapping[str, Any]:
    """Parts that are joint, and the mechanism ball of ldp-linear-moments, had no name at first."""
    is_ball = value.get("type") == "ldp-linear-moments" and value.get("mechanism") == "ball"
    return {
        key: item
        for key, item in value.items()
        if not (key == "parts" and item == "joint") and not (key == "mechanism" and is_ball)
    }
