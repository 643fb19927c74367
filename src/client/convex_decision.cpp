#include "client/convex_decision.hpp"

#include <cmath>
#include <cstring>
#include <variant>

#include "foundation/wipe.hpp"

namespace ldp {

std::vector<std::byte> ConvexAnswer::seal() const {
  std::vector<std::byte> sealed(sizeof *this);
  std::memcpy(sealed.data(), this, sizeof *this);
  return sealed;
}

Result<ConvexAnswer> ConvexAnswer::unseal(std::span<const std::byte> sealed) {
  const Error bad{ErrorCode::invalid_argument, "decision", "is damaged", 0};
  if (sealed.size() != sizeof(ConvexAnswer)) return bad;
  alignas(ConvexAnswer) std::byte room[sizeof(ConvexAnswer)];
  std::memcpy(room, sealed.data(), sizeof room);
  ConvexAnswer answer = *reinterpret_cast<const ConvexAnswer*>(room);
  ldp::wipe(std::span<std::byte>(room));
  if (answer.noise.index() >= std::variant_size_v<ScalarRelease::Prepared>) return bad;
  if (!(answer.scale > 0 && std::isfinite(answer.scale))) return bad;
  return answer;
}

void ConvexAnswer::wipe() {
  ldp::wipe(std::span(reinterpret_cast<std::byte*>(&noise), sizeof noise));
}

}  // namespace ldp
