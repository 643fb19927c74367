// Bodies that are read together: what each of them holds, and which of them are refused.
#include "server/serving/body_group.hpp"

#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

#include "catch.hpp"

namespace ldp {
namespace {

using Bytes = std::span<const std::uint8_t>;

struct Given {
  std::uint8_t value;
};

// A report for each byte; a body with a 0 cannot be read.
struct ByteDecoder {
  Status decode(Bytes body, std::vector<Given>& reports) const {
    for (const std::uint8_t byte : body) {
      if (byte == 0) return invalid("byte", "0");
    }
    for (const std::uint8_t byte : body) reports.push_back({byte});
    return {};
  }
};

std::vector<std::uint8_t> joined(const std::vector<std::vector<std::uint8_t>>& bodies) {
  std::vector<std::uint8_t> all(bodies.size() * sizeof(std::uint32_t));
  std::uint32_t end = 0;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    end += static_cast<std::uint32_t>(bodies[i].size());
    std::memcpy(all.data() + i * sizeof end, &end, sizeof end);
    all.insert(all.end(), bodies[i].begin(), bodies[i].end());
  }
  return all;
}

BodyGroup<Given> group_of(const std::vector<std::vector<std::uint8_t>>& bodies) {
  ByteDecoder decoder;
  BodyGroup<Given> group;
  group.read(decoder, bodies.size(), joined(bodies));
  return group;
}

TEST_CASE("a body that cannot be read takes nothing from the others") {
  const BodyGroup<Given> group = group_of({{1, 2}, {3, 0}, {}, {4}});
  CHECK(group.counts() == std::vector<std::int32_t>{2, -1, 0, 1});
  CHECK(group.reports().size() == 3);
  CHECK(group.reports().back().value == 4);
}

TEST_CASE("ends that lie outside of the bytes, or fall, give an empty body") {
  const std::vector<std::uint32_t> ends{2, 1, 900};
  std::vector<std::uint8_t> given(ends.size() * sizeof ends[0]);
  std::memcpy(given.data(), ends.data(), given.size());
  given.insert(given.end(), {1, 2, 3});
  ByteDecoder decoder;
  BodyGroup<Given> group;
  group.read(decoder, ends.size(), given);
  CHECK(group.counts() == std::vector<std::int32_t>{2, 0, 0});
  CHECK(group.body(given, 3).empty());
  CHECK(group.body({}, 0).empty());
  group.read(decoder, 5, Bytes(given).first(3));
  CHECK(group.counts().empty());
}

TEST_CASE("a check refuses the bodies with a wrong report, and no others") {
  const auto small = [](std::span<const Given> reports) -> Status {
    for (const Given& report : reports) {
      if (report.value > 9) return invalid("value", "more than 9", report.value);
    }
    return {};
  };
  BodyGroup<Given> group = group_of({{1}, {2, 10}, {0}, {3}, {11}});
  CHECK(group.check(small).error().value == 10);
  CHECK(group.refused() == std::vector<std::uint8_t>{0, 1, 0, 0, 1});
  group = group_of({{1}, {9, 9}});
  CHECK(group.check(small).ok());
}

// What a check needs is read before the first body: bodies are many, and a snapshot's slates long.
TEST_CASE("a check of a group is made once and looks at each report at most twice") {
  const std::vector<std::vector<std::uint8_t>> bodies(500, {1});
  BodyGroup<Given> group = group_of(bodies);
  std::size_t looked = 0;
  const auto refusal = [&looked](std::span<const Given> reports) -> Status {
    looked += reports.size();
    return reports.empty() ? Status() : invalid("value", "none is allowed");
  };
  CHECK_FALSE(group.check(refusal).ok());
  CHECK(group.refused() == std::vector<std::uint8_t>(500, 1));
  CHECK(looked == 1000);
}

}  // namespace
}  // namespace ldp
