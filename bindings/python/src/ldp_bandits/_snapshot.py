"""What has been learnt so far, the same for all devices: the message from the server to them."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ._tables import flat

Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Snapshot:
    """Of a multi-armed experiment. Devices play `forced` if it is an arm; else an arm drawn from
    `weights`
    if there are any; else one of the largest mean + width * scale + tilt * scale**2."""

    id: int
    #: Ingested so far.
    reports: int
    scale: float
    #: [arms], not clipped to [0, 1]; 0 if never reported.
    mean: Floats
    #: [arms], infinite if never reported.
    width: Floats
    #: [arms] or [].
    tilt: Floats
    #: [arms] with the sum 1, or [].
    weights: Floats
    #: -1: none.
    forced: int
    #: Of devices below `levelAwareFrom`; -1: none.
    incumbent: int

    @property
    def best(self) -> int:
        """The arm of the largest estimated mean."""
        return int(np.argmax(self.mean))


@dataclass(frozen=True, eq=False)
class LinearSnapshot:
    """Of a linear experiment. Devices play the largest <theta, x> + radius |F x|."""

    id: int
    reports: int
    #: [d], the estimate of the parameter.
    theta: Floats
    #: [d (d + 1)/2], the lower triangle F row by row, or [].
    factor: Floats = field(repr=False)
    radius: float
    #: The share of decisions that explore.
    exploration: float
    base: int
    point: Floats = field(repr=False)
    residual: float


def numbers_of(snapshot: Any, record: str) -> list[float]:
    """A snapshot as the core reads it."""
    return flat(record, {row.name: getattr(snapshot, row.name) for row in fields(snapshot)})
