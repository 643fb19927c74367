"""The parts of a spec that say who visits and how reports travel."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from ._fields import (
    MISSING,
    SpecError,
    choice,
    integer,
    is_number,
    items,
    js_number,
    number,
    record,
)
from ._tables import LIMITS, WORDS

Run = dict[str, Any]


def population_of(run: Run) -> dict[str, Any]:
    """Who visits a run; an empty menu for a policy without privacy."""
    if "population" in run:
        return dict(run["population"])
    if "epsilon" not in run:
        return {"levels": [], "probabilities": []}
    return {"levels": [run["epsilon"]], "probabilities": [1]}


def menu_of(run: Run) -> list[float] | None:
    """The positive levels of a menu; None where levels are continuous."""
    population = population_of(run)
    if "levels" not in population:
        return None
    return [level for level in population["levels"] if level > 0]


def read_population(value: Any, path: str) -> dict[str, Any]:
    is_continuous = isinstance(value, Mapping) and "type" in value
    return _read_clipped_gaussian(value, path) if is_continuous else _read_menu(value, path)


def read_delivery(value: Any, path: str) -> dict[str, Any]:
    given = record(value, path, ["epoch", "delay", "lost", "serving"])
    read: dict[str, Any] = {}
    if "epoch" in given:
        read["epoch"] = integer(given["epoch"], f"{path}.epoch", 1, LIMITS["horizon"])
    if "delay" in given:
        read["delay"] = integer(given["delay"], f"{path}.delay", 0, LIMITS["delay"])
    if "lost" in given:
        read["lost"] = number(given["lost"], f"{path}.lost", 0, 1)
    if "serving" in given:
        read["serving"] = choice(given["serving"], f"{path}.serving", WORDS["Serving"])
    return read


def delivery_with_defaults(delivery: Mapping[str, Any] | None) -> dict[str, Any]:
    given = delivery or {}
    standards = {"epoch": 1, "delay": 0, "lost": 0, "serving": "dense"}
    return {name: given.get(name, standard) for name, standard in standards.items()}


def _read_menu(value: Any, path: str) -> dict[str, Any]:
    given = record(value, path, ["levels", "probabilities"])
    least, most = LIMITS["epsilon"]["minimum"], LIMITS["epsilon"]["maximum"]
    levels_given = given.get("levels", MISSING)
    is_list = isinstance(levels_given, (list, tuple, np.ndarray)) and len(levels_given) > 0
    is_silent = is_list and _is_zero(levels_given[0])
    levels = items(
        levels_given,
        f"{path}.levels",
        1,
        LIMITS["levels"] + int(is_silent),
        lambda level, at: 0.0 if _is_zero(level) else number(level, at, least, most),
    )
    if any(after <= before for before, after in zip(levels, levels[1:])):
        raise SpecError(f"{path}.levels", "must increase strictly")
    if levels[-1] == 0:
        raise SpecError(f"{path}.levels", "must have a positive level: no visitor would report")
    probabilities = items(
        given.get("probabilities", MISSING),
        f"{path}.probabilities",
        len(levels),
        len(levels),
        lambda p, at: number(p, at, 0, 1),
    )
    total = 0.0
    for probability in probabilities:
        total += probability
    if abs(total - 1) > 1e-9:
        raise SpecError(f"{path}.probabilities", "must have the sum 1")
    return {"levels": levels, "probabilities": probabilities}


def _is_zero(level: Any) -> bool:
    return is_number(level) and bool(level == 0)


def _read_clipped_gaussian(value: Any, path: str) -> dict[str, Any]:
    given = record(value, path, ["type", "mean", "deviation", "low", "high"])
    least, most = LIMITS["epsilon"]["minimum"], LIMITS["epsilon"]["maximum"]
    read: dict[str, Any] = {"type": choice(given["type"], f"{path}.type", ["clipped-gaussian"])}
    read["mean"] = number(given.get("mean", MISSING), f"{path}.mean", -most, most)
    read["deviation"] = number(given.get("deviation", MISSING), f"{path}.deviation", 0, most)
    if read["deviation"] < least:
        raise SpecError(f"{path}.deviation", f"must be at least {js_number(least)}")
    read["low"] = number(given.get("low", MISSING), f"{path}.low", 0, most)
    read["high"] = number(given.get("high", MISSING), f"{path}.high", 0, most)
    if not read["low"] < read["high"]:
        raise SpecError(f"{path}.high", "must be above low")
    if read["high"] < 1 / 256:
        raise SpecError(f"{path}.high", "must be at least 1/256: no visitor would report")
    return read
