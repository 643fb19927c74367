// LDP-LinUCB: Zheng, Cai, Huang, Li, Wang 2020, "Locally Differentially Private (Contextual)
// Bandits Learning", Algorithm 5. A device sends svec(x x^T) and y x with noise on both, the server
// adds them up: a ridge regression whose matrix is noisy. With the parts pair a device sends x and
// y, and the server forms the products (docs/spec/codebook.md, section 8.1).
//
// Which radius (docs/spec/linear.md, sections 1 and 3):
//   practical  the Gram radius with kappa = 0.3 and r = 0.1 (0.05 with the parts pair): no theorem,
//              and what to play;
//   theory     the same with kappa = 2, r = 1 and bounds of the noise that are proved;
//   published  the paper's: Ups = sigma sqrt(n)(4 sqrt d + 2 l), c = 2 Ups, and
//              beta = 2 sigma sqrt(d ln T) + (sqrt(3 Ups) + sigma sqrt(d n/Ups)) d ln T.
// All mechanisms have noise of one standard deviation sigma in svec coordinates, so the formulas
// are one; what is proved of ball and codebook noise is in gram_radius.hpp. Privacy is the same
// with any radius.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "foundation/result.hpp"
#include "protocol/linear_experiment.hpp"
#include "protocol/linear_snapshot.hpp"
#include "server/linear/gram_radius.hpp"
#include "server/linear/linear_factor.hpp"
#include "server/linear/linear_statistics.hpp"

namespace ldp {

/// What a server knows of the noise on one report of a Gram matrix, in real units.
struct GramNoise {
  double diagonal = 0;      // standard deviation on the diagonal of the matrix, and on the vector
  double off_diagonal = 0;  // on its true off-diagonal entries
  double reach = 0;         // ball and codebook: no release is longer; else 0
  double sub_gaussian = 0;  // codebook only: the variance proxy along any direction; else 0
  double unit = 0;          // what one step of a sum of LinearStatistics is worth
  double gain = 1;          // parts pair: 1/alpha, what a product is multiplied by; else 1
  double bias = 0;          // parts pair: what a report adds to the diagonal beside x x^T; else 0
  bool is_svec = false;     // whether numbers off the diagonal come multiplied by sqrt(2)
};

class LdpLinUcb {
 public:
  /// Errors: those of the mechanism's scale, and of validate(experiment).
  static Result<LdpLinUcb> create(const LinearExperiment& experiment);

  [[nodiscard]] const GramNoise& noise() const { return noise_; }

  /// Shift, floor and radius after `reports` reports.
  [[nodiscard]] GramRadius radius_at(std::uint64_t reports) const;

  /// Fills theta, factor and radius of `snapshot`, and its number of reports, from sums in real
  /// units: `gram` [d (d + 1)/2], the upper triangle with true off-diagonals, `u` [d]. Does not
  /// allocate where the snapshot has room already.
  void estimate(std::span<const double> gram, std::span<const double> u, std::uint64_t reports,
                LinearSnapshot& snapshot);

  /// The same from the sums of reports.
  void estimate(const LinearStatistics& sums, LinearSnapshot& snapshot);

 private:
  LdpLinUcb(const LinearExperiment& experiment, const GramNoise& noise);

  LinearExperiment experiment_;
  GramNoise noise_;
  GramFactor factor_;
  std::vector<double> gram_;
  std::vector<double> u_;
};

}  // namespace ldp
