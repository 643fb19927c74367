#include "simulation/theory/sample_count.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <limits>

#include "server/arms/bernoulli_divergence.hpp"
#include "server/best_arm/duel_shares.hpp"
#include "server/best_arm/lil_ucb.hpp"

namespace ldp {
namespace {

// Means that need more pulls than this count as equal.
constexpr double kMostPulls = 1e15;
constexpr int kBisections = 100;
constexpr double kEpochsAdvised = 50;
constexpr double kSumTolerance = 1e-9;

// The least n in [1, kMostPulls] from which on `holds`; infinity if none. Geometric bisection.
template <class Holds>
double least_pulls(const Holds& holds) {
  if (holds(1)) return 1;
  if (!holds(kMostPulls)) return std::numeric_limits<double>::infinity();
  double low = 0;
  double high = std::log(kMostPulls);
  for (int i = 0; i < kBisections && high - low > 1e-12; ++i) {
    const double middle = (low + high) / 2;
    (holds(std::exp(middle)) ? high : low) = middle;
  }
  return std::exp(high);
}

// Means as reports of a level show them.
struct SeenMeans {
  double share = 1;  // of the reports
  std::vector<double> mean;
};

// The observations of an instance: its means as they are seen, and which is best. With a menu the
// means are those of a level that tells as much as the menu does on average.
struct Instance {
  const ConfidenceBounds& bounds;
  std::vector<double> mean;
  std::vector<SeenMeans> levels;  // of a menu
  std::size_t best = 0;
  std::size_t second = 0;  // the best of the others
  double error = 0;

  [[nodiscard]] double arms() const { return static_cast<double>(mean.size()); }
  // Of f(means), on average over the reports.
  template <class Of>
  [[nodiscard]] double average(const Of& of) const {
    if (levels.empty()) return of(mean);
    double sum = 0;
    for (const SeenMeans& level : levels) sum += level.share * of(level.mean);
    return sum;
  }
  [[nodiscard]] double threshold(double pulls) const {
    return confidence_threshold(pulls, arms(), error);
  }
  [[nodiscard]] double upper(std::size_t arm, double pulls) const {
    return bounds.upper(mean[arm], pulls, threshold(pulls));
  }
  [[nodiscard]] double lower(std::size_t arm, double pulls) const {
    return bounds.lower(mean[arm], pulls, threshold(pulls));
  }
  [[nodiscard]] double others(const std::vector<double>& pulls) const {
    double sum = 0;
    for (std::size_t i = 0; i < pulls.size(); ++i) sum += i == best ? 0 : pulls[i];
    return sum;
  }
};

// The largest level in (low, high) at which `allocate` fills pulls for which the rule stops; both
// are monotone. The pulls at that level are left in `pulls`.
void bisect_level(double low, double high, std::vector<double>& pulls,
                  const std::function<bool(double, std::vector<double>&)>& allocate) {
  for (int i = 0; i < kBisections; ++i) {
    const double level = (low + high) / 2;
    if (level == low || level == high) break;  // nothing is left between them
    (allocate(level, pulls) ? low : high) = level;
  }
  (void)allocate(low, pulls);
}

void count_kl_lucb(const Instance& instance, std::vector<double>& pulls) {
  const std::size_t best = instance.best;
  const double second = instance.mean[instance.second];
  bisect_level(second, instance.mean[best], pulls, [&](double q, std::vector<double>& n) {
    for (std::size_t i = 0; i < n.size(); ++i) {
      if (i == best) continue;
      // Of thousands of arms most are often expected to be alike.
      const bool is_alike = i > 0 && i - 1 != best && instance.mean[i] == instance.mean[i - 1];
      n[i] = is_alike ? n[i - 1] : least_pulls([&](double m) { return instance.upper(i, m) <= q; });
    }
    n[best] = instance.others(n);
    return !std::isfinite(n[best]) || instance.lower(best, n[best]) >= q;
  });
}

void count_elimination(const Instance& instance, std::vector<double>& pulls) {
  const std::size_t best = instance.best;
  for (std::size_t i = 0; i < pulls.size(); ++i) {
    if (i == best) continue;
    pulls[i] =
        least_pulls([&](double n) { return instance.upper(i, n) < instance.lower(best, n); });
  }
  pulls[best] = 0;
  pulls[best] = *std::max_element(pulls.begin(), pulls.end());
}

void count_lil_ucb(const Instance& instance, const LilUcb& constants, std::vector<double>& pulls) {
  const std::size_t best = instance.best;
  const auto index = [&](std::size_t arm, double n) {
    return instance.mean[arm] + constants.bonus(n, instance.bounds);
  };
  const double highest = instance.mean[best] + constants.bonus(1, instance.bounds);
  bisect_level(instance.mean[best], highest, pulls, [&](double level, std::vector<double>& n) {
    for (std::size_t i = 0; i < n.size(); ++i) {
      n[i] = least_pulls([&](double m) { return index(i, m) <= level; });
    }
    return !std::isfinite(n[best]) ||
           constants.has_nearly_all(n[best], n[best] + instance.others(n));
  });
}

// The budget by the bound; then who takes part in which round.
void count_halving(const Instance& instance, std::vector<double>& pulls) {
  const std::size_t arms = pulls.size();
  std::vector<std::size_t> order(arms);
  for (std::size_t i = 0; i < arms; ++i) order[i] = i;
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return instance.mean[a] != instance.mean[b] ? instance.mean[a] > instance.mean[b] : a < b;
  });
  double hardness = 0;  // H2
  for (std::size_t i = 1; i < arms; ++i) {
    const double gap = instance.mean[order[0]] - instance.mean[order[i]];
    hardness = std::max(hardness, static_cast<double>(i + 1) / (gap * gap));
  }
  const double log2 = std::log2(instance.arms());
  const double budget =
      32 * instance.bounds.variance() * hardness * log2 * std::log(3 * log2 / instance.error);
  const double rounds = std::ceil(log2);
  std::fill(pulls.begin(), pulls.end(), 0.0);
  for (std::size_t left = arms; left > 1; left = (left + 1) / 2) {
    for (std::size_t i = 0; i < left; ++i) {
      pulls[order[i]] += budget / (static_cast<double>(left) * rounds);
    }
  }
}

// Of a run of ldp-duel until it certifies the best arm, on average. The four constants were fitted
// to simulations: docs/spec/best-arm.md, section 8.
void count_duel(const Instance& instance, double epoch, std::vector<double>& pulls) {
  const std::size_t arms = pulls.size();
  const std::vector<double> exact(arms, std::numeric_limits<double>::infinity());
  std::vector<std::uint32_t> left(arms);
  for (std::size_t i = 0; i < arms; ++i) left[i] = static_cast<std::uint32_t>(i);
  // The means of bits as rewards of a level without noise: only ratios of gaps to deviations count.
  const DuelStanding standing{
      instance.mean, exact, left, static_cast<std::uint32_t>(instance.best), 0, 1, 0};
  const std::vector<double> shares = duel_shares(standing);
  double rate = std::numeric_limits<double>::infinity();
  double most = 0;
  for (const std::uint32_t arm : left) {
    if (arm == standing.leader) continue;
    rate = std::min(rate, instance.average([&](const std::vector<double>& mean) {
      DuelStanding seen = standing;
      seen.mean = mean;
      return duel_rate(seen, shares, arm);
    }));
    most = std::max(most, shares[arm]);
  }
  const double spread = std::log((1 - shares[instance.best]) / most);
  const double wait = std::min(0.57 * spread * spread, 1.9 + 0.38 * spread);
  const double epochs = arms == 2 ? 0.5 : 2;
  const double nats = -std::log(instance.error) + 1.25 + wait;
  const double total =
      epoch > 0 ? nats / rate + epochs * epoch : nats / rate / (1 - epochs / kEpochsAdvised);
  for (std::size_t i = 0; i < arms; ++i) pulls[i] = shares[i] * total;
}

// kl(error, 1 - error) over what each arm must be told apart from.
double lower_bound(const Instance& instance) {
  const double wanted = bernoulli_divergence(instance.error, 1 - instance.error);
  double sum = 0;
  for (std::size_t i = 0; i < instance.mean.size(); ++i) {
    const std::size_t other = i == instance.best ? instance.second : instance.best;
    const double divergence = instance.average([&](const std::vector<double>& mean) {
      return bernoulli_divergence(mean[i], mean[other]);
    });
    if (std::isfinite(divergence)) sum += wanted / divergence;
  }
  return sum;
}

std::vector<double> seen(std::span<const double> means, double theta) {
  std::vector<double> bits;
  for (const double mean : means) bits.push_back(0.5 + (mean - 0.5) * theta);
  return bits;
}

Status check_menu(StoppingRule rule, std::span<const LevelShare> menu) {
  if (menu.empty()) return {};
  if (rule != StoppingRule::duel) return invalid("population", "belongs to duel");
  double sum = 0;
  for (const LevelShare& level : menu) {
    if (!(level.share >= 0 && level.theta > 0 && level.theta <= 1)) {
      return invalid("population", "levels must be above 0, and no share below", level.share);
    }
    sum += level.share;
  }
  if (std::abs(sum - 1) <= kSumTolerance) return {};
  return invalid("population", "shares must sum to 1", sum);
}

}  // namespace

Result<SampleCount> best_arm_sample_count(StoppingRule rule, const ConfidenceBounds& bounds,
                                          double theta, bool is_bit, std::span<const double> means,
                                          double error_probability, LilConstants constants,
                                          double epoch, std::span<const LevelShare> menu) {
  if (means.size() < 2 || means.size() > kMaximumArms) {
    return invalid("means", "there must be 2 to 4096", static_cast<double>(means.size()));
  }
  if (!(error_probability > 0 && error_probability <= 0.5)) {
    return invalid("errorProbability", "must be above 0 and at most 0.5", error_probability);
  }
  for (const double mean : means) {
    if (!(mean >= 0 && mean <= 1)) return invalid("means", "must be in [0, 1]", mean);
  }
  if (Status status = check_menu(rule, menu); !status.ok()) return status.error();
  Instance instance{bounds, {}, {}, 0, 0, error_probability};
  double squares = 0;
  for (const LevelShare& level : menu) {
    squares += level.share * level.theta * level.theta;
    instance.levels.push_back({level.share, seen(means, level.theta)});
  }
  instance.mean = seen(means, menu.empty() ? theta : std::sqrt(squares));
  const auto best = std::max_element(instance.mean.begin(), instance.mean.end());
  instance.best = static_cast<std::size_t>(best - instance.mean.begin());
  instance.second = instance.best == 0 ? 1 : 0;
  for (std::size_t i = 0; i < means.size(); ++i) {
    if (i != instance.best && instance.mean[i] > instance.mean[instance.second]) {
      instance.second = i;
    }
  }
  SampleCount count;
  count.pulls.resize(means.size());
  if (instance.mean[instance.second] < *best) {
    switch (rule) {
      case StoppingRule::kl_lucb:
        count_kl_lucb(instance, count.pulls);
        break;
      case StoppingRule::successive_elimination:
        count_elimination(instance, count.pulls);
        break;
      case StoppingRule::lil_ucb:
        count_lil_ucb(instance, LilUcb::create(constants, instance.arms(), error_probability),
                      count.pulls);
        break;
      case StoppingRule::sequential_halving:
        count_halving(instance, count.pulls);
        break;
      case StoppingRule::duel:
        if (!is_bit) return invalid("rule", "duel is a test of bits");
        count_duel(instance, epoch, count.pulls);
        break;
    }
    for (const double pulls : count.pulls) count.total += pulls;
  }
  if (!(count.total > 0 && count.total < kMostPulls)) {
    return invalid("means", "the two best are equal, or too close for any number of visitors",
                   *best);
  }
  if (is_bit) count.lower_bound = lower_bound(instance);
  return count;
}

}  // namespace ldp
