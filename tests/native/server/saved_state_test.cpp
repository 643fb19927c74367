#include "server/multi_armed/saved_state.hpp"

#include "catch.hpp"
#include "server/random_reports.hpp"

namespace ldp {
namespace {

using Bytes = std::vector<std::uint8_t>;

std::vector<Experiment> experiments() {
  std::vector<Experiment> all{test::weighted(3, {0.5, 1}),
                              test::weighted(3, {0.5, 1}, Bound::la),
                              test::weighted(4, {0.5, 1}),
                              test::weighted(3, {0.5, 1.5}),
                              test::weighted(6, {0.5}),
                              test::bernoulli(3, {0.5, 1}, 0.5),
                              test::bernoulli(3, {0.5, 1}, 1),
                              test::laplace(3, {0.5, 1}, 0.5),
                              test::weighted_laplace(3, {0.5, 1}),
                              test::kl(3, {0.5, 1}),
                              test::thompson(3, {0.5, 1}),
                              test::thompson(3, {1}),
                              test::thompson(3, {1}, Posterior::beta),
                              test::gaussian(3, {0.5, 1}),
                              test::gaussian(3, {0.5, 1}, 1e-5),
                              test::level_aware(test::weighted(3, {0.5, 1}), 1),
                              test::level_aware(test::weighted(3, {0.5, 1}), 0.5)};
  return all;
}

Learner learned(const Experiment& experiment) {
  Learner learner = test::learner_of(experiment, test::random_reports(experiment, 200, 31));
  (void)learner.publish();
  return learner;
}

TEST_CASE("a learner that was saved and loaded goes on as if nothing had happened") {
  for (const Experiment& experiment : experiments()) {
    Learner learner = learned(experiment);
    Learner restored = test::learner_of(experiment);
    REQUIRE(restored.load(learner.save()).ok());
    CHECK(restored.save() == learner.save());
    CHECK(restored.snapshot_id() == 1);
    const auto more = test::random_reports(experiment, 50, 32);
    REQUIRE(learner.ingest(more).ok());
    REQUIRE(restored.ingest(more).ok());
    CHECK(restored.publish().mean == learner.publish().mean);
    CHECK(restored.save() == learner.save());
  }
}

TEST_CASE("the saved form is fixed: what an older version saved must load for ever") {
  Learner learner = test::learner_of(test::bernoulli(1, {0.5, 1}, 1));
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
  const Experiment experiment = test::level_aware(test::thompson(1, {0.5}, Posterior::beta), 0.5);
  Learner learner = test::learner_of(experiment);
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

TEST_CASE("any damaged byte, any cut and any addition is refused and leaves the state unchanged") {
  for (const Experiment& experiment :
       {test::weighted(2, {0.5, 1}), test::laplace(2, {0.5, 1}, 1)}) {
    Learner learner = learned(experiment);
    const Bytes before = learner.save();
    const Bytes saved =
        test::learner_of(experiment, test::random_reports(experiment, 9, 33)).save();
    int accepted = 0;
    for (std::size_t at = 0; at < saved.size(); ++at) {
      for (int change = 1; change < 256; ++change) {
        Bytes damaged = saved;
        damaged[at] = static_cast<std::uint8_t>(damaged[at] ^ change);
        accepted += learner.load(damaged).ok() ? 1 : 0;
      }
      accepted += learner.load(std::span(saved).first(at)).ok() ? 1 : 0;
    }
    Bytes longer = saved;
    longer.push_back(0);
    accepted += learner.load(longer).ok() ? 1 : 0;
    CHECK(accepted == 0);
    CHECK(learner.save() == before);
  }
}

TEST_CASE("the bytes of another experiment are refused as such") {
  const auto all = experiments();
  for (std::size_t i = 0; i < all.size(); ++i) {
    for (std::size_t j = 0; j < all.size(); ++j) {
      Learner learner = test::learner_of(all[i]);
      const Status status = learner.load(learned(all[j]).save());
      CHECK(status.ok() == (i == j));
      if (status.ok()) continue;
      CHECK(status.error().code == ErrorCode::manifest_mismatch);
      CHECK(learner.save() == test::learner_of(all[i]).save());
    }
  }
}

TEST_CASE("well-formed bytes with impossible sums are refused") {
  const Experiment experiment = test::weighted(1, {1});
  Learner learner = learned(experiment);
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
