// The server half of the `learner` module, multi-armed, as JavaScript sees it; server_linear.cpp
// has the linear family. A table of functions that copy and call the core, which has all logic.
// Nothing throws: a call returns its value or an error object {code, parameter, reason, value}, and
// the TypeScript wrapper throws.
//
// Bytes go in through a scratch buffer inside wasm memory, so a request body is copied once, and
// those of many requests are read by one call. Results come out as views of wasm memory, valid
// until the next call into the module.
#include <emscripten/bind.h>
#include <emscripten/val.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "foundation/result.hpp"
#include "server/multi_armed/multi_armed_learner.hpp"
#include "server/serving/decision_histogram.hpp"
#include "server/serving/shown_arms.hpp"
#include "server/serving/ticket_office.hpp"
#include "server_arms.hpp"
#include "server_learner.hpp"
#include "to_js.hpp"

namespace {

using emscripten::val;
using ldp::to_js;

struct MultiArmed : ldp::ScalarFamily<ldp::MultiArmedLearner, ldp::MultiArmedExperiment> {
  using Snapshot = ldp::MultiArmedSnapshot;

  static std::vector<std::uint8_t> shown(const ldp::MultiArmedExperiment& experiment,
                                         const Snapshot& snapshot) {
    return ldp::shown_arms(snapshot, experiment);
  }
  // decisions >= 1: with the distribution of that many decisions. 0: as the algorithm has it.
  static Snapshot publish(Learner& learner, std::uint64_t decisions) {
    Snapshot snapshot = learner.publish();
    if (decisions > 0) snapshot.weights = ldp::decision_histogram(snapshot, decisions);
    return snapshot;
  }
  static val describe(const Snapshot& snapshot) {
    val object = ldp::described<ldp::SnapshotLayout>(snapshot);
    if (snapshot.alarms >= 0) {
      object.set("alarms", static_cast<double>(snapshot.alarms));
      object.set("lastAlarm", static_cast<double>(snapshot.last_alarm));
    }
    return object;
  }
};

class ServerTicketOffice {
 public:
  ServerTicketOffice(ldp::TicketOffice office, ldp::MultiArmedExperiment experiment)
      : office_(std::move(office)), experiment_(std::move(experiment)) {}

  // Takes a snapshot of a later number, as a flat record, or an error.
  val update(const val& record);

  // {id, arm}, for a device of this level of the menu.
  val assign(double now, std::size_t level, double uniform) {
    const double epsilon = experiment_.levels[std::min(level, experiment_.levels.size() - 1)];
    const ldp::Ticket ticket = office_.assign(now, epsilon, uniform);
    val object = val::object();
    object.set("id", static_cast<double>(ticket.id));
    object.set("arm", ticket.arm);
    return object;
  }
  val redeem(double id, double now) {
    return to_js(office_.redeem(static_cast<std::uint64_t>(id), now));
  }
  val drop(double id, double now) {
    return to_js(office_.drop(static_cast<std::uint64_t>(id), now));
  }
  // How many tickets are open at this time.
  std::size_t open(double now) {
    office_.expire(now);
    return office_.open();
  }

 private:
  ldp::TicketOffice office_;
  ldp::MultiArmedExperiment experiment_;
};

val ServerTicketOffice::update(const val& record) {
  const auto snapshot = ldp::record_from<ldp::SnapshotLayout, ldp::MultiArmedSnapshot>(record);
  if (!snapshot.ok()) return to_js(snapshot.error());
  const ldp::Status status = ldp::validate(snapshot.value(), experiment_);
  if (status.ok()) office_.update(snapshot.value());
  return to_js(status);
}

// A ticket office that begins with this snapshot, both as flat records, or an error. Times in ms.
val create_ticket_office(const val& experiment_record, const val& snapshot_record, double timeout) {
  const auto experiment =
      ldp::record_from<ldp::LearnerLayout, ldp::MultiArmedExperiment>(experiment_record);
  if (!experiment.ok()) return to_js(experiment.error());
  const auto snapshot =
      ldp::record_from<ldp::SnapshotLayout, ldp::MultiArmedSnapshot>(snapshot_record);
  if (!snapshot.ok()) return to_js(snapshot.error());
  ldp::Status status = ldp::validate(experiment.value());
  if (status.ok()) status = ldp::validate(snapshot.value(), experiment.value());
  if (!status.ok()) return to_js(status);
  return val(std::make_shared<ServerTicketOffice>(
      ldp::TicketOffice(experiment.value(), snapshot.value(), timeout), experiment.value()));
}

}  // namespace

EMSCRIPTEN_BINDINGS(ldp_bandits_server) {
  ldp::bind_learner<MultiArmed>("ServerLearner")
      .function("results", &ldp::results_of_arms<ldp::ServerLearner<MultiArmed>>);
  emscripten::class_<ServerTicketOffice>("ServerTicketOffice")
      .smart_ptr<std::shared_ptr<ServerTicketOffice>>("ServerTicketOffice")
      .function("update", &ServerTicketOffice::update)
      .function("assign", &ServerTicketOffice::assign)
      .function("redeem", &ServerTicketOffice::redeem)
      .function("drop", &ServerTicketOffice::drop)
      .function("open", &ServerTicketOffice::open);
  emscripten::function(
      "createServerLearner",
      &ldp::create_learner<MultiArmed, ldp::LearnerLayout, ldp::MultiArmedExperiment>);
  emscripten::function("createServerTicketOffice", &create_ticket_office);
}
