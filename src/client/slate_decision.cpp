#include "client/slate_decision.hpp"

#include <cstring>
#include <utility>

#include "foundation/wipe.hpp"

namespace ldp {
namespace {

// How sealed bytes begin; then the noise and the arms.
struct Head {
  std::uint32_t snapshot = 0;
  std::uint32_t reported = 0;
  std::uint32_t arms = 0;   // numbers
  std::uint32_t noise = 0;  // numbers
  alignas(8) std::byte coin[sizeof(SlateAnswer::Coin)] = {};
};

std::size_t size_of(const Head& head) {
  return sizeof head + head.noise * sizeof(std::int64_t) + head.arms * sizeof(std::uint32_t);
}

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

}  // namespace

std::vector<std::byte> SlateAnswer::seal() const {
  const std::span<const std::int64_t> numbers = noise.numbers();
  Head head{.snapshot = snapshot,
            .reported = reported,
            .arms = static_cast<std::uint32_t>(arms.size()),
            .noise = static_cast<std::uint32_t>(numbers.size())};
  std::memcpy(head.coin, &coin, sizeof coin);
  std::vector<std::byte> sealed(size_of(head));
  std::byte* at = put(sealed.data(), std::span<const Head>(&head, 1));
  at = put(at, numbers);
  put(at, std::span<const std::uint32_t>(arms));
  ldp::wipe(std::span<std::byte>(head.coin));
  return sealed;
}

Result<SlateAnswer> SlateAnswer::unseal(std::span<const std::byte> sealed) {
  const Error bad{ErrorCode::invalid_argument, "decision", "is damaged", 0};
  Head head;
  if (sealed.size() < sizeof head) return bad;
  std::memcpy(&head, sealed.data(), sizeof head);
  if (sealed.size() != size_of(head)) return bad;
  SlateAnswer answer{.snapshot = head.snapshot, .reported = head.reported};
  std::memcpy(&answer.coin, head.coin, sizeof answer.coin);
  ldp::wipe(std::span<std::byte>(head.coin));
  if (answer.coin.index() >= std::variant_size_v<Coin>) return bad;
  std::vector<std::int64_t> numbers(head.noise);
  answer.arms.resize(head.arms);
  take(take(sealed.data() + sizeof head, numbers), answer.arms);
  answer.noise = SlateRelease::Prepared::restored(std::move(numbers));
  return answer;
}

void SlateAnswer::wipe() {
  coin = Coin{};
  ldp::wipe(std::span(reinterpret_cast<std::byte*>(&coin), sizeof coin));
  noise.wipe();
}

}  // namespace ldp
