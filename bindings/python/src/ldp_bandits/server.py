"""The half that learns. It sees reports and nothing else."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from . import _server
from ._arguments import whole, wholes
from ._experiment import Algorithm, linear, multi_armed
from ._remade import Remade
from ._snapshot import LinearSnapshot, Snapshot

__all__ = [
    "ArmResult",
    "Estimate",
    "LinearLearner",
    "LinearSnapshot",
    "MultiArmedLearner",
    "Snapshot",
]


#: Of a 32-bit number of the core.
_MOST = 2**32 - 1


class Estimate(NamedTuple):
    """A mean, and its confidence interval at 95 %."""

    mean: float
    low: float
    high: float


@dataclass(frozen=True)
class ArmResult:
    """What the reports say of an arm. None: too few of them to say anything."""

    reports: int
    #: The mean reward, in the units of the mechanism: rewards in [0, 1].
    reward: Estimate | None
    #: The mean reward less that of the control.
    lift: Estimate | None


class _Learner(Remade):
    """Travels as the parameters of its experiment and its saved state."""

    _learner: Any

    def __reduce__(self) -> tuple[Any, ...]:
        return (*super().__reduce__(), self.save())

    def __setstate__(self, state: bytes) -> None:
        self.load(state)

    @property
    def reports(self) -> int:
        """Ingested so far."""
        return int(self._learner.reports())

    def update(self, reports: bytes | Iterable[bytes]) -> int:
        """Adds reports as devices send them, and returns how many there were.

        One body is all or nothing; of several, those before a refused one count. Whether a report
        came twice
        is for the caller to know. Raises LdpError (`report_rejected`) for what no device can send.
        """
        bodies = [reports] if isinstance(reports, bytes) else reports
        return sum(self._learner.ingest(body) for body in bodies)

    def fold(self, first_open: int) -> None:
        """Says that no report to a snapshot before this one will come any more."""
        self._learner.fold(whole("first_open", first_open, 0, _MOST))

    def save(self) -> bytes:
        """All of the state, with a checksum; equal learners give equal bytes."""
        return bytes(self._learner.save())

    def load(self, state: bytes) -> None:
        """Replaces the state. Raises LdpError for that of another experiment, or damaged bytes."""
        self._learner.load(state)


class MultiArmedLearner(_Learner):
    """The learner of any multi-armed algorithm under local privacy, such as `ldp-thompson` or
    `weighted-ldp-ucb`.

    `algorithm` and `epsilon` are those of the devices (`ldp_bandits.device.MultiArmedClient`).
    """

    def __init__(self, algorithm: Algorithm, epsilon: float) -> None:
        experiment = multi_armed(algorithm, epsilon)
        self._made_of = experiment.made_of
        self._learner = _server.MultiArmedLearner(experiment.learner)

    def update_values(
        self, arms: ArrayLike, values: ArrayLike, levels: ArrayLike = 0, snapshot: int = 0
    ) -> int:
        """Adds what a mechanism of the device released: bits, or its integers. All or nothing.

        `levels`: positions in the menu. `snapshot`: the one that the decisions were made from,
        which matters to
        ldp-tsallis-inf, ldp-exp3 and ldp-thompson-drift alone.
        """
        played, released, level = np.broadcast_arrays(
            wholes("arms", arms, np.uint32),
            wholes("values", values, np.int32),
            wholes("levels", levels, np.uint32),
        )
        made_from = whole("snapshot", snapshot, 0, _MOST)
        self._learner.ingest_values(played.ravel(), released.ravel(), level.ravel(), made_from)
        return int(played.size)

    def snapshot(self) -> Snapshot:
        """Closes an epoch: what has been learnt from all reports so far, with the next number."""
        return Snapshot(**self._learner.publish())

    def results(self, control: int | None = None) -> list[ArmResult]:
        """For people: the mean of each arm with its interval, and how far it is above that of the
        control."""
        arm = None if control is None else whole("control", control, 0, _MOST)
        return [
            ArmResult(reports, _estimate(reward), _estimate(lift))
            for reports, reward, lift in self._learner.results(arm)
        ]

    def forgeries(self) -> int | None:
        """The fewest forged reports that would change which arm has the largest estimated mean."""
        count = self._learner.forgeries()
        return None if count is None else int(count)

    def merge(self, other: MultiArmedLearner) -> None:
        """Adds the reports of a learner of the same experiment: the same bits as if all had come
        here."""
        self._learner.merge(other._learner)


class LinearLearner(_Learner):
    """The learner of any linear algorithm under local privacy, such as `ldp-linear-moments` or
    `ldp-linucb`."""

    def __init__(self, algorithm: Algorithm, epsilon: float) -> None:
        experiment = linear(algorithm, epsilon)
        self._made_of = experiment.made_of
        self._learner = _server.LinearLearner(experiment.learner)

    def snapshot(self) -> LinearSnapshot:
        """As MultiArmedLearner.snapshot."""
        return LinearSnapshot(**self._learner.publish())

    def merge(self, other: LinearLearner) -> None:
        self._learner.merge(other._learner)


def _estimate(given: tuple[float, float, float] | None) -> Estimate | None:
    return None if given is None else Estimate(*given)
