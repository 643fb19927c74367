// The convex module as JavaScript sees it, for points of a convex set: functions over one record in
// memory, no logic. Pages without such experiments do not download it.
#include <emscripten/bind.h>
#include <emscripten/emscripten.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "client/convex_client.hpp"
#include "foundation/wipe.hpp"
#include "page.hpp"
#include "random/uniform.hpp"
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
  Text sealed;
  Text body;
  Text points;       // of 64 bits each: one point, or two one behind the other
  double value = 0;  // of a trace: v, in [-1, 1]
  double noise = 0;  // a coin as a fraction of its range, or noise in units of v
  std::uint32_t clamped = 0;
};
static_assert(offsetof(Record, sealed) == 40 && offsetof(Record, body) == 48);
static_assert(offsetof(Record, points) == 56 && offsetof(Record, value) == 64);
static_assert(offsetof(Record, noise) == 72 && offsetof(Record, clamped) == 80);

Record record{};

std::string& body() {
  static std::string body;
  return body;
}

// What was drawn last.
std::vector<double>& points() {
  static std::vector<double> points;
  return points;
}

ConvexClient& client_at(Address address) {
  return *reinterpret_cast<ConvexClient*>(std::uintptr_t{address});
}

bool failed(const Error& error) {
  record.head.set_error(error);
  return false;
}

bool write(Result<std::string> report) {
  if (!report) return failed(report.error());
  body() = std::move(report).value();
  record.body = page::text(body());
  return true;
}

// The address of the record.
Address open() {
  page::open();
  return address_of(&record);
}

// A client, or 0 and an error. The numbers are the records ConvexExperiment and DeviceTerms. Of the
// experiment what a device needs: what only a learner's steps depend on is the server's.
Address create() {
  ConvexExperiment experiment;
  page::DeviceTerms terms;
  RecordReader reader(numbers());
  if (!reader.read<ConvexExperimentLayout>(experiment) || !reader.read<DeviceTermsLayout>(terms)) {
    return failed(kOtherLayout);
  }
  Result<ConvexClient> client = ConvexClient::create(std::move(experiment), terms.neutral,
                                                     terms.pinned_epsilon, terms.pinned_delta);
  if (!client) return failed(client.error());
  return address_of(new ConvexClient(std::move(client).value()));
}

void destroy(Address client) { delete &client_at(client); }

double epsilon_micro(Address client) {
  return static_cast<double>(client_at(client).guarantee().cost().epsilon_micro);
}

double delta_femto(Address client) {
  return static_cast<double>(client_at(client).guarantee().cost().delta_femto);
}

double rho_nano(Address client) {
  return static_cast<double>(client_at(client).guarantee().cost().rho_nano);
}

// The numbers are the record ConvexSnapshot. False and an error if it does not fit the experiment.
bool set_snapshot(Address client) {
  ConvexSnapshot snapshot;
  if (!RecordReader(numbers()).read<ConvexSnapshotLayout>(snapshot)) return failed(kOtherLayout);
  const Status status = client_at(client).set_snapshot(snapshot);
  return status.ok() || failed(status.error());
}

// Leaves the points, the sealed decision, the delay in 0..max_delay_ms and the neutral report in
// the record. False and an error without secure randomness.
bool choose(Address client, std::uint32_t max_delay_ms) {
  Result<PreparedPoints> decision = client_at(client).choose(*pool());
  const ReportId id = page::draw_id();
  const std::uint64_t delay = uniform_below(*pool(), std::uint64_t{max_delay_ms} + 1);
  if (!decision || pool()->failed()) {
    record.head.set_no_randomness();
    return false;
  }
  PreparedPoints& drawn = decision.value();
  record.sealed = page::seal(id, drawn.answer);
  record.head.delay_ms = static_cast<std::uint32_t>(delay);
  record.head.policy = static_cast<std::uint32_t>(drawn.policy);
  points() = drawn.first;
  points().insert(points().end(), drawn.second.begin(), drawn.second.end());
  record.points = {address_of(points().data()), static_cast<std::uint32_t>(8 * points().size())};
  const bool written = write(client_at(client).neutral_report(drawn, id));
  drawn.answer.wipe();
  return written;
}

// See page::redraw.
bool redraw(Address client) { return page::redraw<ConvexAnswer>(client_at(client), record); }

// The numbers are the losses of the sealed decision; they are wiped. Randomises them with its noise
// and leaves the report in the record. False and an error for other numbers than finite ones, one
// for each point that is asked about.
bool report(Address client) {
  ReportId id{};
  Result<ConvexAnswer> answer = page::unseal<ConvexAnswer>(id);
  if (!answer) {
    wipe(std::span(numbers()));
    return failed(answer.error());
  }
  const bool written = write(client_at(client).report(answer.value(), numbers(), id));
  answer.value().wipe();
  wipe(std::span(numbers()));
  return written;
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

// For the page's own inspection: what a report of these losses says before its noise, whether they
// were clamped, and the noise of the sealed decision. The numbers are wiped. False and an error as
// in report.
bool trace(Address client) {
  ReportId id{};
  Result<ConvexAnswer> answer = page::unseal<ConvexAnswer>(id);
  if (!answer) {
    wipe(std::span(numbers()));
    return failed(answer.error());
  }
  const auto statement = client_at(client).state(answer.value(), numbers());
  record.noise = std::visit(NoiseOf{}, answer.value().noise);
  answer.value().wipe();
  wipe(std::span(numbers()));
  if (!statement) return failed(statement.error());
  record.value = static_cast<double>(statement.value().value.value()) * 0x1p-31 - 1;
  record.clamped = statement.value().is_clamped ? 1 : 0;
  return true;
}

}  // namespace
}  // namespace ldp

EMSCRIPTEN_BINDINGS(convex) {
  using emscripten::function;
  function("open", &ldp::open);
  function("numbers", &ldp::page::resize_numbers);
  function("sealed", &ldp::page::resize_sealed);
  function("create", &ldp::create);
  function("destroy", &ldp::destroy);
  function("epsilonMicro", &ldp::epsilon_micro);
  function("deltaFemto", &ldp::delta_femto);
  function("rhoNano", &ldp::rho_nano);
  function("setSnapshot", &ldp::set_snapshot);
  function("choose", &ldp::choose);
  function("redraw", &ldp::redraw);
  function("report", &ldp::report);
  function("trace", &ldp::trace);
}
