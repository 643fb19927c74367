// The features of one decision, copied row by row from the page into the layout in which all arms
// are scored at once.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "client/feature_block.hpp"
#include "foundation/result.hpp"
#include "mechanisms/feature_vector.hpp"

namespace ldp {

/// Keeps its memory from one decision to the next, so that a decision allocates none.
class FeatureRows {
 public:
  /// `norm`: the declared bound on the Euclidean norm of a row.
  FeatureRows(std::uint32_t dimension, double norm, NormPolicy policy)
      : dimension_(dimension), norm_(norm), policy_(policy), row_(dimension) {}

  /// Takes arms rows of `dimension` numbers, each divided by the bound and then, if it is still
  /// longer than 1, shortened to 1. Takes the same time whatever the numbers are.
  /// Requires rows.size() == arms * dimension, 1 <= arms <= kMaximumArms.
  /// Errors: invalid_argument ("features") for a number that is not finite, and with
  /// NormPolicy::reject for a row beyond the bound. Its value is the row; no feature is in it.
  Status assign(std::span<const double> rows, std::uint32_t arms);

  /// Valid until the next assign() or wipe().
  [[nodiscard]] FeatureBlock block() const;

  /// Rows that were shortened.
  [[nodiscard]] std::uint32_t rescaled() const { return rescaled_; }

  /// Overwrites the features with 0.
  void wipe();

 private:
  std::uint32_t dimension_;
  double norm_;
  NormPolicy policy_;
  std::uint32_t arms_ = 0;
  std::uint32_t rescaled_ = 0;
  std::vector<double> row_;
  std::vector<double> columns_;
};

}  // namespace ldp
