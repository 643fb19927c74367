#include "server/multi_armed/rules/ldp_imed.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

#include "server/arms/debias.hpp"
#include "server/arms/menu_likelihood.hpp"

namespace ldp {
namespace {

constexpr int kMaximumSteps = 100;
constexpr double kTolerance = 1e-12;  // of x, and of indices that tie
constexpr double kNearOne = 1e-3;     // log1p is better for ratios that are as close

// ln(from/to), `gap` = from - to without cancellation.
double log_ratio(double from, double to, double gap) {
  const double change = gap / to;
  return std::abs(change) < kNearOne ? std::log1p(change) : std::log(from / to);
}

// The decisions after which the index of an arm has grown by `rise`: the root of the concave
// m d + ln(1 + m/N) - rise. Newton's method from the left of it cannot overshoot.
double decisions_until(double rise, const LdpImed::Arm& arm, double most) {
  if (!(rise > 0)) return 0;
  const double rate = arm.divergence / arm.reports;
  double decisions = 0;
  for (int i = 0; i < kMaximumSteps; ++i) {
    const double missing = rise - decisions * rate - std::log1p(decisions / arm.reports);
    const double step = missing / (rate + 1 / (arm.reports + decisions));
    decisions += step;
    if (decisions >= most) return most;
    if (!(step > kTolerance * decisions)) break;
  }
  return decisions;
}

// All arms that `is_one` holds for, alike.
template <class IsOne>
std::vector<double> alike(std::span<const LdpImed::Arm> arms, IsOne is_one) {
  std::vector<double> shares;
  for (const LdpImed::Arm& arm : arms) shares.push_back(is_one(arm) ? 1 : 0);
  const auto count = static_cast<double>(std::count(shares.begin(), shares.end(), 1.0));
  for (double& share : shares) share /= count;
  return shares;
}

}  // namespace

LdpImed::LdpImed(const MultiArmedExperiment& experiment)
    : LdpImed(implemented_thetas(experiment.levels)) {}

ArmEstimate LdpImed::estimate(ArmCounts arm) const {
  double weight = 0;
  for (std::size_t level = 0; level < thetas_.size(); ++level) {
    weight += thetas_[level] * thetas_[level] * arm.count(level);
  }
  if (weight == 0) return {};
  return {likeliest(arm), std::sqrt(0.5 / weight)};
}

// Of one level by its formula, whatever menu the level is from. Of several by Newton's method
// inside a bracket that only shrinks, from the same start each time, so that counts alone decide.
double LdpImed::likeliest(ArmCounts arm) const {
  std::size_t last = 0;
  std::size_t levels = 0;
  for (std::size_t level = 0; level < thetas_.size(); ++level) {
    if (arm.count(level) == 0) continue;
    last = level;
    ++levels;
  }
  if (levels == 1) {
    const double bits = arm.total(last) / arm.count(last);
    return std::clamp(0.5 + (bits - 0.5) / thetas_[last], 0.0, 1.0);
  }
  if (menu_slope(0, arm, thetas_).value <= 0) return 0;
  if (menu_slope(1, arm, thetas_).value >= 0) return 1;
  double low = 0;
  double high = 1;
  double x = 0.5;
  for (int i = 0; i < kMaximumSteps && high - low > kTolerance; ++i) {
    const Slope at = menu_slope(x, arm, thetas_);
    (at.value > 0 ? low : high) = x;
    const double next = x - at.value / at.slope;
    const bool is_inside = next > low && next < high;
    const double step = (is_inside ? next : 0.5 * (low + high)) - x;
    x += step;
    if (is_inside && std::abs(step) <= kTolerance) break;
  }
  return x;
}

double LdpImed::divergence(ArmCounts arm, double likeliest, double best) const {
  if (likeliest >= best) return 0;
  double sum = 0;
  for (std::size_t level = 0; level < thetas_.size(); ++level) {
    const double theta = thetas_[level];
    const double ones = arm.total(level);
    const double zeros = arm.count(level) - ones;
    const double gap = (likeliest - best) * theta;
    if (ones > 0) sum += ones * log_ratio(to_bits(likeliest, theta), to_bits(best, theta), gap);
    if (zeros > 0) {
      sum += zeros * log_ratio(to_bits(1 - likeliest, theta), to_bits(1 - best, theta), -gap);
    }
  }
  return std::max(sum, 0.0);
}

std::vector<LdpImed::Arm> LdpImed::arms(const Statistics& statistics) const {
  std::vector<Arm> arms(statistics.arms());
  double best = 0;
  for (std::uint32_t i = 0; i < statistics.arms(); ++i) {
    const ArmCounts counts(statistics.of_arm(i));
    for (std::size_t level = 0; level < thetas_.size(); ++level) {
      arms[i].reports += counts.count(level);
    }
    if (arms[i].reports == 0) continue;
    arms[i].likeliest = likeliest(counts);
    best = std::max(best, arms[i].likeliest);
  }
  for (std::uint32_t i = 0; i < statistics.arms(); ++i) {
    Arm& arm = arms[i];
    if (arm.reports == 0) continue;
    arm.divergence = divergence(ArmCounts(statistics.of_arm(i)), arm.likeliest, best);
    arm.index = arm.divergence + std::log(arm.reports);
  }
  return arms;
}

// Fills the arms to one level of their indices, found by bisection. All levels are taken above the
// smallest index: the sums of large counts have no digits to lose.
std::vector<double> LdpImed::shares(std::span<const Arm> arms, double decisions) {
  double smallest = std::numeric_limits<double>::infinity();
  for (const Arm& arm : arms) {
    if (arm.reports == 0) return alike(arms, [](const Arm& one) { return one.reports == 0; });
    smallest = std::min(smallest, arm.index);
  }
  if (decisions <= 1) {
    return alike(arms, [&](const Arm& one) { return one.index <= smallest + kTolerance; });
  }
  std::vector<double> shares(arms.size());
  const auto fill = [&](double level) {
    double sum = 0;
    for (std::size_t i = 0; i < arms.size(); ++i) {
      shares[i] = decisions_until(level - (arms[i].index - smallest), arms[i], decisions);
      sum += shares[i];
    }
    return sum;
  };
  double low = 0;
  double high = std::numeric_limits<double>::infinity();  // there one arm alone gets all decisions
  for (const Arm& arm : arms) {
    high = std::min(high, arm.index - smallest + arm.divergence / arm.reports * decisions +
                              std::log1p(decisions / arm.reports));
  }
  for (int i = 0; i < kMaximumSteps; ++i) {
    const double middle = 0.5 * (low + high);
    if (!(middle > low && middle < high)) break;
    (fill(middle) < decisions ? low : high) = middle;
  }
  const double sum = fill(high);
  for (double& share : shares) share /= sum;
  return shares;
}

std::vector<double> LdpImed::weights(const Statistics& statistics, std::uint64_t epochs) const {
  const auto reports = static_cast<double>(statistics.reports());
  return shares(arms(statistics), std::ceil(reports / static_cast<double>(epochs)));
}

}  // namespace ldp
