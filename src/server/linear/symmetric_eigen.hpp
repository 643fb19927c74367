// Eigenvalues and eigenvectors of a symmetric matrix: all that is taken from Eigen, which stays
// inside the .cpp file. The same bits natively and as wasm (cmake/LdpEigen.cmake).
#pragma once

#include <cstdint>
#include <memory>
#include <span>

namespace ldp {

class SymmetricEigen {
 public:
  /// Room for matrices of this dimension, 1..128.
  explicit SymmetricEigen(std::uint32_t dimension);
  ~SymmetricEigen();
  SymmetricEigen(SymmetricEigen&&) noexcept;
  SymmetricEigen& operator=(SymmetricEigen&&) noexcept;
  /// A copy has room of its own, and no results yet: they belong to the last call of compute().
  SymmetricEigen(const SymmetricEigen& other);
  SymmetricEigen& operator=(const SymmetricEigen& other);

  /// Decomposes the symmetric matrix whose upper triangle is that of `matrix` ([d][d], row-major,
  /// finite; below the diagonal nothing is read). False if it did not converge, which for finite
  /// numbers has not been seen.
  bool compute(std::span<const double> matrix);

  /// [d], increasing.
  [[nodiscard]] std::span<const double> values() const;
  /// [d], unit length: the eigenvector of values()[i].
  [[nodiscard]] std::span<const double> vector(std::uint32_t i) const;

 private:
  struct Workspace;
  std::unique_ptr<Workspace> workspace_;
};

}  // namespace ldp
