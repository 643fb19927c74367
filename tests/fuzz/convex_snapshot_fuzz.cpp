// Foreign sets and snapshots of a convex experiment: numbers of any kind. A set that a device takes
// has a middle; a snapshot that it takes leads it nowhere outside the set; every report is one that
// a server reads.
#include <cmath>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "client/convex_client.hpp"
#include "foreign_numbers.hpp"
#include "protocol/convex_report.hpp"
#include "protocol/convex_snapshot.hpp"
#include "require.hpp"

namespace {

using fuzz::Counter;
using fuzz::Reader;
using fuzz::require;

// How far rounding may lead beyond the set, twice: of what is accepted, and of what is played.
constexpr double kSlack = 3 * ldp::kConvexTolerance;

void require_inside(const ldp::ConvexSet& set, const std::vector<double>& point) {
  require(point.size() == set.dimension);
  require(ldp::is_in_hull(set, point));
  double size = set.radius;
  for (std::size_t i = 0; i < set.high.size(); ++i)
    size = std::fmax(size, set.high[i] - set.low[i]);
  require(ldp::depth(set, point) >= -kSlack * std::fmax(size, 1));
}

void play(const ldp::ConvexClient& client) {
  const ldp::ConvexExperiment& experiment = client.experiment();
  Counter source;
  for (int i = 0; i < 4; ++i) {
    const auto decision = client.choose(source);
    require(decision.ok());
    require_inside(experiment.set, decision.value().first);
    if (!decision.value().second.empty()) require_inside(experiment.set, decision.value().second);
    const auto text = client.neutral_report(decision.value(), ldp::ReportId{});
    require(text.ok());
    const auto* bytes = reinterpret_cast<const std::uint8_t*>(text.value().data());
    require(ldp::decode_convex_report({bytes, text.value().size()}, experiment).ok());
  }
}

// Near enough to sense that some are taken: the distances of a small grid, and now and then any
// number at all.
double number(Reader& reader) {
  const auto small = reader.take<std::int8_t>();
  return small == 127 ? reader.take<double>() : small / 32.0;
}

ldp::ConvexSet take_set(Reader& reader) {
  ldp::ConvexSet set;
  const auto head = reader.take<std::uint8_t>();
  set.kind = static_cast<ldp::ConvexSetKind>(head % 5);
  set.dimension = head / 5 % 4;
  const auto list = [&reader](std::size_t size) {
    std::vector<double> numbers(size);
    for (double& one : numbers) one = number(reader);
    return numbers;
  };
  set.radius = number(reader);
  if (set.kind == ldp::ConvexSetKind::ball) set.center = list(set.dimension);
  if (set.kind == ldp::ConvexSetKind::box) {
    set.low = list(set.dimension);
    set.high = list(set.dimension);
  }
  if (set.kind == ldp::ConvexSetKind::polytope) {
    const std::size_t rows = head / 20;
    set.normals = list(rows * set.dimension);
    set.offsets = list(rows);
  }
  return set;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Reader reader({data, size});
  ldp::ConvexExperiment experiment;
  experiment.epsilon = 1;
  const auto kind = reader.take<std::uint8_t>();
  if (kind % 4 == 0) {
    experiment.lipschitz = 1;
  } else if (kind % 4 == 1) {
    experiment.feedback = ldp::ConvexFeedback::comparison;
  } else if (kind % 4 == 2) {
    experiment.algorithm = ldp::Algorithm::ldp_one_point;
    experiment.losses = ldp::ConvexLosses::smooth;
    experiment.smoothness = 1;
  } else {
    experiment.algorithm = ldp::Algorithm::ldp_stochastic_convex;
  }
  experiment.set = take_set(reader);
  auto client = ldp::ConvexClient::create(experiment, 0, 1);
  if (!client.ok()) return 0;
  play(client.value());

  ldp::ConvexSnapshot snapshot;
  snapshot.id = reader.take<std::uint32_t>();
  snapshot.reports = reader.take<std::uint32_t>();
  // Mostly the right lengths, and not far from the middle.
  const auto lengths = reader.take<std::uint8_t>();
  const std::size_t d = experiment.set.dimension;
  const std::size_t hull = ldp::hull_dimension(experiment.set);
  if (kind % 4 != 3) snapshot.point = client.value().centre().point;
  if (lengths % 8 == 1) snapshot.point.resize(lengths / 8);
  if (kind % 4 < 2) snapshot.radius = number(reader);
  if (kind % 4 == 2) snapshot.shape.resize(lengths % 8 == 2 ? lengths / 8U : hull * hull);
  if (kind % 4 == 3) snapshot.points.resize(lengths % 8 == 3 ? lengths / 8U : 3);
  if (kind % 4 == 3) snapshot.weights = {0.25, 0.5, 0.25};
  snapshot.answer = client.value().centre().point;
  for (double& one : snapshot.point) one += number(reader) / 8;
  for (double& one : snapshot.shape) one = number(reader) / 4;
  for (double& one : snapshot.points) one = number(reader);
  for (double& one : snapshot.weights) one += number(reader);
  for (double& one : snapshot.answer) one += number(reader) / 8;
  if (lengths % 8 == 4) {
    snapshot.slope.resize(d);
    snapshot.curvature.resize(d * (d + 1) / 2);
    for (double& one : snapshot.slope) one = number(reader);
  }
  if (!client.value().set_snapshot(snapshot).ok()) return 0;
  require(ldp::validate(snapshot, experiment).ok());
  play(client.value());
  return 0;
}
