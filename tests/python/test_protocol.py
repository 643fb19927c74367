"""Device and server over the one message that there is, a report."""

from __future__ import annotations

import json
import subprocess
import sys
import unittest
from pathlib import Path
from typing import Any

import numpy as np

import ldp_bandits
from ldp_bandits import device, server

THOMPSON: dict[str, Any] = {"type": "ldp-thompson", "arms": 3}
MOMENTS: dict[str, Any] = {"type": "ldp-linear-moments", "dimension": 3}
LOCAL_ARMS: list[dict[str, Any]] = [
    {"type": "weighted-ldp-ucb", "arms": 2, "bound": "L4"},
    {"type": "he-ldp-ucb-bernoulli", "arms": 2, "epsilonMin": 0.5},
    {"type": "he-ldp-ucb-laplace", "arms": 2, "epsilonMin": 0.5},
    {"type": "weighted-ldp-ucb-laplace", "arms": 2},
    {"type": "ldp-kl-ucb", "arms": 2},
    {"type": "ldp-thompson", "arms": 2},
    {"type": "ldp-gaussian-ucb", "arms": 2, "delta": 1e-6},
    {"type": "ldp-tsallis-inf", "arms": 2},
    {"type": "ldp-exp3", "arms": 2},
    {"type": "ldp-imed", "arms": 2},
    {"type": "ldp-thompson-graded", "arms": 2},
    {"type": "ldp-imed-graded", "arms": 2},
    {"type": "ldp-thompson-drift", "arms": 2},
]
LOCAL_LINEAR: list[dict[str, Any]] = [
    {"type": "ldp-linear-moments", "dimension": 3},
    {"type": "ldp-linucb", "dimension": 3, "mechanism": "gaussian", "delta": 1e-6},
    {"type": "ldp-linucb", "dimension": 3, "mechanism": "ball"},
    {"type": "online-ldp-linucb", "dimension": 3},
    {"type": "private-bandits-combiner", "dimension": 3},
]


def refused(case: unittest.TestCase, code: str, action: Any) -> ldp_bandits.LdpError:
    with case.assertRaises(ldp_bandits.LdpError) as caught:
        action()
    case.assertEqual(caught.exception.code, code)
    return caught.exception


class Arms(unittest.TestCase):
    def test_every_algorithm_takes_the_reports_of_its_devices_and_they_its_snapshots(self) -> None:
        for algorithm in LOCAL_ARMS:
            with self.subTest(algorithm["type"]):
                client = device.MultiArmedClient(algorithm, 2)
                learner = server.MultiArmedLearner(algorithm, 2)
                for _ in range(3):
                    client.set_snapshot(learner.snapshot())
                    decision = client.choose()
                    self.assertFalse(decision.is_offline)
                    self.assertEqual(learner.update(client.report(decision, 1)), 1)
                self.assertEqual(learner.reports, 3)

    def test_a_whole_experiment_finds_the_best_arm(self) -> None:
        means, people = [0.2, 0.9, 0.3], np.random.default_rng(1)
        client = device.MultiArmedClient(THOMPSON, 4)
        learner = server.MultiArmedLearner(THOMPSON, 4)
        for _ in range(20):
            client.set_snapshot(learner.snapshot())
            decisions = [client.choose() for _ in range(300)]
            learner.update(client.report(d, people.random() < means[d.arm]) for d in decisions)
        self.assertEqual(learner.snapshot().best, 1)
        results = learner.results(control=0)
        assert results[1].reward is not None and results[1].lift is not None
        self.assertLess(results[1].reward.low, 0.95)
        self.assertGreater(results[1].reward.high, 0.85)
        self.assertGreater(results[1].lift.low, 0)

    def test_bits_of_a_mechanism_are_learnt_from_as_their_estimates_say(self) -> None:
        epsilon, rewards = 1.5, np.repeat([0.2, 0.7], 5000)
        arms = np.repeat([0, 1], 5000)
        mechanism = device.RandomizedResponse(epsilon)
        bits = mechanism.randomize(rewards)
        learner = server.MultiArmedLearner({"type": "weighted-ldp-ucb", "arms": 2}, epsilon)
        self.assertEqual(learner.update_values(arms, bits), 10_000)
        expected = [mechanism.estimate(bits[arms == arm]).mean() for arm in (0, 1)]
        np.testing.assert_allclose(learner.snapshot().mean, expected, rtol=1e-9)

    def test_a_report_is_the_wire_format_of_the_npm_package(self) -> None:
        client = device.MultiArmedClient(THOMPSON, 1)
        body = client.report(client.choose(), 1)
        report = json.loads(body)
        self.assertEqual(list(report), ["v", "id", "snapshot", "arm", "level", "bit"])
        self.assertEqual(json.dumps(report, separators=(",", ":")).encode(), body)

    def test_a_decision_is_worth_one_report(self) -> None:
        client = device.MultiArmedClient(THOMPSON, 1)
        decision = client.choose()
        client.report(decision, None)
        refused(self, "already_reported", lambda: client.report(decision, 1))

    def test_a_decision_is_reported_by_the_client_that_made_it(self) -> None:
        frank, discreet = (device.MultiArmedClient(THOMPSON, epsilon) for epsilon in (8, 1))
        decision = frank.choose()
        refused(self, "invalid_argument", lambda: discreet.report(decision, 1))
        self.assertIn(b'"bit"', frank.report(decision, 1))

    def test_a_feedback_that_is_not_finite_leaves_the_decision_open(self) -> None:
        client = device.MultiArmedClient(THOMPSON, 1)
        decision = client.choose()
        refused(self, "invalid_argument", lambda: client.report(decision, float("nan")))
        self.assertIn(b'"bit"', client.report(decision, 1))

    def test_before_the_first_snapshot_every_arm_comes_up(self) -> None:
        client = device.MultiArmedClient(THOMPSON, 1)
        decisions = [client.choose() for _ in range(200)]
        self.assertEqual({decision.arm for decision in decisions}, {0, 1, 2})
        self.assertTrue(all(decision.is_offline for decision in decisions))

    def test_the_guarantee_is_that_of_the_level_that_the_device_agrees_to(self) -> None:
        menu = {**THOMPSON, "levels": [0.5, 2]}
        self.assertLessEqual(device.MultiArmedClient(menu, 1).guarantee.epsilon, 0.5)
        refused(self, "manifest_mismatch", lambda: device.MultiArmedClient(menu, 0.25))

    def test_learners_that_shared_the_work_are_the_one_that_did_it_all(self) -> None:
        arms, bits = np.arange(90) % 3, np.arange(90) % 2
        whole, left, right = (server.MultiArmedLearner(THOMPSON, 1) for _ in range(3))
        whole.update_values(arms, bits)
        left.update_values(arms[:40], bits[:40])
        right.update_values(arms[40:][::-1], bits[40:][::-1])
        left.merge(right)
        self.assertEqual(left.save(), whole.save())
        restored = server.MultiArmedLearner(THOMPSON, 1)
        restored.load(whole.save())
        self.assertEqual(restored.save(), whole.save())

    def test_what_no_device_can_send_is_refused_and_leaves_no_trace(self) -> None:
        learner = server.MultiArmedLearner(THOMPSON, 1)
        before = learner.save()
        for body in (b"", b"{}", b"[]", b'{"v":1,"id":"AAECAwQFBgcICQoLDA0ODw","snapshot":1}'):
            refused(self, "report_rejected", lambda body=body: learner.update(body))
        refused(self, "report_rejected", lambda: learner.update_values([0, 3], [1, 1]))
        refused(self, "report_rejected", lambda: learner.update_values([0], [2]))
        refused(self, "invalid_argument", lambda: learner.update_values([0], [0.5]))
        refused(self, "invalid_argument", lambda: learner.update_values([0], [2**32 + 1]))
        refused(self, "invalid_argument", lambda: learner.update_values([-1], [1]))
        self.assertEqual(learner.save(), before)

    def test_a_wrong_experiment_is_refused_by_its_parameter(self) -> None:
        wrong: list[tuple[dict[str, Any], float, str]] = [
            ({"type": "thompson", "arms": 2}, 1, "algorithm.type"),
            ({"type": "ldp-thompson"}, 1, "algorithm.arms"),
            ({"type": "ldp-thompson", "arms": 0}, 1, "algorithm.arms"),
            ({"type": "ldp-thompson", "arms": 2, "levels": [2, 1]}, 1, "levels"),
            ({"type": "ldp-thompson", "arms": 2}, 0, "levels"),
        ]
        for algorithm, epsilon, parameter in wrong:
            with self.subTest(str(algorithm)), self.assertRaises(ldp_bandits.LdpError) as caught:
                server.MultiArmedLearner(algorithm, epsilon)
            self.assertEqual(caught.exception.parameter, parameter)


class Linear(unittest.TestCase):
    def test_every_algorithm_takes_the_reports_of_its_devices_and_they_its_snapshots(self) -> None:
        features = np.eye(3) / 2
        for algorithm in LOCAL_LINEAR:
            with self.subTest(str(algorithm)):
                client = device.LinearClient(algorithm, 2)
                learner = server.LinearLearner(algorithm, 2)
                for _ in range(3):
                    client.set_snapshot(learner.snapshot())
                    self.assertEqual(learner.update(client.report(client.choose(features), 1)), 1)
                self.assertEqual(learner.reports, 3)
                self.assertEqual(learner.snapshot().theta.shape, (3,))

    def test_a_whole_experiment_learns_which_feature_pays(self) -> None:
        people = np.random.default_rng(2)
        client = device.LinearClient(MOMENTS, 16)
        learner = server.LinearLearner(MOMENTS, 16)
        for _ in range(10):
            client.set_snapshot(learner.snapshot())
            bodies = []
            for _ in range(300):
                features = np.column_stack([people.uniform(-0.7, 0.7, (4, 2)), np.full(4, 0.1)])
                decision = client.choose(features)
                paid = people.random() < 0.5 + 0.6 * features[decision.arm, 0]
                bodies.append(client.report(decision, paid))
            learner.update(bodies)
        theta = learner.snapshot().theta
        self.assertGreater(theta[0], abs(theta[1]))

    def test_neither_features_nor_arm_are_in_a_report(self) -> None:
        client = device.LinearClient(MOMENTS, 1)
        bodies = [client.report(client.choose(np.eye(3) / 2), 1) for _ in range(20)]
        self.assertEqual(len({len(body) for body in bodies}), 1)
        self.assertNotIn(b"arm", bodies[0])

    def test_features_that_are_no_rows_are_refused(self) -> None:
        client = device.LinearClient(MOMENTS, 1)
        refused(self, "invalid_argument", lambda: client.choose(np.zeros((4, 2))))
        refused(self, "invalid_argument", lambda: client.choose(np.full((1, 3), np.nan)))


class Wall(unittest.TestCase):
    def loaded(self, name: str) -> list[str]:
        program = f"import sys, ldp_bandits.{name}; print(*sys.modules)"
        return subprocess.check_output([sys.executable, "-c", program], text=True).split()

    def test_neither_side_loads_the_other(self) -> None:
        self.assertNotIn("ldp_bandits._server", self.loaded("device"))
        self.assertNotIn("ldp_bandits._device", self.loaded("server"))

    def test_the_server_has_no_source_of_randomness(self) -> None:
        for module, draws in (("_device", True), ("_server", False)):
            [path] = Path(ldp_bandits.__file__).parent.glob(f"{module}.*.so")
            binary = path.read_bytes()
            self.assertEqual(any(w in binary for w in (b"getrandom", b"getentropy")), draws)


if __name__ == "__main__":
    unittest.main()
