// When a learner whose snapshots cost a factorisation makes a new one (docs/spec/linear.md, section
// 1): early on after every report, later after every hundredth part of them, ten at most, and only
// at the end of an epoch.
#pragma once

#include <algorithm>
#include <cstdint>

namespace ldp {

class PublishSchedule {
 public:
  /// `epoch` >= 1: reports per snapshot, at least. Not lazy: no more than these.
  explicit PublishSchedule(std::uint64_t epoch, bool is_lazy = true)
      : epoch_(epoch), is_lazy_(is_lazy) {}

  /// Whether to publish now that there are `reports`. Call it after every report.
  [[nodiscard]] bool is_due(std::uint64_t reports) {
    const std::uint64_t wanted = std::clamp<std::uint64_t>(reports / 100, 1, 10);
    if (is_lazy_ && reports > kOften && reports - published_ < wanted) return false;
    if (reports % epoch_ != 0) return false;
    published_ = reports;
    return true;
  }

 private:
  static constexpr std::uint64_t kOften = 200;

  std::uint64_t epoch_;
  bool is_lazy_;
  std::uint64_t published_ = 0;
};

}  // namespace ldp
