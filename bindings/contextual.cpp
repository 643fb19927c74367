// The contextual module as JavaScript sees it, for linear and generalized linear bandits: functions
// over one record in memory, no logic. Pages without contexts do not download it.
#include <emscripten/bind.h>
#include <emscripten/emscripten.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "client/linear_client.hpp"
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

// What a call leaves behind. The page knows the offsets (bindings/ts/client/contextual/core.ts).
struct Record {
  page::RecordHead head;
  Text sealed;
  Text body;
  std::uint32_t action = 0;
  std::uint32_t rescaled = 0;
  Text part;
};
static_assert(offsetof(Record, sealed) == 40 && offsetof(Record, body) == 48);
static_assert(offsetof(Record, action) == 56 && offsetof(Record, rescaled) == 60);
static_assert(offsetof(Record, part) == 64);

Record record{};

std::string& body() {
  static std::string body;
  return body;
}

// How long features may be, and what becomes of longer ones.
struct FeatureNorm {
  double norm = 0;
  NormPolicy norms = NormPolicy::clip;
};

LinearClient& client_at(Address address) {
  return *reinterpret_cast<LinearClient*>(std::uintptr_t{address});
}

// Also the address of no client, and the number of no bytes.
bool failed(const Error& error) {
  record.head.set_error(error);
  return false;
}

bool write(const LinearReport& report) {
  body() = report.encode();
  record.body = page::text(body());
  return true;
}

// The address of the record.
Address open() {
  page::open();
  return address_of(&record);
}

// A client, or 0 and an error. The numbers are the records LinearExperiment, FeatureNorm,
// DeviceTerms.
Address create() {
  LinearExperiment experiment;
  FeatureNorm features;
  page::DeviceTerms terms;
  RecordReader reader(numbers());
  if (!reader.read<LinearExperimentLayout>(experiment) ||
      !reader.read<FeatureNormLayout>(features) || !reader.read<DeviceTermsLayout>(terms)) {
    return failed(kOtherLayout);
  }
  const Result<RewardTransform> transform = terms.rewards();
  if (!transform) return failed(transform.error());
  Result<LinearClient> client =
      LinearClient::create(experiment, transform.value(), terms.neutral, features.norm,
                           features.norms, terms.pinned_epsilon, terms.pinned_delta);
  if (!client) return failed(client.error());
  return address_of(new LinearClient(std::move(client).value()));
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

// Bytes of one number in a report.
std::uint32_t number_bytes(Address client) {
  return parts(client_at(client).experiment()).front().bytes;
}

// The numbers are the record LinearSnapshot. False and an error if it does not fit the experiment.
bool set_snapshot(Address client) {
  LinearSnapshot snapshot;
  if (!RecordReader(numbers()).read<LinearSnapshotLayout>(snapshot)) return failed(kOtherLayout);
  const Status status = client_at(client).set_snapshot(std::move(snapshot));
  return status.ok() || failed(status.error());
}

// The numbers are `rows` rows of features; they are wiped. Leaves the sealed decision, the delay in
// 0..max_delay_ms and the neutral report in the record. False and an error for bad features, and
// then nothing has been drawn; or without secure randomness.
bool choose(Address client, std::uint32_t rows, std::uint32_t max_delay_ms) {
  Result<PreparedLinearDecision> decision = client_at(client).choose(numbers(), rows, *pool());
  wipe(std::span(numbers()));
  if (!decision && decision.error().code == ErrorCode::invalid_argument) {
    return failed(decision.error());
  }
  const ReportId id = page::draw_id();
  const std::uint64_t delay = uniform_below(*pool(), std::uint64_t{max_delay_ms} + 1);
  if (!decision || pool()->failed()) {
    record.head.set_no_randomness();
    return false;
  }
  PreparedLinearDecision& drawn = decision.value();
  record.sealed = page::seal(id, drawn.answer);
  drawn.answer.wipe();
  record.head.delay_ms = static_cast<std::uint32_t>(delay);
  record.head.policy = static_cast<std::uint32_t>(drawn.policy);
  record.action = drawn.arm;
  record.rescaled = client_at(client).rescaled();
  return write(client_at(client).neutral_report(drawn, id));
}

// See page::redraw.
bool redraw(Address client) { return page::redraw<LinearAnswer>(client_at(client), record); }

// Randomises features and feedback with the noise of the sealed decision, and leaves the report in
// the record. False and an error if the feedback is not finite.
bool report(Address client, double feedback) {
  ReportId id{};
  Result<LinearAnswer> answer = page::unseal<LinearAnswer>(id);
  if (!answer) return failed(answer.error());
  const Result<LinearReport> report = client_at(client).report(answer.value(), feedback, id);
  answer.value().wipe();
  return report ? write(report.value()) : failed(report.error());
}

// For the page's own inspection, of the sealed decision: the numbers become the unit of the report,
// the features, what it would say without noise, and the noise. Returns how many numbers the report
// has; 0 and an error as report().
std::uint32_t trace(Address client, double feedback) {
  const LinearClient& device = client_at(client);
  ReportId id{};
  const Result<LinearAnswer> answer = page::unseal<LinearAnswer>(id);
  if (!answer) {
    record.head.set_error(answer.error());
    return 0;
  }
  const Result<LinearReport> report = device.report(answer.value(), feedback, id);
  const Result<std::vector<double>> truth = device.statement(answer.value(), feedback);
  if (!report || !truth) {
    record.head.set_error(report ? truth.error() : report.error());
    return 0;
  }
  const std::uint32_t part = report.value().part();
  const double unit = device.unit(part);
  record.part = page::text(parts(device.experiment())[part].name);
  std::vector<double>& left = numbers();
  left.assign(1, unit);
  left.insert(left.end(), answer.value().features.begin(), answer.value().features.end());
  left.insert(left.end(), truth.value().begin(), truth.value().end());
  for (std::size_t i = 0; i < truth.value().size(); ++i) {
    left.push_back(report.value().values()[i] * unit - truth.value()[i]);
  }
  return static_cast<std::uint32_t>(truth.value().size());
}

}  // namespace
}  // namespace ldp

EMSCRIPTEN_BINDINGS(contextual) {
  using emscripten::function;
  function("open", &ldp::open);
  function("numbers", &ldp::page::resize_numbers);
  function("sealed", &ldp::page::resize_sealed);
  function("create", &ldp::create);
  function("destroy", &ldp::destroy);
  function("epsilonMicro", &ldp::epsilon_micro);
  function("deltaFemto", &ldp::delta_femto);
  function("rhoNano", &ldp::rho_nano);
  function("numberBytes", &ldp::number_bytes);
  function("setSnapshot", &ldp::set_snapshot);
  function("choose", &ldp::choose);
  function("redraw", &ldp::redraw);
  function("report", &ldp::report);
  function("trace", &ldp::trace);
}
