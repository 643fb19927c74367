// One run of a simulation as flat records (bindings/ts/simulation/native-run.ts writes them): the
// run, the learner of its arms, and, where the world or the policy needs it, one more pair.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "foundation/result.hpp"
#include "record.hpp"
#include "simulation/simulation.hpp"

namespace ldp {

/// What the record SimulationRun fills: a specification, and lists that become parts of it.
struct FlatRun {
  std::uint32_t seed_high = 0;
  std::uint32_t seed_low = 0;
  std::vector<double> laws;     // [arms][kind, shape, low, high]: see RewardLaw
  std::vector<double> changes;  // [changes][at, kind, means of the arms, 0 of other kinds]
  RewardTransformKind transform = RewardTransformKind::unit;
  double first = 0;  // of the transform: low, center or at
  double second = 0;
  std::vector<double> levels;  // a menu, or empty
  std::vector<double> probabilities;
  std::vector<double> normal;  // mean, deviation, low and high of continuous levels, or empty
  SimulationSpec spec;
};

inline Result<RewardTransform> transform_of(const FlatRun& run) {
  switch (run.transform) {
    case RewardTransformKind::clip:
      return RewardTransform::clip(run.first, run.second);
    case RewardTransformKind::sigmoid:
      return RewardTransform::sigmoid(run.first, run.second);
    case RewardTransformKind::threshold:
      return RewardTransform::threshold(run.first);
    case RewardTransformKind::unit:
      break;
  }
  return RewardTransform::unit();
}

/// Reads the pair behind the learner of the arms, whichever it is; false if it is none of them.
[[nodiscard]] inline bool read_world(RecordReader& reader, SimulationSpec& spec) {
  if (reader.is_next<LinearWorldLayout>()) {
    LinearSpec& run = spec.linear.emplace();
    if (!reader.read<LinearWorldLayout>(run)) return false;
    if (!reader.read<LinearLearnerLayout>(run.experiment)) return false;
    run.environment.dimension = run.experiment.dimension;
  } else if (reader.is_next<GeneralizedLinearWorldLayout>()) {
    GlmSpec& run = spec.generalized_linear.emplace();
    if (!reader.read<GeneralizedLinearWorldLayout>(run)) return false;
    if (!reader.read<LinearLearnerLayout>(run.experiment)) return false;
    run.environment.dimension = run.experiment.dimension;
  } else if (reader.is_next<CombinatorialWorldLayout>()) {
    CombinatorialSpec& run = spec.combinatorial.emplace();
    if (!reader.read<CombinatorialWorldLayout>(run)) return false;
    if (!reader.read<CombinatorialLearnerLayout>(run.experiment)) return false;
    run.environment.set = run.experiment.set;
  } else if (reader.is_next<ConvexWorldLayout>()) {
    ConvexSpec& run = spec.convex.emplace();
    if (!reader.read<ConvexWorldLayout>(run)) return false;
    if (!reader.read<ConvexLearnerLayout>(run.experiment)) return false;
    run.environment.set = run.experiment.set;
  } else if (reader.is_next<BlackBoxOfReductionLayout>()) {
    ReductionSpec& run = spec.reduction.emplace();
    if (!reader.read<BlackBoxOfReductionLayout>(run)) return false;
    return reader.read<ReductionLearnerLayout>(run.experiment);
  } else {
    return reader.read<BestArmLearnerLayout>(spec.best_arm.emplace().experiment);
  }
  return true;
}

/// Reads the changes of an environment that has its arms; false if they have another shape.
[[nodiscard]] inline bool read_changes(std::span<const double> numbers, Environment& environment) {
  const std::size_t size = 2 + environment.arms.size();
  for (; numbers.size() >= size; numbers = numbers.subspan(size)) {
    MeanChange& change = environment.changes.emplace_back();
    change.at = numbers[0];
    change.kind = static_cast<ChangeKind>(numbers[1]);
    if (change.kind == ChangeKind::means) {
      change.means.assign(numbers.begin() + 2, numbers.begin() + static_cast<std::ptrdiff_t>(size));
    }
  }
  return numbers.empty();
}

/// Errors: invalid_argument ("record") for records of another layout, and those of a transform.
inline Result<SimulationSpec> read_simulation(std::span<const double> numbers) {
  RecordReader reader(numbers);
  FlatRun run;
  SimulationSpec& spec = run.spec;
  if (!reader.read<SimulationRunLayout>(run) || !reader.read<LearnerLayout>(spec.policy) ||
      (!reader.is_empty() && !read_world(reader, spec))) {
    return kOtherLayout;
  }
  spec.seed = std::uint64_t{run.seed_high} << 32 | run.seed_low;
  for (std::size_t i = 0; i + 3 < run.laws.size(); i += 4) {
    spec.environment.arms.push_back({static_cast<RewardLaw::Kind>(run.laws[i]), run.laws[i + 1],
                                     run.laws[i + 2], run.laws[i + 3]});
  }
  if (!read_changes(run.changes, spec.environment)) return kOtherLayout;
  if (run.normal.size() == 4) {
    spec.population =
        ClippedGaussianLevels{run.normal[0], run.normal[1], run.normal[2], run.normal[3]};
  } else {
    spec.population = MenuOfLevels{run.levels, run.probabilities};
  }
  const Result<RewardTransform> rewards = transform_of(run);
  if (!rewards.ok()) return rewards.error();
  spec.rewards = rewards.value();
  return std::move(spec);
}

}  // namespace ldp
