// A lower bound on the forged reports that move one super arm past another, where rewards are sums
// of means.
//
// A report has a price p, and each arm of the two is forged as long as that gains more than it
// costs: phi = max_k gain(k) - p k, with gain(k) how far k extreme reports move the mean. By weak
// duality no attack of fewer than
//
//   (lead - sum phi) / p        (lead: by how much the one super arm is ahead)
//
// reports makes up for the lead, whatever p: the largest value over p is a bound, which is attained
// but for rounding k where gain is concave, as it is for one level. Means are clipped to [0, 1], as
// oracles clip their weights.
#pragma once

#include <cstdint>
#include <span>

#include "protocol/decision_set.hpp"
#include "server/forgeries/forgeries.hpp"

namespace ldp {

/// What the best number of forged reports about one arm gains at a price, and how many they are.
struct ForgedMove {
  double gain = 0;
  double count = 0;
};

/// Between two super arms at one price: by how much the one leads, and what is forged.
struct ForgedMargin {
  double lead = 0;
  double gain = 0;
  double count = 0;

  /// No fewer reports make up for the lead.
  [[nodiscard]] double fewest(double price) const { return (lead - gain) / price + count; }
  /// Whether fewest() grows with the price here. It grows to a maximum and falls from there.
  [[nodiscard]] bool grows() const { return gain > lead; }
};

class ForgedMargins {
 public:
  /// The arms must outlive it. Of a reward that is a sum, a mean or a cost. At least one level.
  ForgedMargins(const ForgeableArms<double>& arms, SetReward reward);

  /// Whether anything was reported about the arm.
  [[nodiscard]] bool is_known(std::uint32_t arm) const { return arms_.arms[arm].weight > 0; }
  /// The estimated mean, in [0, 1]; of a known arm.
  [[nodiscard]] double mean(std::uint32_t arm) const;
  /// Of a super arm of known arms.
  [[nodiscard]] double reward(std::span<const std::uint32_t> super_arm) const;

  /// For a mean that counts once. An arm that is not known is worth nothing before one report.
  [[nodiscard]] ForgedMove raised(std::uint32_t arm, double price) const;
  [[nodiscard]] ForgedMove lowered(std::uint32_t arm, double price) const;

  /// Of `best`, all of whose arms are known, and `rival`; both ascending, and not the same.
  [[nodiscard]] ForgedMargin between(std::span<const std::uint32_t> best,
                                     std::span<const std::uint32_t> rival, double price) const;

  /// Prices outside of which no bound is larger, or only of more than 2^40 reports.
  [[nodiscard]] double lowest_price() const { return 1e-32 * highest_; }
  [[nodiscard]] double highest_price() const { return highest_; }

 private:
  [[nodiscard]] double share(std::span<const std::uint32_t> super_arm) const;

  const ForgeableArms<double>& arms_;
  SetReward reward_;
  double offset_;  // of each mean in a reward
  double highest_;
};

}  // namespace ldp
