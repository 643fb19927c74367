// E|<u, z> - n| - E|n| for a direction u drawn uniformly from the sphere of R^d and n uniform on
// [-w, w]: what a point at z from the optimum loses in the world `linear-absolute`. It depends on
// |z| alone: |z|^2/(2 w d) up to w, and an integral beyond, which is taken once for a table.
#pragma once

#include <cstddef>
#include <vector>

namespace ldp {

class ExpectedAbsolute {
 public:
  /// dimension >= 1, noise w >= 0.
  ExpectedAbsolute(std::size_t dimension, double noise);

  /// Of |z| >= 0, to about 10^-5 of the value.
  [[nodiscard]] double operator()(double distance) const;

 private:
  double dimension_;
  double noise_;
  std::vector<double> table_;  // at equal steps of the distance
  double per_step_ = 0;
  // Beyond the table, where the mean is slope |z| - w/2 + tail/|z| but for |z|^-3.
  double slope_ = 1;
  double tail_ = 0;
};

}  // namespace ldp
