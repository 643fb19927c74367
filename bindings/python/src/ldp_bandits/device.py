"""The half that runs where the private values are: it randomises them, and lets nothing else out.

Randomness comes from the operating system; there are no seeds. `simulate` has them.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _device
from ._arguments import Floats, floats, real, unmasked, whole
from ._device import Decision, Guarantee, LinearDecision
from ._experiment import Algorithm, linear, multi_armed
from ._fields import LdpError
from ._remade import Remade
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

#: A report of a codebook: 16 random bytes, and the index of one of the codewords that they are the
#: seed of.
CODEWORD = np.dtype([("id", "u1", (16,)), ("index", "<u2")])


class _Scalar(Remade):
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
        given = floats("values", values)
        return np.asarray(self._mechanism.randomize(given.ravel())).reshape(given.shape)

    def estimate(self, reports: ArrayLike) -> Floats:
        """What the reports say of the values: without bias, and outside of [0, 1] as noise has it.

        It looks at reports alone, so it costs no privacy.
        """
        offset, scale = self._mechanism.reading()
        estimates: Floats = (floats("reports", reports) - offset) / scale
        return estimates

    def _make(self, kind: Any, **given: Any) -> None:
        self._made_of = tuple(real(name, value) for name, value in given.items())
        self._mechanism = kind(*self._made_of)


class RandomizedResponse(_Scalar):
    """One bit a number: 1 with a probability that grows with the number. Pure epsilon-LDP, 2^-10 to
    128."""

    def __init__(self, epsilon: float) -> None:
        self._make(_device.RandomizedResponse, epsilon=epsilon)


class DiscreteLaplace(_Scalar):
    """The number on a grid of 1024 steps plus integer Laplace noise. Pure epsilon-LDP, 2^-10 to
    128."""

    def __init__(self, epsilon: float) -> None:
        self._make(_device.DiscreteLaplace, epsilon=epsilon)


class DiscreteGaussian(_Scalar):
    """The number on a fine grid plus integer Gaussian noise. (epsilon, delta)-LDP, up to epsilon
    16."""

    def __init__(self, epsilon: float, delta: float) -> None:
        self._make(_device.DiscreteGaussian, epsilon=epsilon, delta=delta)


class Window(_Scalar):
    """An integer near the number with a known probability, for graded numbers. Pure epsilon-LDP."""

    def __init__(self, epsilon: float) -> None:
        self._make(_device.Window, epsilon=epsilon)


class BallVector(Remade):
    """Vectors of at most `norm`, as random directions that a coin keeps or mirrors. Pure epsilon-
    LDP."""

    def __init__(self, epsilon: float, dimension: int, norm: float = 1.0) -> None:
        self._made_of = _vector_terms(epsilon, dimension, norm)
        self._mechanism = _device.BallVector(*self._made_of)
        self._dimension = self._made_of[1]

    @property
    def guarantee(self) -> Guarantee:
        return self._mechanism.guarantee()

    def randomize(self, vectors: ArrayLike) -> NDArray[np.int32]:
        """[n, dimension] to [n, dimension]. Longer vectors are shortened to the norm."""
        return self._mechanism.randomize(_rows("vectors", vectors, self._dimension).ravel())

    def estimate(self, reports: ArrayLike) -> Floats:
        """What the reports say of the vectors, without bias."""
        return floats("reports", reports) * self._mechanism.unit()


class CodebookVector(Remade):
    """Vectors of at most `norm`, as the name of a public codeword near to them. Pure epsilon-LDP.

    The least noise of the vector mechanisms; a report has 18 bytes in any dimension from 2 on.
    """

    def __init__(self, epsilon: float, dimension: int, norm: float = 1.0) -> None:
        self._made_of = _vector_terms(epsilon, dimension, norm)
        self._mechanism = _device.CodebookVector(*self._made_of)
        self._dimension = self._made_of[1]

    @property
    def guarantee(self) -> Guarantee:
        return self._mechanism.guarantee()

    @property
    def codewords(self) -> int:
        return self._mechanism.codewords()

    def randomize(self, vectors: ArrayLike) -> NDArray[Any]:
        """[n, dimension] to [n] of CODEWORD. Longer vectors are shortened to the norm."""
        ids, indices = self._mechanism.randomize(_rows("vectors", vectors, self._dimension).ravel())
        reports = np.empty(len(indices), dtype=CODEWORD)
        reports["id"], reports["index"] = ids, indices
        return reports

    def estimate(self, reports: NDArray[Any]) -> Floats:
        """[n] of CODEWORD to [n, dimension]: what the reports say of the vectors, without bias."""
        given = getattr(unmasked("reports", reports), "dtype", None)
        if given != CODEWORD or reports.ndim != 1:
            reason = f"must be a list of CODEWORD, not an array of {given}"
            raise LdpError("invalid_argument", "reports", reason)
        ids = np.ascontiguousarray(reports["id"]).ravel()
        return self._mechanism.estimate(ids, np.ascontiguousarray(reports["index"]))


class _Client(Remade):
    """Travels with its snapshot, and without decisions: one that is open stays with the client that
    made it."""

    _client: Any
    _snapshot: list[float] | None = None

    @property
    def guarantee(self) -> Guarantee:
        """Of one report: of private features and the feedback together."""
        guarantee: Guarantee = self._client.guarantee()
        return guarantee

    def __reduce__(self) -> tuple[Any, ...]:
        return (*super().__reduce__(), self._snapshot)

    def __setstate__(self, snapshot: list[float]) -> None:
        self._take(snapshot)

    def _take(self, snapshot: list[float]) -> None:
        self._client.set_snapshot(snapshot)
        self._snapshot = snapshot

    def _report(self, decision: Decision, feedback: float | None) -> bytes:
        given = None if feedback is None else real("feedback", feedback, flag=True)
        return bytes(self._client.report(decision, given))


class MultiArmedClient(_Client):
    """Chooses an arm from the public snapshot, and turns the private feedback into a report.

    `algorithm`: {"type": "ldp-thompson", "arms": 3}, with the parameters of docs/algorithms.md.
    `epsilon`: of
    one report, at most 32; with a menu of `levels` the largest that the device agrees to.
    """

    def __init__(self, algorithm: Algorithm, epsilon: float) -> None:
        experiment = multi_armed(algorithm, epsilon)
        self._made_of = experiment.made_of
        self._client = _device.MultiArmedClient(experiment.device, experiment.terms)

    def set_snapshot(self, snapshot: Snapshot) -> None:
        """Takes the snapshot that decisions are made from. Nothing in it can change the
        guarantee."""
        self._take(numbers_of(snapshot, "Snapshot"))

    def choose(self) -> Decision:
        """A decision, whose `arm` is to be played; uniform before the first snapshot."""
        decision: Decision = self._client.choose()
        return decision

    def report(self, decision: Decision, feedback: float | None) -> bytes:
        """The one report of a decision, for the server; None: there was no feedback.

        Raises LdpError (`already_reported`) for the second report of a decision.
        """
        return self._report(decision, feedback)


class LinearClient(_Client):
    """As MultiArmedClient, for arms that are described by private features.

    `algorithm`: {"type": "ldp-linear-moments", "dimension": 4}.
    """

    def __init__(self, algorithm: Algorithm, epsilon: float) -> None:
        experiment = linear(algorithm, epsilon)
        self._made_of = experiment.made_of
        self._dimension = int(experiment.policy["dimension"])
        self._client = _device.LinearClient(experiment.device, experiment.terms)

    def set_snapshot(self, snapshot: LinearSnapshot) -> None:
        self._take(numbers_of(snapshot, "LinearSnapshot"))

    def choose(self, features: ArrayLike) -> LinearDecision:
        """`features`: [arms, dimension], of norm at most 1 or the `norm` of the algorithm. The arm
        stays here."""
        decision: LinearDecision = self._client.choose(_rows("features", features, self._dimension))
        return decision

    def report(self, decision: LinearDecision, feedback: float | None) -> bytes:
        """As MultiArmedClient.report: neither features nor arm nor feedback are in it but through
        noise."""
        return self._report(decision, feedback)


def _vector_terms(epsilon: float, dimension: int, norm: float) -> tuple[float, int, float]:
    length = whole("dimension", dimension, 1, 2**32 - 1)
    return real("epsilon", epsilon), length, real("norm", norm)


def _rows(name: str, given: ArrayLike, dimension: int) -> Floats:
    # A copy: other threads may write into the array while the core reads.
    rows = np.array(floats(name, given), order="C")
    if rows.shape == (0,):
        return rows.reshape(0, dimension)
    if rows.ndim != 2 or rows.shape[1] != dimension:
        reason = f"must be an array of n rows of {dimension} numbers, not of shape {rows.shape}"
        raise LdpError("invalid_argument", name, reason)
    return rows
