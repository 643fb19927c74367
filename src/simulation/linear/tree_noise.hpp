// The noise of the binary tree, by which a trusted server releases the sum after every report:
// Chan, Shi, Song 2011, "Private and Continual Release of Statistics"; as Shariff & Sheffet 2018
// use it (docs/spec/linear.md, section 6). A node is one sum and one noise object, drawn once. The
// true sum stays exact, so that only the noise of the nodes is kept: that of prefix t is the sum of
// the levels whose bit is set in t.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace ldp {

class TreeNoise {
 public:
  /// For prefixes up to `horizon` >= 1, of `numbers` numbers each. `has_dummies`: the levels that
  /// are not set have noise objects too, so that a release always has that of all of them.
  TreeNoise(std::uint64_t horizon, std::size_t numbers, bool has_dummies);

  /// m = 1 + ceil(log2 T).
  [[nodiscard]] std::uint32_t levels() const { return levels_; }

  /// The next report has come. `draw(span)` fills a noise object; it is called once for the node
  /// that closes, and with dummies once for each level below it. Nothing beyond the horizon.
  template <class Draw>
  void advance(Draw draw) {
    if (reports_ == 0 && has_dummies_) fill(0, levels_, draw);
    if (reports_ >= horizon_) return;
    ++reports_;
    const auto closed = static_cast<std::uint32_t>(__builtin_ctzll(reports_));
    if (has_dummies_) {
      fill(0, closed, draw);
    } else {
      const auto end = static_cast<std::ptrdiff_t>(closed * numbers_);
      std::fill(objects_.begin(), objects_.begin() + end, 0.0);
    }
    fill(closed, closed + 1, draw);
  }

  /// Adds the noise of the present prefix to `sums`.
  void add_to(std::span<double> sums) const;

  [[nodiscard]] std::uint64_t reports() const { return reports_; }
  [[nodiscard]] bool is_over() const { return reports_ >= horizon_; }

  /// The objects in a release: the bits set in the number of reports, or all levels.
  [[nodiscard]] std::uint32_t objects() const {
    return has_dummies_ ? levels_ : static_cast<std::uint32_t>(__builtin_popcountll(reports_));
  }

 private:
  template <class Draw>
  void fill(std::uint32_t from, std::uint32_t to, Draw draw) {
    for (std::uint32_t level = from; level < to; ++level) {
      draw(std::span<double>(objects_).subspan(level * numbers_, numbers_));
    }
  }

  std::uint64_t horizon_;
  std::size_t numbers_;
  bool has_dummies_;
  std::uint32_t levels_;
  std::uint64_t reports_ = 0;
  std::vector<double> objects_;  // [levels][numbers], 0 where there is none
};

}  // namespace ldp
