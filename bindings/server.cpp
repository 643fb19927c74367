// The server half of the `learner` module, as JavaScript sees it. A table and the copying that
// goes with it: decisions are the core's. Nothing throws: a call returns its value or an error
// object {code, parameter, reason, value}, and the TypeScript wrapper throws.
//
// Bytes go in through a scratch buffer inside wasm memory, so a request body is copied once.
// Results come out as views of wasm memory, valid until the next call into the module.
#include <emscripten/bind.h>
#include <emscripten/val.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "foundation/result.hpp"
#include "protocol/base64url.hpp"
#include "protocol/report.hpp"
#include "server/multi_armed/learner.hpp"
#include "server/serving/decision_histogram.hpp"
#include "server/serving/ticket_office.hpp"
#include "to_js.hpp"

namespace {

using emscripten::typed_memory_view;
using emscripten::val;
using ldp::to_js;

template <class T>
val view(const std::vector<T>& values) {
  return val(typed_memory_view(values.size(), values.data()));
}

class ServerLearner {
 public:
  explicit ServerLearner(ldp::Learner learner) : learner_(std::move(learner)) {}

  // A view of `size` writable bytes: what the next call with a size reads.
  val scratch(std::size_t size) {
    if (scratch_.size() < size) scratch_.resize(size);
    return val(typed_memory_view(size, scratch_.data()));
  }

  // Reads a request body; the accessors below describe its reports. How many, or an error.
  val decode(std::size_t size) {
    const auto& statistics = learner_.statistics();
    reports_.clear();
    const ldp::Status status = ldp::decode_reports(bytes(size), learner_.experiment(), reports_);
    if (!status.ok()) return to_js(status);
    ids_.resize(reports_.size() * ldp::kEncodedIdLength);
    snapshots_.clear();
    indices_.clear();
    values_.clear();
    char* id = ids_.data();
    for (const ldp::ReceivedReport& report : reports_) {
      ldp::encode_id(report.id, id);
      id += ldp::kEncodedIdLength;
      snapshots_.push_back(report.snapshot);
      const auto index = static_cast<std::uint32_t>(statistics.index_of(report.arm, report.level));
      indices_.insert(indices_.end(), {index, index + 1});
      values_.insert(values_.end(), {1, report.value});
    }
    return val(reports_.size());
  }

  // One after the other for each report of the last decode(): its id in 22 ASCII characters, ...
  val ids() const {
    // As bytes: Embind's view of char would be signed.
    const auto* characters = reinterpret_cast<const std::uint8_t*>(ids_.data());
    return val(typed_memory_view(ids_.size(), characters));
  }
  // ... the snapshot that it names, ...
  val snapshots() const { return view(snapshots_); }
  // ... the positions of its count and its total in the sums, ...
  val indices() const { return view(indices_); }
  // ... and what to add there: 1 and the payload.
  val values() const { return view(values_); }

  // Reads a request body and adds its reports, without looking at ids or snapshots.
  val ingest(std::size_t size) {
    reports_.clear();
    ldp::Status status = ldp::decode_reports(bytes(size), learner_.experiment(), reports_);
    if (status.ok()) status = learner_.ingest(reports_);
    return status.ok() ? val(reports_.size()) : to_js(status);
  }

  // Adds the sums of the reports that name a snapshot: int64, little endian.
  val ingest_sums(std::size_t size, std::uint32_t snapshot) {
    const std::span<const std::uint8_t> given = bytes(size);
    std::vector<std::int64_t> sums(given.size() / sizeof(std::int64_t));
    std::memcpy(sums.data(), given.data(), sums.size() * sizeof(std::int64_t));
    ldp::Statistics epoch(learner_.experiment());
    ldp::Status status = epoch.assign(sums);
    if (status.ok()) status = learner_.ingest(snapshot, epoch);
    return to_js(status);
  }

  // decisions >= 1: with the distribution of so many decisions. 0: as the algorithm has it.
  val publish(double decisions) {
    snapshot_ = learner_.publish();
    if (decisions > 0) {
      snapshot_.weights = ldp::decision_histogram(snapshot_, static_cast<std::uint64_t>(decisions));
    }
    val object = val::object();
    object.set("id", snapshot_.id);
    object.set("reports", static_cast<double>(snapshot_.reports));
    object.set("scale", snapshot_.scale);
    object.set("mean", view(snapshot_.mean));
    object.set("width", view(snapshot_.width));
    object.set("tilt", view(snapshot_.tilt));
    object.set("weights", view(snapshot_.weights));
    object.set("forcedArm", snapshot_.forced_arm);
    object.set("incumbent", snapshot_.incumbent);
    return object;
  }

  // Takes over what this object published last, whatever was loaded since.
  val adopt() { return to_js(learner_.adopt(snapshot_)); }

  // No report to a snapshot before this one will come any more.
  void fold(std::uint32_t first_open) { learner_.fold(first_open); }

  val save() {
    saved_ = learner_.save();
    return view(saved_);
  }

  val load(std::size_t size) { return to_js(learner_.load(bytes(size))); }

  double reports() const { return static_cast<double>(learner_.statistics().reports()); }
  double snapshot_id() const { return learner_.snapshot_id(); }

 private:
  std::span<const std::uint8_t> bytes(std::size_t size) const {
    return std::span<const std::uint8_t>(scratch_).first(std::min(size, scratch_.size()));
  }

  ldp::Learner learner_;
  ldp::Snapshot snapshot_;
  std::vector<std::uint8_t> scratch_;
  std::vector<std::uint8_t> saved_;
  std::vector<ldp::ReceivedReport> reports_;
  std::vector<char> ids_;
  std::vector<std::uint32_t> snapshots_;
  std::vector<std::uint32_t> indices_;
  std::vector<std::int32_t> values_;
};

class ServerTicketOffice {
 public:
  ServerTicketOffice(ldp::TicketOffice office, ldp::Experiment experiment)
      : office_(std::move(office)), experiment_(std::move(experiment)) {}

  // Takes a snapshot of a later number, or an error.
  val update(const val& snapshot);

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
  ldp::Experiment experiment_;
};

// {algorithmIndex, arms, levels, epsilonMin, bound, levelAwareFrom, delta, posterior, estimator}
ldp::Experiment experiment_from(const val& spec) {
  ldp::Experiment experiment;
  experiment.algorithm = static_cast<ldp::Algorithm>(spec["algorithmIndex"].as<unsigned>());
  experiment.arms = spec["arms"].as<std::uint32_t>();
  experiment.levels = emscripten::convertJSArrayToNumberVector<double>(spec["levels"]);
  experiment.epsilon_min = spec["epsilonMin"].as<double>();
  const auto bound = spec["bound"].as<std::string>();
  experiment.bound = bound == "L4"   ? ldp::Bound::l4
                     : bound == "Lk" ? ldp::Bound::lk
                                     : ldp::Bound::la;
  experiment.level_aware_from = spec["levelAwareFrom"].as<double>();
  experiment.delta = spec["delta"].as<double>();
  experiment.posterior =
      spec["posterior"].as<std::string>() == "beta" ? ldp::Posterior::beta : ldp::Posterior::normal;
  experiment.estimator = spec["estimator"].as<std::string>() == "importance-weighting"
                             ? ldp::LossEstimator::importance_weighting
                             : ldp::LossEstimator::reduced_variance;
  return experiment;
}

// {id, reports, scale, mean, width, tilt, weights, forcedArm, incumbent}, as publish() gives it.
ldp::Snapshot snapshot_from(const val& object) {
  const auto numbers = [&](const char* name) {
    return emscripten::convertJSArrayToNumberVector<double>(object[name]);
  };
  ldp::Snapshot snapshot;
  snapshot.id = object["id"].as<std::uint32_t>();
  snapshot.reports = static_cast<std::uint64_t>(object["reports"].as<double>());
  snapshot.scale = object["scale"].as<double>();
  snapshot.mean = numbers("mean");
  snapshot.width = numbers("width");
  snapshot.tilt = numbers("tilt");
  snapshot.weights = numbers("weights");
  snapshot.forced_arm = object["forcedArm"].as<std::int32_t>();
  snapshot.incumbent = object["incumbent"].as<std::int32_t>();
  return snapshot;
}

val ServerTicketOffice::update(const val& object) {
  const ldp::Snapshot snapshot = snapshot_from(object);
  const ldp::Status status = ldp::validate(snapshot, experiment_);
  if (status.ok()) office_.update(snapshot);
  return to_js(status);
}

// A learner of the experiment, or an error.
val create_learner(const val& spec) {
  ldp::Result<ldp::Learner> learner = ldp::Learner::create(experiment_from(spec));
  if (!learner.ok()) return to_js(learner.error());
  return val(std::make_shared<ServerLearner>(std::move(learner).value()));
}

// A ticket office that begins with this snapshot, or an error. Times in ms.
val create_ticket_office(const val& spec, const val& object, double timeout) {
  const ldp::Experiment experiment = experiment_from(spec);
  const ldp::Snapshot snapshot = snapshot_from(object);
  ldp::Status status = ldp::validate(experiment);
  if (status.ok()) status = ldp::validate(snapshot, experiment);
  if (!status.ok()) return to_js(status);
  return val(std::make_shared<ServerTicketOffice>(ldp::TicketOffice(experiment, snapshot, timeout),
                                                  experiment));
}

}  // namespace

EMSCRIPTEN_BINDINGS(ldp_bandits_server) {
  emscripten::class_<ServerLearner>("ServerLearner")
      .smart_ptr<std::shared_ptr<ServerLearner>>("ServerLearner")
      .function("scratch", &ServerLearner::scratch)
      .function("decode", &ServerLearner::decode)
      .function("ids", &ServerLearner::ids)
      .function("snapshots", &ServerLearner::snapshots)
      .function("indices", &ServerLearner::indices)
      .function("values", &ServerLearner::values)
      .function("ingest", &ServerLearner::ingest)
      .function("ingestSums", &ServerLearner::ingest_sums)
      .function("publish", &ServerLearner::publish)
      .function("adopt", &ServerLearner::adopt)
      .function("fold", &ServerLearner::fold)
      .function("save", &ServerLearner::save)
      .function("load", &ServerLearner::load)
      .function("reports", &ServerLearner::reports)
      .function("snapshotId", &ServerLearner::snapshot_id);
  emscripten::class_<ServerTicketOffice>("ServerTicketOffice")
      .smart_ptr<std::shared_ptr<ServerTicketOffice>>("ServerTicketOffice")
      .function("update", &ServerTicketOffice::update)
      .function("assign", &ServerTicketOffice::assign)
      .function("redeem", &ServerTicketOffice::redeem)
      .function("drop", &ServerTicketOffice::drop)
      .function("open", &ServerTicketOffice::open);
  emscripten::function("createServerLearner", &create_learner);
  emscripten::function("createServerTicketOffice", &create_ticket_office);
}
