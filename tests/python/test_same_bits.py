"""A spec gives the same bits in Python as in Node, and a wrong one the same error."""

from __future__ import annotations

import unittest
from typing import Any

from npm_package import answers

import ldp_bandits
from ldp_bandits._tables import CATALOG

MEANS = {"type": "bernoulli", "means": [0.2, 0.6, 0.5]}
GRADED = {"type": "beta", "means": [0.3, 0.6]}
LINEAR: dict[str, Any] = {"type": "linear", "dimension": 3, "arms": 4, "contexts": "fresh"}
LOGISTIC: dict[str, Any] = {
    "type": "generalized-linear",
    "link": "logistic",
    "dimension": 3,
    "arms": 3,
    "contexts": "fixed",
    "bound": 2,
}
POISSON = {**LOGISTIC, "link": "poisson", "bound": 1}
IDENTITY = {**LOGISTIC, "link": "identity", "contexts": "fresh", "bound": 0.5}
MENU = {"levels": [0, 0.5, 2], "probabilities": [0.2, 0.3, 0.5]}
CONTINUOUS = {"type": "clipped-gaussian", "mean": 1, "deviation": 1, "low": 0, "high": 8}


def spec(environment: Any, *policies: Any, **others: Any) -> dict[str, Any]:
    """`policies`: the type, or a whole run without its label."""
    runs: list[dict[str, Any]] = []
    for index, policy in enumerate(policies):
        is_run = isinstance(policy, dict)
        run: dict[str, Any] = policy if is_run else {"policy": {"type": policy}}
        row = next(row for row in CATALOG if row["id"] == run["policy"]["type"])
        is_private = row["trustModel"] != "none" and "population" not in run
        epsilon: dict[str, Any] = {"epsilon": 2} if is_private else {}
        runs.append({"label": f"run {index}", **run, **epsilon})
    common: dict[str, Any] = {"version": 1, "seed": "python", "horizon": 120, "replicates": 5}
    return {**common, "environment": environment, "runs": runs, **others}


def family(name: str) -> list[str]:
    return [row["id"] for row in CATALOG if row["family"] == name]


def with_parameters(*names: str, **parameters: Any) -> list[dict[str, Any]]:
    return [{"policy": {"type": name, **parameters}} for name in names]


NEEDS_HORIZON = [
    row["id"]
    for row in CATALOG
    if any(p["name"] == "horizon" and not p.get("optional", False) for p in row["parameters"])
]
LINEAR_FAMILY = [
    run
    for name in family("linear")
    for run in with_parameters(name, **({"horizon": 120} if name in NEEDS_HORIZON else {}))
]

RIGHT: dict[str, Any] = {
    "every multi-armed algorithm": spec(MEANS, *family("multi-armed")),
    "every linear algorithm": spec(LINEAR, *LINEAR_FAMILY, "uniform", replicates=2),
    "every generalized linear algorithm": spec(LOGISTIC, *family("generalized-linear")),
    "every search for the best arm": spec(MEANS, *family("best-arm"), horizon=3000),
    "every reduction": spec(MEANS, *family("reduction")),
    "counts": spec(POISSON, *family("generalized-linear")),
    "unbounded feedback": spec(IDENTITY, "ldp-glm-sgd", "uniform"),
    "graded rewards": spec(GRADED, "ldp-thompson-graded", "ldp-imed-graded", "ucb1"),
    "normal rewards": spec(
        {"type": "gaussian", "means": [0, 1, -1]},
        *with_parameters("ldp-thompson", rewards={"type": "sigmoid", "center": 0, "scale": 1}),
        *with_parameters("ucb1", rewards={"type": "clip", "low": -2, "high": 2}),
    ),
    "laws of all kinds": spec(
        {
            "type": "mixed",
            "arms": [
                {"law": "bernoulli", "mean": 0.4},
                {"law": "beta", "alpha": 2},
                {"law": "uniform", "low": 0, "high": 2},
                {"law": "two-point", "low": 0, "high": 1e-7},
                {"law": "gaussian", "mean": 0.5, "deviation": 0.1},
            ],
        },
        *with_parameters("thompson", "ldp-kl-ucb", rewards={"type": "threshold", "at": 0.5}),
    ),
    "phases": spec({"type": "switching", "arms": 3}, "ldp-tsallis-inf", "ucb1", regret="realized"),
    "changes": spec(
        {
            "type": "bernoulli",
            "means": [0.6, 0.5, 0.4],
            "changes": [
                {"at": 0.25, "means": "rotate"},
                {"at": 0.5, "means": [0.3, 0.4, 0.5]},
                {"at": 0.75, "means": "jump"},
            ],
        },
        "ldp-thompson-drift",
        "ldp-thompson",
    ),
    "visitors of several levels": spec(
        MEANS,
        {"policy": {"type": "weighted-ldp-ucb", "bound": "L4"}, "population": MENU},
        {"policy": {"type": "he-ldp-ucb-bernoulli"}, "population": MENU},
        {"policy": {"type": "weighted-ldp-ucb"}, "population": CONTINUOUS},
        {
            "policy": {"type": "ldp-duel"},
            "population": {"levels": [0.5, 2], "probabilities": [0.5, 0.5]},
        },
    ),
    "reports under way": spec(
        MEANS,
        {
            "policy": {"type": "ldp-thompson"},
            "delivery": {"epoch": 10, "delay": 30, "lost": 0.25},
        },
        {"policy": {"type": "weighted-ldp-ucb"}, "delivery": {"serving": "frozen-log"}},
        {"policy": {"type": "weighted-ldp-ucb"}, "delivery": {"serving": "ticketed"}},
    ),
    "noise of choice": spec(
        LINEAR,
        *with_parameters("ldp-linucb", mechanism="gaussian", calibration="published"),
        *with_parameters("ldp-linear-moments", mechanism="ball"),
        record={"times": [1, 10, 100]},
    ),
    "checkpoints evenly apart, and a label with signs": {
        **spec(MEANS, "ucb1", record={"points": 7, "scale": "linear"}),
        "seed": 'quote " backslash \\ line\n é 😀 \u2028',
    },
    "numbers that are written in many ways": spec(
        {"type": "gaussian", "means": [1e-7, 123456.789, -0.0, 1e6, 5e-324]},
        *with_parameters("ucb1", rewards={"type": "clip", "low": -1e6, "high": 1e6}),
    ),
}

RUN: dict[str, Any] = {"label": "a", "policy": {"type": "ldp-thompson"}, "epsilon": 1}
GOOD: dict[str, Any] = {**spec(MEANS, "ucb1"), "runs": [RUN]}


def run(**changes: Any) -> dict[str, Any]:
    return {**GOOD, "runs": [{**RUN, **changes}]}


def world(**environment: Any) -> dict[str, Any]:
    return {**GOOD, "environment": environment}


WRONG: dict[str, Any] = {
    "no object": 3,
    "unknown key": {**GOOD, "horizn": 3},
    "unknown key that is near none": {**GOOD, "visitors": 3},
    "unknown key of many characters": {**GOOD, "HORIZON" * 20: 3},
    "unknown key in other letters": {**GOOD, "ＨＯＲＩＺＯＮ": 3},
    "version": {**GOOD, "version": 2},
    "no seed": {key: value for key, value in GOOD.items() if key != "seed"},
    "long seed": {**GOOD, "seed": "😀" * 33},
    "horizon": {**GOOD, "horizon": 1.5},
    "horizon that is true": {**GOOD, "horizon": True},
    "replicates": {**GOOD, "replicates": 10001},
    "no runs": {**GOOD, "runs": []},
    "null": {**GOOD, "record": None},
    "record": {**GOOD, "record": {"points": 0, "scale": "log"}},
    "record times": {**GOOD, "record": {"times": [3, 3]}},
    "regret": {**GOOD, "regret": "approximation"},
    "labels": {**GOOD, "runs": [RUN, RUN]},
    "too much": {**GOOD, "horizon": 10**9, "replicates": 10**4},
    "mean": world(type="bernoulli", means=[0.5, 1.5]),
    "no means": world(type="bernoulli", means=[]),
    "key of another world": world(type="bernoulli", means=[0.5], spread=1),
    "key of no world": world(type="bernoulli", mean=0.5),
    "beta": world(type="beta", means=[0.001]),
    "deviation": world(type="gaussian", means=[0], deviation=0),
    "unmapped rewards": world(type="gaussian", means=[0]),
    "law": world(type="mixed", arms=[{"law": "poisson"}]),
    "ends": world(type="mixed", arms=[{"law": "uniform", "low": 1, "high": 1}]),
    "drift": world(type="bernoulli", means=[0.9], drift={"amplitude": 0.2, "turns": 1}),
    "change": world(type="bernoulli", means=[0.5], changes=[{"at": 0.5, "means": [0.5, 0.5]}]),
    "policy of a linear world": run(policy={"type": "ldp-linucb"}),
    "no policy": run(policy={"type": "ldp-thomson"}),
    "policy's key": run(policy={"type": "ldp-thompson", "horizon": 3}),
    "arms": run(policy={"type": "ldp-thompson", "arms": 4}),
    "epsilon": run(epsilon=0.0001),
    "epsilon and population": run(population=MENU),
    "no privacy": run(policy={"type": "ucb1"}),
    "posterior": {
        **GOOD,
        "runs": [
            {
                "label": "a",
                "policy": {"type": "ldp-thompson", "posterior": "beta"},
                "population": MENU,
            }
        ],
    },
    "menu": {**GOOD, "runs": [{**RUN, "population": {"levels": [2, 1], "probabilities": [1, 0]}}]},
    "serving": run(delivery={"serving": "frozen-log"}),
    "delivery": run(delivery={"delay": -1}),
    "gaussian level": run(policy={"type": "ldp-gaussian-ucb"}, epsilon=17),
    "delta without noise": run(policy={"type": "one-point-reduction", "delta": 1e-5}),
    "linear dimension": {**GOOD, "environment": {**LINEAR, "dimension": 1}},
    "linear policy": {**GOOD, "environment": LINEAR},
    "linear population": {
        **GOOD,
        "environment": LINEAR,
        "runs": [{"label": "a", "policy": {"type": "ldp-linucb"}, "population": MENU}],
    },
    "link": {**GOOD, "environment": {**LOGISTIC, "link": "cauchit"}},
    "largest": {**GOOD, "environment": {**LOGISTIC, "largest": 2}},
}


class SameBits(unittest.TestCase):
    maxDiff = None

    def test_every_family_gives_the_digest_of_the_npm_package(self) -> None:
        for (name, one), answer in zip(RIGHT.items(), answers(list(RIGHT.values()))):
            with self.subTest(name):
                result = ldp_bandits.simulate(one, threads=2)
                self.assertEqual(result.spec, answer.get("spec", answer))
                self.assertEqual(result.digest, answer["digest"])

    def test_a_wrong_spec_gives_the_error_of_the_npm_package(self) -> None:
        for (name, one), answer in zip(WRONG.items(), answers(list(WRONG.values()))):
            with self.subTest(name):
                with self.assertRaises(ldp_bandits.SpecError) as caught:
                    ldp_bandits.simulate(one)
                self.assertEqual(str(caught.exception), answer["error"])
                self.assertEqual(caught.exception.parameter, answer["parameter"])


if __name__ == "__main__":
    unittest.main()
