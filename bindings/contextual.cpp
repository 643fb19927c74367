// The contextual module as JavaScript sees it, for linear and generalized linear bandits: functions
// over one record in memory, no logic. Pages without contexts do not download it.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "client/linear_client.hpp"
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

// What a call leaves behind. The page knows the offsets (bindings/ts/client/contextual/core.ts).
struct Record {
  page::RecordHead head;
  std::uint32_t action = 0;
  std::uint32_t rescaled = 0;
  Text part;
};
static_assert(offsetof(Record, action) == 80 && offsetof(Record, rescaled) == 84);
static_assert(offsetof(Record, part) == 88);

using Device = page::Device<LinearClient, Record>;

// How long features may be, and what becomes of longer ones.
struct FeatureNorm {
  double norm = 0;
  NormPolicy norms = NormPolicy::clip;
};

}  // namespace

// The address of the record.
LDP_EXPORT(open) Address open() { return Device::open(); }

// A client, or 0 and an error. The numbers are the records LinearExperiment, FeatureNorm,
// DeviceTerms.
LDP_EXPORT(create) Address create() {
  LinearExperiment experiment;
  FeatureNorm features;
  page::DeviceTerms terms;
  RecordReader reader(numbers());
  if (!reader.read<LinearExperimentLayout>(experiment) ||
      !reader.read<FeatureNormLayout>(features) || !reader.read<DeviceTermsLayout>(terms)) {
    return Device::failed(kOtherLayout);
  }
  const Result<RewardTransform> transform = terms.rewards();
  if (!transform) return Device::failed(transform.error());
  return Device::keep(LinearClient::create(experiment, transform.value(), terms.neutral,
                                           features.norm, features.norms, terms.pinned_epsilon,
                                           terms.pinned_delta));
}

LDP_EXPORT(destroy) void destroy(Address client) { Device::destroy(client); }

// Bytes of one number in a report.
LDP_EXPORT(numberBytes) std::uint32_t number_bytes(Address client) {
  return parts(Device::client_at(client).experiment()).front().bytes;
}

// The numbers are `rows` rows of features; they are wiped. Leaves the sealed decision, the delay in
// 0..max_delay_ms and the neutral report in the record. False and an error for bad features, and
// then nothing has been drawn; or without secure randomness.
LDP_EXPORT(choose) bool choose(Address client, std::uint32_t rows, std::uint32_t max_delay_ms) {
  Result<PreparedLinearDecision> decision =
      Device::client_at(client).choose(numbers(), rows, *pool());
  wipe(std::span(numbers()));
  if (!decision && decision.error().code == ErrorCode::invalid_argument) {
    return Device::failed(decision.error());
  }
  const auto drawn = Device::draw_terms(decision, max_delay_ms);
  if (!drawn) return false;
  const ReportId id = decision.value().id.value_or(*drawn);
  Device::record.action = decision.value().arm;
  Device::record.rescaled = Device::client_at(client).rescaled();
  return page::leave<Device>(client, id, decision.value());
}

// See page::report.
LDP_EXPORT(report) bool report(Address client, double feedback) {
  return page::report<Device, LinearAnswer>(client, feedback);
}

// For the page's own inspection, of the sealed decision: the numbers become the unit of the report,
// the features, what it would say without noise, and the noise. Returns how many numbers the vector
// has; 0 and an error as report().
LDP_EXPORT(trace) std::uint32_t trace(Address client, double feedback) {
  const LinearClient& device = Device::client_at(client);
  ReportId id{};
  const Result<LinearAnswer> answer = page::unseal<LinearAnswer>(id);
  if (!answer) {
    Device::failed(answer.error());
    return 0;
  }
  const Result<LinearReport> report = device.report(answer.value(), feedback, id);
  const Result<std::vector<double>> truth = device.statement(answer.value(), feedback);
  if (!report || !truth) {
    Device::failed(report ? truth.error() : report.error());
    return 0;
  }
  const std::uint32_t part = report.value().part();
  const double unit = device.unit(part);
  Device::record.part = page::text(parts(device.experiment())[part].name);
  std::vector<double>& left = numbers();
  left.assign(1, unit);
  left.insert(left.end(), answer.value().features.begin(), answer.value().features.end());
  left.insert(left.end(), truth.value().begin(), truth.value().end());
  const std::vector<std::int32_t> released = device.numbers(report.value());
  for (std::size_t i = 0; i < truth.value().size(); ++i) {
    left.push_back(released[i] * unit - truth.value()[i]);
  }
  return static_cast<std::uint32_t>(truth.value().size());
}

// False and an error if the snapshot does not fit the experiment.
LDP_EXPORT(setSnapshot) bool set_snapshot(Address client) {
  return Device::set_snapshot<LinearSnapshot, LinearSnapshotLayout>(client);
}

// See page::redraw.
LDP_EXPORT(redraw) bool redraw(Address client) {
  return page::redraw<Device, LinearAnswer>(client);
}

}  // namespace ldp
