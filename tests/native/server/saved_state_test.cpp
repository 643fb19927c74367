#include "server/learner/saved_state.hpp"

#include "catch.hpp"
#include "server/random_reports.hpp"

namespace ldp {
namespace {

using Bytes = std::vector<std::uint8_t>;

TEST_CASE("the saved form is fixed: what an older version saved must load for ever") {
  MultiArmedLearner learner = test::learner_of(test::bernoulli(1, {0.5, 1}, 1));
  REQUIRE(learner.ingest(test::report(0, 1, 1)).ok());
  REQUIRE(learner.ingest(test::report(0, 1, 0)).ok());
  (void)learner.publish();
  const Bytes expected{
      'L', 'D', 'P', 'L', 1,                                          // magic, version
      20,  'h', 'e', '-', 'l', 'd', 'p',  '-',  'u',  'c', 'b', '-',  // algorithm
      'b', 'e', 'r', 'n', 'o', 'u', 'l',  'l',  'i',                  //
      0,                                                              // bound L4
      1,   0,   0,   0,                                               // arms
      2,   0,   0,   0,   0,   0,   0,    0xe0, 0x3f,                 // levels: 0.5,
      0,   0,   0,   0,   0,   0,   0xf0, 0x3f,                       // 1
      0,   0,   0,   0,   0,   0,   0xf0, 0x3f,                       // epsilon_min 1
      1,   0,   0,   0,                                               // snapshot
      0,   0,   0,   0,   0,   0,   0,    0,                          // level 0.5: count,
      0,   0,   0,   0,   0,   0,   0,    0,                          // total
      2,   0,   0,   0,   0,   0,   0,    0,                          // level 1: count,
      1,   0,   0,   0,   0,   0,   0,    0,                          // total
  };
  const Bytes saved = learner.save();
  REQUIRE(saved.size() == expected.size() + 4);
  CHECK(Bytes(saved.begin(), saved.end() - 4) == expected);
}

TEST_CASE("experiments with a later parameter are saved as version 2, after the first ones") {
  const MultiArmedExperiment experiment =
      test::level_aware(test::thompson(1, {0.5}, Posterior::beta), 0.5);
  MultiArmedLearner learner = test::learner_of(experiment);
  REQUIRE(learner.ingest(test::report(0, 0, 1)).ok());
  const Bytes expected{
      'L', 'D', 'P', 'L', 2,                                               // magic, version
      12,  'l', 'd', 'p', '-', 't', 'h',  'o',  'm',  'p', 's', 'o', 'n',  // algorithm
      1,                                                                   // bound La
      1,   0,   0,   0,                                                    // arms
      1,   0,   0,   0,   0,   0,   0,    0xe0, 0x3f,                      // levels: 0.5
      0,   0,   0,   0,   0,   0,   0,    0,                               // epsilon_min
      0,   0,   0,   0,   0,   0,   0xe0, 0x3f,                            // level_aware_from
      0,   0,   0,   0,   0,   0,   0,    0,                               // delta
      0,   0,                                                              // posterior, estimator
      0,   0,   0,   0,                                                    // snapshot
      1,   0,   0,   0,   0,   0,   0,    0,                               // count
      1,   0,   0,   0,   0,   0,   0,    0,                               // total
  };
  const Bytes saved = learner.save();
  REQUIRE(saved.size() == expected.size() + 4);
  CHECK(Bytes(saved.begin(), saved.end() - 4) == expected);
}

TEST_CASE("well-formed bytes with impossible sums are refused") {
  const MultiArmedExperiment experiment = test::weighted(1, {1});
  MultiArmedLearner learner = test::learner_of(experiment, {test::report(0, 0, 1)});
  const Bytes before = learner.save();
  const std::vector<std::vector<std::int64_t>> impossible{
      {1, 2}, {-1, 0}, {0, 1}, {std::int64_t{1} << 53, 0}};
  for (const auto& sums : impossible) {
    const Status status = learner.load(encode_saved_state(experiment, 9, sums));
    REQUIRE_FALSE(status.ok());
    CHECK(status.error().code == ErrorCode::invalid_argument);
    CHECK(learner.save() == before);
  }
  CHECK(learner.load(encode_saved_state(experiment, 9, std::vector<std::int64_t>{2, 1})).ok());
  CHECK(learner.snapshot_id() == 9);
}

}  // namespace
}  // namespace ldp
