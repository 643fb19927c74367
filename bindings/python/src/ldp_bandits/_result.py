"""What a simulation returns: curves, one row a trial, and the digest that identifies them."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ._canonical import digest

if TYPE_CHECKING:
    import pandas as pd

Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Stopped:
    """Of a run that looks for the best arm, one number a trial."""

    #: The round after which it stopped; NaN: it did not.
    rounds: Floats
    #: The arm that it answered.
    answers: Floats
    #: Trials that stopped with an arm that is worse than a best one by more than the `indifference`
    #: of the policy, 0 where it has none. Behind a sigmoid or a threshold no difference is allowed.
    wrong: int
    #: Trials that stopped with an arm that is not a best one: these, and those that are allowed.
    not_best: int


@dataclass(frozen=True, eq=False)
class Curve:
    """The regret of one run: mean and 95 % band of that mean over the trials, at each
    checkpoint."""

    label: str
    replicates: int
    #: [checkpoints], the rounds after which the regret was recorded; the last is the horizon.
    t: Floats
    mean: Floats
    low: Floats
    high: Floats
    #: [checkpoints, replicates], the regret of every trial.
    regrets: Floats = field(repr=False)
    stopped: Stopped | None = None


@dataclass(frozen=True, eq=False)
class SimulationResult:
    """`spec` has its defaults filled in; one curve a run, in the order of the spec."""

    spec: dict[str, Any]
    curves: tuple[Curve, ...]

    @property
    def digest(self) -> str:
        """SHA-256 of spec and curves: equal digests mean equal bits, in Python, Node and
        browsers."""
        return digest(self.spec, self.curves)

    def curve(self, label: str) -> Curve:
        """Raises KeyError for a label that no run has."""
        for curve in self.curves:
            if curve.label == label:
                return curve
        known = ", ".join(repr(curve.label) for curve in self.curves)
        raise KeyError(f"no run has the label {label!r}; there are {known}")

    def to_dataframe(self) -> pd.DataFrame:
        """One row a run and checkpoint: label, t, mean, low, high, replicates. Needs pandas."""
        return _pandas().DataFrame(
            {
                "label": np.repeat(
                    [curve.label for curve in self.curves], [len(curve.t) for curve in self.curves]
                ),
                "t": _joined([curve.t for curve in self.curves]).astype(np.int64),
                "mean": _joined([curve.mean for curve in self.curves]),
                "low": _joined([curve.low for curve in self.curves]),
                "high": _joined([curve.high for curve in self.curves]),
                "replicates": np.repeat(
                    [curve.replicates for curve in self.curves],
                    [len(curve.t) for curve in self.curves],
                ),
            }
        )

    def trials(self) -> pd.DataFrame:
        """One row a run, trial and checkpoint: label, trial (from 0), t, regret. Needs pandas."""
        sizes = [curve.regrets.size for curve in self.curves]
        return _pandas().DataFrame(
            {
                "label": np.repeat([curve.label for curve in self.curves], sizes),
                "trial": _joined(
                    [np.repeat(np.arange(curve.replicates), len(curve.t)) for curve in self.curves]
                ),
                "t": _joined([np.tile(curve.t, curve.replicates) for curve in self.curves]).astype(
                    np.int64
                ),
                "regret": _joined([curve.regrets.T.ravel() for curve in self.curves]),
            }
        )

    def to_json(self) -> str:
        """JSON with the fields that `ldp-bandits simulate --json` writes; `simulate` takes it too, and
        plays it again."""
        curves = [_plain(curve) for curve in self.curves]
        plain = {"version": 1, "spec": self.spec, "digest": self.digest, "partial": False}
        return json.dumps({**plain, "curves": curves}, allow_nan=False)


def _joined(parts: list[Any]) -> Any:
    return np.concatenate(parts)


def _pandas() -> Any:
    try:
        import pandas
    except ImportError:
        raise ImportError(
            "pandas is needed for data frames: pip install pandas. "
            "Without it, `curves` has the same numbers as numpy arrays."
        ) from None
    return pandas


def _plain(curve: Curve) -> dict[str, Any]:
    plain: dict[str, Any] = {"label": curve.label, "replicates": curve.replicates}
    for name in ("t", "mean", "low", "high"):
        plain[name] = getattr(curve, name).tolist()
    if curve.stopped is not None:
        rounds = [None if np.isnan(r) else r for r in curve.stopped.rounds.tolist()]
        answers = curve.stopped.answers.tolist()
        counts = {"wrong": curve.stopped.wrong, "notBest": curve.stopped.not_best}
        plain["stopped"] = {"rounds": rounds, "answers": answers, **counts}
    last = curve.regrets[-1].tolist()
    plain["trials"] = {"numbers": list(range(curve.replicates)), "regrets": last}
    return plain
