"""Every public object travels between processes, but for a decision."""

from __future__ import annotations

import copy
import dataclasses
import inspect
import json
import os
import pickle
import signal
import subprocess
import sys
import unittest
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import sweep

import ldp_bandits
from ldp_bandits import device, server

#: The oldest protocol that objects of a native module know is 2.
PROTOCOLS = range(2, pickle.HIGHEST_PROTOCOL + 1)
MODULES = (ldp_bandits, device, server)
ONE_REPORT = {"Decision", "LinearDecision"}


class OwnError(ldp_bandits.SpecError):
    """Of a caller, made from something else than its parents."""

    def __init__(self, row: int) -> None:
        super().__init__(f"runs[{row}]", "is not mine")
        self.row = row


def arms_client() -> device.MultiArmedClient:
    client = device.MultiArmedClient({"type": "ldp-thompson", "arms": 3}, 2)
    client.set_snapshot(arms_learner().snapshot())
    return client


def arms_learner() -> server.MultiArmedLearner:
    """With reports to two snapshots, of which one is open, and levels."""
    algorithm = {"type": "weighted-ldp-ucb", "arms": 3, "levels": [0.5, 2], "bound": "L4"}
    learner = server.MultiArmedLearner(algorithm, 2)
    for snapshot in (1, 2):
        learner.update_values([0, 1, 2, 2], [0, 1, 1, 0], [0, 1, 1, 0], snapshot)
        learner.snapshot()
    return learner


def linear_client() -> device.LinearClient:
    client = device.LinearClient({"type": "ldp-linear-moments", "dimension": 3}, 2)
    client.set_snapshot(linear_learner().snapshot())
    return client


def linear_learner() -> server.LinearLearner:
    algorithm = {"type": "ldp-linear-moments", "dimension": 3}
    client, learner = device.LinearClient(algorithm, 2), server.LinearLearner(algorithm, 2)
    learner.update(client.report(client.choose(np.eye(3) / 2), 1) for _ in range(5))
    return learner


def samples() -> dict[str, Any]:
    search = {"label": "search", "policy": {"type": "ldp-kl-lucb"}, "epsilon": 4}
    result = ldp_bandits.simulate({**sweep.spec(0), "horizon": 20_000, "runs": [search]})
    learner = arms_learner()
    learner.update_values(np.arange(300) % 3, np.arange(300) % 2, 1, 2)
    [*_, arm] = learner.results(control=0)
    return {
        "Curve": result.curves[0],
        "LdpError": ldp_bandits.LdpError("report_rejected", "bit", "must be 0 or 1"),
        "SimulationResult": result,
        "SpecError": ldp_bandits.SpecError("runs[0].epsilon", "is missing"),
        "Stopped": result.curves[0].stopped,
        "BallVector": device.BallVector(2, 3, 0.5),
        "CodebookVector": device.CodebookVector(2, 3),
        "DiscreteGaussian": device.DiscreteGaussian(1, 1e-6),
        "DiscreteLaplace": device.DiscreteLaplace(1),
        "Guarantee": device.DiscreteGaussian(1, 1e-6).guarantee,
        "LinearClient": linear_client(),
        "MultiArmedClient": arms_client(),
        "RandomizedResponse": device.RandomizedResponse(1),
        "Window": device.Window(1),
        "ArmResult": arm,
        "Estimate": arm.reward,
        "LinearLearner": linear_learner(),
        "LinearSnapshot": linear_learner().snapshot(),
        "MultiArmedLearner": learner,
        "Snapshot": learner.snapshot(),
    }


def essence(thing: Any) -> Any:
    """What two equal objects have in common, as plain data."""
    if isinstance(thing, np.ndarray):
        return thing.dtype, thing.shape, thing.tobytes()
    if dataclasses.is_dataclass(thing):
        return [essence(getattr(thing, field.name)) for field in dataclasses.fields(thing)]
    if isinstance(thing, (list, tuple)):
        return [essence(item) for item in thing]
    if isinstance(thing, device.Guarantee):
        return thing.epsilon, thing.delta, thing.rho, thing.delta_at(0.3)
    if isinstance(thing, Exception):
        return str(thing), thing.args, vars(thing)
    if hasattr(thing, "save"):
        return thing.save()
    if hasattr(thing, "guarantee"):
        public = {k: v for k, v in vars(thing).items() if k not in ("_mechanism", "_client")}
        return essence(thing.guarantee), public
    return thing


def copies(thing: Any) -> Iterator[Any]:
    for protocol in PROTOCOLS:
        yield pickle.loads(pickle.dumps(thing, protocol))
    yield copy.copy(thing)
    yield copy.deepcopy(thing)


class Pickles(unittest.TestCase):
    def test_every_public_name_has_an_object_here_that_comes_back_as_it_was(self) -> None:
        known = samples()
        for name, public in ((n, getattr(m, n)) for m in MODULES for n in m.__all__):
            if name in ONE_REPORT:
                continue
            thing = known[name] if inspect.isclass(public) else public
            for other in copies(thing):
                with self.subTest(name):
                    self.assertIs(type(other), public if inspect.isclass(public) else type(thing))
                    self.assertEqual(essence(other), essence(thing))

    def test_an_error_of_a_caller_comes_back_with_what_the_caller_added(self) -> None:
        error = OwnError(3)
        for other in copies(error):
            self.assertIs(type(other), OwnError)
            self.assertEqual((other.row, other.parameter, str(other)), (3, "runs[3]", str(error)))

    def test_a_mechanism_that_travelled_reads_the_reports_of_the_original(self) -> None:
        for mechanism in (device.Window(1), device.DiscreteGaussian(1, 1e-6)):
            reports = mechanism.randomize(np.full(5, 0.3))
            expected = mechanism.estimate(reports)
            for other in copies(mechanism):
                np.testing.assert_array_equal(other.estimate(reports), expected)

    def test_a_learner_that_travelled_goes_on_by_itself(self) -> None:
        learner = arms_learner()
        before = learner.save()
        for other in copies(learner):
            other.update_values([1], [1], [1], 3)
            self.assertEqual((other.reports, learner.reports), (9, 8))
            self.assertEqual(learner.save(), before)
            learner_too = arms_learner()
            learner_too.update_values([1], [1], [1], 3)
            self.assertEqual(other.save(), learner_too.save())


class Decisions(unittest.TestCase):
    """A second report of one decision would have the same noise, and reveal the difference."""

    def test_a_decision_has_neither_pickle_nor_copy(self) -> None:
        decisions: list[Any] = [arms_client().choose(), linear_client().choose(np.eye(3) / 2)]
        self.assertEqual({type(decision).__name__ for decision in decisions}, ONE_REPORT)
        for decision in decisions:
            acts: list[Callable[[Any], object]] = [pickle.dumps, copy.copy, copy.deepcopy]
            for act in acts:
                with self.assertRaisesRegex(TypeError, "worth one report"):
                    act(decision)

    def test_a_client_that_travelled_has_the_snapshot_and_no_decision_of_the_original(self) -> None:
        client = arms_client()
        decision = client.choose()
        for other in copies(client):
            self.assertFalse(other.choose().is_offline)
            with self.assertRaisesRegex(ldp_bandits.LdpError, "another client"):
                other.report(decision, 1)
        self.assertIn(b'"bit"', client.report(decision, 1))


class Pools(unittest.TestCase):
    #: Seconds, far more than a sweep takes. A pool whose errors cannot be pickled waits for ever.
    PATIENCE = 120

    def sweep(self, kind: str, method: str) -> list[Any]:
        """In a session of its own, so that a pool that hangs ends with all of its processes."""
        program = Path(__file__).with_name("sweep.py")
        command = [sys.executable, "-B", str(program), kind, method]
        with subprocess.Popen(
            command, stdout=subprocess.PIPE, text=True, start_new_session=True
        ) as played:
            try:
                out, _ = played.communicate(timeout=self.PATIENCE)
            except subprocess.TimeoutExpired:
                os.killpg(played.pid, signal.SIGKILL)
                raise
        self.assertEqual(played.returncode, 0)
        return list(json.loads(out))

    def test_a_sweep_with_one_wrong_spec_gives_all_other_results_and_its_error(self) -> None:
        right = [index for index in range(sweep.COUNT) if index != sweep.WRONG]
        digests = [sweep.play(index).digest for index in right]
        for kind in ("executor", "pool"):
            for method in ("fork", "spawn"):
                with self.subTest(kind, method=method):
                    told = self.sweep(kind, method)
                    error = told.pop(sweep.WRONG)
                    self.assertEqual(told, digests)
                    self.assertEqual(error["parameter"], "runs[0].epsilon")
                    self.assertEqual(error["text"], f"runs[0].epsilon {error['reason']}")


if __name__ == "__main__":
    unittest.main()
