// The combinatorial module as JavaScript sees it, for slates: functions over one record in memory,
// no logic. Pages without slates do not download it.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <variant>
#include <vector>

#include "client/combinatorial_client.hpp"
#include "device.hpp"
#include "foundation/wipe.hpp"
#include "page.hpp"
#include "protocol/multi_armed_snapshot.hpp"
#include "record.hpp"
#include "sealed.hpp"

namespace ldp {
namespace {

using page::Address;
using page::address_of;
using page::numbers;
using page::pool;
using page::Text;

// What a call leaves behind. The page knows the offsets (bindings/ts/client/combinatorial/core.ts).
struct Record {
  page::RecordHead head;
  Text arms;  // of 32 bits each
  std::uint32_t reported = 0;
};
static_assert(offsetof(Record, arms) == 80 && offsetof(Record, reported) == 88);

using Device = page::Device<CombinatorialClient, Record>;

// The slate that was drawn last.
std::vector<std::uint32_t>& slate_arms() {
  static std::vector<std::uint32_t> arms;
  return arms;
}

// A device does not count the super arms of its set, which is the server's to do: their means are
// for pages to show.
bool reports_sums(const CombinatorialExperiment& experiment) {
  return experiment.reports.algorithm == Algorithm::cucb_ldp_sum;
}

// A coin as a fraction of its range, or noise in units of an outcome.
struct NoiseOf {
  double operator()(std::monostate) const { return 0; }
  double operator()(const ConvertToBernoulli::Prepared& prepared) const {
    return static_cast<double>(prepared.coin()) * 0x1p-64;
  }
  double operator()(const DiscreteLaplaceMechanism::Prepared& prepared) const {
    return static_cast<double>(prepared.noise()) / kRewardGrid;
  }
};

}  // namespace

// The address of the record.
LDP_EXPORT(open) Address open() { return Device::open(); }

// A client, or 0 and an error. The numbers are the records CombinatorialExperiment and DeviceTerms.
LDP_EXPORT(create) Address create() {
  CombinatorialExperiment experiment;
  page::DeviceTerms terms;
  RecordReader reader(numbers());
  if (!reader.read<CombinatorialExperimentLayout>(experiment) ||
      !reader.read<DeviceTermsLayout>(terms)) {
    return Device::failed(kOtherLayout);
  }
  const Result<RewardTransform> transform = terms.rewards();
  if (!transform) return Device::failed(transform.error());
  experiment.reports.arms = reports_sums(experiment) ? kMaximumSuperArms : experiment.set.arms;
  return Device::keep(CombinatorialClient::create(std::move(experiment), transform.value(),
                                                  terms.neutral, terms.pinned_epsilon,
                                                  terms.pinned_delta));
}

LDP_EXPORT(destroy) void destroy(Address client) { Device::destroy(client); }

// The numbers are the record CombinatorialSnapshot; of sum reports its means are the first of all.
// False and an error if it does not fit the experiment or a slate is not in the decision set.
LDP_EXPORT(setSnapshot) bool set_snapshot(Address client) {
  CombinatorialSnapshot snapshot;
  if (!RecordReader(numbers()).read<CombinatorialSnapshotLayout>(snapshot)) {
    return Device::failed(kOtherLayout);
  }
  if (reports_sums(Device::client_at(client).experiment())) {
    snapshot.mean.resize(kMaximumSuperArms);
    snapshot.width.resize(kMaximumSuperArms, kNeverPulled);
  }
  const Status status = Device::client_at(client).set_snapshot(snapshot);
  return status.ok() || Device::failed(status.error());
}

// Leaves the slate, the sealed decision, the delay in 0..max_delay_ms and the neutral report in the
// record. False and an error without secure randomness.
LDP_EXPORT(choose) bool choose(Address client, std::uint32_t max_delay_ms) {
  Result<PreparedSlate> decision = Device::client_at(client).choose(*pool());
  const auto id = Device::draw_terms(decision, max_delay_ms);
  if (!id) return false;
  slate_arms() = decision.value().arms();
  Device::record.arms = {address_of(slate_arms().data()),
                         static_cast<std::uint32_t>(4 * slate_arms().size())};
  return page::leave<Device>(client, *id, decision.value());
}

// For the page's own inspection, of the sealed decision: leaves in the record what its report
// names, and the numbers become its noise. Returns how many there are: one, or of a report about
// all coordinates one for each; 0 and an error for other bytes.
LDP_EXPORT(noises) std::uint32_t noises() {
  ReportId id{};
  Result<SlateAnswer> answer = page::unseal<SlateAnswer>(id);
  if (!answer) {
    Device::failed(answer.error());
    return 0;
  }
  std::vector<double>& left = numbers();
  left.clear();
  for (const double one : answer.value().noise.in_units()) left.push_back(one);
  if (left.empty()) left.push_back(std::visit(NoiseOf{}, answer.value().coin));
  Device::record.reported = answer.value().reported;
  answer.value().wipe();
  return static_cast<std::uint32_t>(left.size());
}

// See page::redraw.
LDP_EXPORT(redraw) bool redraw(Address client) { return page::redraw<Device, SlateAnswer>(client); }

// See page::report_numbers.
LDP_EXPORT(report) bool report(Address client) {
  return page::report_numbers<Device, SlateAnswer>(client);
}

}  // namespace ldp
