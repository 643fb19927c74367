#include "server/serving/decision_histogram.hpp"

#include <algorithm>
#include <cstddef>
#include <queue>

#include "server/serving/pending_index.hpp"

namespace ldp {
namespace {

// More decisions than this are made in kMaximumSteps groups of equal size.
constexpr double kMaximumSteps = 100'000;

struct Candidate {
  double index;
  double pending;
  std::uint32_t arm;

  [[nodiscard]] bool is_tied_with(const Candidate& other) const {
    return index == other.index && pending == other.pending;
  }
  // The larger index first; of equal ones the arm with less under way.
  bool operator<(const Candidate& other) const {
    if (index != other.index) return index < other.index;
    if (pending != other.pending) return pending > other.pending;
    return arm > other.arm;
  }
};

}  // namespace

std::vector<double> decision_histogram(const MultiArmedSnapshot& snapshot,
                                       std::uint64_t decisions) {
  const std::size_t arms = snapshot.mean.size();
  std::vector<double> shares(arms);
  if (snapshot.forced_arm >= 0) {
    shares[static_cast<std::size_t>(snapshot.forced_arm)] = 1;
    return shares;
  }
  if (!snapshot.weights.empty()) return snapshot.weights;

  const PendingIndex index(snapshot);
  std::vector<Candidate> all;
  for (std::uint32_t arm = 0; arm < arms; ++arm) all.push_back({index(arm, 0), 0, arm});
  std::priority_queue<Candidate> queue(all.begin(), all.end());

  const auto total = static_cast<double>(decisions);
  const double step = std::max(1.0, total / kMaximumSteps);
  double left = total;
  std::vector<Candidate> tied;
  while (left > 0) {
    tied.clear();
    do {
      tied.push_back(queue.top());
      queue.pop();
    } while (!queue.empty() && queue.top().is_tied_with(tied.front()));
    const double each = std::min(step, left / static_cast<double>(tied.size()));
    for (const Candidate& candidate : tied) {
      const double pending = candidate.pending + each;
      queue.push({index(candidate.arm, pending), pending, candidate.arm});
    }
    left -= each * static_cast<double>(tied.size());
    if (each < step) left = 0;  // the last ones, shared; the rest is rounding
  }
  double made = 0;  // `total`, but for the rounding of the steps
  for (; !queue.empty(); queue.pop()) {
    shares[queue.top().arm] = queue.top().pending;
    made += queue.top().pending;
  }
  for (double& share : shares) share /= made;
  return shares;
}

}  // namespace ldp
