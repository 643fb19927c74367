// Thompson sampling without a draw: the probability that each arm's draw is the largest.
//
// Thompson sampling draws one number per arm from its posterior and plays the arm of the largest. A
// device that draws an arm with these probabilities plays by the same law. So the server needs no
// randomness, the snapshot is a function of the reports, and a device needs only a table.
//
// With f and F the densities and distribution functions, P_i = integral of f_i prod_{j != i} F_j.
// All arms share the nodes of one quadrature, at a cost of arms times nodes. Where the nodes have
// to be dense: below a = the largest of the arms' lower ends the product is nothing. At a distance
// d above a, every arm that is not done yet has its lower end below a, so it is wide compared with
// d. Hence panels from a upwards, whose width grows in proportion to the distance from a, resolve
// every arm at its own scale, however unequal the arms are.
#pragma once

#include <span>
#include <vector>

namespace ldp {

/// N(mean, deviation^2), deviation > 0.
struct NormalBelief {
  double mean;
  double deviation;
};

/// Beta(1 + ones, 1 + zeros), what is believed of a coin after that many tosses; numbers >= 0, not
/// whole ones where tosses count for less than others.
struct BetaBelief {
  double ones;
  double zeros;
};

/// P(the draw of arm i is the largest) for independent draws: [arms], not negative, sum 1, each
/// within 1e-7. Equal beliefs have equal probabilities. Not for no arms at all.
[[nodiscard]] std::vector<double> largest_probability(std::span<const NormalBelief> arms);
[[nodiscard]] std::vector<double> largest_probability(std::span<const BetaBelief> arms);

}  // namespace ldp
