"""The half that runs where the private values are: it randomises them, and lets nothing else out.

Randomness comes from the operating system; there are no seeds. `simulate` has them.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _device
from ._device import Decision, Guarantee, LinearDecision
from ._experiment import Algorithm, linear, multi_armed
from ._fields import LdpError
from ._snapshot import LinearSnapshot, Snapshot, numbers_of

__all__ = [
    "BallVector",
    "CodebookVector",
    "Decision",
    "DiscreteGaussian",
    "DiscreteLaplace",
    "Guarantee",
    "LinearClient",
    "LinearDecision",
    "MultiArmedClient",
    "RandomizedResponse",
    "Window",
]

Floats = NDArray[np.float64]
#: A report of a codebook: 16 random bytes, and the index of one of the codewords that they are the
#: seed of.
CODEWORD = np.dtype([("id", "u1", (16,)), ("index", "<u2")])


class _Scalar:
    """One report a number in [0, 1]. Numbers outside are clamped."""

    _mechanism: _device._Scalar

    @property
    def guarantee(self) -> Guarantee:
        """What one report costs, from the integers that the mechanism draws with."""
        return self._mechanism.guarantee()

    def randomize(self, values: ArrayLike) -> NDArray[Any]:
        """An array of the same shape; every value gets randomness of its own.

        Raises LdpError for values that are not finite, without saying which.
        """
        given = np.asarray(values, dtype=np.float64)
        return np.asarray(self._mechanism.randomize(given.ravel())).reshape(given.shape)

    def estimate(self, reports: ArrayLike) -> Floats:
        """What the reports say of the values: without bias, and outside of [0, 1] as noise has it.

        It looks at reports alone, so it costs no privacy.
        """
        offset, scale = self._mechanism.reading()
        estimates: Floats = (np.asarray(reports, dtype=np.float64) - offset) / scale
        return estimates


class RandomizedResponse(_Scalar):
    """One bit a number: 1 with a probability that grows with the number. Pure epsilon-LDP, 2^-10 to
    128."""

    def __init__(self, epsilon: float) -> None:
        self._mechanism = _device.RandomizedResponse(epsilon)


class DiscreteLaplace(_Scalar):
    """The number on a grid of 1024 steps plus integer Laplace noise. Pure epsilon-LDP, 2^-10 to
    128."""

    def __init__(self, epsilon: float) -> None:
        self._mechanism = _device.DiscreteLaplace(epsilon)


class DiscreteGaussian(_Scalar):
    """The number on a fine grid plus integer Gaussian noise. (epsilon, delta)-LDP, up to epsilon
    16."""

    def __init__(self, epsilon: float, delta: float) -> None:
        self._mechanism = _device.DiscreteGaussian(epsilon, delta)


class Window(_Scalar):
    """An integer near the number with a known probability, for graded numbers. Pure epsilon-LDP."""

    def __init__(self, epsilon: float) -> None:
        self._mechanism = _device.Window(epsilon)


class BallVector:
    """Vectors of at most `norm`, as random directions that a coin keeps or mirrors. Pure epsilon-
    LDP."""

    def __init__(self, epsilon: float, dimension: int, norm: float = 1.0) -> None:
        self._mechanism = _device.BallVector(epsilon, dimension, norm)
        self._dimension = dimension

    @property
    def guarantee(self) -> Guarantee:
        return self._mechanism.guarantee()

    def randomize(self, vectors: ArrayLike) -> NDArray[np.int32]:
        """[n, dimension] to [n, dimension]. Longer vectors are shortened to the norm."""
        return self._mechanism.randomize(_rows(vectors, self._dimension).ravel())

    def estimate(self, reports: ArrayLike) -> Floats:
        """What the reports say of the vectors, without bias."""
        return np.asarray(reports, dtype=np.float64) * self._mechanism.unit()


class CodebookVector:
    """Vectors of at most `norm`, as the name of a public codeword near to them. Pure epsilon-LDP.

    The least noise of the vector mechanisms; a report has 18 bytes in any dimension from 2 on.
    """

    def __init__(self, epsilon: float, dimension: int, norm: float = 1.0) -> None:
        self._mechanism = _device.CodebookVector(epsilon, dimension, norm)
        self._dimension = dimension

    @property
    def guarantee(self) -> Guarantee:
        return self._mechanism.guarantee()

    @property
    def codewords(self) -> int:
        return self._mechanism.codewords()

    def randomize(self, vectors: ArrayLike) -> NDArray[Any]:
        """[n, dimension] to [n] of CODEWORD. Longer vectors are shortened to the norm."""
        ids, indices = self._mechanism.randomize(_rows(vectors, self._dimension).ravel())
        reports = np.empty(len(indices), dtype=CODEWORD)
        reports["id"], reports["index"] = ids, indices
        return reports

    def estimate(self, reports: NDArray[Any]) -> Floats:
        """[n] of CODEWORD to [n, dimension]: what the reports say of the vectors, without bias."""
        given = getattr(reports, "dtype", None)
        if given != CODEWORD or reports.ndim != 1:
            reason = f"must be a list of CODEWORD, not an array of {given}"
            raise LdpError("invalid_argument", "reports", reason)
        ids = np.ascontiguousarray(reports["id"]).ravel()
        return self._mechanism.estimate(ids, np.ascontiguousarray(reports["index"]))


class MultiArmedClient:
    """Chooses an arm from the public snapshot, and turns the private feedback into a report.

    `algorithm`: {"type": "ldp-thompson", "arms": 3}, with the parameters of docs/algorithms.md.
    `epsilon`: of
    one report, at most 32; with a menu of `levels` the largest that the device agrees to.
    """

    def __init__(self, algorithm: Algorithm, epsilon: float) -> None:
        experiment = multi_armed(algorithm, epsilon)
        terms = (*experiment.terms, epsilon, experiment.delta)
        self._client = _device.MultiArmedClient(experiment.device, terms)

    @property
    def guarantee(self) -> Guarantee:
        return self._client.guarantee()

    def set_snapshot(self, snapshot: Snapshot) -> None:
        """Takes the snapshot that decisions are made from. Nothing in it can change the
        guarantee."""
        self._client.set_snapshot(numbers_of(snapshot, "Snapshot"))

    def choose(self) -> Decision:
        """A decision, whose `arm` is to be played; uniform before the first snapshot."""
        return self._client.choose()

    def report(self, decision: Decision, feedback: float | None) -> bytes:
        """The one report of a decision, for the server; None: there was no feedback.

        Raises LdpError (`already_reported`) for the second report of a decision.
        """
        return self._client.report(decision, feedback)


class LinearClient:
    """As MultiArmedClient, for arms that are described by private features.

    `algorithm`: {"type": "ldp-linear-moments", "dimension": 4}.
    """

    def __init__(self, algorithm: Algorithm, epsilon: float) -> None:
        experiment = linear(algorithm, epsilon)
        self._dimension = int(experiment.policy["dimension"])
        terms = (*experiment.terms, epsilon, experiment.delta)
        self._client = _device.LinearClient(experiment.device, terms)

    @property
    def guarantee(self) -> Guarantee:
        """Of features and feedback together."""
        return self._client.guarantee()

    def set_snapshot(self, snapshot: LinearSnapshot) -> None:
        self._client.set_snapshot(numbers_of(snapshot, "LinearSnapshot"))

    def choose(self, features: ArrayLike) -> LinearDecision:
        """`features`: [arms, dimension], of norm at most 1 or the `norm` of the algorithm. The arm
        stays here."""
        return self._client.choose(_rows(features, self._dimension))

    def report(self, decision: LinearDecision, feedback: float | None) -> bytes:
        """As MultiArmedClient.report: neither features nor arm nor feedback are in it but through
        noise."""
        return self._client.report(decision, feedback)


def _rows(vectors: ArrayLike, dimension: int) -> Floats:
    # A copy: other threads may write into the array while the core reads.
    given = np.array(vectors, dtype=np.float64, order="C")
    if given.ndim != 2 or given.shape[1] != dimension:
        reason = f"must be an array of n rows of {dimension} numbers, not of shape {given.shape}"
        raise LdpError("invalid_argument", "vectors", reason)
    return given
