#include <limits>

#include "catch.hpp"
#include "mechanisms/convert_to_bernoulli.hpp"
#include "mechanisms/discrete_laplace_mechanism.hpp"
#include "protocol/arm_report.hpp"
#include "protocol/experiments.hpp"
#include "protocol/report_bytes.hpp"
#include "random/split_mix64.hpp"

namespace ldp {
namespace {

// A source of one word: 0 makes convert-to-Bernoulli answer 1, the largest word makes it answer 0.
struct Constant {
  std::uint64_t word;
  std::uint64_t next() const { return word; }
};

Released<std::uint8_t> released_bit(bool bit) {
  const ConvertToBernoulli mechanism = ConvertToBernoulli::create(1).value();
  Constant source{bit ? 0 : ~std::uint64_t{0}};
  return mechanism.release(mechanism.prepare(source).value(), UnitReward::zero());
}

constexpr ReportId kCounting{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};

TEST_CASE("a report of a bit is written as the format says") {
  CHECK(ArmReport::bit(kCounting, 12, 1, 0, released_bit(false)).encode() ==
        R"({"v":1,"id":"AAECAwQFBgcICQoLDA0ODw","snapshot":12,"arm":1,"level":0,"bit":0})");
  CHECK(ArmReport::bit(kCounting, 0, 4095, 15, released_bit(true)).encode() ==
        R"({"v":1,"id":"AAECAwQFBgcICQoLDA0ODw","snapshot":0,"arm":4095,"level":15,"bit":1})");
}

TEST_CASE("no report is longer than the limit that is published for it") {
  ReportId id;
  id.fill(0xff);
  const ReceivedReport longest{id, std::numeric_limits<std::uint32_t>::max(), 4095, 15,
                               std::numeric_limits<std::int32_t>::min()};
  CHECK(test::spell(longest, Payload::noisy).size() == kMaximumReportBytes);
}

TEST_CASE("what a client encodes, a server decodes to the same numbers") {
  const MultiArmedExperiment experiment = test::laplace(4096, {0x1p-10, 1, 32}, 1);
  test::SplitMix64 random(7);
  for (int i = 0; i < 2000; ++i) {
    const auto level = static_cast<std::uint32_t>(random.next() % 3);
    const auto mechanism = DiscreteLaplaceMechanism::create(experiment.levels[level]).value();
    ReportId id;
    for (std::uint8_t& byte : id) byte = static_cast<std::uint8_t>(random.next());
    const auto snapshot = static_cast<std::uint32_t>(random.next());
    const auto arm = static_cast<std::uint32_t>(random.next() % 4096);
    const Released<std::int32_t> value =
        mechanism.release(mechanism.prepare(random).value(), UnitReward::one());
    const ArmReport sent = ArmReport::noisy(id, snapshot, arm, level, value);
    const std::string text = sent.encode();
    const auto received = decode_report(test::bytes_of(text), experiment);
    REQUIRE(received.ok());
    CHECK(received.value() == ReceivedReport{id, snapshot, arm, level, value.value()});
    CHECK(text == test::spell(received.value(), Payload::noisy));
    CHECK(ArmReport::gaussian(id, snapshot, arm, level, value).encode() == text);
  }
}

}  // namespace
}  // namespace ldp
