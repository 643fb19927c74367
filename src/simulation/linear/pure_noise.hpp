// The noise of a vector report without a delta: drawn for every report, since a sum of such has no
// simple law.
#pragma once

#include <span>
#include <utility>
#include <variant>

#include "random/word_source.hpp"
#include "simulation/linear/ball_noise.hpp"
#include "simulation/linear/codebook_noise.hpp"

namespace ldp {

class PureNoise {
 public:
  explicit PureNoise(BallNoise noise) : noise_(std::move(noise)) {}
  explicit PureNoise(CodebookNoise noise) : noise_(std::move(noise)) {}

  /// See BallNoise and CodebookNoise.
  template <WordSource S>
  void operator()(S& source, std::span<const double> value, std::span<double> release) {
    std::visit([&](auto& noise) { noise(source, value, release); }, noise_);
  }

 private:
  std::variant<BallNoise, CodebookNoise> noise_;
};

}  // namespace ldp
