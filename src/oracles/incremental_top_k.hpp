// The K largest of m weights of which one changes at a time, which is what a report does: O(log m)
// a change where the oracle takes O(m).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace ldp {

/// Always the super arm that Oracle::solve gives for the same weights and seed.
class IncrementalTopK {
 public:
  /// 1 <= choose <= arms. All weights are 0.
  IncrementalTopK(std::uint32_t arms, std::uint32_t choose, std::uint64_t public_seed);

  /// All weights [arms] anew. O(m). Not NaN; clipped to [0, 1] here, as below.
  void assign(std::span<const double> weights);

  /// One weight.
  void update(std::uint32_t arm, double weight);

  /// The `choose` arms of the largest weights, ascending. Valid until the next change.
  [[nodiscard]] std::span<const std::uint32_t> arms() const { return chosen_; }

 private:
  void swap_with_best(std::uint32_t worst);
  void sift(std::uint32_t arm);
  void place(std::uint32_t slot, std::uint32_t arm);
  [[nodiscard]] double rank(std::uint32_t slot) const { return keys_[heap_[slot]]; }

  std::vector<double> ties_;           // [arms]
  std::vector<double> keys_;           // [arms] weight and tie
  std::vector<std::uint32_t> chosen_;  // [choose] ascending
  std::vector<std::uint32_t> heap_;    // the others, the largest on top
  std::vector<std::uint32_t> slot_;    // [arms] in the heap; kChosen: not in it
};

}  // namespace ldp
