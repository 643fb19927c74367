// A learner of any family as JavaScript sees it: see server.cpp. A family says what a body, a
// report and a snapshot of it are:
//
//   Learner, Received, Statistics, Snapshot
//   static Decoder decoder(experiment)         its decode(bytes, reports) reads a body
//   static std::vector<std::uint8_t> shown(experiment, snapshot)
//   static auto shown_check(shown, experiment, id)   called with reports, whether they are about
//              what snapshot `id` shows: see server/serving/shown_arms.hpp. Made once for a group.
//   static void append_terms(learner, report, indices, values)   what the report adds to the sums
//   static double reports(learner)
//   static Snapshot publish(learner, decisions)
//   static val describe(snapshot)
//   static Status make_final(snapshot, experiment, answer)    see server/serving/final_snapshot.hpp
#pragma once

#include <emscripten/bind.h>
#include <emscripten/val.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "foundation/result.hpp"
#include "protocol/base64url.hpp"
#include "server/serving/body_group.hpp"
#include "server_described.hpp"
#include "to_js.hpp"

namespace ldp {

// An arm, or none where JavaScript says -1.
inline std::optional<std::uint32_t> arm_of(double arm) {
  if (arm < 0) return std::nullopt;
  return static_cast<std::uint32_t>(arm);
}

// Of a family whose reports are about nothing that its snapshots could leave out.
struct ShowsEverything {
  template <class Experiment, class Snapshot>
  static std::vector<std::uint8_t> shown(const Experiment&, const Snapshot&) {
    return {};
  }
  template <class Experiment>
  static auto shown_check(std::span<const std::uint8_t>, const Experiment&, std::uint32_t) {
    return [](const auto& /*reports*/) { return Status(); };
  }
};

template <class Snapshot>
std::uint32_t& number_of(Snapshot& snapshot) {
  if constexpr (requires { snapshot.arms.id; }) {
    return snapshot.arms.id;
  } else {
    return snapshot.id;
  }
}

template <class FamilyOfLearner>
class ServerLearner {
  using val = emscripten::val;
  using Received = typename FamilyOfLearner::Received;
  using Statistics = typename FamilyOfLearner::Statistics;

 public:
  using Learner = typename FamilyOfLearner::Learner;

  explicit ServerLearner(Learner learner)
      : learner_(std::move(learner)),
        decoder_(FamilyOfLearner::decoder(learner_.experiment())),
        empty_(learner_.experiment()) {}

  // A view of `size` writable bytes: what the next call with a size reads.
  val scratch(std::size_t size) {
    if (scratch_.size() < size) scratch_.resize(size);
    return val(emscripten::typed_memory_view(size, scratch_.data()));
  }

  // Reads request bodies from scratch, where each of them ends as uint32 and then their bytes; no
  // body changes what another one says. The accessors below describe the reports of all of them.
  void decode(std::size_t bodies, std::size_t size) {
    bodies_.read(decoder_, bodies, bytes(size));
    describe();
  }
  // How many reports each body of the last decode() holds; -1: it is refused.
  val counts() const { return view(bodies_.counts()); }
  // Why the last decode() refused a body. Until scratch is written again.
  val refusal(std::size_t index) {
    std::vector<Received> none;
    return to_js(decoder_.decode(bodies_.body(scratch_, index), none));
  }

  // One after the other for each report of the last decode(): its id in 22 ASCII characters, ...
  val ids() const {
    // As bytes: Embind's view of char would be signed.
    const auto* characters = reinterpret_cast<const std::uint8_t*>(ids_.data());
    return val(emscripten::typed_memory_view(ids_.size(), characters));
  }
  // ... the snapshot that it names, ...
  val snapshots() const { return view(snapshots_); }
  // ... where its terms end in the next two, ...
  val ends() const { return view(ends_); }
  // ... the positions of its terms in the sums, its count first, ...
  val indices() const { return view(indices_); }
  // ... and what to add there.
  val values() const { return view(values_); }

  // Length of the sums.
  std::size_t size() const { return empty_.sums().size(); }

  // Reads a request body and adds its reports, without looking at ids or snapshots.
  val ingest(std::size_t size) {
    ingested_.clear();
    Status status = decoder_.decode(bytes(size), ingested_);
    if (status.ok()) status = learner_.ingest(ingested_);
    return status.ok() ? val(ingested_.size()) : to_js(status);
  }

  // Adds the sums of the reports that name a snapshot: int64, little endian.
  val ingest_sums(std::size_t size, std::uint32_t snapshot) {
    const std::span<const std::uint8_t> given = bytes(size);
    std::vector<std::int64_t> sums(given.size() / sizeof(std::int64_t));
    std::memcpy(sums.data(), given.data(), sums.size() * sizeof(std::int64_t));
    Statistics epoch(learner_.experiment());
    Status status = epoch.assign(sums);
    if (status.ok()) status = learner_.ingest(snapshot, epoch);
    return to_js(status);
  }

  // decisions >= 1: with the distribution of that many decisions. 0: as the algorithm has it.
  val publish(double decisions) {
    return keep(FamilyOfLearner::publish(learner_, static_cast<std::uint64_t>(decisions)));
  }

  // What was published, for adopt(), and as JavaScript sees it.
  val keep(typename FamilyOfLearner::Snapshot snapshot) {
    snapshot_ = std::move(snapshot);
    return FamilyOfLearner::describe(snapshot_);
  }

  // Makes the snapshot that was given last the final one, as JavaScript sees it, or an error:
  // devices play the answer, or without one (-1) what was learnt, where the family has a choice.
  val make_final(double answer) {
    const Status status = FamilyOfLearner::make_final(snapshot_, learner_.experiment(), answer);
    return status.ok() ? FamilyOfLearner::describe(snapshot_) : to_js(status);
  }

  // Gives the snapshot that was given last another number, for adopt(): an experiment that begins
  // anew goes on after the numbers that devices may hold reports for.
  void renumber(std::uint32_t id) { number_of(snapshot_) = id; }

  // What checkEpoch() will need of the snapshot that was given last, for as long as it takes
  // reports. Empty: nothing.
  val epoch_check() {
    check_ = FamilyOfLearner::shown(learner_.experiment(), snapshot_);
    return view(check_);
  }

  // Whether the reports of the last decode() that name `snapshot` are about what it shows, by its
  // epochCheck() in scratch. Needs nothing else of this object. Not so: the first error, and
  // refused() has a 1 for every body with such a report.
  val check_epoch(std::size_t size, std::uint32_t snapshot) {
    return to_js(
        bodies_.check(FamilyOfLearner::shown_check(bytes(size), learner_.experiment(), snapshot)));
  }
  val refused() const { return view(bodies_.refused()); }

  // Takes over what this object published last, whatever was loaded since.
  val adopt() { return to_js(learner_.adopt(snapshot_)); }

  // No report to a snapshot before this one will come any more.
  void fold(std::uint32_t first_open) { learner_.fold(first_open); }

  val save() {
    saved_ = learner_.save();
    return view(saved_);
  }

  val load(std::size_t size) { return to_js(learner_.load(bytes(size))); }

  // The fewest forged reports that would change what the learner says now; -1: no such number.
  double forgeries() const {
    if constexpr (requires(const Learner& learner) { learner.forgeries(); }) {
      const auto count = learner_.forgeries();
      return count ? static_cast<double>(*count) : -1;
    } else {
      return -1;
    }
  }

  double reports() const { return FamilyOfLearner::reports(learner_); }
  double snapshot_id() const { return learner_.snapshot_id(); }

  // For what one family has besides.
  Learner& learner() { return learner_; }

 private:
  std::span<const std::uint8_t> bytes(std::size_t size) const {
    return std::span<const std::uint8_t>(scratch_).first(std::min(size, scratch_.size()));
  }

  // For each report of the last decode(): its id, its snapshot, its terms.
  void describe() {
    const std::vector<Received>& reports = bodies_.reports();
    ids_.resize(reports.size() * kEncodedIdLength);
    snapshots_.clear();
    indices_.clear();
    values_.clear();
    ends_.clear();
    char* id = ids_.data();
    for (const Received& report : reports) {
      encode_id(report.id, id);
      id += kEncodedIdLength;
      snapshots_.push_back(report.snapshot);
      FamilyOfLearner::append_terms(learner_, report, indices_, values_);
      ends_.push_back(static_cast<std::uint32_t>(indices_.size()));
    }
  }

  Learner learner_;
  decltype(FamilyOfLearner::decoder(std::declval<Learner>().experiment())) decoder_;
  Statistics empty_;  // for its layout
  typename FamilyOfLearner::Snapshot snapshot_;
  std::vector<std::uint8_t> scratch_;
  std::vector<std::uint8_t> saved_;
  std::vector<std::uint8_t> check_;
  BodyGroup<Received> bodies_;
  std::vector<Received> ingested_;
  std::vector<char> ids_;
  std::vector<std::uint32_t> snapshots_;
  std::vector<std::uint32_t> ends_;
  std::vector<std::uint32_t> indices_;
  std::vector<std::int32_t> values_;
};

// The table of a ServerLearner, the same for all families; one may add to it.
template <class FamilyOfLearner>
emscripten::class_<ServerLearner<FamilyOfLearner>> bind_learner(const char* name) {
  using Half = ServerLearner<FamilyOfLearner>;
  return emscripten::class_<Half>(name)
      .template smart_ptr<std::shared_ptr<Half>>(name)
      .function("scratch", &Half::scratch)
      .function("decode", &Half::decode)
      .function("counts", &Half::counts)
      .function("refusal", &Half::refusal)
      .function("ids", &Half::ids)
      .function("snapshots", &Half::snapshots)
      .function("ends", &Half::ends)
      .function("indices", &Half::indices)
      .function("values", &Half::values)
      .function("size", &Half::size)
      .function("ingest", &Half::ingest)
      .function("ingestSums", &Half::ingest_sums)
      .function("publish", &Half::publish)
      .function("epochCheck", &Half::epoch_check)
      .function("checkEpoch", &Half::check_epoch)
      .function("refused", &Half::refused)
      .function("adopt", &Half::adopt)
      .function("makeFinal", &Half::make_final)
      .function("renumber", &Half::renumber)
      .function("fold", &Half::fold)
      .function("save", &Half::save)
      .function("load", &Half::load)
      .function("forgeries", &Half::forgeries)
      .function("reports", &Half::reports)
      .function("snapshotId", &Half::snapshot_id);
}

// A learner of the experiment, or an error.
template <class FamilyOfLearner, class Experiment>
emscripten::val make_learner(const Result<Experiment>& experiment) {
  if (!experiment.ok()) return to_js(experiment.error());
  auto learner = FamilyOfLearner::Learner::create(experiment.value());
  if (!learner.ok()) return to_js(learner.error());
  return emscripten::val(
      std::make_shared<ServerLearner<FamilyOfLearner>>(std::move(learner).value()));
}

// Of the experiment in a flat record (records.json).
template <class FamilyOfLearner, class Layout, class Experiment>
emscripten::val create_learner(const emscripten::val& record) {
  return make_learner<FamilyOfLearner>(record_from<Layout, Experiment>(record));
}

}  // namespace ldp
