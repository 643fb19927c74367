"""Readers for what is handed to device and server: numbers and arrays of them.

numpy would take a date for a count of days, and the value under a mask for a value; each reader
raises LdpError with the name of the parameter instead. No reason tells a value: it may be private.
"""

from __future__ import annotations

import operator
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ._fields import LdpError, js_number

Floats = NDArray[np.float64]


def floats(name: str, given: ArrayLike) -> Floats:
    """An array of floating-point numbers; its own only where it had to be converted."""
    return _array(name, given, "numbers").astype(np.float64, copy=False)


def real(name: str, given: Any, *, flag: bool = False) -> float:
    """One number. `flag`: True and False count as 1 and 0."""
    read = _array(name, given, "a number")
    if read.ndim != 0 or (read.dtype.kind == "b" and not flag):
        raise _refusal(name, "must be a number")
    return float(read)


def whole(name: str, given: Any, minimum: int, maximum: int) -> int:
    """An integer of Python or numpy."""
    reason = f"must be a whole number from {js_number(minimum)} to {js_number(maximum)}"
    if isinstance(given, (bool, np.bool_, np.timedelta64)):
        raise _refusal(name, reason)
    try:
        read = operator.index(given)
    except TypeError:
        raise _refusal(name, reason) from None
    if not minimum <= read <= maximum:
        raise _refusal(name, reason)
    return read


def wholes(name: str, given: ArrayLike, dtype: type[np.integer[Any]]) -> NDArray[Any]:
    """An array of integers. An empty list has no type of its own: numpy takes it for floats."""
    column, limits = _array(name, given, "whole numbers"), np.iinfo(dtype)
    if column.size and column.dtype.kind not in "iub":
        raise _refusal(name, "must be whole numbers")
    if column.size and not limits.min <= column.min() <= column.max() <= limits.max:
        raise _refusal(name, f"must be from {limits.min} to {limits.max}")
    return column.astype(dtype)


def unmasked(name: str, given: Any) -> Any:
    """The same, unless numpy would forget its mask."""
    if _has_mask(given):
        raise _refusal(name, "must not be masked: fill or leave out what the mask hides")
    return given


def _has_mask(given: Any) -> bool:
    if isinstance(given, (list, tuple)):
        return any(_has_mask(item) for item in given)
    return isinstance(given, np.ma.MaskedArray)


def _array(name: str, given: Any, what: str) -> NDArray[Any]:
    unmasked(name, given)
    try:
        read = np.asarray(given)
        if read.dtype.kind == "O" and all(_is_real(item) for item in read.flat):
            read = read.astype(np.float64)
    except (TypeError, ValueError, OverflowError):
        raise _refusal(name, f"must be {what}") from None
    if read.dtype.kind not in "iufb":
        raise _refusal(name, f"must be {what}, not of type {read.dtype.name}")
    return read


def _is_real(item: Any) -> bool:
    return isinstance(item, (int, float, np.number)) and not isinstance(item, np.timedelta64)


def _refusal(name: str, reason: str) -> LdpError:
    return LdpError("invalid_argument", name, reason)
