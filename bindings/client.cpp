// The client module as JavaScript sees it, for multi-armed bandits: functions over one record in
// memory, no logic.
#include <emscripten/bind.h>
#include <emscripten/emscripten.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>

#include "client/multi_armed_client.hpp"
#include "device.hpp"
#include "foundation/wipe.hpp"
#include "page.hpp"
#include "record.hpp"

namespace ldp {
namespace {

using page::Address;
using page::address_of;
using page::numbers;
using page::pool;

// A decision between choose and report, held by the page as opaque bytes: so there is no table of
// open decisions to clean up, and the page wipes them once the feedback is in.
struct Sealed {
  ReportId id{};
  alignas(8) std::array<std::byte, sizeof(PreparedDecision)> decision{};
};
static_assert(std::is_trivially_copyable_v<PreparedDecision>);

// What a call leaves behind.
struct Record {
  page::RecordHead head;
};

using Device = page::Device<MultiArmedClient, Record>;

Sealed sealed{};
std::array<char, kMaximumReportBytes> body{};

// Room for the sealed bytes that the next call reads.
Address sealed_room(std::uint32_t /*size*/) { return address_of(&sealed); }

// Takes the decision back out of the room, which is wiped.
[[gnu::noinline]] Sealed take() {
  const Sealed taken = sealed;
  wipe(std::as_writable_bytes(std::span(&sealed, 1)));
  return taken;
}

const PreparedDecision& decision_of(const Sealed& taken) {
  return *reinterpret_cast<const PreparedDecision*>(taken.decision.data());
}

// Leaves the bytes of a report in the record. Not Device::write, which every page would download.
[[gnu::noinline]] bool write(const Result<Report>& report) {
  if (!report) return Device::failed(report.error());
  const std::string bytes = report.value().encode();
  std::memcpy(body.data(), bytes.data(), bytes.size());
  Device::record.head.body = {address_of(body.data()), static_cast<std::uint32_t>(bytes.size())};
  return true;
}

// Leaves a decision in the record, sealed. The id of its report stays the one in the room.
[[gnu::noinline]] bool leave(const Result<PreparedDecision>& drawn) {
  if (!drawn) {
    Device::record.head.set_draw_error(drawn.error());
    return false;
  }
  std::memcpy(sealed.decision.data(), &drawn.value(), sizeof(PreparedDecision));
  Device::record.head.sealed = {address_of(&sealed), sizeof sealed};
  return true;
}

// The coin as a fraction of its range, or the noise in units of the reward.
struct NoiseOf {
  double operator()(const ConvertToBernoulli::Prepared& prepared) const {
    return static_cast<double>(prepared.coin()) * 0x1p-64;
  }
  double operator()(const DiscreteLaplaceMechanism::Prepared& prepared) const {
    return static_cast<double>(prepared.noise()) / kRewardGrid;
  }
  double operator()(const DiscreteGaussianMechanism::Prepared& prepared) const {
    return prepared.noise();
  }
};

// A client, or 0 and an error. The numbers are the records Experiment and DeviceTerms.
Address create() {
  Experiment experiment;
  page::DeviceTerms terms;
  RecordReader reader(numbers());
  if (!reader.read<ExperimentLayout>(experiment) || !reader.read<DeviceTermsLayout>(terms)) {
    return Device::failed(kOtherLayout);
  }
  const Result<RewardTransform> transform = terms.rewards();
  if (!transform) return Device::failed(transform.error());
  return Device::keep(MultiArmedClient::create(std::move(experiment), transform.value(),
                                               terms.neutral, terms.pinned_epsilon,
                                               terms.pinned_delta));
}

// Leaves the sealed decision, the delay in 0..max_delay_ms and the neutral report in the record.
// False and an error without secure randomness.
bool choose(Address client, std::uint32_t max_delay_ms) {
  const Result<PreparedDecision> decision = Device::client_at(client).choose(*pool());
  const auto id = Device::draw_terms(decision, max_delay_ms);
  if (!id) return false;
  sealed.id = *id;
  Device::record.head.policy = static_cast<std::uint32_t>(decision.value().policy());
  return leave(decision) && write(Device::client_at(client).neutral_report(decision.value(), *id));
}

// The sealed decision gets fresh noise for an answer; all else stays. False and an error without
// secure randomness, or for a decision of another client.
bool redraw(Address client) {
  const Sealed taken = take();
  sealed.id = taken.id;
  return leave(Device::client_at(client).redraw(decision_of(taken), *pool()));
}

// Leaves in the record a sealed decision of these public parts with fresh noise. The id of its
// report is the one in the room already. False and an error as redraw(), and for another level than
// the client's.
bool reopen(Address client, std::uint32_t arm, std::uint32_t level, std::uint32_t snapshot) {
  return leave(Device::client_at(client).reopen(arm, level, snapshot, *pool()));
}

// Randomises the feedback with the noise of the sealed decision and leaves the report in the
// record. False and an error if the feedback is not finite.
bool report(Address client, double feedback) {
  const Sealed taken = take();
  return write(Device::client_at(client).report(decision_of(taken), feedback, taken.id));
}

// The noise of the sealed decision, for the page's own inspection.
double noise() {
  return std::visit(NoiseOf{}, decision_of(take()).noise());
}

}  // namespace
}  // namespace ldp

EMSCRIPTEN_BINDINGS(client) {
  using emscripten::function;
  ldp::page::bind_device<ldp::Device>();
  function("sealed", &ldp::sealed_room);
  function("create", &ldp::create);
  function("setSnapshot", &ldp::Device::set_snapshot<ldp::Snapshot, ldp::SnapshotLayout>);
  function("choose", &ldp::choose);
  function("redraw", &ldp::redraw);
  function("reopen", &ldp::reopen);
  function("report", &ldp::report);
  function("noise", &ldp::noise);
}
