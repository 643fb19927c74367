#include "protocol/combinatorial_report.hpp"

#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "catch.hpp"
#include "mechanisms/slate_release.hpp"
#include "protocol/combinatorial_experiments.hpp"
#include "protocol/refused.hpp"
#include "random/split_mix64.hpp"

namespace ldp {
namespace {

using test::bytes_of;
using test::combinatorial;
using test::spell;
using test::top_k;

constexpr ReportId kCounting{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
const CombinatorialExperiment kSlates = combinatorial(Algorithm::cucb_ldp1, top_k(12, 3));
const CombinatorialExperiment kBits = combinatorial(Algorithm::cucb_ldp_bit, top_k(12, 3), {1, 2});
const CombinatorialExperiment kNumbers = combinatorial(Algorithm::cucb_ldp2, top_k(12, 3));

// The field that a refusal names; empty if the text is accepted.
std::string_view refused(const std::string& text, const CombinatorialExperiment& experiment) {
  return test::named(test::decode_combinatorial_report(bytes_of(text), experiment),
                     ErrorCode::report_rejected);
}

TEST_CASE("a report about one arm of a slate is the multi-armed one, byte by byte") {
  const std::string head = R"({"v":1,"id":"AAECAwQFBgcICQoLDA0ODw","snapshot":12,)";
  const auto bit =
      test::decode_combinatorial_report(bytes_of(head + R"("arm":11,"level":1,"bit":1})"), kBits);
  REQUIRE(bit.ok());
  CHECK(bit.value() == ReceivedSlateReport{kCounting, 12, 1, {11}, {1}});

  const auto noisy = test::decode_combinatorial_report(
      bytes_of(head + R"("arm":0,"level":0,"noisy":-1234})"), kNumbers);
  REQUIRE(noisy.ok());
  CHECK(noisy.value() == ReceivedSlateReport{kCounting, 12, 0, {0}, {-1234}});

  CHECK(refused(head + R"("arm":12,"level":0,"bit":1})", kBits) == "arm");
  CHECK(refused(head + R"("arm":1,"level":2,"bit":1})", kBits) == "level");
  CHECK(refused(head + R"("arm":1,"level":0,"bit":2})", kBits) == "bit");
  CHECK(refused(head + R"("arms":[1],"level":0,"noisy":[1]})", kBits) == "arm");
}

TEST_CASE("the arm of a sum report is a super arm, of which there may be more than arms") {
  const CombinatorialExperiment sums = test::of_sums(top_k(12, 3), 220);
  const std::string head = R"({"v":1,"id":"AAECAwQFBgcICQoLDA0ODw","snapshot":12,)";
  const auto last =
      test::decode_combinatorial_report(bytes_of(head + R"("arm":219,"level":0,"bit":0})"), sums);
  REQUIRE(last.ok());
  CHECK(last.value() == ReceivedSlateReport{kCounting, 12, 0, {219}, {0}});
  CHECK(refused(head + R"("arm":220,"level":0,"bit":0})", sums) == "arm");
}

TEST_CASE("a report about all arms of a slate is read as the format says") {
  const auto report = test::decode_combinatorial_report(
      bytes_of(
          R"({"v":1,"id":"AAECAwQFBgcICQoLDA0ODw","snapshot":12,"arms":[0,3,5],"level":0,"noisy":[-12,3,1040]})"),
      kSlates);
  REQUIRE(report.ok());
  CHECK(report.value() == ReceivedSlateReport{kCounting, 12, 0, {0, 3, 5}, {-12, 3, 1040}});
}

TEST_CASE("every field of a slate's report is held to its range, and a refusal names it") {
  const std::string head = R"({"v":1,"id":"AAECAwQFBgcICQoLDA0ODw","snapshot":7,)";
  const auto rest = [&](const std::string& text) { return refused(head + text, kSlates); };
  CHECK(rest(R"("arms":[0,11],"level":0,"noisy":[1,2]})") == "");
  CHECK(rest(R"("arms":[4],"level":0,"noisy":[-2147483648]})") == "noisy");
  CHECK(refused("", kSlates) == "v");
  CHECK(refused(R"({"v":1,"id":"AAECAwQFBgcICQoLDA0OD","snapshot":7})", kSlates) == "id");
  CHECK(rest(R"("arm":0,"level":0,"noisy":1})") == "arms");
  CHECK(rest(R"("arms":[],"level":0,"noisy":[]})") == "arms");
  CHECK(rest(R"("arms":[0,12],"level":0,"noisy":[1,2]})") == "arms");
  CHECK(rest(R"("arms":[3,0],"level":0,"noisy":[1,2]})") == "arms");  // not ascending
  CHECK(rest(R"("arms":[3,3],"level":0,"noisy":[1,2]})") == "arms");  // named twice
  CHECK(rest(R"("arms":[-1],"level":0,"noisy":[1]})") == "arms");
  CHECK(rest(R"("arms":[01],"level":0,"noisy":[1]})") == "arms");
  CHECK(rest(R"("arms":[0, 1],"level":0,"noisy":[1,2]})") == "arms");
  CHECK(rest(R"("arms":[0,1,],"level":0,"noisy":[1,2]})") == "arms");
  CHECK(rest(R"("arms":[0,1],"level":1,"noisy":[1,2]})") == "level");
  CHECK(rest(R"("arms":[0,1],"level":0,"noisy":[1]})") == "noisy");
  CHECK(rest(R"("arms":[0,1],"level":0,"noisy":[1,2,3]})") == "noisy");
  CHECK(rest(R"("arms":[0,1],"level":0,"noisy":[1,2.5]})") == "noisy");
  CHECK(rest(R"("arms":[0,1],"level":0,"noisy":[1,-0]})") == "noisy");
  CHECK(rest(R"("arms":[0,1],"level":0,"noisy":[1,2147483648]})") == "noisy");
  CHECK(rest(R"("arms":[0,1],"level":0,"noisy":1})") == "noisy");
  CHECK(rest(R"("arms":[0,1],"level":0,"noisy":[1,2],"bit":1})") == "report");
  CHECK(rest(R"("arms":[0,1],"level":0,"noisy":[1,2]} )") == "report");
}

TEST_CASE("what a device encodes of a slate, a server decodes to the same arms and numbers") {
  test::SplitMix64 random(3);
  for (const std::uint32_t size : {1U, 3U, 100U}) {
    const CombinatorialExperiment experiment =
        combinatorial(Algorithm::cucb_ldp1, top_k(4096, size));
    const SlateRelease mechanism = SlateRelease::create(1, size).value();
    for (int i = 0; i < 100; ++i) {
      std::vector<std::uint32_t> arms;
      const auto step = static_cast<std::uint32_t>(4096 / size);
      for (std::uint32_t k = 0; k < size; ++k) {
        arms.push_back(k * step + static_cast<std::uint32_t>(random.next() % step));
      }
      const auto snapshot = static_cast<std::uint32_t>(random.next());
      const std::vector<UnitReward> outcomes(size, UnitReward::one());
      const auto values = mechanism.release(mechanism.prepare(random, size).value(), outcomes);
      const SlateReport sent(kCounting, snapshot, arms, 0, values);
      const std::string text = sent.encode();
      CHECK(text.size() <= maximum_slate_report_bytes(size));
      const auto received = test::decode_combinatorial_report(bytes_of(text), experiment);
      REQUIRE(received.ok());
      CHECK(received.value() == ReceivedSlateReport{kCounting, snapshot, 0, arms, values.value()});
      CHECK(text == spell(received.value()));
    }
  }
}

TEST_CASE("no report about several arms is longer than maximum_slate_report_bytes") {
  ReportId id;
  id.fill(0xff);
  ReceivedSlateReport longest{id, 4294967295, 15, {}, {}};
  for (std::uint32_t arm = 4094; arm <= 4096; ++arm) {
    longest.arms.push_back(arm - 1);
    longest.values.push_back(-2147483647 - 1);
    CHECK(spell(longest).size() <= maximum_slate_report_bytes(longest.arms.size()));
    CHECK(spell(longest).size() + 3 >= maximum_slate_report_bytes(longest.arms.size()));
  }
}

TEST_CASE("after any change of a byte a slate's report is refused or the one spelling of another") {
  const std::string text = spell(ReceivedSlateReport{kCounting, 1204, 0, {0, 7, 10}, {-12, 0, 99}});
  REQUIRE(refused(text, kSlates) == "");
  const auto check = [](const std::string& changed) {
    const auto report = test::decode_combinatorial_report(bytes_of(changed), kSlates);
    if (report.ok()) CHECK(spell(report.value()) == changed);
  };
  for (std::size_t at = 0; at <= text.size(); ++at) {
    for (int byte = 0; byte < 256; ++byte) {
      std::string inserted = text;
      inserted.insert(at, 1, static_cast<char>(byte));
      check(inserted);
      if (at == text.size()) continue;
      std::string changed = text;
      changed[at] = static_cast<char>(byte);
      check(changed);
    }
    if (at == text.size()) continue;
    CHECK(refused(text.substr(0, at), kSlates) != "");
    std::string shorter = text;
    shorter.erase(at, 1);
    check(shorter);
  }
}

TEST_CASE("reports about slates come alone or as an array, taken whole or not at all") {
  const std::string slate = spell(ReceivedSlateReport{{}, 3, 0, {1, 2}, {5, 6}});
  const std::string bit = spell(ReceivedReport{{}, 3, 1, 0, 1}, Payload::bit);
  for (const auto& [good, other, experiment] :
       {std::tuple{slate, bit, kSlates}, std::tuple{bit, slate, kBits}}) {
    std::vector<ReceivedSlateReport> reports;
    CHECK(test::decode_combinatorial_reports(bytes_of(good), experiment, reports).ok());
    CHECK(test::decode_combinatorial_reports(bytes_of("[" + good + "," + good + "]"), experiment,
                                             reports)
              .ok());
    REQUIRE(reports.size() == 3);
    CHECK(reports[2] == reports[0]);
    const std::vector<ReceivedSlateReport> before = reports;
    for (const std::string& bad :
         {std::string("[]"), "[" + good, good + " ", good + ",", other,
          "[" + good + "," + other + "]", "[" + good + "," + good + "]]"}) {
      const Status status = test::decode_combinatorial_reports(bytes_of(bad), experiment, reports);
      REQUIRE_FALSE(status.ok());
      CHECK(status.error().code == ErrorCode::report_rejected);
      CHECK(reports == before);
    }
  }
}

}  // namespace
}  // namespace ldp
