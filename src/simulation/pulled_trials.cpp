#include "simulation/pulled_trials.hpp"

#include <cmath>
#include <optional>
#include <type_traits>
#include <utility>
#include <variant>

#include "privacy/gaussian_scale.hpp"
#include "privacy/laplace_scale.hpp"
#include "server/arms/debias.hpp"
#include "simulation/comparators.hpp"
#include "simulation/gaussian_noise.hpp"
#include "simulation/laplace_noise.hpp"
#include "simulation/visitors.hpp"

namespace ldp {
namespace {

using AnyVisitors = std::unique_ptr<DeliveredVisitors>;

Result<Population> population_of(const SimulationSpec& spec) {
  if (const auto* menu = std::get_if<MenuOfLevels>(&spec.population)) {
    return Population::create(menu->levels, menu->probabilities);
  }
  const auto& [mean, deviation, low, high] = std::get<ClippedGaussianLevels>(spec.population);
  return Population::clipped_gaussian(mean, deviation, low, high);
}

// make(level) -> Result<Mechanism>.
template <class Mechanism, class Make>
Result<std::shared_ptr<const Crowd<Mechanism>>> crowd_of(const Population& population, Make make) {
  std::vector<Mechanism> mechanisms;
  for (const double level : population.menu()) {
    const Result<Mechanism> mechanism = make(level);
    if (!mechanism.ok()) {
      const Error& error = mechanism.error();
      return invalid_spec(error.parameter, error.reason, error.value);
    }
    mechanisms.push_back(mechanism.value());
  }
  return std::make_shared<const Crowd<Mechanism>>(
      Crowd<Mechanism>{population, std::move(mechanisms)});
}

}  // namespace

Result<PulledTrials> PulledTrials::create(const SimulationSpec& spec, PulledReport report,
                                          std::uint32_t first, std::uint32_t replicates) {
  if (Status status = check_arms_world(spec); !status.ok()) return status.error();
  if (replicates < 1 || replicates > kMaximumReplicates ||
      first > kMaximumReplicates - replicates) {
    return invalid_spec("replicates", "there must be 1 to 10000 replicates", replicates);
  }
  PulledTrials made(replicates);
  // visitors(replicate) -> those of one.
  const auto fill = [&](auto visitors) {
    for (std::uint32_t replicate = first; replicate - first < replicates; ++replicate) {
      World world(spec.environment, spec.rewards, spec.is_realized, spec.seed, replicate,
                  spec.record.back());
      std::vector<std::uint64_t> plays(world.arms());
      made.trials_.push_back({std::move(world), visitors(replicate), std::move(plays)});
    }
  };
  if (report == PulledReport::raw) {
    made.units_ = {1.0 / kUnitReward};
    fill([](std::uint32_t) -> AnyVisitors {
      return std::make_unique<DeliveredAs<OpenVisitors>>(OpenVisitors());
    });
    return made;
  }
  const Result<Population> population = population_of(spec);
  if (!population.ok()) return population.error();
  made.menu_ = population.value().menu();
  const auto fill_reporting = [&](auto make) -> Status {
    using Mechanism = std::remove_cvref_t<decltype(make(1.0).value())>;
    const auto crowd = crowd_of<Mechanism>(population.value(), make);
    if (!crowd.ok()) return crowd.error();
    fill([&](std::uint32_t replicate) -> AnyVisitors {
      return std::make_unique<DeliveredAs<Visitors<Mechanism>>>(
          Visitors<Mechanism>(crowd.value(), spec.seed, replicate));
    });
    return {};
  };
  Status status;
  if (report == PulledReport::bit) {
    made.thetas_ = implemented_thetas(made.menu_);
    made.units_.assign(made.menu_.size(), 1);
    status = fill_reporting(&SimulatedBit::create);
  } else if (report == PulledReport::laplace) {
    made.units_.assign(made.menu_.size(), 1.0 / kRewardGrid);
    status = fill_reporting(&SimulatedLaplace::create);
  } else {
    const double delta = spec.policy.delta;
    status = fill_reporting([&](double level) { return SimulatedGaussian::create(level, delta); });
    if (!status.ok()) return status.error();
    for (const double level : made.menu_) {
      const Result<GaussianScale> scale = GaussianScale::create(level, delta);
      if (!scale.ok()) return scale.error();
      made.units_.push_back(std::ldexp(1, -scale.value().grid_bits()));
    }
  }
  if (!status.ok()) return status.error();
  return made;
}

void PulledTrials::play() {
  for (std::size_t i = 0; i < trials_.size(); ++i) {
    auto& [world, visitors, plays] = trials_[i];
    const UnitReward reward = world.draw(arms_[i]);
    ++plays[arms_[i]];
    if (const std::optional<std::uint32_t> level = visitors->level()) {
      levels_[i] = static_cast<std::int32_t>(*level);
      reports_[i] = static_cast<double>(visitors->report(*level, reward)) * units_[*level];
    } else {
      visitors->skip();
      levels_[i] = -1;
    }
  }
}

}  // namespace ldp
