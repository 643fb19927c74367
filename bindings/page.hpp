// Shared by the modules that run in a page: the source of randomness, and the one record in memory
// that holds results and errors, which JavaScript reads in place.
//
// Only numbers cross, so there is no run time of Emscripten's between page and module: what it
// needs to convert anything else is 6 kB gzip that every visitor would download. Functions are
// exported as they are, under the names in LDP_EXPORT, and the page hands in one function
// (PageModule in bindings/ts/client/page-module.ts). Such a module has one source of randomness,
// the page's crypto.getRandomValues, and no function that takes a seed. To be included by one file
// of a module.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string_view>
#include <vector>

#include "foundation/result.hpp"
#include "mechanisms/reward_transform.hpp"
#include "privacy/guarantee.hpp"
#include "protocol/arm_report.hpp"
#include "random/entropy_pool.hpp"

// The page calls the function by this name.
#define LDP_EXPORT(name) [[gnu::used, clang::export_name(#name)]]

// False if the page has no secure randomness; it never throws.
extern "C" [[clang::import_module("page"), clang::import_name("fill")]] bool page_fill(
    std::uint8_t* bytes, std::size_t size);

namespace ldp::page {

// Of the 32-bit memory.
using Address = std::uint32_t;

inline Address address_of(const void* object) {
  return static_cast<Address>(reinterpret_cast<std::uintptr_t>(object));
}

// Characters or bytes, as the page reads them.
struct Text {
  Address address = 0;
  std::uint32_t size = 0;
};

inline Text text(std::string_view view) {
  return {address_of(view.data()), static_cast<std::uint32_t>(view.size())};
}

// How the record of every module begins. The page knows the offsets (bindings/ts/client/record.ts).
struct RecordHead {
  std::uint32_t delay_ms = 0;
  std::uint32_t policy = 0;
  double error_value = 0;
  Text error_code;
  Text error_parameter;
  Text error_reason;
  double epsilon = 0;  // of one report of the client that was made last; so are the next two
  double delta = 0;
  double rho = 0;
  Text sealed;  // the decision that was drawn last
  Text body;    // the report that was written last

  void set_cost(const Cost& cost) {
    epsilon = static_cast<double>(cost.epsilon_micro) / 1e6;
    delta = static_cast<double>(cost.delta_femto) / 1e15;
    rho = static_cast<double>(cost.rho_nano) / 1e9;
  }

  // The strings of an error have static storage.
  void set_error(const Error& error) {
    error_value = error.value;
    error_code = text(name(error.code));
    error_parameter = text(error.parameter);
    error_reason = text(error.reason);
  }

  void set_no_randomness() {
    set_error({ErrorCode::insecure_randomness, "crypto.getRandomValues",
               "is missing, refuses, or repeats itself"});
  }

  // Of a call that draws noise: whatever it says, without randomness that is the reason.
  void set_draw_error(const Error& error) {
    if (error.code == ErrorCode::insecure_randomness) return set_no_randomness();
    set_error(error);
  }
};
static_assert(offsetof(RecordHead, policy) == 4 && offsetof(RecordHead, error_value) == 8);
static_assert(offsetof(RecordHead, error_code) == 16 && offsetof(RecordHead, error_reason) == 32);
static_assert(offsetof(RecordHead, epsilon) == 40 && offsetof(RecordHead, rho) == 56);
static_assert(offsetof(RecordHead, sealed) == 64 && offsetof(RecordHead, body) == 72);
static_assert(sizeof(RecordHead) == 80);

inline std::vector<double>& numbers() {
  static std::vector<double> numbers;
  return numbers;
}

// Room for `count` numbers that the next call reads.
LDP_EXPORT(numbers)
inline Address resize_numbers(std::uint32_t count) {
  numbers().resize(count);
  return address_of(numbers().data());
}

inline std::optional<EntropyPool>& pool() {
  static std::optional<EntropyPool> pool;
  return pool;
}

inline bool refill(void* /*context*/, std::uint8_t* bytes, std::size_t size) {
  return page_fill(bytes, size);
}

// Makes the entropy pool, or lets one that has failed try again: the page checks its generator
// first.
inline void open() {
  if (!pool()) pool().emplace(&refill, nullptr);
  pool()->restart();
}

inline ReportId draw_id() {
  ReportId id;
  for (std::size_t half = 0; half < id.size(); half += 8) {
    const std::uint64_t word = pool()->next();
    std::memcpy(id.data() + half, &word, sizeof word);
  }
  return id;
}

// What a device of any family is told beside its experiment.
struct DeviceTerms {
  RewardTransformKind transform = RewardTransformKind::unit;
  double first = 0;
  double second = 0;
  double neutral = 0;
  double pinned_epsilon = 0;
  double pinned_delta = 0;

  [[nodiscard]] Result<RewardTransform> rewards() const {
    switch (transform) {
      case RewardTransformKind::clip:
        return RewardTransform::clip(first, second);
      case RewardTransformKind::sigmoid:
        return RewardTransform::sigmoid(first, second);
      case RewardTransformKind::threshold:
        return RewardTransform::threshold(first);
      case RewardTransformKind::unit:
        break;
    }
    return RewardTransform::unit();
  }
};

}  // namespace ldp::page
