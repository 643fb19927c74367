// The K largest of m weights when a report changes one of them: O(log m) a change, where the oracle
// takes O(m).
#pragma once

#include <cstddef>
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
  [[nodiscard]] bool before(std::uint32_t a, std::uint32_t b) const;
  void place(std::size_t slot, std::uint32_t arm);
  void sift(std::size_t slot);
  void exchange();

  std::vector<double> ties_;           // [arms]
  std::vector<double> keys_;           // [arms] weight and tie
  std::vector<std::uint32_t> chosen_;  // [choose] ascending
  std::vector<std::uint32_t> heap_;    // the others, the largest on top
  std::vector<std::uint32_t> slot_;    // [arms] in the heap; ~0: chosen
  std::vector<std::uint32_t> order_;   // [arms] working memory of assign
};

}  // namespace ldp
