#include "client/linear_decision.hpp"

#include <cstring>

#include "foundation/wipe.hpp"

namespace ldp {
namespace {

// How sealed bytes begin; then the features, the message and the noise.
struct Head {
  std::uint32_t part = 0;
  std::uint32_t snapshot = 0;
  std::uint32_t features = 0;  // numbers
  std::uint32_t message = 0;
  std::uint64_t noise = 0;
};

template <class T>
std::byte* put(std::byte* to, std::span<const T> values) {
  if (!values.empty()) std::memcpy(to, values.data(), values.size_bytes());
  return to + values.size_bytes();
}

template <class T>
const std::byte* take(const std::byte* from, std::vector<T>& values) {
  const std::size_t size = values.size() * sizeof(T);
  if (size != 0) std::memcpy(values.data(), from, size);
  return from + size;
}

std::size_t size_of(const Head& head) {
  return sizeof head + (std::size_t{head.features} + head.message) * sizeof(double) +
         static_cast<std::size_t>(head.noise) * sizeof(std::int32_t);
}

}  // namespace

std::vector<std::byte> LinearAnswer::seal() const {
  const Head head{part, snapshot, static_cast<std::uint32_t>(features.size()),
                  static_cast<std::uint32_t>(message.size()), noise.numbers().size()};
  std::vector<std::byte> sealed(size_of(head));
  std::byte* at = put(sealed.data(), std::span(&head, 1));
  at = put(at, std::span<const double>(features));
  at = put(at, std::span<const double>(message));
  put(at, noise.numbers());
  return sealed;
}

Result<LinearAnswer> LinearAnswer::unseal(std::span<const std::byte> sealed) {
  const Error bad{ErrorCode::invalid_argument, "decision", "is damaged", 0};
  Head head;
  if (sealed.size() < sizeof head) return bad;
  std::memcpy(&head, sealed.data(), sizeof head);
  if (sealed.size() != size_of(head)) return bad;
  LinearAnswer answer{.part = head.part, .snapshot = head.snapshot};
  answer.features.resize(head.features);
  answer.message.resize(head.message);
  std::vector<std::int32_t> noise(static_cast<std::size_t>(head.noise));
  const std::byte* from = take(sealed.data() + sizeof head, answer.features);
  from = take(from, answer.message);
  take(from, noise);
  answer.noise = PreparedVector::restored(std::move(noise));
  return answer;
}

void LinearAnswer::wipe() {
  ldp::wipe(std::span(features));
  ldp::wipe(std::span(message));
  noise.wipe();
}

}  // namespace ldp
