#include "simulation/linear/tree_noise.hpp"

namespace ldp {

TreeNoise::TreeNoise(std::uint64_t horizon, std::size_t numbers, bool has_dummies)
    : horizon_(horizon), numbers_(numbers), has_dummies_(has_dummies), levels_(1) {
  for (std::uint64_t power = 1; power < horizon; power *= 2) ++levels_;
  objects_.resize(levels_ * numbers_);
}

void TreeNoise::add_to(std::span<double> sums) const {
  const double* object = objects_.data();
  for (std::uint32_t level = 0; level < levels_; ++level, object += numbers_) {
    for (std::size_t i = 0; i < numbers_; ++i) sums[i] += object[i];
  }
}

}  // namespace ldp
