// What a codebook experiment is, and what its reports say: docs/spec/codebook.md.
#include <catch.hpp>
#include <cstdint>
#include <string>
#include <vector>

#include "protocol/linear_codebook.hpp"
#include "protocol/linear_experiments.hpp"
#include "protocol/linear_report.hpp"

namespace {

using namespace ldp;
using test::bytes_of;

LinearExperiment codebook(LinearExperiment experiment) {
  experiment.mechanism = LinearMechanism::codebook;
  return experiment;
}

LinearExperiment codebook(LinearExperiment experiment, std::uint32_t codewords,
                          std::uint32_t near) {
  experiment.codewords = codewords;
  experiment.near = near;
  return codebook(experiment);
}

std::string refused_by(const LinearExperiment& experiment) {
  const Status status = validate(experiment);
  return status.ok() ? "" : std::string(status.error().parameter);
}

LinearExperiment glm(Algorithm algorithm, std::uint32_t dimension) {
  LinearExperiment experiment = test::linucb(dimension, 1);
  experiment.algorithm = algorithm;
  return experiment;
}

TEST_CASE("a codebook has a power of two of codewords, at most half of them near") {
  const LinearExperiment moments = test::moments(5, 1);
  for (const std::uint32_t codewords : {2u, 64u, 4096u}) {
    CHECK(refused_by(codebook(moments, codewords, 0)) == "");
    CHECK(refused_by(codebook(moments, codewords, 1)) == "");
    CHECK(refused_by(codebook(moments, codewords, codewords / 2)) == "");
    CHECK(refused_by(codebook(moments, codewords, codewords / 2 + 1)) == "near");
  }
  for (const std::uint32_t codewords : {1u, 3u, 65u, 4095u, 8192u, 0xffffffffu}) {
    CHECK(refused_by(codebook(moments, codewords, 1)) == "codewords");
  }
  // Without `codewords`: those of the default.
  CHECK(refused_by(codebook(moments, 0, 128)) == "");
  CHECK(refused_by(codebook(moments, 0, 129)) == "near");
}

TEST_CASE("codewords belong to codebook reports, which have no delta and two numbers at least") {
  LinearExperiment ball = test::linucb(5, 1);
  ball.codewords = 64;
  CHECK(refused_by(ball) == "codewords");
  ball.codewords = 0;
  ball.near = 1;
  CHECK(refused_by(ball) == "near");
  LinearExperiment with_delta = codebook(test::linucb(5, 1));
  with_delta.delta = 1e-6;
  CHECK(refused_by(with_delta) == "delta");
  CHECK(refused_by(codebook(test::moments(1, 1))) == "dimension");
  CHECK(refused_by(codebook(glm(Algorithm::ldp_glm_sgd, 1))) == "dimension");
  CHECK(refused_by(codebook(test::linucb(1, 1))) == "");  // x x and y x
  CHECK(refused_by(codebook(test::online(5, 1, 1e-6))) == "mechanism");
}

TEST_CASE("absent, a codebook is that of the specification: N by epsilon, k with the least noise") {
  const auto expect = [](const LinearExperiment& experiment, std::uint32_t codewords,
                         std::uint32_t near) {
    const LinearExperiment full = with_codebook(codebook(experiment));
    CHECK(full.codewords == codewords);
    CHECK(full.near == near);
  };
  // docs/spec/codebook.md: default k of N at d = 5 and d = 20.
  expect(test::moments(5, 0.2), 64, 31);
  expect(test::moments(5, 4), 256, 22);
  expect(test::moments(5, 8), 1024, 7);
  expect(test::moments(20, 0.5), 64, 27);
  expect(test::moments(20, 2), 256, 57);
  // What is stated stays.
  const LinearExperiment stated = codebook(test::moments(20, 2), 64, 14);
  CHECK(with_codebook(stated) == stated);
  const LinearExperiment ball = test::moments(20, 2);
  CHECK(with_codebook(ball) == ball);
}

TEST_CASE("codebook reports of every family and part say two bytes") {
  for (const std::uint32_t d : {2u, 20u, 128u}) {
    for (const LinearExperiment& experiment :
         {codebook(test::moments(d, 1)), codebook(test::linucb(d, 1)),
          codebook(glm(Algorithm::ldp_glm_newton, d)), codebook(glm(Algorithm::ldp_glm_gloc, d)),
          codebook(glm(Algorithm::ldp_glm_sgd, d))}) {
      REQUIRE(refused_by(experiment) == "");
      for (const LinearPart& part : parts(experiment)) {
        CHECK(part.length == 1);
        CHECK(part.bytes == 2);
        CHECK(part.vector >= d);
      }
    }
    CHECK(maximum_report_bytes(codebook(test::linucb(d, 1))) == 62 + 10);
    CHECK(maximum_report_bytes(codebook(test::moments(d, 1))) == 62 + 10 + 10 + 6);
  }
}

TEST_CASE("an index is below the number of codewords, and nothing else is taken") {
  const LinearExperiment experiment = codebook(test::moments(5, 1), 64, 23);
  const LinearReportDecoder decoder(experiment);
  const auto rejected = [&](const std::string& data) {
    const auto report = decoder.decode_one(
        bytes_of(R"({"v":1,"id":"AAECAwQFBgcICQoLDA0ODw","snapshot":12,"part":"moment","data":")" +
                 data + R"("})"));
    return report.ok() ? "" : std::string(report.error().parameter);
  };
  CHECK(rejected("AAA") == "");      // 0
  CHECK(rejected("PwA") == "");      // 63
  CHECK(rejected("QAA") == "data");  // 64
  CHECK(rejected("__8") == "data");  // -1
  CHECK(rejected("AIA") == "data");  // -32768
  CHECK(rejected("AAAAAA") != "");   // two numbers
  CHECK(rejected("AA") != "");       // one byte
}

}  // namespace
