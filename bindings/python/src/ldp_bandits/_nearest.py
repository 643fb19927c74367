"""The name that was probably meant, in the words of the npm package."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any


def did_you_mean(given: Any, known: Sequence[str]) -> str:
    """` (Did you mean "x"?)`, or nothing if no name is near, or nothing of it is the same."""
    if not isinstance(given, str) or not known:
        return ""
    units = _units(given)[:80]
    lowered = _units(_text(units).lower())
    name = min(known, key=lambda one: _distance(lowered, _units(one.lower())))
    distance = _distance(lowered, _units(name.lower()))
    is_near = distance <= max(2, len(units) / 3) and distance < len(units)
    return f' (Did you mean "{name[:40]}"?)' if is_near else ""


def _units(text: str) -> list[bytes]:
    """UTF-16 units: lengths are those of JavaScript."""
    encoded = text.encode("utf-16-le", "surrogatepass")
    return [encoded[at : at + 2] for at in range(0, len(encoded), 2)]


def _text(units: Sequence[bytes]) -> str:
    return b"".join(units).decode("utf-16-le", "surrogatepass")


def _distance(a: Sequence[bytes], b: Sequence[bytes]) -> int:
    """How many units have to be put in, taken out or replaced (Levenshtein)."""
    row = list(range(len(b) + 1))
    for i, one in enumerate(a):
        above, row = row, [i + 1]
        for j, other in enumerate(b):
            row.append(min(row[j] + 1, above[j + 1] + 1, above[j] + (one != other)))
    return row[-1]
