#include "client/feature_rows.hpp"

#include <cstddef>

#include "foundation/wipe.hpp"

namespace ldp {

Status FeatureRows::assign(std::span<const double> rows, std::uint32_t arms) {
  const std::size_t stride = feature_stride(arms);
  arms_ = arms;
  rescaled_ = 0;
  columns_.assign(stride * dimension_, 0);
  for (std::uint32_t arm = 0; arm < arms; ++arm) {
    const auto given = rows.subspan(std::size_t{arm} * dimension_, dimension_);
    const Result<bool> rescaled = scale_to_unit_ball(given, norm_, policy_, row_);
    if (!rescaled) {
      wipe();
      Error error = rescaled.error();
      error.value = arm;
      return error;
    }
    rescaled_ += rescaled.value() ? 1 : 0;
    for (std::size_t i = 0; i < dimension_; ++i) columns_[i * stride + arm] = row_[i];
  }
  return {};
}

FeatureBlock FeatureRows::block() const {
  return {
      .arms = arms_, .dimension = dimension_, .stride = feature_stride(arms_), .columns = columns_};
}

void FeatureRows::wipe() {
  ldp::wipe(std::span(columns_));
  ldp::wipe(std::span(row_));
}

}  // namespace ldp
