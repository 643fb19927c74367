#include "mechanisms/gram_release.hpp"

#include <array>
#include <cassert>

#include "mechanisms/feature_vector.hpp"

namespace ldp {

Released<std::vector<std::int32_t>> GramRelease::release(const PreparedVector& prepared,
                                                         std::span<const double> x,
                                                         UnitReward reward) const {
  const std::span<const std::int32_t> noise = prepared.numbers();
  const std::uint32_t d = scale_.dimension();
  assert(x.size() == d && noise.size() == prepared_length());
  std::array<std::int32_t, kMaxFeatures> integers{};
  round_to_grid(x, scale_.steps(), std::span(integers).first(d));
  const std::int32_t y = reward_steps(reward, scale_.steps());

  std::vector<std::int32_t> released(noise.size());
  std::size_t next = 0;
  for (std::uint32_t i = 0; i < d; ++i) {
    for (std::uint32_t j = i; j < d; ++j, ++next) {
      released[next] = add_noise(integers[i] * integers[j], noise[next]);
    }
  }
  for (std::uint32_t i = 0; i < d; ++i, ++next) {
    released[next] = add_noise(y * integers[i], noise[next]);
  }
  return Released<std::vector<std::int32_t>>(std::move(released));
}

}  // namespace ldp
