#include "protocol/linear_report.hpp"

#include <algorithm>
#include <numeric>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "catch.hpp"
#include "mechanisms/ball_release.hpp"
#include "mechanisms/gram_release.hpp"
#include "mechanisms/unit_reward.hpp"
#include "protocol/linear_experiments.hpp"
#include "protocol/refused.hpp"
#include "random/split_mix64.hpp"

namespace ldp {
namespace {

using test::bytes_of;
using test::spell;

constexpr ReportId kCounting{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
const LinearExperiment kMoments = test::moments(3, 1);
const LinearExperiment kGaussian = test::gaussian_linucb(2, 1, 1e-6);

// The field that a refusal names; empty if the text is accepted.
std::string_view refused(const std::string& text, const LinearExperiment& experiment) {
  return test::named(decode_linear_report(bytes_of(text), experiment), ErrorCode::report_rejected);
}

// As a device makes one.
Released<std::vector<std::int32_t>> released(const LinearExperiment& experiment, std::uint32_t part,
                                             test::SplitMix64& random) {
  const std::uint32_t length = parts(experiment)[part].length;
  const BallRelease mechanism = BallRelease::create(experiment.epsilon, length, 1).value();
  const std::vector<double> vector(length, 0.1);
  return mechanism.release(mechanism.prepare(random).value(), vector);
}

TEST_CASE(
    "a report is read as the format says: parts by name, numbers by their lowest byte first") {
  // 1, -1, 32767 in two bytes each: 01 00 ff ff ff 7f. A direction has the length 32767.
  const auto moment = decode_linear_report(
      bytes_of(
          R"({"v":1,"id":"AAECAwQFBgcICQoLDA0ODw","snapshot":7,"part":"moment","data":"AQD___9_"})"),
      kMoments);
  REQUIRE(moment.ok());
  CHECK(moment.value() == ReceivedLinearReport{kCounting, 7, 0, {1, -1, 32767}});

  const auto design = decode_linear_report(
      bytes_of(
          R"({"v":1,"id":"AAECAwQFBgcICQoLDA0ODw","snapshot":0,"part":"design","data":"AQD__wABAAAAAAGA"})"),
      kMoments);
  REQUIRE(design.ok());
  CHECK(design.value() == ReceivedLinearReport{kCounting, 0, 1, {1, -1, 256, 0, 0, -32767}});

  // One part, so no name; three bytes: 01 00 00, ff ff ff, ff ff 7f, 01 00 80, 00 01 00.
  const auto gram = decode_linear_report(
      bytes_of(
          R"({"v":1,"id":"AAECAwQFBgcICQoLDA0ODw","snapshot":4294967295,"data":"AQAA______9_AQCAAAEA"})"),
      kGaussian);
  REQUIRE(gram.ok());
  CHECK(gram.value() ==
        ReceivedLinearReport{kCounting, 4294967295, 0, {1, -1, 8388607, -8388607, 256}});
}

TEST_CASE("every field of a noisy vector is held to its range, and a refusal names it") {
  const std::string head = R"({"v":1,"id":"AAECAwQFBgcICQoLDA0ODw",)";
  const auto moment = [&](const std::string& rest) { return refused(head + rest, kMoments); };
  CHECK(moment(R"("snapshot":7,"part":"moment","data":"AQD___9_"})") == "");
  CHECK(refused("", kMoments) == "v");
  CHECK(refused(R"({"v":2,"id":"AAECAwQFBgcICQoLDA0ODw","snapshot":7})", kMoments) == "v");
  CHECK(refused(R"({"v":1,"id":"AAECAwQFBgcICQoLDA0OD","snapshot":7})", kMoments) == "id");
  CHECK(moment(R"("snapshot":4294967296,"part":"moment","data":"AQD___9_"})") == "snapshot");
  CHECK(moment(R"("snapshot":07,"part":"moment","data":"AQD___9_"})") == "snapshot");
  CHECK(moment(R"("snapshot":7,"data":"AQD___9_"})") == "part");
  CHECK(moment(R"("snapshot":7,"part":"gram","data":"AQD___9_"})") == "part");
  CHECK(moment(R"("snapshot":7,"part":"moments","data":"AQD___9_"})") == "part");
  CHECK(moment(R"("snapshot":7,"part":0,"data":"AQD___9_"})") == "part");
  CHECK(moment(R"("snapshot":7,"part":"moment","data":"AQD___9"})") == "data");
  CHECK(moment(R"("snapshot":7,"part":"moment","data":"AQD___9_A"})") == "report");
  CHECK(moment(R"("snapshot":7,"part":"moment","data":"AQD+++9+"})") == "data");
  CHECK(moment(R"("snapshot":7,"part":"moment","data":"AQD___9="})") == "data");
  CHECK(moment(R"("snapshot":7,"part":"design","data":"AQD___9_"})") == "data");
  CHECK(moment(R"("snapshot":7,"part":"moment","data":"AQD___9_","arm":1})") == "report");
  CHECK(moment(R"("snapshot":7,"part":"moment","data":"AQD___9_"} )") == "report");
  CHECK(moment(R"("snapshot":7,"part":"moment","data":[1,-1,256]})") == "data");
  // Where there is one part only, none is named.
  CHECK(refused(head + R"("snapshot":7,"part":"gram","data":"AQAA______9_AQCAAAEA"})", kGaussian) ==
        "data");
}

TEST_CASE("the lowest number of two or three bytes is refused: saturated numbers are symmetric") {
  const std::string head = R"({"v":1,"id":"AAECAwQFBgcICQoLDA0ODw","snapshot":7,)";
  CHECK(refused(head + R"("part":"moment","data":"AYAAAAAA"})", kMoments) == "");  // -32767
  CHECK(refused(head + R"("part":"moment","data":"AIAAAAAA"})", kMoments) == "data");
  CHECK(refused(head + R"("data":"AQCAAAAAAAAAAAAAAAAA"})", kGaussian) == "");  // -8388607
  CHECK(refused(head + R"("data":"AACAAAAAAAAAAAAAAAAA"})", kGaussian) == "data");
}

TEST_CASE("a vector that a device encodes, a server decodes to the same numbers") {
  test::SplitMix64 random(11);
  for (const LinearExperiment& experiment :
       {kMoments, test::moments(20, 2), test::linucb(1, 1), test::linucb(7, 4)}) {
    const std::vector<LinearPart> layout = parts(experiment);
    for (int i = 0; i < 300; ++i) {
      const auto part = static_cast<std::uint32_t>(random.next() % layout.size());
      ReportId id;
      for (std::uint8_t& byte : id) byte = static_cast<std::uint8_t>(random.next());
      const auto snapshot = static_cast<std::uint32_t>(random.next());
      const LinearReport sent(experiment, part, id, snapshot, released(experiment, part, random));
      const std::string text = sent.encode();
      CHECK(text.size() <= maximum_report_bytes(experiment));
      const auto received = decode_linear_report(bytes_of(text), experiment);
      REQUIRE(received.ok());
      CHECK(received.value() == ReceivedLinearReport{id, snapshot, part, sent.values()});
      const std::string name = layout.size() > 1 ? std::string(layout[part].name) : "";
      CHECK(text == spell(received.value(), name, static_cast<int>(layout[part].bytes)));
    }
  }
}

// Gaussian numbers have up to 24 bits, too many for a part of two bytes.
TEST_CASE("numbers beyond the bytes of a part become the nearest that fit, and length stays") {
  const LinearExperiment ball = test::linucb(2, 1);
  const GramRelease mechanism = GramRelease::create(1, 1e-6, 2, Calibration::tight).value();
  test::SplitMix64 random(5);
  const std::vector<double> x{0.6, 0.8};
  const auto values = mechanism.release(mechanism.prepare(random).value(), x, UnitReward::one());
  const LinearReport sent(ball, 0, kCounting, 3, values);
  std::vector<std::int32_t> expected = values.value();
  REQUIRE(*std::max_element(expected.begin(), expected.end()) > 32767);
  for (std::int32_t& value : expected) value = std::max(-32767, std::min(value, 32767));
  CHECK(sent.values() == expected);
  CHECK(refused(sent.encode(), ball) == "data");  // the mechanism of that experiment gives none
}

TEST_CASE("the longest reports are as long as is published, and below 1000 bytes at d = 20") {
  ReportId id;
  id.fill(0xff);
  for (const LinearExperiment& experiment :
       {kMoments, kGaussian, test::gaussian_linucb(20, 1, 1e-6), test::online(20, 1, 1e-6),
        test::linucb(128, 1), test::moments(128, 1)}) {
    std::size_t longest = 0;
    const std::vector<LinearPart> layout = parts(experiment);
    for (std::uint32_t i = 0; i < layout.size(); ++i) {
      ReceivedLinearReport report{id, 4294967295, i, std::vector<std::int32_t>(layout[i].length)};
      if (experiment.mechanism == LinearMechanism::ball) report.values[0] = -32767;
      const std::string name = layout.size() > 1 ? std::string(layout[i].name) : "";
      const std::string text = spell(report, name, static_cast<int>(layout[i].bytes));
      CHECK(refused(text, experiment) == "");
      longest = std::max(longest, text.size());
    }
    CHECK(maximum_report_bytes(experiment) == longest);
  }
  CHECK(maximum_report_bytes(test::gaussian_linucb(20, 1, 1e-6)) < 1000);
}

// Canonicality: bytes that are accepted are the only spelling of what they say.
void check_canonical(const std::string& text, const LinearExperiment& experiment,
                     const LinearReportDecoder& decoder) {
  const auto report = decoder.decode_one(bytes_of(text));
  if (!report.ok()) return;
  const std::vector<LinearPart> layout = parts(experiment);
  const LinearPart& part = layout[report.value().part];
  const std::string name = layout.size() > 1 ? std::string(part.name) : "";
  CHECK(spell(report.value(), name, static_cast<int>(part.bytes)) == text);
}

TEST_CASE("after any change of a byte a vector is refused or is the one spelling of another") {
  const std::string moment = spell({kCounting, 1204, 0, {1, -1, 32767}}, "moment", 2);
  const std::string gram = spell({kCounting, 0, 0, {1, -1, 70000, -70000, 0}}, "", 3);
  // 2 x 5 bytes leave four spare bits in the last character.
  const LinearExperiment odd = test::moments(5, 1);
  const std::string spare = spell({kCounting, 9, 0, {32767, -1, 25, 0, -30}}, "moment", 2);
  for (const auto& [text, experiment] :
       {std::pair{moment, kMoments}, std::pair{gram, kGaussian}, std::pair{spare, odd}}) {
    CHECK(refused(text, experiment) == "");
    const LinearReportDecoder decoder(experiment);
    for (std::size_t at = 0; at <= text.size(); ++at) {
      for (int byte = 0; byte < 256; ++byte) {
        std::string inserted = text;
        inserted.insert(at, 1, static_cast<char>(byte));
        check_canonical(inserted, experiment, decoder);
        if (at == text.size()) continue;
        std::string changed = text;
        changed[at] = static_cast<char>(byte);
        check_canonical(changed, experiment, decoder);
      }
      if (at == text.size()) continue;
      CHECK(refused(text.substr(0, at), experiment) != "");
    }
  }
}

TEST_CASE("the spare bits of the last character of the data must be zero") {
  const LinearExperiment experiment = test::moments(5, 1);
  constexpr auto npos = std::string_view::npos;
  std::string text = spell({kCounting, 9, 0, {32767, 0, 0, 0, 0}}, "moment", 2);
  int accepted = 0;
  for (int byte = 0; byte < 256; ++byte) {
    text[text.size() - 3] = static_cast<char>(byte);
    const auto report = decode_linear_report(bytes_of(text), experiment);
    // A spelling of other numbers may be of no vector that there is; it is a spelling.
    const bool is_spelling = report.ok() || report.error().reason.find("length") != npos;
    accepted += is_spelling ? 1 : 0;
  }
  CHECK(accepted == 4);  // 10 bytes are 13 characters and two bits
}

std::string batch_of(std::size_t reports) {
  std::string text = "[";
  for (std::size_t i = 0; i < reports; ++i) {
    if (i > 0) text += ',';
    text += spell({{}, static_cast<std::uint32_t>(i), 0, {32767, 0, -5}}, "moment", 2);
  }
  return text + "]";
}

TEST_CASE("noisy vectors come alone or as an array of 1 to 10000, taken whole or not at all") {
  const std::string one = spell({{}, 3, 0, {32767, 2, 3}}, "moment", 2);
  std::vector<ReceivedLinearReport> reports;
  CHECK(decode_linear_reports(bytes_of(one), kMoments, reports).ok());
  CHECK(decode_linear_reports(bytes_of(batch_of(1)), kMoments, reports).ok());
  CHECK(decode_linear_reports(bytes_of(batch_of(10'000)), kMoments, reports).ok());
  REQUIRE(reports.size() == 10'002);
  CHECK(reports[10'001].snapshot == 9'999);
  CHECK(reports[10'001].values == std::vector<std::int32_t>{32767, 0, -5});

  const std::vector<ReceivedLinearReport> before = reports;
  const std::string good = batch_of(3);
  for (const std::string& bad :
       {std::string("[]"), std::string("["), good + " ", "[" + good + "]",
        good.substr(0, good.size() - 1), batch_of(10'001), one + ",",
        good.substr(0, good.size() - 1) + "," + spell({{}, 3, 0, {1, 2}}, "moment", 2) + "]",
        good.substr(0, good.size() - 1) + "," +
            spell(ReceivedReport{{}, 3, 1, 0, 1}, Payload::bit) + "]"}) {
    const Status status = decode_linear_reports(bytes_of(bad), kMoments, reports);
    REQUIRE_FALSE(status.ok());
    CHECK(status.error().code == ErrorCode::report_rejected);
    CHECK(reports == before);
  }
}

}  // namespace
}  // namespace ldp
