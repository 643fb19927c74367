// The upper confidence indices of all arms, laid out for one question: which is the largest?
// This scan is most of a simulated round, so it has no square root, no logarithm and no branch that
// depends on the data.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <type_traits>
#include <vector>

#include "server/arms/arm_estimate.hpp"

namespace ldp {

/// kTilted: whether the indices have a term in scale^2. Those of all learners but one have not, and
/// they need not pay for it.
template <bool kTilted>
class UpperIndices {
 public:
  explicit UpperIndices(std::uint32_t arms)
      : terms_((arms + kLanes - 1) / kLanes * kLanes, Term(-kInfinity, 0, 0)) {
    for (std::uint32_t arm = 0; arm < arms; ++arm) set(arm, ArmEstimate{});
  }

  /// An arm never pulled is stored as mean +infinity, width 0, which needs no special case at
  /// scale 0.
  void set(std::uint32_t arm, const ArmEstimate& estimate) {
    terms_[arm] = estimate.width == kNeverPulled
                      ? Term(kInfinity, 0, 0)
                      : Term(estimate.mean, estimate.width, estimate.tilt);
  }

  /// The lowest position of the largest index at this scale. Requires 0 <= scale < infinity.
  [[nodiscard]] std::uint32_t best(double scale) const {
    Entry best{std::numeric_limits<std::int64_t>::min(), 0};
    const auto size = static_cast<std::int64_t>(terms_.size());
    for (std::int64_t i = 0; i < size;
         i += kLanes) {  // a small tournament: short chains of selects
      const Entry low = larger(entry(i, scale), entry(i + 1, scale));
      const Entry high = larger(entry(i + 2, scale), entry(i + 3, scale));
      best = larger(best, larger(low, high));
    }
    return best.key >= 0 ? static_cast<std::uint32_t>(best.arm) : best_of_negative(scale);
  }

  /// As it was set, but {infinity, 0} for an arm never pulled.
  [[nodiscard]] ArmEstimate estimate(std::uint32_t arm) const {
    const Term& term = terms_[arm];
    if constexpr (kTilted) return {term.mean, term.width, term.tilt};
    return {term.mean, term.width};
  }

  /// The largest index of all arms but one; -infinity if there is no other.
  [[nodiscard]] double largest_without(std::uint32_t arm, double scale) const {
    double largest = -kInfinity;
    for (std::uint32_t i = 0; i < terms_.size(); ++i) {
      if (i != arm) largest = std::max(largest, terms_[i].index(scale));
    }
    return largest;
  }

 private:
  struct Flat {
    Flat(double given_mean, double given_width, double) : mean(given_mean), width(given_width) {}
    [[nodiscard]] double index(double scale) const { return mean + width * scale; }

    double mean;
    double width;
  };
  struct Tilted {
    Tilted(double given_mean, double given_width, double given_tilt)
        : mean(given_mean), width(given_width), tilt(given_tilt) {}
    [[nodiscard]] double index(double scale) const { return mean + (width + tilt * scale) * scale; }

    double mean;
    double width;
    double tilt;
  };
  using Term = std::conditional_t<kTilted, Tilted, Flat>;
  struct Entry {
    std::int64_t key;
    std::int64_t arm;
  };

  static constexpr double kInfinity = std::numeric_limits<double>::infinity();
  static constexpr std::size_t kLanes = 4;

  // The bits of the index as an integer. Integers compare like the doubles do unless both are
  // negative.
  [[nodiscard]] Entry entry(std::int64_t arm, double scale) const {
    const Term& term = terms_[static_cast<std::size_t>(arm)];
    const double index = term.index(scale);
    Entry entry{0, arm};
    std::memcpy(&entry.key, &index, sizeof entry.key);
    return entry;
  }

  // The one with the larger key, `a` if they are equal. With masks, because no compiler turns them
  // into a branch, and which of two arms leads is as hard to predict as the rewards are: a third
  // faster in V8 than comparing doubles.
  static Entry larger(const Entry& a, const Entry& b) {
    const std::int64_t take_b = -static_cast<std::int64_t>(b.key > a.key);
    return {a.key ^ ((a.key ^ b.key) & take_b), a.arm ^ ((a.arm ^ b.arm) & take_b)};
  }

  [[nodiscard]] std::uint32_t best_of_negative(double scale) const {
    double best = -kInfinity;
    std::uint32_t best_arm = 0;
    for (std::uint32_t arm = 0; arm < terms_.size(); ++arm) {
      const double index = terms_[arm].index(scale);
      if (index > best) {
        best = index;
        best_arm = arm;
      }
    }
    return best_arm;
  }

  std::vector<Term> terms_;
};

}  // namespace ldp
