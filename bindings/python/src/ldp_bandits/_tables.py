"""What is generated from the catalog of the core: rows of algorithms, limits, and layouts of
records."""

from __future__ import annotations

import json
from importlib.resources import files
from typing import Any

_tables: dict[str, Any] = json.loads(
    files(__package__).joinpath("tables.json").read_text(encoding="utf-8")
)

VERSION: str = _tables["version"]
LIMITS: dict[str, Any] = _tables["limits"]
CATALOG: list[dict[str, Any]] = _tables["catalog"]
TRAITS: dict[str, list[str]] = _tables["traits"]
#: Of each enumeration; a position is the number in the core.
WORDS: dict[str, list[str]] = _tables["words"]
RECORDS: dict[str, dict[str, Any]] = _tables["records"]


def family(*names: str) -> list[dict[str, Any]]:
    """The rows of these families, one family after the other."""
    return [row for name in names for row in CATALOG if row["family"] == name]


def algorithm_index(algorithm: str) -> int:
    """The number of an algorithm in the core."""
    return next(i for i, row in enumerate(CATALOG) if row["id"] == algorithm)


def flat(record: str, values: dict[str, Any]) -> list[float]:
    """A record as the core reads it (bindings/record.hpp); `values` has all of its fields."""
    layout = RECORDS[record]
    numbers: list[float] = [layout["hash"]]
    for name, kind in layout["fields"]:
        value = values[name]
        if kind == "list":
            numbers += [len(value), *value]
        elif kind in WORDS:
            numbers.append(WORDS[kind].index(value))
        else:
            numbers.append(value)
    return [float(value) for value in numbers]


def without(record: str) -> dict[str, Any]:
    """What an experiment has of parameters that its algorithm does not take."""
    return dict(RECORDS[record]["without"])
