// The learner half of the `learner` module, as JavaScript sees it. A table and the copying that
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

  // Adds the sums of an epoch: int64, little endian.
  val ingest_sums(std::size_t size) {
    const std::span<const std::uint8_t> given = bytes(size);
    std::vector<std::int64_t> sums(given.size() / sizeof(std::int64_t));
    std::memcpy(sums.data(), given.data(), sums.size() * sizeof(std::int64_t));
    ldp::Statistics epoch(learner_.experiment());
    ldp::Status status = epoch.assign(sums);
    if (status.ok()) status = learner_.ingest(epoch);
    return to_js(status);
  }

  val publish() {
    snapshot_ = learner_.publish();
    val object = val::object();
    object.set("id", snapshot_.id);
    object.set("reports", static_cast<double>(snapshot_.reports));
    object.set("scale", snapshot_.scale);
    object.set("mean", view(snapshot_.mean));
    object.set("width", view(snapshot_.width));
    object.set("forcedArm", snapshot_.forced_arm);
    return object;
  }

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

// A learner of `spec` {algorithmIndex, arms, levels, epsilonMin, bound}, or an error.
val create_learner(const val& spec) {
  ldp::Experiment experiment;
  experiment.algorithm = static_cast<ldp::Algorithm>(spec["algorithmIndex"].as<unsigned>());
  experiment.arms = spec["arms"].as<std::uint32_t>();
  experiment.levels = emscripten::vecFromJSArray<double>(spec["levels"]);
  experiment.epsilon_min = spec["epsilonMin"].as<double>();
  experiment.bound = spec["bound"].as<std::string>() == "L4" ? ldp::Bound::l4 : ldp::Bound::la;
  ldp::Result<ldp::Learner> learner = ldp::Learner::create(experiment);
  if (!learner.ok()) return to_js(learner.error());
  return val(std::make_shared<ServerLearner>(std::move(learner).value()));
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
      .function("save", &ServerLearner::save)
      .function("load", &ServerLearner::load)
      .function("reports", &ServerLearner::reports)
      .function("snapshotId", &ServerLearner::snapshot_id);
  emscripten::function("createServerLearner", &create_learner);
}
