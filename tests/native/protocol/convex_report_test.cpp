#include "protocol/convex_report.hpp"

#include <string>
#include <string_view>
#include <vector>

#include "catch.hpp"
#include "mechanisms/scalar_release.hpp"
#include "protocol/convex_experiments.hpp"
#include "protocol/refused.hpp"
#include "random/split_mix64.hpp"

namespace ldp {
namespace {

using test::bytes_of;

constexpr ReportId kCounting{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
constexpr std::uint64_t kCoin = 0x0706050403020100;
const std::string kHead = R"({"v":1,"id":"AAECAwQFBgcICQoLDA0ODw","snapshot":12)";

const ConvexExperiment kBits = test::two_point(test::box({0, 0}, {1, 1}));
const ConvexExperiment kNumbers = [] {
  ConvexExperiment experiment = test::one_point(test::simplex(3));
  experiment.mechanism = ScalarMechanism::laplace;
  return experiment;
}();
const ConvexExperiment kPoints = test::stochastic();

std::string_view refused(const std::string& text, const ConvexExperiment& experiment) {
  return test::named(decode_convex_report(bytes_of(text), experiment), ErrorCode::report_rejected);
}

TEST_CASE("a report about points carries the coin of its direction, byte by byte") {
  const auto bit =
      decode_convex_report(bytes_of(kHead + R"(,"coin":"AAECAwQFBgc","bit":1})"), kBits);
  REQUIRE(bit.ok());
  CHECK(bit.value() == ReceivedConvexReport{kCounting, 12, kCoin, 0, 1});
  const auto noisy =
      decode_convex_report(bytes_of(kHead + R"(,"coin":"__________8","noisy":-1234})"), kNumbers);
  REQUIRE(noisy.ok());
  CHECK(noisy.value() == ReceivedConvexReport{kCounting, 12, ~std::uint64_t{0}, 0, -1234});
}

TEST_CASE("a report of the stochastic learner is the multi-armed one about one of three points") {
  const auto bit =
      decode_convex_report(bytes_of(kHead + R"(,"arm":2,"level":0,"bit":0})"), kPoints);
  REQUIRE(bit.ok());
  CHECK(bit.value() == ReceivedConvexReport{kCounting, 12, 0, 2, 0});
  CHECK(refused(kHead + R"(,"arm":3,"level":0,"bit":0})", kPoints) == "arm");
  CHECK(refused(kHead + R"(,"arm":0,"level":1,"bit":0})", kPoints) == "level");
  CHECK(refused(kHead + R"(,"coin":"AAECAwQFBgc","bit":1})", kPoints) == "arm");
}

TEST_CASE("what no device writes is refused, with the field and without the content") {
  const auto with = [](const std::string& tail) { return refused(kHead + tail, kBits); };
  CHECK(with(R"(,"arm":1,"level":0,"bit":1})") == "coin");
  CHECK(with(R"(,"coin":"AAECAwQFBg","bit":1})") == "coin");
  CHECK(with(R"(,"coin":"AAECAwQFBgcI","bit":1})") == "coin");
  CHECK(with(R"(,"coin":"AAECAwQFBgd","bit":1})") == "coin");  // another spelling of the last byte
  CHECK(with(R"(,"coin":"AAECAwQF+gc","bit":1})") == "coin");
  CHECK(with(R"(,"coin":506097522914230528,"bit":1})") == "coin");
  CHECK(with(R"(,"coin":"AAECAwQFBgc","bit":2})") == "bit");
  CHECK(with(R"(,"coin":"AAECAwQFBgc","noisy":1})") == "bit");
  CHECK(with(R"(,"coin":"AAECAwQFBgc","bit":1)") == "report");
  CHECK(with(R"(,"coin":"AAECAwQFBgc","bit":1} )") == "report");
  CHECK(with(R"(,"coin":"AAECAwQFBgc", "bit":1})") == "bit");
  CHECK(with("") == "coin");
  CHECK(refused("", kBits) == "v");
  CHECK(refused(kHead + R"(,"coin":"AAECAwQFBgc","noisy":-0})", kNumbers) == "noisy");
  CHECK(refused(kHead + R"(,"coin":"AAECAwQFBgc","noisy":2147483648})", kNumbers) == "noisy");
  CHECK(refused(kHead + R"(,"coin":"AAECAwQFBgc","noisy":1.5})", kNumbers) == "report");
}

TEST_CASE("every report about points that is written can be read, and is as short as promised") {
  test::SplitMix64 random(9);
  const ScalarRelease laplace = ScalarRelease::laplace(kNumbers.epsilon).value();
  for (int i = 0; i < 200; ++i) {
    ReportId id{};
    for (auto& byte : id) byte = static_cast<std::uint8_t>(random.next());
    const auto snapshot = static_cast<std::uint32_t>(random.next());
    const std::uint64_t coin = random.next();
    const auto value = laplace.release(laplace.prepare(random).value(), UnitReward::zero());
    const ConvexReport report =
        ConvexReport::noisy(id, snapshot, coin, std::get<Released<std::int32_t>>(value));
    const std::string text = report.encode();
    CHECK(text.size() <= kMaximumConvexReportBytes);
    const auto read = decode_convex_report(bytes_of(text), kNumbers);
    REQUIRE(read.ok());
    CHECK(read.value() == ReceivedConvexReport{id, snapshot, coin, 0, report.value()});
  }
  const std::string longest =
      R"({"v":1,"id":"AAECAwQFBgcICQoLDA0ODw","snapshot":4294967295,"coin":"AAECAwQFBgc","noisy":-2147483648})";
  CHECK(longest.size() == kMaximumConvexReportBytes);
  CHECK(refused(longest, kNumbers) == "noisy");  // written right, but 45 t/s is far below
}

TEST_CASE("a batch of reports about points is read whole or not at all") {
  const std::string one = kHead + R"(,"coin":"AAECAwQFBgc","bit":1})";
  std::vector<ReceivedConvexReport> reports;
  CHECK(decode_convex_reports(bytes_of("[" + one + "," + one + "]"), kBits, reports).ok());
  CHECK(reports.size() == 2);
  CHECK_FALSE(decode_convex_reports(bytes_of("[" + one + "," + one), kBits, reports).ok());
  CHECK_FALSE(decode_convex_reports(bytes_of("[]"), kBits, reports).ok());
  CHECK(reports.size() == 2);
}

}  // namespace
}  // namespace ldp
