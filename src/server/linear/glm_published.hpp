// glm-published: Algorithm 3 of Zheng, Cai, Huang, Li, Wang 2020 as it is published, with the
// constants that its text leaves open from the public code of Han et al. 2021
// (docs/spec/generalized-linear.md, section 2). For comparison; section 3 there says what is wrong
// with it.
//
//   V += (1),  u += (2),  th_h <- P_S(th_h - zeta (3)),  zeta = 1/sqrt T
//   Ups = sigma sqrt t (4 sqrt d + 2 ln(2 T/alpha)),  c = 2 Ups,  theta_t = (V + c I)^-1 u
//   beta = sqrt((sigma/mu) sqrt(d t)),  alpha = 0.1
//
// `tuned`: beta times 0.2, c times 0.1, zeta = S/sqrt(sum |(3)|^2).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "protocol/linear_snapshot.hpp"
#include "server/learner/saved_bytes.hpp"
#include "server/linear/glm_settings.hpp"
#include "server/linear/shifted_gram.hpp"

namespace ldp {

class GlmPublished {
 public:
  explicit GlmPublished(const GlmSettings& settings);

  /// See GlmNewton. Here the order of the epochs counts.
  void ingest_epoch(const ScoreSums& sums);
  void estimate(LinearSnapshot& snapshot);
  [[nodiscard]] std::uint64_t reports() const { return reports_; }
  void write(ByteWriter& writer) const;
  bool read(ByteReader& reader);

  /// c and beta after `reports` reports.
  [[nodiscard]] double ridge(std::uint64_t reports) const;
  [[nodiscard]] double radius(std::uint64_t reports) const;

 private:
  [[nodiscard]] double horizon(std::uint64_t reports) const;

  GlmSettings settings_;
  std::uint64_t reports_ = 0;
  std::vector<double> gram_sum_;  // V, upper triangle
  std::vector<double> target_;    // u
  double squares_ = 0;            // sum |(3)|^2
  std::vector<double> point_;     // th_h
  ShiftedGram gram_;
};

}  // namespace ldp
