// Request bodies that are read together, and which of them are refused. No body changes what is
// said of another one.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

#include "foundation/result.hpp"

namespace ldp {

template <class Received>
class BodyGroup {
  using Bytes = std::span<const std::uint8_t>;

 public:
  /// Reads `bodies` bodies. `given`: where each of them ends, as uint32 of this machine, counted
  /// from the first one's begin; then their bytes. Ends that are none give an empty body.
  template <class Decoder>
  void read(Decoder& decoder, std::size_t bodies, Bytes given) {
    ends_.resize(std::min(bodies, given.size() / sizeof(std::uint32_t)));
    std::memcpy(ends_.data(), given.data(), ends_.size() * sizeof(std::uint32_t));
    reports_.clear();
    counts_.clear();
    for (std::size_t i = 0; i < ends_.size(); ++i) {
      const std::size_t before = reports_.size();
      const Status status = decoder.decode(body(given, i), reports_);
      counts_.push_back(status.ok() ? static_cast<std::int32_t>(reports_.size() - before) : -1);
    }
  }

  /// One of the bodies that read() was given; empty if there is none with this number.
  Bytes body(Bytes given, std::size_t index) const {
    const Bytes all = given.subspan(std::min(given.size(), ends_.size() * sizeof(std::uint32_t)));
    if (index >= ends_.size()) return {};
    const std::size_t begin = index == 0 ? 0 : ends_[index - 1];
    const std::size_t end = ends_[index];
    if (begin > end || end > all.size()) return {};
    return all.subspan(begin, end - begin);
  }

  /// Of all bodies, one after the other.
  const std::vector<Received>& reports() const { return reports_; }
  /// How many reports each body holds; -1: it cannot be read.
  const std::vector<std::int32_t>& counts() const { return counts_; }

  /// The first error of `check`, which says of some of the reports whether they are as they should
  /// be. After an error refused() has a 1 for each body for which `check` has one.
  template <class Check>
  Status check(const Check& check) {
    const Status status = check(std::span<const Received>(reports_));
    if (status.ok()) return status;
    refused_.clear();
    std::span<const Received> left = reports_;
    for (const std::int32_t count : counts_) {
      const auto own = static_cast<std::size_t>(std::max(count, 0));
      refused_.push_back(check(left.first(own)).ok() ? 0 : 1);
      left = left.subspan(own);
    }
    return status;
  }
  const std::vector<std::uint8_t>& refused() const { return refused_; }

 private:
  std::vector<std::uint32_t> ends_;
  std::vector<Received> reports_;
  std::vector<std::int32_t> counts_;
  std::vector<std::uint8_t> refused_;
};

}  // namespace ldp
