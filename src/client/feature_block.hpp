// The features of one round's arms, side by side: the layout in which all arms are scored at once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace ldp {

/// Arms that are scored together: eight doubles fill the widest vectors there are.
inline constexpr std::uint32_t kFeatureLanes = 8;

/// How long a column of `arms` features is: rounded up to whole groups of lanes.
[[nodiscard]] constexpr std::uint32_t feature_stride(std::uint32_t arms) {
  return (arms + kFeatureLanes - 1) / kFeatureLanes * kFeatureLanes;
}

/// A view. Column i holds feature i of every arm, then zeros up to the stride.
struct FeatureBlock {
  std::uint32_t arms = 0;
  std::uint32_t dimension = 0;
  std::uint32_t stride = 0;         // feature_stride(arms)
  std::span<const double> columns;  // [dimension][stride]

  [[nodiscard]] double at(std::uint32_t arm, std::uint32_t feature) const {
    return columns[std::size_t{feature} * stride + arm];
  }
};

/// x[i] = feature i of `arm`. Requires arm < features.arms, x.size() == features.dimension.
inline void copy_features(const FeatureBlock& features, std::uint32_t arm, std::span<double> x) {
  for (std::uint32_t i = 0; i < features.dimension; ++i) x[i] = features.at(arm, i);
}

}  // namespace ldp
