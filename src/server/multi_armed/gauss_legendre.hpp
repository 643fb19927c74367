// Gauss-Legendre quadrature of one order: nodes, weights, and the integrals up to each node.
#pragma once

#include <array>
#include <cstddef>

namespace ldp {

class GaussLegendre {
 public:
  static constexpr std::size_t kOrder = 16;
  using Row = std::array<double, kOrder>;

  /// Computed once.
  static const GaussLegendre& instance();

  /// In (0, 1), increasing. For a panel [a, a + h] they are a + h nodes()[k].
  [[nodiscard]] const Row& nodes() const { return nodes_; }

  /// Integral over [0, 1] of the function with these values at the nodes; exact for polynomials of
  /// degree 2 kOrder - 1.
  [[nodiscard]] double integral(const Row& values) const { return dot(weights_, values); }

  /// Integral over [0, nodes()[k]] of the polynomial of degree kOrder - 1 with these values.
  [[nodiscard]] double integral_to(std::size_t k, const Row& values) const {
    return dot(partial_[k], values);
  }

 private:
  GaussLegendre();

  static double dot(const Row& a, const Row& b) {
    double sum = 0;
    for (std::size_t k = 0; k < kOrder; ++k) sum += a[k] * b[k];
    return sum;
  }

  Row nodes_{};
  Row weights_{};
  std::array<Row, kOrder> partial_{};
};

}  // namespace ldp
