#include "server/linear/symmetric_eigen.hpp"

#include <Eigen/Eigenvalues>
#include <cstddef>

namespace ldp {

struct SymmetricEigen::Workspace {
  explicit Workspace(Eigen::Index d) : matrix(d, d), solver(d), dimension(d) {}

  Eigen::MatrixXd matrix;
  Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver;
  Eigen::Index dimension;
};

SymmetricEigen::SymmetricEigen(std::uint32_t dimension)
    : workspace_(std::make_unique<Workspace>(static_cast<Eigen::Index>(dimension))) {}
SymmetricEigen::~SymmetricEigen() = default;
SymmetricEigen::SymmetricEigen(SymmetricEigen&&) noexcept = default;
SymmetricEigen& SymmetricEigen::operator=(SymmetricEigen&&) noexcept = default;
SymmetricEigen::SymmetricEigen(const SymmetricEigen& other)
    : workspace_(std::make_unique<Workspace>(other.workspace_->dimension)) {}
SymmetricEigen& SymmetricEigen::operator=(const SymmetricEigen& other) {
  if (this != &other) workspace_ = std::make_unique<Workspace>(other.workspace_->dimension);
  return *this;
}

bool SymmetricEigen::compute(std::span<const double> matrix) {
  // Eigen reads the lower triangle of a column-major matrix: our upper one, row-major.
  workspace_->matrix = Eigen::Map<const Eigen::MatrixXd>(matrix.data(), workspace_->dimension,
                                                         workspace_->dimension);
  workspace_->solver.compute(workspace_->matrix);
  return workspace_->solver.info() == Eigen::Success;
}

std::span<const double> SymmetricEigen::values() const {
  return {workspace_->solver.eigenvalues().data(), static_cast<std::size_t>(workspace_->dimension)};
}

std::span<const double> SymmetricEigen::vector(std::uint32_t i) const {
  const auto d = static_cast<std::size_t>(workspace_->dimension);
  return {workspace_->solver.eigenvectors().data() + i * d, d};
}

}  // namespace ldp
