#include "server/forgeries/forged_margin.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

namespace ldp {
namespace {

// Of one arm in a lead or a gain. It is taken off the lead: at a low price it would be many
// reports.
constexpr double kRounding = 1e-12;

double clipped_mean(const MeanParts<double>& arm) {
  return std::clamp(arm.value / arm.weight, 0.0, 1.0);
}

// Lowering a mean is raising 1 - mean.
MeanParts<double> mirrored(const MeanParts<double>& parts) {
  return {parts.weight - parts.value, parts.weight};
}

// (V + k v)/(W + k w) = V/W + k d/(W (W + k w)), where d = v W - V w: concave in k, with the slope
// d/(W + k w)^2.
ForgedMove best_raise(const MeanParts<double>& arm, const MeanParts<double>& report, double price) {
  const double pull = report.value * arm.weight - arm.value * report.weight;
  const double mean = clipped_mean(arm);
  if (!(pull > 0) || mean >= 1) return {};
  double count = (std::sqrt(pull / price) - arm.weight) / report.weight;
  if (report.value > report.weight) {
    count = std::min(count, (arm.weight - arm.value) / (report.value - report.weight));
  }
  if (!(count > 0)) return {};
  const double moved = (arm.value + count * report.value) / (arm.weight + count * report.weight);
  const double gain = std::min(moved, 1.0) - mean;
  return gain > price * count ? ForgedMove{gain, count} : ForgedMove{};
}

double steepest(const MeanParts<double>& arm, const MeanParts<double>& report) {
  return (report.value * arm.weight - arm.value * report.weight) / (arm.weight * arm.weight);
}

}  // namespace

ForgedMargins::ForgedMargins(const ForgeableArms<double>& arms, SetReward reward)
    : arms_(arms), reward_(reward), offset_(reward == SetReward::cost ? 1 : 0), highest_(1) {
  for (const MeanParts<double>& arm : arms.arms) {
    if (!(arm.weight > 0)) continue;
    for (const ForgedLevel<double>& level : arms.levels) {
      highest_ = std::max({highest_, steepest(arm, level.highest),
                           steepest(mirrored(arm), mirrored(level.lowest))});
    }
  }
  highest_ *= 2;
}

double ForgedMargins::mean(std::uint32_t arm) const { return clipped_mean(arms_.arms[arm]); }

double ForgedMargins::share(std::span<const std::uint32_t> super_arm) const {
  return reward_ == SetReward::mean ? 1.0 / static_cast<double>(super_arm.size()) : 1.0;
}

double ForgedMargins::reward(std::span<const std::uint32_t> super_arm) const {
  double sum = 0;
  for (const std::uint32_t arm : super_arm) sum += mean(arm) - offset_;
  return share(super_arm) * sum;
}

ForgedMove ForgedMargins::raised(std::uint32_t arm, double price) const {
  ForgedMove best;
  if (!is_known(arm)) {
    for (const ForgedLevel<double>& level : arms_.levels) {
      best = {std::max(best.gain, clipped_mean(level.highest)), 1};
    }
    return best;
  }
  for (const ForgedLevel<double>& level : arms_.levels) {
    const ForgedMove move = best_raise(arms_.arms[arm], level.highest, price);
    if (move.gain - price * move.count > best.gain - price * best.count) best = move;
  }
  return best;
}

ForgedMove ForgedMargins::lowered(std::uint32_t arm, double price) const {
  ForgedMove best;
  const MeanParts<double> parts = mirrored(arms_.arms[arm]);
  for (const ForgedLevel<double>& level : arms_.levels) {
    const ForgedMove move = best_raise(parts, mirrored(level.lowest), price);
    if (move.gain - price * move.count > best.gain - price * best.count) best = move;
  }
  return best;
}

ForgedMargin ForgedMargins::between(std::span<const std::uint32_t> best,
                                    std::span<const std::uint32_t> rival, double price) const {
  const double of_best = share(best);
  const double of_rival = share(rival);
  ForgedMargin margin;
  const auto add = [&](std::uint32_t arm, double factor) {
    if (factor == 0) return;
    // The mean counts `factor` times, so a report has to gain that much less.
    const double size = std::abs(factor);
    const ForgedMove move = factor > 0 ? raised(arm, price / size) : lowered(arm, price / size);
    margin.lead -= factor * ((is_known(arm) ? mean(arm) : 0) - offset_) + kRounding;
    margin.gain += size * move.gain;
    margin.count += move.count;
  };
  constexpr std::uint32_t kEnd = std::numeric_limits<std::uint32_t>::max();
  for (std::size_t i = 0, j = 0; i < best.size() || j < rival.size();) {
    const std::uint32_t a = i < best.size() ? best[i] : kEnd;
    const std::uint32_t b = j < rival.size() ? rival[j] : kEnd;
    if (a == b) {
      add(a, of_rival - of_best);
    } else {
      a < b ? add(a, -of_best) : add(b, of_rival);
    }
    i += a <= b ? 1 : 0;
    j += b <= a ? 1 : 0;
  }
  return margin;
}

}  // namespace ldp
