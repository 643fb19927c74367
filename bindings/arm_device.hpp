// A client module for multi-armed bandits as JavaScript sees it: functions over one record in
// memory, no logic. The file that includes it says before which client the module has:
// ldp::page::Client.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "client/multi_armed_client.hpp"
#include "page.hpp"
#include "random/uniform.hpp"
#include "record.hpp"

namespace ldp {
namespace {

using page::Address;
using page::address_of;
using page::Client;
using page::numbers;
using page::pool;
using Decision = Client::Decision;

// A decision between choose and report, held by the page as opaque bytes: so there is no table of
// open decisions to clean up, and the page wipes them once the feedback is in.
struct Sealed {
  ReportId id;
  alignas(8) std::array<std::byte, sizeof(Decision)> decision;
};
static_assert(std::is_trivially_copyable_v<Decision>);

// What a call leaves behind. The page knows the offsets (bindings/ts/client/multi-armed-core.ts).
struct Record {
  page::RecordHead head;
  alignas(8) std::array<std::byte, 64> sealed;
  alignas(8) std::array<std::uint8_t, 120> body;
};
static_assert(offsetof(Record, sealed) == 80 && sizeof(Sealed) <= sizeof(Record::sealed));
static_assert(offsetof(Record, body) == 144 && kMaximumReportBytes <= sizeof(Record::body));

Record record{};

Client& client_at(Address address) { return *reinterpret_cast<Client*>(std::uintptr_t{address}); }

std::uint32_t write(const Result<ArmReport>& report) {
  if (!report) {
    record.head.set_error(report.error());
    return 0;
  }
  return static_cast<std::uint32_t>(
      report.value().encode(reinterpret_cast<char*>(record.body.data())));
}

template <class Use>
auto with_decision(Use use) {
  Sealed sealed;
  std::memcpy(&sealed, record.sealed.data(), sizeof sealed);
  return use(sealed, *reinterpret_cast<const Decision*>(sealed.decision.data()));
}

// Leaves a decision with fresh noise in the record, where the id stays.
bool leave(const Result<Decision>& drawn) {
  if (!drawn) {
    record.head.set_draw_error(drawn.error());
    return false;
  }
  std::memcpy(record.sealed.data() + offsetof(Sealed, decision), &drawn.value(), sizeof(Decision));
  return true;
}

// The coin as a fraction of its range, or the noise in units of the reward.
struct NoiseOf {
  double operator()(const ConvertToBernoulli::Prepared& prepared) const {
    return static_cast<double>(prepared.coin()) * 0x1p-64;
  }
  double operator()(const WindowMechanism::Prepared& prepared) const {
    return static_cast<double>(prepared.coin()) * 0x1p-64;
  }
  double operator()(const DiscreteLaplaceMechanism::Prepared& prepared) const {
    return static_cast<double>(prepared.noise()) / kRewardGrid;
  }
  double operator()(const DiscreteGaussianMechanism::Prepared& prepared) const {
    return prepared.noise();
  }
};

}  // namespace

// The address of the record.
LDP_EXPORT(open) Address open() {
  page::open();
  return address_of(&record);
}

// A client, or 0 and an error. The numbers are the records Experiment and DeviceTerms.
LDP_EXPORT(create) Address create() {
  MultiArmedExperiment experiment;
  page::DeviceTerms terms;
  RecordReader reader(numbers());
  if (!reader.read<ExperimentLayout>(experiment) || !reader.read<DeviceTermsLayout>(terms)) {
    record.head.set_error(kOtherLayout);
    return 0;
  }
  const Result<RewardTransform> transform = terms.rewards();
  if (!transform) {
    record.head.set_error(transform.error());
    return 0;
  }
  Result<Client> client = Client::create(std::move(experiment), transform.value(), terms.neutral,
                                         terms.pinned_epsilon, terms.pinned_delta);
  if (!client) {
    record.head.set_error(client.error());
    return 0;
  }
  record.head.set_cost(client.value().guarantee().cost());
  return address_of(new Client(std::move(client).value()));
}

LDP_EXPORT(destroy) void destroy(Address client) { delete &client_at(client); }

// The numbers are the record Snapshot. False and an error if it does not fit the experiment.
LDP_EXPORT(setSnapshot) bool set_snapshot(Address client) {
  MultiArmedSnapshot snapshot;
  if (!RecordReader(numbers()).read<SnapshotLayout>(snapshot)) {
    record.head.set_error(kOtherLayout);
    return false;
  }
  const Status status = client_at(client).set_snapshot(snapshot);
  if (!status) record.head.set_error(status.error());
  return status.ok();
}

// Leaves the sealed decision, the delay in 0..max_delay_ms and the neutral report in the record.
// Returns the size of the report; 0 and an error without secure randomness.
LDP_EXPORT(choose) std::uint32_t choose(Address client, std::uint32_t max_delay_ms) {
  const Result<Decision> decision = client_at(client).choose(*pool());
  Sealed sealed;
  sealed.id = page::draw_id();
  const std::uint64_t delay = uniform_below(*pool(), std::uint64_t{max_delay_ms} + 1);
  if (!decision || pool()->failed()) {
    record.head.set_no_randomness();
    return 0;
  }
  std::memcpy(sealed.decision.data(), &decision.value(), sizeof(Decision));
  std::memcpy(record.sealed.data(), &sealed, sizeof sealed);
  record.head.delay_ms = static_cast<std::uint32_t>(delay);
  record.head.policy = static_cast<std::uint32_t>(decision.value().policy());
  return write(client_at(client).neutral_report(decision.value(), sealed.id));
}

// The sealed decision in the record gets fresh noise for an answer; all else stays. False and an
// error without secure randomness, or for a decision of another client.
LDP_EXPORT(redraw) bool redraw(Address client) {
  return with_decision([&](const Sealed&, const Decision& decision) {
    return leave(client_at(client).redraw(decision, *pool()));
  });
}

// Leaves in the record a sealed decision of these public parts with fresh noise. The id of its
// report is the one that stands there already. False and an error as redraw(), and for another
// level than the client's.
LDP_EXPORT(reopen)
bool reopen(Address client, std::uint32_t arm, std::uint32_t level, std::uint32_t snapshot) {
  return leave(client_at(client).reopen(arm, level, snapshot, *pool()));
}

// Randomises the feedback with the noise of the sealed decision in the record, and leaves the
// report there. Returns its size; 0 and an error if the feedback is not finite.
LDP_EXPORT(report) std::uint32_t report(Address client, double feedback) {
  return with_decision([&](const Sealed& sealed, const Decision& decision) {
    return write(client_at(client).report(decision, feedback, sealed.id));
  });
}

// The noise of the sealed decision in the record, for the page's own inspection.
LDP_EXPORT(noise) double noise() {
  return with_decision([](const Sealed&, const Decision& decision) {
    return std::visit(NoiseOf{}, decision.noise());
  });
}

}  // namespace ldp
