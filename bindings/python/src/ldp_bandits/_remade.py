"""Pickles and copies of objects of the native core."""

from __future__ import annotations

from typing import Any


class Remade:
    """Travels as what it was made from, and is made again where it arrives."""

    _made_of: tuple[Any, ...]

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), self._made_of
