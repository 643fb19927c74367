#include "client/moment_message.hpp"

#include <cmath>
#include <cstddef>
#include <span>

namespace ldp {
namespace {

constexpr std::uint32_t kMoment = 0;
constexpr std::uint32_t kDesign = 1;

// One device in eight sends the design.
constexpr std::uint64_t kDesignShare = 8;

LinearMessage moment(std::span<const double> x) {
  LinearMessage message{.part = kMoment};
  for (const double feature : x) {
    message.constant.push_back(-feature / 2);
    message.slope.push_back(feature);
  }
  return message;
}

LinearMessage design(std::span<const double> x) {
  LinearMessage message{.part = kDesign};
  for (std::size_t i = 0; i < x.size(); ++i) {
    message.constant.push_back(x[i] * x[i]);
    for (std::size_t j = i + 1; j < x.size(); ++j) {
      message.constant.push_back(std::sqrt(2.0) * x[i] * x[j]);
    }
  }
  return message;
}

}  // namespace

double moment_norm(const LinearExperiment& /*experiment*/, std::uint32_t part) {
  return part == kMoment ? 0.5 : 1;
}

LinearMessage moment_message(const LinearExperiment& /*experiment*/,
                             const LinearSnapshot& /*snapshot*/, const FeatureBlock& features,
                             std::uint32_t arm, std::uint64_t coin) {
  std::vector<double> x(features.dimension);
  copy_features(features, arm, x);
  return coin % kDesignShare == 0 ? design(x) : moment(x);
}

}  // namespace ldp
