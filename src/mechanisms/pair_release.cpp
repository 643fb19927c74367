#include "mechanisms/pair_release.hpp"

#include <cassert>

#include "mechanisms/feature_vector.hpp"

namespace ldp {

Released<std::vector<std::int32_t>> PairRelease::release(const PreparedVector& prepared,
                                                         std::span<const double> x,
                                                         UnitReward reward) const {
  const std::span<const std::int32_t> noise = prepared.numbers();
  const std::uint32_t d = scale_.dimension();
  assert(x.size() == d && noise.size() == prepared_length());
  std::vector<std::int32_t> released(noise.size());
  round_to_grid(x, scale_.steps(), std::span(released).first(d));
  released[d] = reward_steps(reward, scale_.steps());
  for (std::size_t i = 0; i < released.size(); ++i) {
    released[i] = add_noise(released[i], noise[i]);
  }
  return Released<std::vector<std::int32_t>>(std::move(released));
}

}  // namespace ldp
