#include "protocol/linear_experiment.hpp"

#include <limits>
#include <string>

#include "catch.hpp"
#include "protocol/linear_experiments.hpp"
#include "protocol/refused.hpp"

namespace ldp {
namespace {

using test::combiner;
using test::gaussian_linucb;
using test::linucb;
using test::moments;
using test::online;
using test::refused;

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

// The experiment with one field changed.
template <class Value>
LinearExperiment with(LinearExperiment experiment, Value LinearExperiment::*field, Value value) {
  experiment.*field = value;
  return experiment;
}

TEST_CASE("every local algorithm of the family has experiments, and no other one has") {
  for (const CatalogEntry& entry : kCatalog) {
    CAPTURE(entry.id);
    LinearExperiment experiment = linucb(5, 1);
    experiment.algorithm = entry.algorithm;
    experiment.mechanism = mechanism_without_choice(entry.algorithm);
    if (experiment.mechanism == LinearMechanism::gaussian) experiment.delta = 1e-6;
    const bool has_contexts =
        entry.family == Family::linear || entry.family == Family::generalized_linear;
    const bool is_known = has_contexts && entry.trust_model == TrustModel::local;
    CHECK(refused(experiment) == (is_known ? "" : "algorithm"));
  }
  CHECK(kDefaultLinearAlgorithm == Algorithm::ldp_linear_moments);
}

TEST_CASE("features have 1 to 128 dimensions") {
  CHECK(refused(moments(1, 1)) == "");
  CHECK(refused(moments(128, 1)) == "");
  CHECK(refused(linucb(128, 1)) == "");
  CHECK(refused(moments(0, 1)) == "dimension");
  CHECK(refused(moments(129, 1)) == "dimension");
}

TEST_CASE("epsilon is in [2^-10, 128], with Gaussian noise at most 16") {
  CHECK(refused(linucb(5, 0x1p-10)) == "");
  CHECK(refused(linucb(5, 128)) == "");
  CHECK(refused(linucb(5, 128.1)) == "epsilon");
  CHECK(refused(linucb(5, 0)) == "epsilon");
  CHECK(refused(linucb(5, kNaN)) == "epsilon");
  CHECK(refused(gaussian_linucb(5, 16, 1e-6)) == "");
  CHECK(refused(gaussian_linucb(5, 16.1, 1e-6)) == "epsilon");
  CHECK(refused(online(5, 16.1, 1e-6)) == "epsilon");
}

TEST_CASE("Gaussian noise has a delta in [1e-12, 0.1], ball noise has none") {
  CHECK(refused(gaussian_linucb(5, 1, 0.1)) == "");
  for (const double delta : {0.0, 1e-13, 0.11, kNaN}) {
    CHECK(refused(gaussian_linucb(5, 1, delta)) == "delta");
    CHECK(refused(online(5, 1, delta)) == "delta");
    CHECK(refused(combiner(5, 1, delta)) == "delta");
  }
  CHECK(refused(with(linucb(5, 1), &LinearExperiment::delta, 1e-6)) == "delta");
  CHECK(refused(with(moments(5, 1), &LinearExperiment::delta, 1e-6)) == "delta");
}

TEST_CASE("a choice is refused by algorithms that do not have it") {
  const auto ball = LinearMechanism::ball;
  CHECK(refused(with(online(5, 1, 1e-6), &LinearExperiment::mechanism, ball)) == "mechanism");
  CHECK(refused(with(combiner(5, 1, 1e-6), &LinearExperiment::mechanism, ball)) == "mechanism");
  CHECK(refused(with(moments(5, 1), &LinearExperiment::mechanism, LinearMechanism::gaussian)) ==
        "mechanism");

  const auto published = Calibration::published;
  CHECK(refused(with(gaussian_linucb(5, 1, 1e-6), &LinearExperiment::calibration, published)) ==
        "");
  CHECK(refused(with(linucb(5, 1), &LinearExperiment::calibration, published)) == "calibration");
  CHECK(refused(with(moments(5, 1), &LinearExperiment::calibration, published)) == "calibration");

  CHECK(refused(with(linucb(5, 1), &LinearExperiment::radius, RadiusMode::theory)) == "");
  CHECK(refused(with(moments(5, 1), &LinearExperiment::radius, RadiusMode::theory)) == "radius");

  const auto ogd = OnlineLearnerKind::ogd;
  CHECK(refused(with(online(5, 1, 1e-6), &LinearExperiment::learner, ogd)) == "");
  CHECK(refused(with(combiner(5, 1, 1e-6), &LinearExperiment::learner, ogd)) == "");
  CHECK(refused(with(linucb(5, 1), &LinearExperiment::learner, ogd)) == "learner");

  CHECK(refused(with(online(5, 1, 1e-6), &LinearExperiment::restarts, true)) == "");
  CHECK(refused(with(combiner(5, 1, 1e-6), &LinearExperiment::restarts, true)) == "restarts");

  CHECK(refused(moments(5, 1, 2)) == "");
  CHECK(refused(moments(5, 1, 2.1)) == "spread");
  CHECK(refused(moments(5, 1, 0)) == "spread");
  CHECK(refused(moments(5, 1, kNaN)) == "spread");
  CHECK(refused(with(linucb(5, 1), &LinearExperiment::spread, 0.5)) == "spread");
}

TEST_CASE("numbers that are no choice are refused") {
  const LinearExperiment gaussian = gaussian_linucb(5, 1, 1e-6);
  CHECK(refused(with(gaussian, &LinearExperiment::mechanism, static_cast<LinearMechanism>(3))) ==
        "mechanism");
  CHECK(refused(with(gaussian, &LinearExperiment::calibration, static_cast<Calibration>(2))) ==
        "calibration");
  CHECK(refused(with(gaussian, &LinearExperiment::radius, static_cast<RadiusMode>(3))) == "radius");
  CHECK(refused(with(online(5, 1, 1e-6), &LinearExperiment::learner,
                     static_cast<OnlineLearnerKind>(3))) == "learner");
}

TEST_CASE("a horizon is not known, or at most 10^12") {
  for (const LinearExperiment& experiment :
       {moments(5, 1), linucb(5, 1), online(5, 1, 1e-6), combiner(5, 1, 1e-6)}) {
    CHECK(refused(with<std::uint64_t>(experiment, &LinearExperiment::horizon, 1)) == "");
    CHECK(refused(with<std::uint64_t>(experiment, &LinearExperiment::horizon, 1'000'000'000'000)) ==
          "");
    CHECK(refused(with<std::uint64_t>(experiment, &LinearExperiment::horizon, 1'000'000'000'001)) ==
          "horizon");
  }
}

TEST_CASE("the parts of each algorithm are those of the format") {
  const auto check = [](const LinearExperiment& experiment, const std::string& expected) {
    std::string found;
    for (const LinearPart& part : parts(experiment)) {
      found += std::string(part.name) + " " + std::to_string(part.length) + "x" +
               std::to_string(part.bytes) + ";";
    }
    CHECK(found == expected);
    CHECK(parts(experiment).size() <= kMaximumLinearParts);
  };
  check(linucb(5, 1), "gram 20x2;");
  check(gaussian_linucb(5, 1, 1e-6), "gram 20x3;");
  check(online(5, 1, 1e-6), "pair 6x3;");
  check(combiner(20, 1, 1e-6), "pair 21x3;");
  check(moments(5, 1), "moment 5x2;design 15x2;");
}

}  // namespace
}  // namespace ldp
