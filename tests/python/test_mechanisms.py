"""What the mechanisms of `ldp_bandits.device` promise, measured on fresh noise: a correct one fails
once in 10^6."""

from __future__ import annotations

import inspect
import os
import unittest
from collections.abc import Callable
from typing import Any

import numpy as np

import ldp_bandits
from ldp_bandits import device

#: Standard deviations of a mean that a normal number leaves once in two million.
SIGMAS = 5.2
SCALAR: dict[str, Any] = {
    "RandomizedResponse": device.RandomizedResponse(1),
    "DiscreteLaplace": device.DiscreteLaplace(1),
    "DiscreteGaussian": device.DiscreteGaussian(1, 1e-6),
    "Window": device.Window(1),
}
VECTOR: dict[str, Any] = {
    "BallVector": device.BallVector(2, 3, 1),
    "CodebookVector": device.CodebookVector(2, 3, 1),
    "BallVector of many directions": device.BallVector(12, 3, 1),
}


class Scalars(unittest.TestCase):
    def test_estimates_have_the_value_as_their_mean(self) -> None:
        for name, mechanism in SCALAR.items():
            for value in (0, 0.3, 1):
                with self.subTest(name, value=value):
                    estimates = mechanism.estimate(mechanism.randomize(np.full(40_000, value)))
                    error = SIGMAS * estimates.std() / np.sqrt(estimates.size)
                    self.assertLess(abs(estimates.mean() - value), error)

    def test_a_bit_is_as_likely_as_epsilon_allows_and_no_more(self) -> None:
        count, epsilon = 400_000, 1.0
        mechanism = device.RandomizedResponse(epsilon)
        ones = [mechanism.randomize(np.full(count, value)).mean() for value in (0, 1)]
        for share, expected in zip(ones, (1 / (1 + np.e), np.e / (1 + np.e))):
            deviation = np.sqrt(expected * (1 - expected) / count)
            self.assertLess(abs(share - expected), SIGMAS * deviation)

    def test_values_outside_count_as_the_nearest_inside(self) -> None:
        mechanism = device.RandomizedResponse(100)
        self.assertEqual(mechanism.randomize([-3, 0, 1, 7]).tolist(), [0, 0, 1, 1])

    def test_reports_have_the_shape_of_the_values(self) -> None:
        for name, mechanism in SCALAR.items():
            with self.subTest(name):
                self.assertEqual(mechanism.randomize(np.zeros((3, 4))).shape, (3, 4))
                self.assertEqual(mechanism.randomize(0.5).shape, ())
                self.assertEqual(mechanism.randomize([]).shape, (0,))

    def test_a_value_that_is_not_finite_is_refused_without_being_told(self) -> None:
        for name, mechanism in {**SCALAR, **VECTOR}.items():
            values = [0.1234, np.nan, 0.5]
            with self.subTest(name), self.assertRaises(ldp_bandits.LdpError) as caught:
                mechanism.randomize([values] if name in VECTOR else values)
            self.assertNotIn("1234", str(caught.exception))
            self.assertIn("finite", str(caught.exception))


class Vectors(unittest.TestCase):
    def test_estimates_have_the_vector_as_their_mean(self) -> None:
        vector = np.array([0.6, -0.3, 0.2])
        for name, mechanism in VECTOR.items():
            with self.subTest(name):
                estimates = mechanism.estimate(mechanism.randomize(np.tile(vector, (20_000, 1))))
                error = SIGMAS * estimates.std(axis=0) / np.sqrt(len(estimates))
                self.assertTrue((abs(estimates.mean(axis=0) - vector) < error).all())

    def test_a_longer_vector_counts_as_one_of_the_norm(self) -> None:
        for name, mechanism in VECTOR.items():
            for length in (9.0, 1e200):  # the square of the second is infinite
                with self.subTest(name, length=length):
                    long = np.tile([length, 0, 0], (20_000, 1))
                    estimates = mechanism.estimate(mechanism.randomize(long))
                    error = SIGMAS * estimates.std(axis=0) / np.sqrt(len(estimates))
                    self.assertTrue((abs(estimates.mean(axis=0) - [1, 0, 0]) < error).all())

    def test_rows_of_another_length_are_refused(self) -> None:
        for name, mechanism in VECTOR.items():
            for wrong in (np.zeros((2, 4)), np.zeros(3)):
                with self.subTest(name), self.assertRaisesRegex(ldp_bandits.LdpError, "3 numbers"):
                    mechanism.randomize(wrong)

    def test_a_codeword_that_does_not_exist_is_refused(self) -> None:
        mechanism = device.CodebookVector(2, 3)
        forged = mechanism.randomize(np.zeros((1, 3)))
        forged["index"] = mechanism.codewords
        with self.assertRaisesRegex(ldp_bandits.LdpError, "number of codewords") as caught:
            mechanism.estimate(forged)
        self.assertEqual(caught.exception.code, "report_rejected")

    def test_only_codewords_can_be_read(self) -> None:
        mechanism = device.CodebookVector(2, 3)
        short = np.zeros(3, dtype=[("id", "u1", (2,)), ("index", "<u2")])
        table = mechanism.randomize(np.zeros((4, 3))).reshape(2, 2)
        others: list[Any] = [short, table, np.zeros(3), [1, 2]]
        for wrong in others:
            with self.assertRaisesRegex(ldp_bandits.LdpError, "reports must be .* CODEWORD"):
                mechanism.estimate(wrong)


class Guarantees(unittest.TestCase):
    def test_a_guarantee_is_at_most_what_was_asked_for_and_close_to_it(self) -> None:
        for name, mechanism in SCALAR.items():
            with self.subTest(name):
                self.assertLessEqual(mechanism.guarantee.epsilon, 1)
                self.assertGreater(mechanism.guarantee.epsilon, 0.99)
                delta = 1e-6 if name == "DiscreteGaussian" else 0
                self.assertLessEqual(mechanism.guarantee.delta, delta)
        for name in ("BallVector", "CodebookVector"):
            self.assertAlmostEqual(VECTOR[name].guarantee.epsilon, 2, places=6)

    def test_an_epsilon_out_of_range_is_refused_by_name(self) -> None:
        makers: list[Callable[[float], object]] = [
            device.RandomizedResponse,
            device.DiscreteLaplace,
            device.Window,
            lambda epsilon: device.DiscreteGaussian(epsilon, 1e-6),
            lambda epsilon: device.BallVector(epsilon, 3),
            lambda epsilon: device.CodebookVector(epsilon, 3),
        ]
        for make in makers:
            for epsilon in (0, -1, 200, float("nan")):
                with self.assertRaises(ldp_bandits.LdpError) as caught:
                    make(epsilon)
                self.assertEqual(caught.exception.parameter, "epsilon")


class Randomness(unittest.TestCase):
    def test_there_is_no_seed(self) -> None:
        for name in device.__all__:
            made = getattr(device, name)
            text = f"{made.__doc__} {[inspect.getdoc(getattr(made, m)) for m in dir(made)]}"
            if name not in ("Guarantee", "Decision", "LinearDecision"):
                self.assertNotIn("seed", str(inspect.signature(made)))
            self.assertNotIn("seed:", text)

    def test_no_two_calls_draw_the_same(self) -> None:
        mechanism = device.DiscreteGaussian(1, 1e-6)
        drawn = np.concatenate([mechanism.randomize(np.zeros(100)) for _ in range(10)])
        self.assertEqual(len(set(drawn.tolist())), 1000)

    def test_a_process_that_forks_shares_no_noise_with_its_child(self) -> None:
        mechanism = device.DiscreteGaussian(1, 1e-6)
        mechanism.randomize(np.zeros(10))
        read, write = os.pipe()
        child = os.fork()
        if child == 0:
            os.write(write, mechanism.randomize(np.zeros(100)).tobytes())
            os._exit(0)
        own = mechanism.randomize(np.zeros(100))
        os.waitpid(child, 0)
        theirs = np.frombuffer(os.read(read, 400), dtype=np.int32)
        self.assertEqual(len(theirs), 100)
        self.assertFalse(set(own.tolist()) & set(theirs.tolist()))


if __name__ == "__main__":
    unittest.main()
