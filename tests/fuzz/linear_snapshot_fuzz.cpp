// Foreign snapshots of a linear or generalized linear experiment: numbers of any kind. Whatever
// passes validation must be safe to choose from: a device takes it, every decision is one of its
// arms, and every report is one that a server reads.
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "client/linear_client.hpp"
#include "foreign_numbers.hpp"
#include "mechanisms/reward_transform.hpp"
#include "protocol/linear_codebook.hpp"
#include "protocol/linear_report.hpp"
#include "protocol/linear_snapshot.hpp"
#include "require.hpp"

namespace {

using fuzz::Counter;
using fuzz::Reader;
using fuzz::require;

void check(const ldp::LinearSnapshot& snapshot, const ldp::LinearExperiment& experiment) {
  ldp::LinearClient client =
      ldp::LinearClient::create(experiment, ldp::RewardTransform::unit(), 0, 1,
                                ldp::NormPolicy::clip, experiment.epsilon, experiment.delta)
          .value();
  const bool valid = ldp::validate(snapshot, experiment).ok();
  require(client.set_snapshot(snapshot).ok() == valid);
  Counter source;
  const std::vector<double> rows{0.5, -0.5, 0, 1, -0.25, 0.125, 3, 0, -7};
  const auto decision = client.choose(rows, 3, source);
  require(decision.ok() && decision.value().arm < 3);
  const ldp::ReportId id = decision.value().id.value_or(ldp::ReportId{});  // of a codebook
  const std::string text = client.neutral_report(decision.value(), id).encode();
  const auto* bytes = reinterpret_cast<const std::uint8_t*>(text.data());
  require(ldp::decode_linear_report({bytes, text.size()}, experiment).ok());
}

ldp::LinearExperiment experiment_of(ldp::Algorithm algorithm) {
  ldp::LinearExperiment experiment;
  experiment.algorithm = algorithm;
  experiment.dimension = 3;
  experiment.epsilon = 1;
  experiment.mechanism = ldp::mechanism_without_choice(algorithm);
  if (experiment.mechanism == ldp::LinearMechanism::gaussian) experiment.delta = 1e-6;
  return experiment;
}

// Devices are told the codebook.
ldp::LinearExperiment codebook(ldp::Algorithm algorithm) {
  ldp::LinearExperiment experiment = experiment_of(algorithm);
  experiment.mechanism = ldp::LinearMechanism::codebook;
  experiment.codewords = 16;
  return ldp::with_codebook(experiment);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const ldp::LinearExperiment experiments[] = {
      experiment_of(ldp::Algorithm::ldp_linear_moments),
      experiment_of(ldp::Algorithm::ldp_linucb),
      experiment_of(ldp::Algorithm::private_bandits_combiner),
      experiment_of(ldp::Algorithm::ldp_glm_newton),
      experiment_of(ldp::Algorithm::ldp_glm_published),
      codebook(ldp::Algorithm::ldp_linear_moments),
      codebook(ldp::Algorithm::ldp_linucb),
      codebook(ldp::Algorithm::ldp_glm_newton),
  };
  Reader reader({data, size});
  ldp::LinearSnapshot snapshot;
  // Mostly the right lengths: 3 and 6, or none.
  const auto lengths = reader.take<std::uint8_t>();
  snapshot.theta.resize(lengths % 8 == 0 ? lengths / 8 % 5 : 3);
  snapshot.factor.resize(lengths % 16 == 1 ? lengths / 16 % 8 : (lengths % 2 == 0 ? 6 : 0));
  snapshot.id = reader.take<std::uint32_t>();
  snapshot.base = reader.take<std::uint8_t>();
  snapshot.reports = reader.take<std::uint64_t>();
  snapshot.radius = reader.take<double>();
  snapshot.exploration = reader.take<double>();
  for (double& number : snapshot.theta) number = reader.take<double>();
  for (double& number : snapshot.factor) number = reader.take<double>();
  // Of a link; 0 and none where the bytes are at their end.
  snapshot.residual = reader.take<double>();
  snapshot.point.resize(lengths % 4 == 3 ? lengths / 16 % 4 : 0);
  for (double& number : snapshot.point) number = reader.take<double>();
  for (const ldp::LinearExperiment& experiment : experiments) check(snapshot, experiment);
  return 0;
}
