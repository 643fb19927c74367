// Which of up to a million arms has the largest index, without looking at all of them.
//
// An index mean + width sqrt(L(t)) + tilt L(t) changes with every round, but only through L. So L
// is frozen at its value of the end of an epoch of 1 % more rounds (which widens no interval by
// more than 0.3 %): inside the epoch only an arm that learns changes, in a 4-ary heap, and at its
// end all arms are read again, which is 100 arms/t an decision. An exact lazy heap would be slower:
// the algorithm makes the indices of all arms in play equal, so their order always is in doubt.
//
// As long as some arm was never pulled there is no heap at all: those arms are served in turn.
//
// Memory: 16 bytes an arm. With two sums of the policy, which the caller keeps, that is 32.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "server/arms/arm_estimate.hpp"
#include "server/arms/bound.hpp"

namespace ldp {

class FrozenLogQueue {
 public:
  /// `order`: every arm once, in the order in which they are pulled first; equal arms keep to it
  /// too, more or less. So it should be random.
  FrozenLogQueue(std::vector<std::uint32_t> order, Bound bound);

  /// The arm to play at round t, which never goes back. `estimate(arm) -> ArmEstimate` is asked for
  /// all arms at the beginning of an epoch. It may return a width of kNeverPulled for an arm that
  /// has to be played now: see frozen_bound().
  template <class Estimate>
  std::uint32_t best(double t, Estimate&& estimate);

  /// A report of this arm was ingested, which made its estimate this.
  void update(std::uint32_t arm, const ArmEstimate& estimate);

  /// L of the current epoch.
  [[nodiscard]] double frozen_bound() const { return frozen_bound_; }

  /// Bytes that the queue holds per arm, in whatever state.
  static constexpr std::size_t kBytesPerArm = sizeof(double) + 2 * sizeof(std::uint32_t);

 private:
  static constexpr std::size_t kChildren = 4;

  [[nodiscard]] double key(const ArmEstimate& estimate) const {
    return upper_index(estimate.mean, estimate.width, frozen_scale_, estimate.tilt);
  }
  [[nodiscard]] bool is_heap() const { return pulled_ == arms_.size(); }
  template <class Estimate>
  void rebuild(double t, Estimate&& estimate);
  void put(std::size_t position, double key, std::uint32_t arm);
  void sift_up(std::size_t position, double key, std::uint32_t arm);
  void sift_down(std::size_t position, double key, std::uint32_t arm);

  Bound bound_;
  double frozen_until_ = 0;  // the first round of the next epoch
  double frozen_bound_ = 0;
  double frozen_scale_ = 0;
  std::size_t pulled_ = 0;  // arms_[0, pulled_) were pulled, the others never
  std::size_t next_unpulled_ = 0;
  std::vector<double> keys_;              // by position; a heap once all arms were pulled
  std::vector<std::uint32_t> arms_;       // by position
  std::vector<std::uint32_t> positions_;  // by arm
};

inline FrozenLogQueue::FrozenLogQueue(std::vector<std::uint32_t> order, Bound bound)
    : bound_(bound), keys_(order.size()), arms_(std::move(order)), positions_(arms_.size()) {
  for (std::size_t i = 0; i < arms_.size(); ++i)
    positions_[arms_[i]] = static_cast<std::uint32_t>(i);
}

template <class Estimate>
std::uint32_t FrozenLogQueue::best(double t, Estimate&& estimate) {
  if (!is_heap()) {
    // In turn, over and over: reports of those before may be under way, or lost.
    if (next_unpulled_ < pulled_ || next_unpulled_ == arms_.size()) next_unpulled_ = pulled_;
    return arms_[next_unpulled_++];
  }
  if (t >= frozen_until_) rebuild(t, std::forward<Estimate>(estimate));
  return arms_[0];
}

template <class Estimate>
void FrozenLogQueue::rebuild(double t, Estimate&& estimate) {
  frozen_until_ = next_log_epoch(t);
  frozen_bound_ = bound_at(bound_, frozen_until_);
  frozen_scale_ = std::sqrt(frozen_bound_);
  for (std::size_t i = 0; i < arms_.size(); ++i) keys_[i] = key(estimate(arms_[i]));
  for (std::size_t i = (arms_.size() + kChildren - 2) / kChildren; i-- > 0;) {
    sift_down(i, keys_[i], arms_[i]);
  }
}

inline void FrozenLogQueue::update(std::uint32_t arm, const ArmEstimate& estimate) {
  const std::size_t position = positions_[arm];
  if (position >= pulled_) {
    if (estimate.width == kNeverPulled) return;  // its report was discarded
    const std::uint32_t other = arms_[pulled_];
    put(position, 0, other);
    put(pulled_, 0, arm);
    ++pulled_;
    return;  // the first epoch begins with the next decision
  }
  if (!is_heap() || frozen_until_ == 0) return;
  const double updated = key(estimate);
  if (updated > keys_[position]) {
    sift_up(position, updated, arm);
  } else {
    sift_down(position, updated, arm);
  }
}

inline void FrozenLogQueue::put(std::size_t position, double key, std::uint32_t arm) {
  keys_[position] = key;
  arms_[position] = arm;
  positions_[arm] = static_cast<std::uint32_t>(position);
}

inline void FrozenLogQueue::sift_up(std::size_t position, double key, std::uint32_t arm) {
  while (position > 0) {
    const std::size_t parent = (position - 1) / kChildren;
    if (keys_[parent] >= key) break;
    put(position, keys_[parent], arms_[parent]);
    position = parent;
  }
  put(position, key, arm);
}

inline void FrozenLogQueue::sift_down(std::size_t position, double key, std::uint32_t arm) {
  for (;;) {
    const std::size_t first = kChildren * position + 1;
    if (first >= keys_.size()) break;
    std::size_t largest = first;
    const std::size_t end = std::min(first + kChildren, keys_.size());
    for (std::size_t child = first + 1; child < end; ++child) {
      if (keys_[child] > keys_[largest]) largest = child;
    }
    if (keys_[largest] <= key) break;
    put(position, keys_[largest], arms_[largest]);
    position = largest;
  }
  put(position, key, arm);
}

}  // namespace ldp
