"""Readers for plain data: each returns a clean copy, or raises SpecError with the path of the
field."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from numbers import Real
from typing import Any, TypeVar

import numpy as np

from ._nearest import did_you_mean
from ._tables import LIMITS

T = TypeVar("T")

#: Stands for a key that is not there; `None` is JSON's null, which no field may be.
MISSING: Any = type("Missing", (), {"__repr__": lambda self: "MISSING"})()


class LdpError(ValueError):
    """What the core refused. `code` is that of the npm package's LdpError, `parameter` what it is
    about."""

    def __init__(self, code: str, parameter: str, reason: str) -> None:
        super().__init__(f"{parameter} {reason}")
        self.code = code
        self.parameter = parameter
        self.reason = reason

    def __reduce__(self) -> tuple[Any, ...]:
        """A process of a pool answers with a pickle of its error; the standard one calls `__init__`
        with the message alone, and the pool waits for ever."""
        return _error_again, (type(self), self.args), self.__dict__


class SpecError(LdpError):
    """A specification outside the rules. `parameter` is the path of the field, such as
    `runs[0].epsilon`."""

    def __init__(self, parameter: str, reason: str) -> None:
        super().__init__("spec_invalid", parameter, reason)


def _error_again(kind: type[LdpError], args: tuple[Any, ...]) -> LdpError:
    return kind.__new__(kind, *args)


def record(value: Any, path: str, known: Sequence[str]) -> Mapping[str, Any]:
    """An object with no other keys than `known`, so that a misspelt option is never silently
    ignored."""
    if not isinstance(value, Mapping):
        raise SpecError(path, "must be an object")
    for key in value:
        if key not in known:
            meant = did_you_mean(str(key), known)
            raise SpecError(
                path, f'has an unknown key "{str(key)[:40]}"; known are {", ".join(known)}{meant}'
            )
    return value


def items(
    value: Any, path: str, minimum: int, maximum: int, read: Callable[[Any, str], T]
) -> list[T]:
    """A list, a tuple or a numpy array."""
    if hasattr(value, "tolist") and getattr(value, "ndim", 0) == 1:
        if getattr(getattr(value, "dtype", None), "kind", "") in ("m", "M"):
            raise SpecError(path, "must be numbers, not dates")
        value = value.tolist()
    if not isinstance(value, (list, tuple)) or not minimum <= len(value) <= maximum:
        raise SpecError(path, f"must be a list of {minimum} to {maximum} entries")
    return [read(item, f"{path}[{index}]") for index, item in enumerate(value)]


def text(value: Any, path: str, maximum: int) -> str:
    """Counted in UTF-16 units, as in JavaScript. Lone surrogates have no UTF-8 form."""
    is_text = isinstance(value, str) and not any("\ud800" <= c <= "\udfff" for c in value)
    if not is_text or not 1 <= len(value.encode("utf-16-le")) // 2 <= maximum:
        raise SpecError(path, f"must be a text of 1 to {maximum} characters")
    return str(value)


def integer(value: Any, path: str, minimum: float, maximum: float) -> int:
    if not is_number(value) or not minimum <= value <= maximum or value != int(value):
        raise SpecError(
            path, f"must be a whole number from {js_number(minimum)} to {js_number(maximum)}"
        )
    return int(value)


def number(value: Any, path: str, minimum: float, maximum: float) -> float:
    """Negative zero becomes zero, so that equal specs have equal bits."""
    if not is_number(value) or not minimum <= value <= maximum:
        raise SpecError(path, f"must be a number from {js_number(minimum)} to {js_number(maximum)}")
    return float(value) + 0.0


def choice(value: Any, path: str, choices: Iterable[str]) -> str:
    words = list(choices)
    if not isinstance(value, str) or value not in words:
        raise SpecError(path, f"must be one of {', '.join(words)}{did_you_mean(value, words)}")
    return value


def ends(fields: Mapping[str, Any], path: str) -> dict[str, float]:
    """Two numbers, the first below the second."""
    most = LIMITS["reward"]
    low = number(fields.get("low", MISSING), f"{path}.low", -most, most)
    high = number(fields.get("high", MISSING), f"{path}.high", -most, most)
    if not low < high:
        raise SpecError(f"{path}.high", "must be above low")
    return {"low": low, "high": high}


def js_number(value: float) -> str:
    """A finite number as JavaScript writes it: shortest digits, no exponent from 1e-6 to 1e21."""
    if value == 0:
        return "0"
    sign, magnitude = ("-", -float(value)) if value < 0 else ("", float(value))
    mantissa, _, exponent = repr(magnitude).partition("e")
    whole, _, fraction = mantissa.partition(".")
    fraction = "" if fraction == "0" else fraction
    digits = (whole + fraction).lstrip("0")
    point = len(whole) + int(exponent or 0) - (len(whole + fraction) - len(digits))
    digits = digits.rstrip("0")
    if len(digits) <= point <= 21:
        return sign + digits + "0" * (point - len(digits))
    if 0 < point <= 21:
        return f"{sign}{digits[:point]}.{digits[point:]}"
    if -6 < point <= 0:
        return f"{sign}0.{'0' * -point}{digits}"
    power = f"e{point - 1:+d}"
    return f"{sign}{digits[0]}{'.' + digits[1:] if len(digits) > 1 else ''}{power}"


def is_number(value: Any) -> bool:
    """Of Python or numpy. A span of time counts as one to numpy, and a truth value to Python."""
    return isinstance(value, Real) and not isinstance(value, (bool, np.bool_, np.timedelta64))
