// The upper confidence indices of all arms, laid out for one question: which is the largest?
// This scan is most of a simulated round, so it has no square root, no logarithm and no branch that
// depends on the data.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <vector>

#include "server/multi_armed/arm_estimate.hpp"

namespace ldp {

class UpperIndices {
 public:
  explicit UpperIndices(std::uint32_t arms)
      : terms_((arms + kLanes - 1) / kLanes * kLanes, Term{-kInfinity, 0}) {
    for (std::uint32_t arm = 0; arm < arms; ++arm) set(arm, ArmEstimate{});
  }

  /// An arm never pulled is stored as mean +infinity, width 0, which needs no special case at
  /// scale 0.
  void set(std::uint32_t arm, const ArmEstimate& estimate) {
    terms_[arm] =
        estimate.width == kNeverPulled ? Term{kInfinity, 0} : Term{estimate.mean, estimate.width};
  }

  /// The lowest position of the largest mean + width * scale. Requires 0 <= scale < infinity.
  [[nodiscard]] std::uint32_t best(double scale) const {
    std::int64_t best = std::numeric_limits<std::int64_t>::min();
    std::uint32_t arm = 0;
    for (std::uint32_t i = 0; i < terms_.size(); i += kLanes) {
      const Entry low = larger({key(i, scale), i}, {key(i + 1, scale), i + 1});
      const Entry high = larger({key(i + 2, scale), i + 2}, {key(i + 3, scale), i + 3});
      const Entry four = larger(low, high);
      arm = four.key > best ? four.arm : arm;
      best = four.key > best ? four.key : best;
    }
    return best >= 0 ? arm : best_of_negative(scale);
  }

 private:
  struct Term {
    double mean;
    double width;
  };
  struct Entry {
    std::int64_t key;
    std::uint32_t arm;
  };

  static constexpr double kInfinity = std::numeric_limits<double>::infinity();
  static constexpr std::uint32_t kLanes = 4;

  // The bits of the index as an integer. Integers compare like the doubles do unless both are
  // negative, and processors (and V8) select between integers without a branch.
  [[nodiscard]] std::int64_t key(std::uint32_t arm, double scale) const {
    const double index = terms_[arm].mean + terms_[arm].width * scale;
    std::int64_t bits = 0;
    std::memcpy(&bits, &index, sizeof bits);
    return bits;
  }

  static Entry larger(const Entry& a, const Entry& b) {
    return {b.key > a.key ? b.key : a.key, b.key > a.key ? b.arm : a.arm};
  }

  [[nodiscard]] std::uint32_t best_of_negative(double scale) const {
    double best = -kInfinity;
    std::uint32_t best_arm = 0;
    for (std::uint32_t arm = 0; arm < terms_.size(); ++arm) {
      const double index = terms_[arm].mean + terms_[arm].width * scale;
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
