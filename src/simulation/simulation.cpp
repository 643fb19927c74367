#include "simulation/simulation.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "mechanisms/convert_to_bernoulli.hpp"
#include "mechanisms/discrete_laplace_mechanism.hpp"
#include "server/multi_armed/he_ldp_ucb_bernoulli.hpp"
#include "server/multi_armed/he_ldp_ucb_laplace.hpp"
#include "server/multi_armed/weighted_ldp_ucb.hpp"
#include "simulation/comparators.hpp"
#include "simulation/private_player.hpp"

namespace ldp {
namespace {

// Rounds that all replicates play in turn: long enough that switching costs nothing, short enough
// that the shared confidence values stay in the first-level cache.
constexpr std::uint64_t kBlockRounds = 512;

Error invalid(std::string_view field, std::string_view reason, double value = 0) {
  return Error{ErrorCode::spec_invalid, field, reason, value};
}

Status check_means(const std::vector<double>& means) {
  if (means.empty() || means.size() > kMaximumArms) {
    return invalid("means", "there must be 1 to 4096 arms", static_cast<double>(means.size()));
  }
  for (const double mean : means) {
    if (!(mean >= 0 && mean <= 1)) return invalid("means", "a mean must be in [0, 1]", mean);
  }
  return {};
}

Status check_record(const std::vector<std::uint64_t>& record) {
  if (record.empty() || record.size() > kMaximumRecordTimes) {
    return invalid("record", "there must be 1 to 10000 record times",
                   static_cast<double>(record.size()));
  }
  std::uint64_t last = 0;
  for (const std::uint64_t time : record) {
    if (time <= last || time > kMaximumHorizon) {
      return invalid("record", "record times must be strictly increasing in 1..10^9",
                     static_cast<double>(time));
    }
    last = time;
  }
  return {};
}

// Makes one replicate after another of one kind of player.
template <class MakePlayer>
std::vector<std::unique_ptr<Replicate>> make_replicates(const SimulationSpec& spec,
                                                        std::uint32_t first, std::uint32_t count,
                                                        MakePlayer make_player) {
  std::vector<std::unique_ptr<Replicate>> replicates;
  replicates.reserve(count);
  for (std::uint32_t replicate = first; replicate - first < count; ++replicate) {
    using Player = decltype(make_player(replicate));
    replicates.push_back(std::make_unique<RoundLoop<Player>>(
        BernoulliWorld(spec.means, spec.seed, replicate), make_player(replicate)));
  }
  return replicates;
}

template <class Policy, class Mechanism>
std::vector<std::unique_ptr<Replicate>> make_private(const SimulationSpec& spec,
                                                     const Experiment& experiment,
                                                     const Population& population,
                                                     std::uint32_t first, std::uint32_t count) {
  std::vector<Mechanism> mechanisms;
  for (const double level : experiment.levels) {
    mechanisms.push_back(Mechanism::create(level).value());  // in range: the population checked it
  }
  return make_replicates(spec, first, count, [&](std::uint32_t replicate) {
    return PrivatePlayer<Policy, Mechanism>(experiment, population, mechanisms, spec.seed,
                                            replicate);
  });
}

using Replicates = std::vector<std::unique_ptr<Replicate>>;

Result<Replicates> make_learners(const SimulationSpec& spec, std::uint32_t first,
                                 std::uint32_t count) {
  const Result<Population> population = Population::create(spec.levels, spec.probabilities);
  if (!population.ok()) return population.error();
  const Experiment experiment{spec.algorithm, static_cast<std::uint32_t>(spec.means.size()),
                              population.value().menu(), spec.epsilon_min, spec.bound};
  if (Status status = validate(experiment); !status.ok()) {
    return invalid(status.error().parameter, status.error().reason, status.error().value);
  }
  switch (spec.algorithm) {
    case Algorithm::he_ldp_ucb_bernoulli:
      return make_private<HeLdpUcbBernoulli, ConvertToBernoulli>(spec, experiment,
                                                                 population.value(), first, count);
    case Algorithm::he_ldp_ucb_laplace:
      return make_private<HeLdpUcbLaplace, DiscreteLaplaceMechanism>(
          spec, experiment, population.value(), first, count);
    default:
      return make_private<WeightedLdpUcb, ConvertToBernoulli>(spec, experiment, population.value(),
                                                              first, count);
  }
}

Result<Replicates> make_comparators(const SimulationSpec& spec, std::uint32_t first,
                                    std::uint32_t count) {
  if (spec.epsilon_min != 0) {
    return invalid("epsilonMin", "this algorithm has no threshold", spec.epsilon_min);
  }
  const auto arms = static_cast<std::uint32_t>(spec.means.size());
  if (spec.algorithm == Algorithm::ucb1) {
    return make_replicates(spec, first, count, [&](std::uint32_t) { return Ucb1Player(arms); });
  }
  return make_replicates(spec, first, count, [&](std::uint32_t replicate) {
    return UniformPlayer(arms, SeededStream(spec.seed, replicate, Purpose::choices));
  });
}

}  // namespace

Result<Simulation> Simulation::create(const SimulationSpec& spec, std::uint32_t first,
                                      std::uint32_t replicates) {
  if (static_cast<std::size_t>(spec.algorithm) >= kCatalog.size()) {
    return invalid("algorithm", "no such algorithm");
  }
  if (spec.bound != Bound::l4 && spec.bound != Bound::la) {
    return invalid("bound", "the bound must be L4 or La");
  }
  if (Status status = check_means(spec.means); !status.ok()) return status.error();
  if (Status status = check_record(spec.record); !status.ok()) return status.error();
  if (replicates < 1 || replicates > kMaximumReplicates ||
      first > kMaximumReplicates - replicates) {
    return invalid("replicates", "there must be 1 to 10000 replicates", replicates);
  }
  const bool is_comparator =
      spec.algorithm == Algorithm::ucb1 || spec.algorithm == Algorithm::uniform;
  Result<Replicates> made = is_comparator ? make_comparators(spec, first, replicates)
                                          : make_learners(spec, first, replicates);
  if (!made.ok()) return made.error();
  return Simulation(spec.bound, spec.record, std::move(made).value());
}

Simulation::Simulation(Bound bound, std::vector<std::uint64_t> record, Replicates replicates)
    : confidence_(bound),
      record_(std::move(record)),
      replicates_(std::move(replicates)),
      regrets_(record_.size() * replicates_.size()) {}

void Simulation::advance(std::uint64_t rounds) {
  const std::uint64_t end = done_ + std::min(rounds, horizon() - done_);
  while (done_ < end) {
    const std::uint64_t stop = std::min({end, record_[recorded_], done_ + kBlockRounds});
    confidence_.start(done_ + 1, static_cast<std::size_t>(stop - done_));
    for (const auto& replicate : replicates_) replicate->play(confidence_);
    done_ = stop;
    if (done_ != record_[recorded_]) continue;
    double* row = regrets_.data() + recorded_ * replicates_.size();
    for (const auto& replicate : replicates_) *row++ = replicate->pseudo_regret();
    ++recorded_;
  }
}

}  // namespace ldp
