// Which vectors a device of a linear experiment can send. Their largest length is public: for the
// ball exactly, for Gaussian noise up to a probability of e^-45 a report. A codebook report has the
// index of a codeword, and all codewords are equally long.
#pragma once

#include <cstdint>
#include <span>

#include "protocol/linear_experiment.hpp"

namespace ldp {

class LinearReach {
 public:
  /// Of the reports of one part of a valid experiment.
  LinearReach(const LinearExperiment& experiment, std::uint32_t part);

  /// Whether the length of a vector, whose numbers have their part's bytes, is one that its release
  /// can have; of a codebook, whether there is such a codeword. Requires values.size() == the
  /// part's length.
  [[nodiscard]] bool holds(std::span<const std::int32_t> values) const;

 private:
  void set_gaussian(const LinearExperiment& experiment, std::uint32_t length);

  std::int32_t codewords_ = 0;  // an index is below this; 0: no codebook
  std::uint32_t rows_ = 0;      // of the upper triangle that begins a vector; 0: all noise is alike
  double off_diagonal_ = 1;     // how much more a square off the diagonal of it counts
  double least_ = 0;            // of the sum of squares
  double largest_ = 0;
};

}  // namespace ldp
