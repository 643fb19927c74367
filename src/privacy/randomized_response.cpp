#include "privacy/randomized_response.hpp"

#include <cmath>

#include "privacy/binary_loss.hpp"

namespace ldp {

Result<RandomizedResponse> RandomizedResponse::create(double epsilon) {
  if (const Status status = check_epsilon(epsilon); !status) return status.error();
  const std::uint64_t least = least_threshold(epsilon);
  const std::uint64_t threshold = least + (least >> 48) + 1;
  return RandomizedResponse(threshold, loss_rounded_up(threshold, epsilon));
}

double RandomizedResponse::flip_probability() const {
  return std::ldexp(static_cast<double>(threshold_), -64);
}

double RandomizedResponse::theta() const {
  return std::ldexp(static_cast<double>(0 - 2 * threshold_), -64);
}

Guarantee RandomizedResponse::guarantee() const {
  return std::move(Guarantee::pure(epsilon_)).value();
}

}  // namespace ldp
