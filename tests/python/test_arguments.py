"""Numbers and arrays as people have them: numpy's, masked, dated, incomplete and empty."""

from __future__ import annotations

import unittest
import warnings
from collections.abc import Callable
from importlib.resources import files
from typing import Any

import numpy as np
from sweep import spec

import ldp_bandits
from ldp_bandits import device, server

THOMPSON: dict[str, Any] = {"type": "ldp-thompson", "arms": 3}
MOMENTS: dict[str, Any] = {"type": "ldp-linear-moments", "dimension": 2}
#: numpy gives it no type.
masked: Any = np.ma.masked_array


def learner() -> server.MultiArmedLearner:
    return server.MultiArmedLearner(THOMPSON, 1)


def report(feedback: Any) -> bytes:
    client = device.MultiArmedClient(THOMPSON, 1)
    return client.report(client.choose(), feedback)


#: Every array that a caller hands over, by the name of its parameter.
ARRAYS: list[tuple[str, Callable[[Any], object]]] = [
    ("values", device.RandomizedResponse(1).randomize),
    ("values", device.DiscreteLaplace(1).randomize),
    ("reports", device.Window(1).estimate),
    ("vectors", device.BallVector(2, 2).randomize),
    ("reports", device.BallVector(2, 2).estimate),
    ("vectors", device.CodebookVector(2, 2).randomize),
    ("reports", device.CodebookVector(2, 2).estimate),
    ("features", device.LinearClient(MOMENTS, 1).choose),
    ("arms", lambda given: learner().update_values(given, 0)),
    ("values", lambda given: learner().update_values(0, given)),
    ("levels", lambda given: learner().update_values(0, 0, given)),
]
#: What numpy would turn into numbers.
WRONG_ARRAYS: dict[str, Any] = {
    "masked": masked([[0, 1], [1, 0]], [[False, True], [False, False]]),
    "rows that are masked": [masked([0, 1], [False, True]), np.array([0, 1])],
    "dates": np.array([["2026-01-01", "2026-01-02"]], dtype="datetime64[D]"),
    "times": np.array([[0, 1]], dtype="timedelta64[s]"),
    "times among objects": np.array([[np.timedelta64(1, "s"), 0]], dtype=object),
    "none among numbers": [[0, None], [1, 0]],
    "none": None,
    "texts": [["0", "1"]],
    "complex": np.array([[1j, 0]]),
    "ragged": [[0, 1], [1]],
}

#: Every number that a caller hands over; `report` and `epsilon` take fractions.
WHOLE: list[tuple[str, Callable[[Any], object]]] = [
    ("dimension", lambda given: device.BallVector(2, given)),
    ("snapshot", lambda given: learner().update_values(0, 0, 0, given)),
    ("first_open", lambda given: learner().fold(given)),
    ("control", lambda given: learner().results(given)),
    ("algorithm.arms", lambda given: device.MultiArmedClient({**THOMPSON, "arms": given}, 1)),
    ("horizon", lambda given: ldp_bandits.simulate({**spec(0), "horizon": given})),
    ("replicates", lambda given: ldp_bandits.simulate({**spec(0), "replicates": given})),
    ("version", lambda given: ldp_bandits.simulate({**spec(0), "version": given})),
]
REAL: list[tuple[str, Callable[[Any], object]]] = [
    ("feedback", report),
    ("epsilon", device.RandomizedResponse),
    ("epsilon", lambda given: device.MultiArmedClient(THOMPSON, given)),
    ("epsilon", lambda given: server.MultiArmedLearner(THOMPSON, given)),
    ("delta", lambda given: device.DiscreteGaussian(1, given)),
    ("norm", lambda given: device.BallVector(2, 3, given)),
]


class Refused(unittest.TestCase):
    def refused(self, parameter: str, act: Callable[[Any], object], given: Any) -> None:
        with self.assertRaises(ldp_bandits.LdpError) as caught, warnings.catch_warnings():
            # A masked number becomes NaN with a warning.
            warnings.simplefilter("ignore")
            act(given)
        self.assertEqual(caught.exception.parameter, parameter)

    def test_arrays_that_are_no_numbers_are_refused_by_the_name_of_their_parameter(self) -> None:
        for parameter, act in ARRAYS:
            for name, given in WRONG_ARRAYS.items():
                with self.subTest(name, parameter=parameter):
                    self.refused(parameter, act, given)

    def test_no_error_tells_a_value(self) -> None:
        wrong: list[Any] = [[0.1234, None], ["0.1234"], masked([0.1234], [True])]
        for given in wrong:
            with self.assertRaises(ldp_bandits.LdpError) as caught:
                device.RandomizedResponse(1).randomize(given)
            self.assertNotIn("1234", str(caught.exception))

    def test_numbers_that_are_none_are_refused_likewise(self) -> None:
        spans = (np.timedelta64(1), np.timedelta64(1, "D"), np.datetime64("2026-01-01"), "1")
        for parameter, act in WHOLE + REAL:
            for given in spans:
                with self.subTest(parameter, given=given):
                    self.refused(parameter, act, given)

    def test_a_truth_value_is_no_number_but_as_a_feedback(self) -> None:
        for parameter, act in WHOLE + REAL[1:]:
            for given in (True, np.True_):
                with self.subTest(parameter, given=given):
                    self.refused(parameter, act, given)
        wrong: list[Any] = [True, np.True_, np.timedelta64(1), 2.0, "2"]
        for threads in wrong:
            with self.assertRaisesRegex(TypeError, "^threads"):
                ldp_bandits.simulate(spec(0), threads=threads)
        self.assertIn(b'"bit"', report(True))
        self.assertIn(b'"bit"', report(np.True_))

    def test_lists_of_a_spec_name_the_field(self) -> None:
        means: dict[str, Any] = {
            "environment.means": np.array([0, 1], dtype="timedelta64[ns]"),
            "environment.means[1]": masked([0.6, 0.4], [False, True]),
            "environment.means[0]": np.array([None, 0.4]),
        }
        for path, given in means.items():
            world = {"type": "bernoulli", "means": given}
            with self.subTest(path), self.assertRaises(ldp_bandits.SpecError) as caught:
                ldp_bandits.simulate({**spec(0), "environment": world})
            self.assertEqual(caught.exception.parameter, path)


class Taken(unittest.TestCase):
    def test_whole_numbers_of_numpy_are_those_of_python(self) -> None:
        kinds: list[Any] = [np.int8, np.uint16, np.int64]
        for kind in kinds:
            with self.subTest(kind.__name__):
                one = kind(1)
                for _, act in WHOLE:
                    act(one)
                for vector in (device.BallVector, device.CodebookVector):
                    mechanism: Any = vector(2, kind(3))
                    reports = mechanism.randomize(np.eye(3))
                    self.assertEqual(mechanism.estimate(reports).shape, (3, 3))

    def test_a_spec_of_numpy_has_the_digest_of_the_same_in_plain_numbers(self) -> None:
        def made(whole: Any, number: Any, listed: Any) -> dict[str, Any]:
            menu = {"levels": listed([0, 1, 2]), "probabilities": listed([0.25, 0.25, 0.5])}
            policy = {"type": "weighted-ldp-ucb", "arms": whole(2)}
            return {
                "version": whole(1),
                "seed": "numpy",
                "horizon": whole(300),
                "replicates": whole(3),
                "environment": {"type": "bernoulli", "means": listed([0.75, 0.25])},
                "runs": [
                    {
                        "label": "menu",
                        "policy": policy,
                        "population": menu,
                        "delivery": {"epoch": whole(10), "delay": whole(5), "lost": number(0.25)},
                    },
                    {"label": "one", "policy": {"type": "ldp-thompson"}, "epsilon": whole(2)},
                ],
                "record": {"times": listed([10, 100])},
            }

        plain = ldp_bandits.simulate(made(int, float, list), threads=1)
        kinds: list[Any] = [(np.int64, np.float64), (np.uint16, np.float32)]
        for whole, number in kinds:
            numpy = ldp_bandits.simulate(made(whole, number, np.array), threads=whole(2))
            self.assertEqual(numpy.digest, plain.digest)
            self.assertEqual(numpy.to_json(), plain.to_json())

    def test_objects_that_are_all_numbers_are_numbers(self) -> None:
        bits = device.RandomizedResponse(100).randomize(np.array([0, 1.0, True], dtype=object))
        self.assertEqual(bits.tolist(), [0, 1, 1])

    def test_an_empty_batch_is_a_batch(self) -> None:
        one = learner()
        before = one.save()
        empties: list[Any] = [[], (), np.array([]), np.array([], dtype=np.int64)]
        for empty in empties:
            self.assertEqual(one.update_values(empty, empty), 0)
            self.assertEqual(one.update_values(empty, empty, empty), 0)
            self.assertEqual(device.Window(1).randomize(empty).shape, (0,))
            self.assertEqual(device.Window(1).estimate(empty).shape, (0,))
        self.assertEqual(one.update([]), 0)
        self.assertEqual(one.save(), before)
        vectors: list[Any] = [[], np.zeros((0, 2)), np.zeros((0, 2), dtype=np.int64)]
        mechanisms: list[Any] = [device.BallVector(2, 2), device.CodebookVector(2, 2)]
        for mechanism in mechanisms:
            for empty in vectors:
                reports = mechanism.randomize(empty)
                self.assertEqual(len(reports), 0)
                self.assertEqual(mechanism.estimate(reports).shape, (0, 2))


class Types(unittest.TestCase):
    def test_the_installed_package_says_that_it_has_types(self) -> None:
        self.assertTrue(files("ldp_bandits").joinpath("py.typed").is_file())


if __name__ == "__main__":
    unittest.main()
