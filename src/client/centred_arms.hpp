// LDP linear moments: the arms of one round, centred at their mean. A choice depends on nothing
// else, and what all arms share cannot be told from the reward level of their visitor.
//
// With m the mean of the K arms, z_a = x_a - m, r the largest ||z_a|| and the weight
//   w = min(1, spread/r)/r,
// an arm a drawn uniformly and a reward y with mean b + <theta, x_a>, whatever b is,
//   E[(y - 1/2) w z_a] = w S theta,   S = (1/K) sum z_a z_a^T,
// because the z_a add up to 0. So the moment (y - 1/2) w z_a, of length at most 1/2, and the design
// w S, of Frobenius norm at most spread, are what a server needs to know theta. Dividing by r makes
// every visitor's vector as long as the noise allows for.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "client/feature_block.hpp"

namespace ldp {

class CentredArms {
 public:
  /// Room, so that assign() does not allocate.
  void reserve(std::uint32_t arms, std::uint32_t dimension) {
    columns_.reserve(std::size_t{arms} * dimension);
    squared_.reserve(arms);
  }

  /// Takes the arms of a round. O(K d); allocates only for more of them than ever before.
  void assign(const FeatureBlock& features);

  /// r, 0 if all arms are the same.
  [[nodiscard]] double radius() const { return radius_; }

  /// out [d] = w z_arm, of length at most 1 (up to rounding). Zeros if r is 0.
  void moment(std::uint32_t arm, double spread, std::span<double> out) const;

  /// out [d (d + 1)/2] = svec(w S): the upper triangle row by row, sqrt(2) times the entries off
  /// the diagonal. Its length is at most spread (up to rounding): that of S is at most its trace,
  /// which is at most r^2. Zeros if r is 0. O(K d^2).
  void design(double spread, std::span<double> out) const;

  /// Overwrites the arms with 0.
  void wipe();

 private:
  [[nodiscard]] double weight(double spread) const;

  std::uint32_t arms_ = 0;
  std::uint32_t dimension_ = 0;
  double radius_ = 0;
  std::vector<double> columns_;  // [dimension][arms]: z
  std::vector<double> squared_;  // [arms]: ||z_a||^2
};

}  // namespace ldp
