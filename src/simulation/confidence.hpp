// L(t) and its root for a run of rounds. One logarithm and one root a round, and these shared by
// all replicates of a batch, which play the same rounds in turn.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "protocol/experiment.hpp"
#include "server/multi_armed/bound.hpp"

namespace ldp {

struct Confidence {
  double bound;  // L(t)
  double scale;  // sqrt(L(t))
};

class ConfidenceBlock {
 public:
  explicit ConfidenceBlock(Bound bound) : bound_(bound) {}

  /// The rounds first, first + 1, ..., first + rounds - 1. The view is valid until the next call.
  std::span<const Confidence> at(std::uint64_t first, std::size_t rounds) {
    values_.resize(rounds);
    for (std::size_t i = 0; i < rounds; ++i) {
      const double bound = bound_at(bound_, static_cast<double>(first + i));
      values_[i] = {bound, std::sqrt(bound)};
    }
    return values_;
  }

 private:
  Bound bound_;
  std::vector<Confidence> values_;
};

}  // namespace ldp
