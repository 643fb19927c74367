// The releases of devices with ball noise (docs/spec/privacy.md, section 4.7), drawn fast and in
// real units: the law of BallRelease, but for its grid of 16 bits.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "privacy/ball_scale.hpp"
#include "random/word_source.hpp"
#include "simulation/linear/ziggurat.hpp"
#include "simulation/normal.hpp"

namespace ldp {

class BallNoise {
 public:
  explicit BallNoise(const BallScale& scale)
      : draws_(scale.draws()),
        norm_(scale.norm()),
        reach_(scale.norm() * scale.stretch() / scale.draws()),
        truth_(1 - scale.coin().flip_probability()),
        direction_(scale.length()) {}

  /// release = N B_q times a random direction, turned to the side of `value` or to the other (the
  /// mean of several such, if the scale has more); its mean is `value`. Both have the length of the
  /// scale; ||value|| <= N. A device draws two coins for a direction, one for the side that the
  /// length of its value speaks for, one of randomised response: here they are one.
  template <WordSource S>
  void operator()(S& source, std::span<const double> value, std::span<double> release) {
    double squared = 0;
    for (const double number : value) squared += number * number;
    const double kept = 0.5 + 0.5 * std::min(std::sqrt(squared) / norm_, 1.0);
    const double share = kept * truth_ + (1 - kept) * (1 - truth_);
    std::fill(release.begin(), release.end(), 0.0);
    for (std::uint32_t draw = 0; draw < draws_; ++draw) {
      const bool is_same_side = open_uniform(source.next()) < share;
      fill_normal(source, direction_);
      double length = 0;
      double dot = 0;
      for (std::size_t i = 0; i < value.size(); ++i) {
        length += direction_[i] * direction_[i];
        dot += direction_[i] * value[i];
      }
      const double scale = reach_ / std::sqrt(length);
      const double turned = (dot >= 0) == is_same_side ? scale : -scale;
      for (std::size_t i = 0; i < value.size(); ++i) release[i] += turned * direction_[i];
    }
  }

 private:
  std::uint32_t draws_;
  double norm_;
  double reach_;  // of one direction
  double truth_;  // of its coin
  std::vector<double> direction_;
};

}  // namespace ldp
