#include "server/multi_armed/drift_learner.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "server/arms/bound.hpp"
#include "server/learner/learner_errors.hpp"
#include "server/learner/saved_state.hpp"

namespace ldp {
namespace {

// The saved form: that of the other learners (server/learner/saved_state.hpp) over the sums of the
// folded epochs, and behind it "LDPD" | version u8 | what ChangingArms writes | the open epochs
// (server/learner/open_epochs.hpp) | CRC-32 u32.
constexpr std::string_view kMagic = "LDPD";
constexpr std::uint8_t kVersion = 1;

}  // namespace

DriftLearner::DriftLearner(const MultiArmedExperiment& experiment)
    : experiment_(experiment),
      folded_{ChangingArms(experiment), Statistics(experiment)},
      epochs_(Epoch{0, Statistics(experiment)}),
      total_(experiment) {}

void DriftLearner::Folded::take(const Epoch& epoch) {
  if (epoch.sums.reports() == 0) return;
  arms.take(epoch.sums);
  (void)sums.merge(epoch.sums);  // the total has taken more
}

Status DriftLearner::ingest(std::span<const ReceivedReport> reports) {
  for (const ReceivedReport& report : reports) {
    if (epochs_.find(report.snapshot) == nullptr) return rejected("snapshot", kNotOpen);
  }
  // The total refuses what any epoch would refuse, being the larger sum of the same shape.
  if (Status status = total_.add(reports); !status.ok()) return status;
  for (const ReceivedReport& report : reports) {
    (void)epochs_.find(report.snapshot)->sums.add(report);
  }
  return {};
}

Status DriftLearner::ingest(std::uint32_t epoch, const Statistics& sums) {
  Epoch* open = epochs_.find(epoch);
  if (open == nullptr) return invalid("epoch", kNotOpen, epoch);
  if (Status status = total_.merge(sums); !status.ok()) return status;
  return open->sums.merge(sums);
}

MultiArmedSnapshot DriftLearner::publish() {
  ChangingArms arms = folded_.arms;
  for (const Epoch& epoch : epochs_) {
    if (epoch.sums.reports() > 0) arms.take(epoch.sums);
  }
  MultiArmedSnapshot snapshot;
  snapshot.id = snapshot_id_ + 1;
  snapshot.reports = total_.reports();
  snapshot.scale =
      std::sqrt(bound_at(experiment_.bound, static_cast<double>(snapshot.reports) + 1));
  for (std::uint32_t arm = 0; arm < experiment_.arms; ++arm) {
    const ArmEstimate estimate = arms.estimate(arm);
    snapshot.mean.push_back(estimate.mean);
    snapshot.width.push_back(estimate.width);
  }
  snapshot.weights = arms.weights();
  if (arms.is_watching()) {
    snapshot.alarms = static_cast<std::int64_t>(arms.alarms());
    snapshot.last_alarm = arms.last_alarm();
  }
  open(snapshot.id);
  return snapshot;
}

Status DriftLearner::adopt(const MultiArmedSnapshot& snapshot) {
  if (Status status = check_adopted(snapshot.id, snapshot_id_); !status.ok()) return status;
  if (snapshot.weights.empty()) return invalid("weights", "there must be one weight per arm");
  if (Status status = validate(snapshot, experiment_); !status.ok()) return status;
  open(snapshot.id);
  return {};
}

void DriftLearner::open(std::uint32_t id) {
  snapshot_id_ = id;
  epochs_.open({id, Statistics(experiment_)}, [this](const Epoch& past) { folded_.take(past); });
}

void DriftLearner::fold(std::uint32_t first_open) {
  epochs_.fold(first_open, [this](const Epoch& past) { folded_.take(past); });
}

Status DriftLearner::merge(const DriftLearner& other) {
  const bool has_folded = folded_.arms.reports() > 0;
  const bool other_has = other.folded_.arms.reports() > 0;
  if (has_folded && other_has &&
      !(folded_.arms == other.folded_.arms && folded_.sums == other.folded_.sums)) {
    return invalid("state", "the two learners have folded different reports");
  }
  Folded folded = other_has ? other.folded_ : folded_;
  Statistics total = folded.sums;
  for (const DriftLearner* one : {static_cast<const DriftLearner*>(this), &other}) {
    for (const Epoch& epoch : one->epochs_) {
      if (Status status = total.merge(epoch.sums); !status.ok()) return status;
    }
  }
  Status status = epochs_.merge(other.epochs_, has_folded || other_has,
                                [&](const Epoch& past) { folded.take(past); });
  if (!status.ok()) return status;
  folded_ = std::move(folded);
  total_ = std::move(total);
  snapshot_id_ = std::max(snapshot_id_, other.snapshot_id_);
  return {};
}

std::vector<std::uint8_t> DriftLearner::save() const {
  ByteWriter writer(encode_saved_state(experiment_, snapshot_id_, folded_.sums.sums()));
  writer.text(kMagic);
  writer.integer(kVersion);
  folded_.arms.write(writer);
  epochs_.write(writer, [](const Epoch&) {});
  return end_state(std::move(writer));
}

Status DriftLearner::load(std::span<const std::uint8_t> bytes) {
  DriftLearner loaded(experiment_);
  const std::size_t base_size =
      encode_saved_state(experiment_, 0, loaded.folded_.sums.sums()).size();
  const auto header = bytes.first(std::min(base_size, bytes.size()));
  Result<SavedState> base = decode_saved_state(header, experiment_);
  if (!base.ok()) return base.error();
  const auto body = body_of_state(bytes, header);
  if (!body.ok()) return body.error();
  loaded.snapshot_id_ = base.value().snapshot_id;
  Status status = check_has_next(loaded.snapshot_id_, "state");
  if (status.ok()) status = loaded.folded_.sums.assign(base.value().sums);
  if (!status.ok()) return status;
  ByteReader reader(body.value());
  if (!reader.text(kMagic) || reader.integer<std::uint8_t>() != kVersion) return foreign_state();
  if (status = loaded.read(reader); !status.ok()) return status;
  *this = std::move(loaded);
  return {};
}

Status DriftLearner::read(ByteReader& reader) {
  if (!folded_.arms.read(reader) || folded_.arms.reports() != folded_.sums.reports()) {
    return damaged_state("no reports lead to this state");
  }
  Status status = epochs_.read(reader, snapshot_id_, Epoch{0, Statistics(experiment_)},
                               [](Epoch&) { return Status(); });
  total_ = folded_.sums;
  for (const Epoch& epoch : epochs_) {
    if (status.ok()) status = total_.merge(epoch.sums);
  }
  if (status.ok() && !reader.at_end()) return damaged_state("wrong length");
  return status;
}

}  // namespace ldp
