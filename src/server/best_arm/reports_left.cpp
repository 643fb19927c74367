#include "server/best_arm/reports_left.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace ldp {
namespace {

constexpr double kMostPulls = 0x1p40;

// The smallest whole number in [from, to] from which `holds` is true; it must hold at `to`.
template <class Holds>
double first_of(double from, double to, Holds holds) {
  if (holds(from)) return from;
  while (to - from > 1) {
    const double middle = std::floor((from + to) / 2);
    (holds(middle) ? to : from) = middle;
  }
  return to;
}

}  // namespace

std::optional<double> reports_left(const ArmEvidence& evidence, const ConfidenceBounds& bounds,
                                   double error_probability) {
  const auto arms = static_cast<double>(evidence.arms());
  const auto threshold = [&](double pulls) {
    return confidence_threshold(pulls, arms, error_probability);
  };
  for (const double pulls : evidence.pulls) {
    if (pulls == 0) return std::nullopt;
  }
  const auto best = static_cast<std::size_t>(
      std::max_element(evidence.mean.begin(), evidence.mean.end()) - evidence.mean.begin());
  const auto lower = [&](double pulls) {
    return bounds.lower(evidence.mean[best], pulls, threshold(pulls));
  };
  const auto is_apart = [&](std::size_t rival, double own, double theirs) {
    return lower(own) >= bounds.upper(evidence.mean[rival], theirs, threshold(theirs));
  };
  const auto all_apart = [&](double each) {
    const double own = std::max(each, evidence.pulls[best]);
    for (std::size_t rival = 0; rival < evidence.arms(); ++rival) {
      if (rival != best && !is_apart(rival, own, std::max(each, evidence.pulls[rival])))
        return false;
    }
    return true;
  };
  if (!all_apart(kMostPulls)) return std::nullopt;
  const double each = first_of(1, kMostPulls, all_apart);
  const double own = std::max(each, evidence.pulls[best]);
  double left = own - evidence.pulls[best];
  for (std::size_t rival = 0; rival < evidence.arms(); ++rival) {
    const double has = evidence.pulls[rival];
    if (rival == best || has >= each) continue;
    left += first_of(has, each, [&](double pulls) { return is_apart(rival, own, pulls); }) - has;
  }
  return left;
}

}  // namespace ldp
