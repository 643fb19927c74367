"""One run of a spec in the numbers that the core takes (bindings/simulation_record.hpp)."""

from __future__ import annotations

from hashlib import sha256
from typing import Any

from ._population import menu_of, population_of
from ._runs import is_stopping, stops
from ._tables import TRAITS, WORDS, algorithm_index, family, flat, without

Spec = dict[str, Any]

#: Learners whose mechanism leaves no choice.
_GAUSSIAN_ONLY = ("online-ldp-linucb", "private-bandits-combiner", "ldp-glm-published")


def native_run(spec: Spec, index: int, record: list[int]) -> list[float]:
    """The flat records of a run, one behind the other. `spec` has its defaults filled in."""
    run, environment = spec["runs"][index], spec["environment"]
    policy = {**run["policy"]}
    algorithm = policy.pop("type")
    rewards = policy.pop("rewards", {"type": "unit"})
    first, second, *_ = [*(v for k, v in rewards.items() if k != "type"), 0, 0]
    menu = menu_of(run) or []
    epsilon = run.get("epsilon", menu[-1] if menu else 0)
    learner = {"algorithmIndex": algorithm_index(algorithm), "arms": 0, "epsilon": epsilon}
    world = _world(spec, run, learner)
    return [
        *flat(
            "SimulationRun",
            {
                **_seed_words(spec["seed"]),
                "laws": _laws(environment),
                "isSwitching": environment["type"] == "switching",
                **_changes(environment),
                "isRealized": spec["regret"] == "realized",
                "transform": rewards["type"],
                "first": first,
                "second": second,
                **_levels(population_of(run)),
                **run["delivery"],
                "record": record,
            },
        ),
        *flat(
            "Learner",
            {
                **without("Learner"),
                "bound": "Lk" if algorithm in TRAITS["logBound"] else "La",
                **({} if world else policy),
                "algorithmIndex": learner["algorithmIndex"],
                "arms": 0,
                "levels": [],
            },
        ),
        *world,
    ]


def _world(spec: Spec, run: dict[str, Any], learner: dict[str, Any]) -> list[float]:
    """What there is beside the learner of the arms; nothing in a multi-armed world, unless a run
    stops or reduces."""
    environment, policy = spec["environment"], run["policy"]
    if environment["type"] == "linear":
        return _linear_run(environment, policy, learner)
    if environment["type"] == "generalized-linear":
        return _generalized_run(environment, policy, learner)
    if not is_stopping(policy):
        return []
    return _best_arm_run(run, learner) if stops(policy) else _reduction_run(policy, learner)


def _linear_run(
    environment: dict[str, Any], policy: dict[str, Any], learner: dict[str, Any]
) -> list[float]:
    given = {k: v for k, v in policy.items() if k not in ("noise", "batch")}
    noise = policy.get("noise")
    batch = next(
        parameter["default"]
        for row in family("linear")
        for parameter in row["parameters"]
        if parameter["name"] == "batch"
    )
    world = {
        "arms": environment["arms"],
        "isFixed": environment["contexts"] == "fixed",
        "spread": environment.get("spread", 1),
        "jointNoise": noise if noise in WORDS["JointNoise"] else "gaussian",
        "shuffleNoise": noise if noise in WORDS["ShuffleNoise"] else "ideal",
        "batch": policy.get("batch", batch),
    }
    return [*flat("LinearWorld", world), *_linear_learner(environment, given, learner)]


def _generalized_run(
    environment: dict[str, Any], policy: dict[str, Any], learner: dict[str, Any]
) -> list[float]:
    world = {
        "link": environment["link"],
        "arms": environment["arms"],
        "isFixed": environment["contexts"] == "fixed",
        "bound": environment["bound"],
        "largest": environment.get("largest", 0),
    }
    return [
        *flat("GeneralizedLinearWorld", world),
        *_linear_learner(environment, policy, learner),
    ]


def _linear_learner(
    environment: dict[str, Any], policy: dict[str, Any], learner: dict[str, Any]
) -> list[float]:
    values = {
        **without("LinearLearner"),
        "mechanism": "gaussian" if policy["type"] in _GAUSSIAN_ONLY else "ball",
        **policy,
        **learner,
        "dimension": environment["dimension"],
    }
    return flat("LinearLearner", values)


def _best_arm_run(run: dict[str, Any], learner: dict[str, Any]) -> list[float]:
    """One level is that of the learner."""
    menu = menu_of(run) or []
    levels = menu if len(menu) > 1 else []
    return flat(
        "BestArmLearner",
        {**without("BestArmLearner"), **run["policy"], **learner, "levels": levels},
    )


def _reduction_run(policy: dict[str, Any], learner: dict[str, Any]) -> list[float]:
    black_box = {
        "learner": policy.get("learner", "tsallis-inf"),
        "estimator": policy.get("estimator", "reduced-variance"),
    }
    mechanism, delta = policy.get("mechanism", "bit"), policy.get("delta", 0)
    return [
        *flat("BlackBoxOfReduction", black_box),
        *flat("ReductionLearner", {"mechanism": mechanism, "delta": delta, **learner}),
    ]


def _levels(population: dict[str, Any]) -> dict[str, Any]:
    if "levels" in population:
        return {**population, "normal": []}
    normal = [population[name] for name in ("mean", "deviation", "low", "high")]
    return {"levels": [], "probabilities": [], "normal": normal}


def _changes(environment: dict[str, Any]) -> dict[str, Any]:
    drift = environment.get("drift", {})
    changes: list[float] = []
    for change in environment.get("changes", []):
        means = change["means"]
        kind = means if isinstance(means, str) else "means"
        numbers = [0] * len(environment["means"]) if isinstance(means, str) else means
        changes += [change["at"], WORDS["ChangeKind"].index(kind), *numbers]
    return {
        "changes": changes,
        "amplitude": drift.get("amplitude", 0),
        "turns": drift.get("turns", 0),
        "isCommon": drift.get("common", False),
    }


def _laws(environment: dict[str, Any]) -> list[float]:
    kind = environment["type"]
    if kind in ("linear", "generalized-linear"):
        return []
    if kind == "mixed":
        return [n for law in environment["arms"] for n in _numbers(law)]
    if kind == "switching":
        # Environment::switching of the core: the means of the odd phases.
        means = [1 if arm == 0 else 0.9 for arm in range(environment["arms"])]
        return [n for mean in means for n in _law("two-point", mean, 0, 1)]
    means = environment["means"]
    if kind == "bernoulli":
        return [n for mean in means for n in _law("two-point", mean, 0, 1)]
    if kind == "gaussian":
        deviation = environment["deviation"]
        return [n for mean in means for n in _law("gaussian", deviation, mean, mean)]
    concentration = environment["concentration"]
    return [n for mean in means for n in _law("beta-mean", concentration, mean, mean)]


def _law(kind: str, shape: float, low: float, high: float) -> list[float]:
    return [WORDS["RewardLawKind"].index(kind), shape, low, high]


def _numbers(law: dict[str, Any]) -> list[float]:
    kind = law["law"]
    if kind == "bernoulli":
        return _law("two-point", law["mean"], 0, 1)
    if kind == "two-point":
        return _law("two-point", law["probability"], law["low"], law["high"])
    if kind == "beta":
        return _law("beta", law["alpha"], 0, 1)
    if kind == "uniform":
        return _law("uniform", 0, law["low"], law["high"])
    return _law("gaussian", law["deviation"], law["mean"], law["mean"])


def _seed_words(seed: str) -> dict[str, int]:
    """The 64-bit seed of the core: the first eight bytes of SHA-256 of the text, little endian."""
    digest = sha256(seed.encode("utf-8")).digest()
    return {
        "seedLow": int.from_bytes(digest[:4], "little"),
        "seedHigh": int.from_bytes(digest[4:8], "little"),
    }
