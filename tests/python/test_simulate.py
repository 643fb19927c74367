"""What `ldp_bandits.simulate` promises beside its bits."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import time
import unittest
from typing import Any
from unittest import mock

import numpy as np

from npm_package import answers

import ldp_bandits

SPEC: dict[str, Any] = {
    "version": 1,
    "seed": "python",
    "horizon": 2000,
    "replicates": 7,
    "environment": {"type": "bernoulli", "means": [0.8, 0.4]},
    "runs": [
        {"label": "private", "policy": {"type": "ldp-thompson"}, "epsilon": 2},
        {"label": "open", "policy": {"type": "thompson"}},
    ],
    "record": {"times": [10, 100]},
}
#: Hours on any machine.
LONG = {**SPEC, "horizon": 10**9, "replicates": 4}


class Simulate(unittest.TestCase):
    def test_any_number_of_threads_gives_the_same_digest(self) -> None:
        digests = {ldp_bandits.simulate(SPEC, threads=threads).digest for threads in (1, 2, 5)}
        self.assertEqual(len(digests), 1)

    def test_one_row_a_run_and_checkpoint(self) -> None:
        frame = ldp_bandits.simulate(SPEC).to_dataframe()
        self.assertEqual(list(frame.t), [10, 100, 2000] * 2)
        self.assertEqual(list(frame.label), ["private"] * 3 + ["open"] * 3)
        self.assertTrue((frame.low <= frame["mean"]).all())
        self.assertEqual(set(frame.replicates), {7})

    def test_one_row_a_trial_whose_means_are_the_curve(self) -> None:
        result = ldp_bandits.simulate(SPEC)
        trials = result.trials()
        self.assertEqual(len(trials), 2 * 7 * 3)
        means = trials.groupby(["label", "t"]).regret.mean()
        for curve in result.curves:
            np.testing.assert_allclose(means[curve.label], curve.mean, rtol=1e-12)
            np.testing.assert_array_equal(curve.regrets.mean(axis=1).round(9), curve.mean.round(9))

    def test_without_pandas_the_curves_are_there_and_a_frame_says_what_is_missing(self) -> None:
        with mock.patch.dict(sys.modules, {"pandas": None}):
            result = ldp_bandits.simulate(SPEC)
            self.assertEqual(result.curve("open").mean.shape, (3,))
            with self.assertRaisesRegex(ImportError, "pip install pandas"):
                result.to_dataframe()

    def test_a_label_that_no_run_has_is_named_with_those_that_are_there(self) -> None:
        with self.assertRaisesRegex(KeyError, "'private', 'open'"):
            ldp_bandits.simulate(SPEC).curve("privat")

    def test_a_search_says_when_each_trial_stopped_and_with_what(self) -> None:
        search = {"label": "search", "policy": {"type": "ldp-kl-lucb"}, "epsilon": 4}
        [curve] = ldp_bandits.simulate({**SPEC, "horizon": 20000, "runs": [search]}).curves
        assert curve.stopped is not None
        self.assertEqual(curve.stopped.answers.tolist(), [0] * 7)
        self.assertTrue((curve.stopped.rounds < 20000).all())
        self.assertEqual(curve.stopped.wrong, 0)

    def test_an_answer_within_the_indifference_is_not_wrong(self) -> None:
        policy = {"type": "ldp-duel", "indifference": 0.1, "errorProbability": 0.5}
        duel = {"label": "duel", "policy": policy, "epsilon": 0.5, "delivery": {"epoch": 50}}
        laws = [{"law": "uniform", "low": 2, "high": high} for high in (9, 8, 6.8)]
        rewards = {"type": "clip", "low": 0, "high": 10}
        worlds: list[tuple[dict[str, Any], dict[str, Any]]] = [
            ({"type": "bernoulli", "means": [0.55, 0.5, 0.44]}, duel),
            ({"type": "mixed", "arms": laws}, {**duel, "policy": {**policy, "rewards": rewards}}),
        ]
        for world, run in worlds:
            spec = {**SPEC, "horizon": 20_000, "replicates": 200, "environment": world}
            spec = {**spec, "runs": [run], "record": {"times": [20_000]}}
            [curve] = (result := ldp_bandits.simulate(spec)).curves
            assert curve.stopped is not None
            answered = curve.stopped.answers[~np.isnan(curve.stopped.rounds)]
            self.assertTrue((answered == 1).any())
            self.assertEqual(curve.stopped.wrong, np.count_nonzero(answered == 2))
            self.assertEqual(curve.stopped.not_best, np.count_nonzero(answered != 0))
            [npm] = answers([spec])
            self.assertEqual(json.loads(result.to_json()), npm["json"])
            self.assertEqual(result.digest, npm["digest"])

    def test_what_to_json_wrote_plays_again_to_the_same_digest(self) -> None:
        result = ldp_bandits.simulate(SPEC)
        self.assertEqual(ldp_bandits.simulate(result.to_json()).digest, result.digest)

    def test_text_that_is_no_json_is_refused(self) -> None:
        with self.assertRaisesRegex(ldp_bandits.SpecError, "^spec must be JSON"):
            ldp_bandits.simulate("{")

    def test_a_world_of_the_npm_package_alone_is_refused_by_name(self) -> None:
        for kind in ("combinatorial", "convex", "own"):
            with self.assertRaisesRegex(ldp_bandits.SpecError, f"environment.type .*{kind}.* npm"):
                ldp_bandits.simulate({**SPEC, "environment": {"type": kind}})

    def test_so_is_a_policy_of_a_module_in_javascript(self) -> None:
        own = {"label": "mine", "policy": {"type": "own", "name": "mine"}}
        with self.assertRaisesRegex(ldp_bandits.SpecError, r"runs\[0\].policy.type .*own.* npm"):
            ldp_bandits.simulate({**SPEC, "runs": [own]})

    def test_to_json_has_what_the_npm_package_writes(self) -> None:
        search = {"label": "search", "policy": {"type": "ldp-kl-lucb"}, "epsilon": 4}
        for runs in (SPEC["runs"], [search]):
            spec = {**SPEC, "runs": runs}
            [answer] = answers([spec])
            self.assertEqual(json.loads(ldp_bandits.simulate(spec).to_json()), answer["json"])

    def test_a_system_without_threads_for_all_still_plays(self) -> None:
        # Without a limit of units each of the 1024 threads would reserve a stack of 8 MB.
        play = (
            "import json, resource, sys, ldp_bandits;"
            "resource.setrlimit(resource.RLIMIT_AS, (3 << 30, 3 << 30));"
            "spec = json.load(sys.stdin);"
            "print(ldp_bandits.simulate(spec, threads=1024).digest)"
        )
        given = {**SPEC, "horizon": 100, "replicates": 3000, "record": {"times": [100]}}
        command = [sys.executable, "-c", play]
        text = json.dumps(given)
        played = subprocess.run(command, input=text, capture_output=True, text=True, check=False)
        self.assertEqual(played.returncode, 0, played.stderr)
        self.assertEqual(played.stdout.strip(), ldp_bandits.simulate(given, threads=1).digest)

    def test_threads_out_of_range_are_refused(self) -> None:
        with self.assertRaisesRegex(ValueError, "threads .* 1 to 1024, not 0"):
            ldp_bandits.simulate(SPEC, threads=0)
        with self.assertRaisesRegex(TypeError, "threads"):
            ldp_bandits.simulate(SPEC, threads=1.5)  # type: ignore[arg-type]

    def test_a_drift_agrees_with_the_npm_package_but_for_the_last_bits_of_a_cosine(self) -> None:
        drift = {"amplitude": 0.1, "turns": 3}
        spec = {**SPEC, "environment": {"type": "bernoulli", "means": [0.8, 0.4], "drift": drift}}
        [answer] = answers([spec])
        for ours, theirs in zip(ldp_bandits.simulate(spec).curves, answer["means"]):
            np.testing.assert_allclose(ours.mean, theirs, rtol=1e-12)


class Progress(unittest.TestCase):
    def test_progress_is_a_share_that_grows(self) -> None:
        shares: list[float] = []
        ldp_bandits.simulate({**SPEC, "horizon": 300_000}, progress=shares.append)
        self.assertTrue(shares)
        self.assertEqual(shares, sorted(shares))
        self.assertTrue(all(0 <= share <= 1 for share in shares))

    def test_an_exception_of_progress_ends_the_simulation_and_comes_out(self) -> None:
        def refuse(_: float) -> None:
            raise LookupError("enough")

        with self.assertRaisesRegex(LookupError, "enough"):
            ldp_bandits.simulate(LONG, progress=refuse)

    def test_an_interrupt_ends_it_within_seconds(self) -> None:
        timer = threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGINT))
        start = time.monotonic()
        timer.start()
        with self.assertRaises(KeyboardInterrupt):
            ldp_bandits.simulate(LONG)
        self.assertLess(time.monotonic() - start, 10)

    def test_other_threads_go_on_meanwhile(self) -> None:
        seen: list[int] = []
        done = threading.Event()

        def count() -> None:
            while not done.wait(0.001):
                seen.append(len(seen))

        counting = threading.Thread(target=count)
        counting.start()
        before = len(seen)
        ldp_bandits.simulate({**SPEC, "horizon": 300_000}, threads=1)
        during = len(seen) - before
        done.set()
        counting.join()
        self.assertGreater(during, 10)


if __name__ == "__main__":
    unittest.main()
