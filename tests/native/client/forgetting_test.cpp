// The private part of a decision is overwritten before its memory is freed: code that gets the
// memory next, or an attacker with an image of it, finds nothing. The tests search every block that
// is freed while a decision is made and answered.
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <new>
#include <span>
#include <vector>

#include "catch.hpp"
#include "client/fixtures.hpp"
#include "client/linear_client.hpp"
#include "client/linear_fixtures.hpp"
#include "random/split_mix64.hpp"

using namespace ldp;
using namespace ldp::test;

namespace {

// Freed blocks one after the other, while `watching`.
constexpr std::size_t kRoom = std::size_t{1} << 22;
std::array<std::byte, kRoom> freed;
std::size_t freed_bytes = 0;
bool watching = false;

constexpr std::size_t kHead = 16;  // keeps the alignment; holds the size

void* allocate(std::size_t size) {
  void* block = std::malloc(size + kHead);
  if (block == nullptr) std::abort();
  std::memcpy(block, &size, sizeof size);
  return static_cast<std::byte*>(block) + kHead;
}

void release(void* memory) {
  if (memory == nullptr) return;
  std::byte* block = static_cast<std::byte*>(memory) - kHead;
  std::size_t size = 0;
  std::memcpy(&size, block, sizeof size);
  if (watching && freed_bytes + size <= kRoom) {
    std::memcpy(freed.data() + freed_bytes, memory, size);
    freed_bytes += size;
  }
  std::free(block);
}

struct Watch {
  Watch() {
    freed_bytes = 0;
    watching = true;
  }
  ~Watch() { watching = false; }
};

// How many of these, 0 aside, stand in freed memory.
template <class T>
int found(std::span<const T> secrets) {
  int count = 0;
  for (const T& secret : secrets) {
    if (secret == T{}) continue;
    for (std::size_t at = 0; at + sizeof(T) <= freed_bytes; at += 4) {
      if (std::memcmp(freed.data() + at, &secret, sizeof secret) != 0) continue;
      ++count;
      break;
    }
  }
  return count;
}

// No number that a computation might come to by itself.
const std::vector<double> kOddRows{0.1234567, 0.5234561, 0.2134569, 0.7534567, 0.2534561,
                                   0.5034563, 0.3134511, 0.2134513, 0.1134517};

// What must be forgotten of the noise. A direction of the ball is what leaves, or its mirror image:
// private are the words behind it, which say which of the two it was.
std::span<const std::int32_t> private_noise(const LinearAnswer& answer, bool is_ball) {
  const std::span<const std::int32_t> numbers = answer.noise.numbers();
  return is_ball ? numbers.last(PreparedVector::kCoins) : numbers;
}

int found_in(const LinearAnswer& answer, const LinearExperiment& experiment) {
  const auto numbers = private_noise(answer, experiment.mechanism == LinearMechanism::ball);
  // Two numbers of the noise at a time: one alone may stand anywhere by chance.
  std::vector<std::uint64_t> pairs(numbers.size() / 2);
  std::memcpy(pairs.data(), numbers.data(), 8 * pairs.size());
  return found<double>(kOddRows) + found<double>(answer.features) + found<double>(answer.message) +
         found<std::uint64_t>(pairs);
}

LinearSnapshot exploring(double probability) {
  LinearSnapshot snapshot = linear_snapshot();
  snapshot.exploration = probability;
  return snapshot;
}

}  // namespace

void* operator new(std::size_t size) { return allocate(size); }
void* operator new[](std::size_t size) { return allocate(size); }
// Sanitizers have these of their own, which the operator delete below would not fit.
void* operator new(std::size_t size, const std::nothrow_t&) noexcept { return allocate(size); }
void* operator new[](std::size_t size, const std::nothrow_t&) noexcept { return allocate(size); }
void operator delete(void* memory) noexcept { release(memory); }
void operator delete[](void* memory) noexcept { release(memory); }
void operator delete(void* memory, std::size_t) noexcept { release(memory); }
void operator delete[](void* memory, std::size_t) noexcept { release(memory); }

TEST_CASE("a decision leaves neither features nor noise in the memory that it frees") {
  for (const LinearExperiment& experiment : all_linear_experiments()) {
    for (const double exploration : {0.0, 1.0}) {
      LinearClient client = linear_client(experiment);
      REQUIRE(client.set_snapshot(exploring(exploration)).ok());
      SplitMix64 random(7);
      Watch watch;
      LinearAnswer answer = client.choose(kOddRows, 3, random).value().answer;
      watching = false;
      CAPTURE(static_cast<int>(experiment.algorithm), exploration);
      REQUIRE(freed_bytes > 0);
      REQUIRE(freed_bytes < kRoom / 2);
      CHECK(found_in(answer, experiment) == 0);
    }
  }
}

TEST_CASE("an answer leaves neither features nor noise in the memory that it frees") {
  for (const LinearExperiment& experiment : all_linear_experiments()) {
    LinearClient client = linear_client(experiment);
    REQUIRE(client.set_snapshot(exploring(1)).ok());
    SplitMix64 random(7);
    LinearAnswer answer = client.choose(kOddRows, 3, random).value().answer;
    const LinearAnswer kept = answer;
    {
      Watch watch;
      LinearAnswer given = LinearAnswer::unseal(answer.seal()).value();
      REQUIRE(client.report(given, 0.8125, kId).ok());
      given.wipe();
      answer.wipe();
    }
    CAPTURE(static_cast<int>(experiment.algorithm));
    REQUIRE(freed_bytes > 0);
    // The caller of seal() must wipe the bytes: this one does not, and the search finds them.
    CHECK(found_in(kept, experiment) > 0);
    const std::vector<std::byte> sealed = kept.seal();
    {
      Watch watch;
      LinearAnswer given = LinearAnswer::unseal(sealed).value();
      REQUIRE(client.report(given, 0.8125, kId).ok());
      given.wipe();
    }
    CHECK(found_in(kept, experiment) == 0);
  }
}
