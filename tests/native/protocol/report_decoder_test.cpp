#include <string>
#include <string_view>

#include "catch.hpp"
#include "protocol/arm_report.hpp"
#include "protocol/experiments.hpp"
#include "protocol/refused.hpp"
#include "protocol/report_bytes.hpp"

namespace ldp {
namespace {

using test::bytes_of;
using test::spell;

const MultiArmedExperiment kBits = test::weighted(12, {0.5, 1, 2});
const MultiArmedExperiment kIntegers = test::laplace(12, {0.5, 1, 2}, 1);
const std::string kHead = R"({"v":1,"id":"AAECAwQFBgcICQoLDA0ODw",)";

// The field that a refusal names; empty if the text is accepted.
std::string_view refused(const std::string& text, const MultiArmedExperiment& experiment = kBits) {
  return test::named(decode_report(bytes_of(text), experiment), ErrorCode::report_rejected);
}

TEST_CASE("every field is held to its range, and a refusal names it") {
  CHECK(refused(kHead + R"("snapshot":4294967295,"arm":11,"level":2,"bit":1})") == "");
  CHECK(refused("") == "v");
  CHECK(refused("{}") == "v");
  CHECK(
      refused(R"({"v":2,"id":"AAECAwQFBgcICQoLDA0ODw","snapshot":1,"arm":1,"level":0,"bit":0})") ==
      "v");
  CHECK(refused(R"({"v":1,"id":"AAECAwQFBgcICQoLDA0OD","snapshot":1,"arm":1,"level":0,"bit":0})") ==
        "id");
  CHECK(
      refused(R"({"v":1,"id":"AAECAwQFBgcICQoLDA0OD+","snapshot":1,"arm":1,"level":0,"bit":0})") ==
      "id");
  CHECK(refused(kHead + R"("snapshot":4294967296,"arm":1,"level":0,"bit":0})") == "snapshot");
  CHECK(refused(kHead + R"("snapshot":-1,"arm":1,"level":0,"bit":0})") == "snapshot");
  CHECK(refused(kHead + R"("snapshot":01,"arm":1,"level":0,"bit":0})") == "snapshot");
  CHECK(refused(kHead + R"("snapshot":1,"arm":12,"level":0,"bit":0})") == "arm");
  CHECK(refused(kHead + R"("snapshot":1,"arm":1.0,"level":0,"bit":0})") == "level");
  CHECK(refused(kHead + R"("snapshot":1,"arm":1,"level":3,"bit":0})") == "level");
  CHECK(refused(kHead + R"("snapshot":1,"arm":1,"level":0,"bit":2})") == "bit");
  CHECK(refused(kHead + R"("snapshot":1,"arm":1,"level":0,"bit":true})") == "bit");
  CHECK(refused(kHead + R"("snapshot":1,"arm":1,"level":0,"noisy":1})") == "bit");
  CHECK(refused(kHead + R"("snapshot":1,"arm":1,"level":0,"bit":1,"user":7})") == "report");
  CHECK(refused(kHead + R"("snapshot":1,"arm":1,"level":0,"bit":1} )") == "report");
}

TEST_CASE("a noisy integer spans the range of its level and is canonical") {
  const std::string head = kHead + R"("snapshot":1,"arm":1,"level":0,"noisy":)";
  // Epsilon 1/2: t/s is 2048.
  CHECK(refused(head + "93184}", kIntegers) == "");
  CHECK(refused(head + "-92160}", kIntegers) == "");
  CHECK(refused(head + "93185}", kIntegers) == "noisy");
  CHECK(refused(head + "-92161}", kIntegers) == "noisy");
  CHECK(refused(head + "2147483647}", kIntegers) == "noisy");
  CHECK(refused(head + "0}", kIntegers) == "");
  for (const char* bad : {"2147483648}", "-2147483649}", "-0}", "+1}", "00}", "-01}", "1e3}", "-}",
                          "99999999999999999999999}", "\"1\"}", "null}"}) {
    CAPTURE(bad);
    const std::string_view field = refused(head + bad, kIntegers);
    CHECK((field == "noisy" || field == "report"));
  }
}

TEST_CASE("a Gaussian report travels as a noisy integer of tens of millions") {
  const MultiArmedExperiment gaussian = test::gaussian(12, {0.5, 1, 2});
  const std::string head =
      R"({"v":1,"id":"AAECAwQFBgcICQoLDA0ODw","snapshot":1,"arm":11,"level":2,)";
  for (const std::string value : {"0", "-1", "67108864", "-67108864"}) {
    const auto report = decode_report(bytes_of(head + R"("noisy":)" + value + "}"), gaussian);
    REQUIRE(report.ok());
    CHECK(std::to_string(report.value().value) == value);
  }
  for (const std::string bad : {R"("bit":1})", R"("gaussian":1})", R"("noisy":2147483648})",
                                R"("noisy":-0})", R"("noisy":})"}) {
    CHECK(refused(head + bad, gaussian) == "noisy");
  }
}

TEST_CASE("the four spare bits of the last character of an id must be zero") {
  const std::string tail = R"(","snapshot":1,"arm":1,"level":0,"bit":0})";
  int accepted = 0;
  for (int byte = 0; byte < 256; ++byte) {
    const std::string text =
        std::string(R"({"v":1,"id":"AAECAwQFBgcICQoLDA0OD)") + static_cast<char>(byte) + tail;
    accepted += refused(text).empty() ? 1 : 0;
  }
  CHECK(accepted == 4);  // A, Q, g, w
}

// Canonicality: bytes that are accepted are the only spelling of what they say.
void check_canonical(const std::string& text, const MultiArmedExperiment& experiment) {
  const auto report = decode_report(bytes_of(text), experiment);
  if (report.ok()) CHECK(spell(report.value(), payload(experiment)) == text);
}

TEST_CASE(
    "after any change of a byte a report is refused or is the one spelling of another report") {
  const std::string bit =
      R"({"v":1,"id":"AAECAwQFBgcICQoLDA0ODw","snapshot":1204,"arm":10,"level":1,"bit":0})";
  const std::string noisy =
      R"({"v":1,"id":"_-ECAwQFBgcICQoLDA0ODw","snapshot":0,"arm":1,"level":0,"noisy":-1020})";
  for (const auto& [text, experiment] : {std::pair{bit, kBits}, std::pair{noisy, kIntegers}}) {
    CHECK(refused(text, experiment) == "");
    for (std::size_t at = 0; at <= text.size(); ++at) {
      for (int byte = 0; byte < 256; ++byte) {
        std::string inserted = text;
        inserted.insert(at, 1, static_cast<char>(byte));
        check_canonical(inserted, experiment);
        if (at == text.size()) continue;
        std::string changed = text;
        changed[at] = static_cast<char>(byte);
        check_canonical(changed, experiment);
      }
      if (at == text.size()) continue;
      std::string removed = text;
      removed.erase(at, 1);
      check_canonical(removed, experiment);
      CHECK(refused(text.substr(0, at), experiment) != "");
    }
  }
}

std::string batch_of(std::size_t reports) {
  std::string text = "[";
  for (std::size_t i = 0; i < reports; ++i) {
    if (i > 0) text += ',';
    text += spell({{}, 3, static_cast<std::uint32_t>(i % 12), 1, 1}, Payload::bit);
  }
  return text + "]";
}

TEST_CASE("a body is one report or an array of 1 to 10000") {
  std::vector<ReceivedReport> reports;
  CHECK(decode_reports(bytes_of(spell({{}, 3, 2, 1, 1}, Payload::bit)), kBits, reports).ok());
  CHECK(reports.size() == 1);
  CHECK(decode_reports(bytes_of(batch_of(1)), kBits, reports).ok());
  CHECK(decode_reports(bytes_of(batch_of(10'000)), kBits, reports).ok());
  REQUIRE(reports.size() == 10'002);
  CHECK(reports[10'001].arm == 9'999 % 12);
}

TEST_CASE("a batch is taken whole or not at all") {
  const ReceivedReport kept = test::report(1, 1, 1);
  std::vector<ReceivedReport> reports{kept};
  const std::string good = batch_of(3);
  for (const std::string& bad :
       {std::string("[]"), std::string("["), good + " ", good + good, "[" + good + "]",
        good.substr(0, good.size() - 1), good.substr(0, good.size() - 1) + ",]", batch_of(10'001),
        spell({{}, 3, 2, 1, 1}, Payload::bit) + ",",
        good.substr(0, good.size() - 1) + "," + spell({{}, 3, 12, 1, 1}, Payload::bit) + "]"}) {
    const Status status = decode_reports(bytes_of(bad), kBits, reports);
    REQUIRE_FALSE(status.ok());
    CHECK(status.error().code == ErrorCode::report_rejected);
    CHECK(reports == std::vector<ReceivedReport>{kept});
  }
}

}  // namespace
}  // namespace ldp
