#include "server/combinatorial/combinatorial_saved_state.hpp"

#include <algorithm>

#include "catch.hpp"
#include "server/combinatorial/combinatorial_reports.hpp"
#include "server/learner/state_file.hpp"

namespace ldp {
namespace {

using test::combinatorial;
using test::slate_learner;

using Bytes = std::vector<std::uint8_t>;

TEST_CASE("the saved form of slates is fixed: what an older version saved must load for ever") {
  const CombinatorialExperiment experiment =
      combinatorial(Algorithm::cucb_ldp_bit, test::list_of(3, {{0, 2}}), {1});
  CombinatorialLearner learner = slate_learner(experiment);
  const std::uint32_t asked = learner.publish().reported[0];
  REQUIRE(asked == 2);
  REQUIRE(learner.ingest({{}, 1, 0, {2}, {1}}).ok());
  REQUIRE(learner.ingest({{}, 1, 0, {2}, {0}}).ok());
  // Fingerprint and checksum: Python, zlib.
  const Bytes expected{
      'L',  'D',  'P',  'K',  1,                                                 // magic, version
      12,   'c',  'u',  'c',  'b',  '-',  'l',  'd',  'p',  '-', 'b', 'i', 't',  // algorithm
      3,    0,    0,    0,                                                       // arms
      1,    0,    0,    0,    0,    0,    0,    0xf0, 0x3f,                      // levels: 1
      0,                                                                         // least reported
      4,                                                                         // no width
      0,    0,    0,    0,    0,    0,    0,    0,                               // no horizon
      0x52, 0x84, 0xbb, 0x7e, 0x67, 0x85, 0x20, 0x62,  // decision set: FNV-1a
      0x74, 0x61, 0x6c, 0x73, 0x2d, 0x70, 0x64, 0x6c,  // public seed
      1,    0,    0,    0,                             // snapshot
      0,    0,    0,    0,                             // folded: none
      1,                                               // open snapshots:
      1,    0,    0,    0,                             // snapshot 1,
      1,    0,    0,    0,    2,    0,                 // which asks about arm 2
      0,    0,    0,    0,    0,    0,    0,    0,    0,    0,   0,   0,   0,   0, 0, 0,  // arm 0
      0,    0,    0,    0,    0,    0,    0,    0,    0,    0,   0,   0,   0,   0, 0, 0,  // arm 1
      2,    0,    0,    0,    0,    0,    0,    0,  // arm 2: count,
      1,    0,    0,    0,    0,    0,    0,    0,  // total
      0x3e, 0x7b, 0x4c, 0x88};                      // CRC-32
  CHECK(learner.save() == expected);
}

// A state with a right header and a right checksum around these bytes.
Bytes dressed(const CombinatorialExperiment& experiment, const Bytes& body) {
  ByteWriter writer(combinatorial_state_header(experiment, kPublicSeed));
  for (const std::uint8_t byte : body) writer.integer(byte);
  return end_state(std::move(writer));
}

TEST_CASE("a state that no reports and no snapshots lead to is refused for what is wrong with it") {
  const CombinatorialExperiment experiment =
      combinatorial(Algorithm::cucb_ldp1, test::list_of(2, {{0, 1}}), {1});
  // Two arms: count and total of each, then the number of slates.
  const auto body = [](std::vector<std::uint8_t> open, std::vector<std::int64_t> sums) {
    ByteWriter writer;
    writer.integer(std::uint32_t{3});  // snapshot id
    writer.integer(std::uint32_t{1});  // first open
    for (const std::uint8_t byte : open) writer.integer(byte);
    for (const std::int64_t sum : sums) writer.integer(sum);
    return std::move(writer.bytes());
  };
  const Bytes none{0};
  const Bytes one{1, 2, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 1, 0};  // snapshot 2, slate {0, 1}
  const std::vector<std::int64_t> sums{2, -9, 1, 4, 2};
  CombinatorialLearner learner = slate_learner(experiment);
  const auto load = [&](const Bytes& state) { return learner.load(dressed(experiment, state)); };
  REQUIRE(load(body(none, sums)).ok());
  REQUIRE(load(body(one, sums)).ok());
  CHECK(learner.statistics().reports() == 2);

  for (const std::vector<std::int64_t>& bad : std::vector<std::vector<std::int64_t>>{
           {2, 0, 1, 0, 1},     // more reports about an arm than reports
           {1, 0, 1, 0, 3},     // fewer coordinates than reports
           {1, 0, 1, 0, -1},    // a negative number
           {0, 5, 1, 0, 1},     // a total of nothing
           {1, 0, 1, 0},        // too short
           {1, 0, 1, 0, 1, 0},  // too long
           {1LL << 62, 0, 1, 0, 1}}) {
    CHECK(load(body(one, bad)).error().code == ErrorCode::invalid_argument);
  }
  for (const Bytes& bad : std::vector<Bytes>{
           {1, 0, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 1, 0},                    // folded already
           {1, 4, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 1, 0},                    // not published yet
           {1, 2, 0, 0, 0, 0, 0, 0, 0},                                      // without slates
           {1, 2, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0},                          // an infeasible slate
           {1, 2, 0, 0, 0, 1, 0, 0, 0, 2, 0, 1, 0, 0, 0},                    // descending
           {1, 2, 0, 0, 0, 2, 0, 0, 0, 2, 0, 0, 0, 1, 0, 2, 0, 0, 0, 1, 0},  // one slate twice
           {2, 2, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 1, 0,                     //
            2, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 1, 0},                       // one number twice
           {67}}) {
    CHECK(load(body(bad, sums)).error().code == ErrorCode::invalid_argument);
  }
  Bytes last = body(none, sums);
  std::fill(last.begin(), last.begin() + 4,
            std::uint8_t{0xff});  // a snapshot id without a successor
  CHECK(load(last).error().code == ErrorCode::invalid_argument);
  CHECK(learner.statistics().reports() == 2);
}

TEST_CASE("every field of a decision set is in its fingerprint") {
  DecisionSet set = test::partition({0, 0, 1, 1}, {1, 1}, 2);
  const std::uint64_t original = fingerprint(set);
  CHECK(fingerprint(test::partition({0, 0, 1, 1}, {1, 1}, 2)) == original);
  std::vector<DecisionSet> others(14, set);
  others[0].kind = SetKind::top_k;
  others[1].reward = SetReward::mean;
  others[2].arms = 5;
  others[3].choose = 1;
  others[4].nodes = 1;
  others[5].right = 1;
  others[6].source = 1;
  others[7].target = 1;
  others[8].group[3] = 0;
  others[9].most[1] = 2;
  others[10].from = {1};
  others[11].to = {1};
  others[12].ends = {1};
  others[13].members = {1};
  others.push_back(set);
  others.back().alpha = .5;
  others.push_back(set);
  others.back().beta = .5;
  for (std::size_t i = 0; i < others.size(); ++i) {
    CHECK(fingerprint(others[i]) != original);
    for (std::size_t j = 0; j < i; ++j) CHECK(fingerprint(others[i]) != fingerprint(others[j]));
  }
}

}  // namespace
}  // namespace ldp
