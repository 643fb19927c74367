// The convex module as JavaScript sees it, for points of a convex set: functions over one record in
// memory, no logic. Pages without such experiments do not download it.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <variant>
#include <vector>

#include "client/convex_client.hpp"
#include "device.hpp"
#include "foundation/wipe.hpp"
#include "page.hpp"
#include "record.hpp"
#include "sealed.hpp"

namespace ldp {
namespace {

using page::Address;
using page::address_of;
using page::numbers;
using page::pool;
using page::Text;

// What a call leaves behind. The page knows the offsets (bindings/ts/client/convex/core.ts).
struct Record {
  page::RecordHead head;
  Text points;       // of 64 bits each: one point, or two one behind the other
  double value = 0;  // of a trace: v, in [-1, 1]
  double noise = 0;  // a coin as a fraction of its range, or noise in units of v
  std::uint32_t clamped = 0;
};
static_assert(offsetof(Record, points) == 80 && offsetof(Record, value) == 88);
static_assert(offsetof(Record, noise) == 96 && offsetof(Record, clamped) == 104);

using Device = page::Device<ConvexClient, Record>;

// What was drawn last.
std::vector<double>& points() {
  static std::vector<double> points;
  return points;
}

// A coin as a fraction of its range, or noise in units of v, which has twice those of a reward.
struct NoiseOf {
  double operator()(const ConvertToBernoulli::Prepared& prepared) const {
    return static_cast<double>(prepared.coin()) * 0x1p-64;
  }
  double operator()(const DiscreteLaplaceMechanism::Prepared& prepared) const {
    return 2 * static_cast<double>(prepared.noise()) / kRewardGrid;
  }
  double operator()(const DiscreteGaussianMechanism::Prepared& prepared) const {
    return 2 * prepared.noise();
  }
};

}  // namespace

// The address of the record.
LDP_EXPORT(open) Address open() { return Device::open(); }

// A client, or 0 and an error. The numbers are the records ConvexExperiment and DeviceTerms. Of the
// experiment what a device needs: what only a learner's steps depend on is the server's.
LDP_EXPORT(create) Address create() {
  ConvexExperiment experiment;
  page::DeviceTerms terms;
  RecordReader reader(numbers());
  if (!reader.read<ConvexExperimentLayout>(experiment) || !reader.read<DeviceTermsLayout>(terms)) {
    return Device::failed(kOtherLayout);
  }
  return Device::keep(ConvexClient::create(std::move(experiment), terms.neutral,
                                           terms.pinned_epsilon, terms.pinned_delta));
}

LDP_EXPORT(destroy) void destroy(Address client) { Device::destroy(client); }

// Leaves the points, the sealed decision, the delay in 0..max_delay_ms and the neutral report in
// the record. False and an error without secure randomness.
LDP_EXPORT(choose) bool choose(Address client, std::uint32_t max_delay_ms) {
  Result<PreparedPoints> decision = Device::client_at(client).choose(*pool());
  const auto id = Device::draw_terms(decision, max_delay_ms);
  if (!id) return false;
  PreparedPoints& drawn = decision.value();
  points() = drawn.first;
  points().insert(points().end(), drawn.second.begin(), drawn.second.end());
  Device::record.points = {address_of(points().data()),
                           static_cast<std::uint32_t>(8 * points().size())};
  return page::leave<Device>(client, *id, drawn);
}

// For the page's own inspection: what a report of these losses says before its noise, whether they
// were clamped, and the noise of the sealed decision. The numbers are wiped. False and an error as
// in report.
LDP_EXPORT(trace) bool trace(Address client) {
  ReportId id{};
  Result<ConvexAnswer> answer = page::unseal<ConvexAnswer>(id);
  if (!answer) {
    wipe(std::span(numbers()));
    return Device::failed(answer.error());
  }
  const auto statement = Device::client_at(client).state(answer.value(), numbers());
  Device::record.noise = std::visit(NoiseOf{}, answer.value().noise);
  answer.value().wipe();
  wipe(std::span(numbers()));
  if (!statement) return Device::failed(statement.error());
  Device::record.value = static_cast<double>(statement.value().value.value()) * 0x1p-31 - 1;
  Device::record.clamped = statement.value().is_clamped ? 1 : 0;
  return true;
}

// False and an error if the snapshot does not fit the experiment.
LDP_EXPORT(setSnapshot) bool set_snapshot(Address client) {
  return Device::set_snapshot<ConvexSnapshot, ConvexSnapshotLayout>(client);
}

// See page::redraw.
LDP_EXPORT(redraw) bool redraw(Address client) {
  return page::redraw<Device, ConvexAnswer>(client);
}

// See page::report_numbers.
LDP_EXPORT(report) bool report(Address client) {
  return page::report_numbers<Device, ConvexAnswer>(client);
}

}  // namespace ldp
