"""The part of a spec that says what the arms pay."""

from __future__ import annotations

from collections.abc import Mapping
from math import ceil, exp, inf
from typing import Any

from ._changes import read_bernoulli, read_means
from ._fields import MISSING, SpecError, choice, ends, integer, items, number, record
from ._tables import LIMITS, WORDS

Environment = dict[str, Any]

_TYPES = ("bernoulli", "gaussian", "beta", "mixed", "switching", "linear", "generalized-linear")
#: Worlds of the npm package that this package does not play.
_ELSEWHERE = ("combinatorial", "convex", "own")
#: Of all types, so that an unknown key is named before the type is.
_KEYS = (
    "type means changes drift deviation concentration arms dimension contexts spread "
    "link bound largest set together loss optimum noise name version low high parameters"
).split()
_LAWS = ("bernoulli", "beta", "uniform", "two-point", "gaussian")
_CONCENTRATION = 20.0
#: Links whose feedback has no bound by itself.
UNBOUNDED = ("identity", "poisson")


def read_environment(value: Any) -> Environment:
    kind = record(value, "environment", _KEYS).get("type", MISSING)
    if kind in _ELSEWHERE:
        raise SpecError("environment.type", f"must not be {kind}: only the npm package plays it")
    readers = {
        "bernoulli": read_bernoulli,
        "gaussian": _read_gaussian,
        "beta": _read_beta,
        "mixed": _read_mixed,
        "switching": _read_switching,
        "linear": _read_linear,
        "generalized-linear": _read_generalized_linear,
    }
    return readers[choice(kind, "environment.type", _TYPES)](value)


def environment_with_defaults(environment: Environment) -> Environment:
    kind = environment["type"]
    if kind == "gaussian":
        return {**environment, "deviation": environment.get("deviation", 1.0)}
    if kind == "beta":
        return {**environment, "concentration": environment.get("concentration", _CONCENTRATION)}
    if kind == "mixed":
        return {**environment, "arms": [_law_with_defaults(law) for law in environment["arms"]]}
    if kind == "linear":
        return {**environment, "spread": environment.get("spread", 1.0)}
    if kind == "generalized-linear":
        largest = largest_of(environment)
        return environment if largest is None else {**environment, "largest": largest}
    return environment


def arms_of(environment: Environment) -> int:
    kind = environment["type"]
    if kind == "mixed":
        return len(environment["arms"])
    if kind in ("switching", "linear", "generalized-linear"):
        return int(environment["arms"])
    return len(environment["means"])


def support_of(environment: Environment) -> tuple[float, float]:
    """What the arms can pay lies between these."""
    if environment["type"] == "gaussian":
        return (-inf, inf)
    if environment["type"] == "mixed":
        supports = [_support_of_law(law) for law in environment["arms"]]
        return (min(low for low, _ in supports), max(high for _, high in supports))
    return (0.0, 1.0)


def largest_of(environment: Environment) -> float | None:
    """Of identity the bound, at least 1; of poisson what a count hardly ever exceeds."""
    given: float | None = environment.get("largest")
    link: str = environment["link"]
    bound: float = environment["bound"]
    if given is not None or link not in UNBOUNDED:
        return given
    if link == "identity":
        return max(1.0, bound)
    return float(ceil(exp(bound) + 6 * exp(bound / 2)))


def _read_deviation(value: Any, path: str) -> float:
    deviation = number(value, path, 0, LIMITS["reward"])
    if deviation == 0:
        raise SpecError(path, "must be positive")
    return deviation


def _read_gaussian(value: Any) -> Environment:
    given = record(value, "environment", ["type", "means", "deviation"])
    most = LIMITS["reward"]
    means = read_means(given.get("means", MISSING), "environment.means", -most, most)
    read: Environment = {"type": "gaussian", "means": means}
    if "deviation" in given:
        read["deviation"] = _read_deviation(given["deviation"], "environment.deviation")
    return read


def _read_beta(value: Any) -> Environment:
    given = record(value, "environment", ["type", "means", "concentration"])
    concentration = _CONCENTRATION
    if "concentration" in given:
        concentration = number(given["concentration"], "environment.concentration", 0, 1e6)

    def mean_of(value: Any, path: str) -> float:
        mean = number(value, path, 0, 1)
        if concentration * min(mean, 1 - mean) >= 0.1:
            return mean
        raise SpecError(path, "concentration times mean and times 1 - mean must be at least 0.1")

    means = given.get("means", MISSING)
    read: Environment = {
        "type": "beta",
        "means": items(means, "environment.means", 1, LIMITS["frozenLogArms"], mean_of),
    }
    return {**read, "concentration": concentration} if "concentration" in given else read


def _read_mixed(value: Any) -> Environment:
    arms = record(value, "environment", ["type", "arms"]).get("arms", MISSING)
    laws = items(arms, "environment.arms", 1, LIMITS["frozenLogArms"], _read_law)
    return {"type": "mixed", "arms": laws}


def _read_switching(value: Any) -> Environment:
    arms = record(value, "environment", ["type", "arms"]).get("arms", MISSING)
    return {
        "type": "switching",
        "arms": integer(arms, "environment.arms", 1, LIMITS["frozenLogArms"]),
    }


def _read_linear(value: Any) -> Environment:
    keys = ["type", "dimension", "arms", "contexts", "spread"]
    given = record(value, "environment", keys)
    read: Environment = {"type": "linear", **_read_shape(given)}
    if "spread" in given:
        least, most = LIMITS["spread"]["minimum"], LIMITS["spread"]["maximum"]
        read["spread"] = number(given["spread"], "environment.spread", least, most)
    return read


def _read_shape(given: Mapping[str, Any]) -> dict[str, Any]:
    least, most = LIMITS["dimension"]["minimum"], LIMITS["dimension"]["maximum"]
    dimension = given.get("dimension", MISSING)
    return {
        "dimension": integer(dimension, "environment.dimension", least, most),
        "arms": integer(given.get("arms", MISSING), "environment.arms", 1, LIMITS["arms"]),
        "contexts": choice(
            given.get("contexts", MISSING), "environment.contexts", ["fresh", "fixed"]
        ),
    }


def _read_generalized_linear(value: Any) -> Environment:
    keys = ["type", "link", "dimension", "arms", "contexts", "bound", "largest"]
    given = record(value, "environment", keys)
    link = choice(given.get("link", MISSING), "environment.link", WORDS["Link"])
    least, most = LIMITS["parameterBound"]["minimum"], LIMITS["parameterBound"]["maximum"]
    highest = LIMITS["rateBound"] if link == "poisson" else most
    bound = number(given.get("bound", MISSING), "environment.bound", least, highest)
    read = {"type": "generalized-linear", "link": link, **_read_shape(given), "bound": bound}
    if "largest" not in given:
        return read
    path = "environment.largest"
    if link not in UNBOUNDED:
        raise SpecError(path, f"must be absent: feedback of the link {link} is 0 or 1")
    smallest = bound if link == "identity" else 1
    return {**read, "largest": number(given["largest"], path, smallest, LIMITS["reward"])}


def _read_law(value: Any, path: str) -> dict[str, Any]:
    keys = ["law", "mean", "alpha", "low", "high", "probability", "deviation"]
    law = choice(record(value, path, keys).get("law", MISSING), f"{path}.law", _LAWS)
    most = LIMITS["reward"]
    if law == "bernoulli":
        given = record(value, path, ["law", "mean"])
        return {"law": law, "mean": number(given.get("mean", MISSING), f"{path}.mean", 0, 1)}
    if law == "beta":
        given = record(value, path, ["law", "alpha"])
        low, high = LIMITS["alpha"]["minimum"], LIMITS["alpha"]["maximum"]
        return {
            "law": law,
            "alpha": number(given.get("alpha", MISSING), f"{path}.alpha", low, high),
        }
    if law == "uniform":
        return {"law": law, **ends(record(value, path, ["law", "low", "high"]), path)}
    if law == "two-point":
        given = record(value, path, ["law", "low", "high", "probability"])
        read: dict[str, Any] = {"law": law, **ends(given, path)}
        if "probability" in given:
            read["probability"] = number(given["probability"], f"{path}.probability", 0, 1)
        return read
    given = record(value, path, ["law", "mean", "deviation"])
    return {
        "law": law,
        "mean": number(given.get("mean", MISSING), f"{path}.mean", -most, most),
        "deviation": _read_deviation(given.get("deviation", MISSING), f"{path}.deviation"),
    }


def _law_with_defaults(law: dict[str, Any]) -> dict[str, Any]:
    if law["law"] != "two-point":
        return law
    return {**law, "probability": law.get("probability", 0.5)}


def _support_of_law(law: dict[str, Any]) -> tuple[float, float]:
    if law["law"] == "gaussian":
        return (-inf, inf)
    if law["law"] in ("uniform", "two-point"):
        return (law["low"], law["high"])
    return (0.0, 1.0)
