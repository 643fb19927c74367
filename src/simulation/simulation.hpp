// Many replicates of one learner in one world, a slice at a time.
//
// Every replicate has random streams of its own, numbered by the replicate, so the replicates may
// be split over any number of workers, and the slices may have any length: the regrets are the same
// bits.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <variant>
#include <vector>

#include "foundation/result.hpp"
#include "mechanisms/reward_transform.hpp"
#include "protocol/multi_armed_experiment.hpp"
#include "simulation/best_arm/best_arm_spec.hpp"
#include "simulation/combinatorial/combinatorial_spec.hpp"
#include "simulation/confidence.hpp"
#include "simulation/convex/convex_spec.hpp"
#include "simulation/delivery.hpp"
#include "simulation/generalized_linear/glm_spec.hpp"
#include "simulation/linear/linear_spec.hpp"
#include "simulation/population.hpp"
#include "simulation/reduction/reduction_replicate.hpp"
#include "simulation/round_loop.hpp"
#include "simulation/world.hpp"

namespace ldp {

inline constexpr std::uint64_t kMaximumRounds = 1'000'000'000;
inline constexpr std::uint32_t kMaximumReplicates = 10'000;
inline constexpr std::size_t kMaximumRecordTimes = 10'000;
inline constexpr std::size_t kMaximumFrozenLogArms = 1'000'000;
/// Of worlds whose plays are recorded, arm by arm.
inline constexpr std::size_t kMaximumPlaysArms = 128;

/// See Population::create. Empty for a learner without privacy.
struct MenuOfLevels {
  std::vector<double> levels;
  std::vector<double> probabilities;
};

/// See Population::clipped_gaussian.
struct ClippedGaussianLevels {
  double mean = 0;
  double deviation = 0;
  double low = 0;
  double high = 0;
};

struct SimulationSpec {
  std::uint64_t seed = 0;
  Environment environment;
  RewardTransform rewards = RewardTransform::unit();
  bool is_realized = false;  // the regret; see World
  /// Algorithm and parameters. `arms` and `levels` are those of environment and population. Any
  /// algorithm of the catalog, the comparators too.
  MultiArmedExperiment policy;
  std::variant<MenuOfLevels, ClippedGaussianLevels> population;
  Delivery delivery;
  /// Given: the run looks for the best arm of the environment; this takes the place of policy and,
  /// but for a menu of levels, of population.
  std::optional<BestArmSpec> best_arm{};
  /// Given: the run reduces to a learner of bounded losses; likewise.
  std::optional<ReductionSpec> reduction{};
  /// Given: the world is linear, and this takes the place of environment, rewards, policy and
  /// population.
  std::optional<LinearSpec> linear{};
  /// Given: the world is combinatorial; likewise. There is no realized regret in it.
  std::optional<CombinatorialSpec> combinatorial{};
  /// Given: the world is convex; likewise. There is no realized regret in it.
  std::optional<ConvexSpec> convex{};
  /// Given: the world is generalized linear; likewise.
  std::optional<GlmSpec> generalized_linear{};
  std::vector<std::uint64_t> record;  // rounds after which the regret is kept; strictly
                                      // increasing from 1 or more; the last is the horizon
};

/// Whether environment, rewards and record times of a multi-armed world have a meaning. Errors:
/// spec_invalid, naming the field.
[[nodiscard]] Status check_arms_world(const SimulationSpec& spec);

class Simulation {
 public:
  /// Replicates first, first + 1, ..., first + replicates - 1.
  /// Errors: spec_invalid, naming the field.
  static Result<Simulation> create(const SimulationSpec& spec, std::uint32_t first,
                                   std::uint32_t replicates);

  /// Plays up to `rounds` more rounds of every replicate; stops at the horizon.
  void advance(std::uint64_t rounds);

  [[nodiscard]] std::uint64_t rounds_done() const { return done_; }
  [[nodiscard]] std::uint64_t horizon() const { return record_.back(); }
  [[nodiscard]] bool finished() const { return done_ == horizon(); }

  /// How many of the record times have been reached.
  [[nodiscard]] std::size_t recorded() const { return recorded_; }

  /// Regrets, [record times][replicates], flat; the first recorded() rows are final.
  [[nodiscard]] std::span<const double> regrets() const { return regrets_; }

  /// In a combinatorial world of up to kMaximumPlaysArms arms: in how many rounds since the record
  /// time before an arm was part of the super arm, summed over the replicates, [record
  /// times][arms], flat; the first recorded() rows are final. Else empty.
  [[nodiscard]] std::span<const double> plays() const { return all_plays_; }

  /// Of a run that looks for the best arm, at the horizon: [3][replicates], flat: the round after
  /// which each stopped (NaN: it did not), its answer as the specification lists the arms, and
  /// whether it stopped with an arm that is not a best one. Else empty.
  [[nodiscard]] std::span<const double> stops() const { return stops_; }

  /// How often a replicate (counted from 0) has played an arm so far.
  [[nodiscard]] std::uint64_t plays(std::uint32_t replicate, std::uint32_t arm) const {
    return replicates_[replicate]->plays(arm);
  }

 private:
  Simulation(const SimulationSpec& spec, std::vector<std::unique_ptr<Replicate>> replicates);

  void record();
  void record_stops();

  ConfidenceBlock confidence_;
  std::vector<std::uint64_t> record_;
  std::vector<std::unique_ptr<Replicate>> replicates_;
  std::vector<double> regrets_;
  std::uint32_t recorded_arms_ = 0;        // 0: plays are not recorded
  std::vector<double> all_plays_;          // [record times][arms]
  std::vector<std::uint64_t> plays_then_;  // [arms] up to the last record time, of all replicates
  std::vector<double> stops_;              // [3][replicates]
  std::uint64_t done_ = 0;
  std::size_t recorded_ = 0;
};

}  // namespace ldp
