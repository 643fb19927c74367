#include "privacy/composition.hpp"

#include <limits>

#include "foundation/uint128.hpp"

namespace ldp {
namespace {

constexpr std::uint64_t kFull = std::numeric_limits<std::uint64_t>::max();

constexpr std::uint64_t saturate(uint128 value) {
  return value > kFull ? kFull : static_cast<std::uint64_t>(value);
}

}  // namespace

Cost compose(const Cost& a, const Cost& b) {
  const auto add = [](std::uint64_t x, std::uint64_t y) {
    return saturate(static_cast<uint128>(x) + y);
  };
  return {add(a.epsilon_micro, b.epsilon_micro), add(a.delta_femto, b.delta_femto),
          add(a.rho_nano, b.rho_nano)};
}

Cost repeat(const Cost& each, std::uint64_t count) {
  const auto multiply = [count](std::uint64_t x) {
    return saturate(static_cast<uint128>(x) * count);
  };
  return {multiply(each.epsilon_micro), multiply(each.delta_femto), multiply(each.rho_nano)};
}

bool fits(const Cost& spent, const Cost& next, const Cost& limit) {
  const Cost total = compose(spent, next);
  const auto within = [](std::uint64_t sum, std::uint64_t most) {
    return sum <= most && sum != kFull;
  };
  return within(total.epsilon_micro, limit.epsilon_micro) &&
         (next.delta_femto == 0 || within(total.delta_femto, limit.delta_femto));
}

}  // namespace ldp
