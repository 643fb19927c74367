#include "server/linear/linear_learner.hpp"

#include <algorithm>
#include <optional>
#include <utility>
#include <variant>

#include "protocol/linear_codebook.hpp"
#include "server/learner/learner_errors.hpp"
#include "server/learner/state_file.hpp"
#include "server/linear/ldp_linucb.hpp"
#include "server/linear/linear_moments.hpp"
#include "server/linear/linear_saved_state.hpp"
#include "server/linear/online_epochs.hpp"

namespace ldp {
namespace {

// A learner that is a function of sums: estimate(sums, snapshot) fills the snapshot.
using Additive = std::variant<LdpLinUcb, LinearMoments>;

template <class L>
Result<Additive> make(const LinearExperiment& experiment) {
  Result<L> learner = L::create(experiment);
  if (!learner.ok()) return learner.error();
  return Additive(std::move(learner).value());
}

Result<Additive> make_additive(const LinearExperiment& experiment) {
  return experiment.algorithm == Algorithm::ldp_linear_moments ? make<LinearMoments>(experiment)
                                                               : make<LdpLinUcb>(experiment);
}

// What an experiment meant that named no mechanism, before the codebook was the default, and no
// parts, before those of a coin were.
std::optional<Error> error_of_old_default(std::span<const std::uint8_t> bytes,
                                          const LinearExperiment& experiment) {
  const bool has_codebook = experiment.mechanism == LinearMechanism::codebook;
  const auto is_of = [&](bool is_ball, bool is_joint) {
    LinearExperiment old = experiment;
    if (is_ball) {
      old.mechanism = LinearMechanism::ball;
      old.codewords = 0;
      old.near = 0;
    }
    if (is_joint) old.parts = ReportParts::joint;
    return body_of_state(bytes, linear_state_header(old)).ok();
  };
  if (has_codebook && is_of(true, false)) {
    return Error{ErrorCode::manifest_mismatch, "mechanism",
                 "its reports are those of mechanism ball, once the default: name it"};
  }
  if (has_coin(experiment) && is_of(false, true)) {
    return Error{ErrorCode::manifest_mismatch, "parts",
                 "saved by an experiment with joint reports: name parts: 'joint' to go on with it"};
  }
  if (has_codebook && has_coin(experiment) && is_of(true, true)) {
    return Error{ErrorCode::manifest_mismatch, "mechanism",
                 "its reports are joint ones of mechanism ball, once the defaults: name mechanism: "
                 "'ball' and parts: 'joint'"};
  }
  return std::nullopt;
}

}  // namespace

struct LinearLearner::State {
  LinearExperiment experiment;
  std::uint32_t snapshot_id = 0;
  // One of the two.
  std::optional<OnlineEpochs> online{};
  std::optional<Additive> additive{};
  LinearStatistics sums;  // of the additive ones
};

Result<LinearLearner> LinearLearner::create(const LinearExperiment& experiment) {
  if (Status status = validate(experiment); !status.ok()) return status.error();
  auto state = std::make_unique<State>(
      State{with_codebook(experiment), 0, {}, {}, LinearStatistics(experiment)});
  if (OnlineEpochs::is_for(experiment)) {
    Result<OnlineEpochs> online = OnlineEpochs::create(experiment);
    if (!online.ok()) return online.error();
    state->online = std::move(online).value();
  } else {
    Result<Additive> additive = make_additive(experiment);
    if (!additive.ok()) return additive.error();
    state->additive = std::move(additive).value();
  }
  return LinearLearner(std::move(state));
}

LinearLearner::LinearLearner(std::unique_ptr<State> state) : state_(std::move(state)) {}
LinearLearner::~LinearLearner() = default;
LinearLearner::LinearLearner(LinearLearner&&) noexcept = default;
LinearLearner& LinearLearner::operator=(LinearLearner&&) noexcept = default;
LinearLearner::LinearLearner(const LinearLearner& other)
    : state_(std::make_unique<State>(*other.state_)) {}
LinearLearner& LinearLearner::operator=(const LinearLearner& other) {
  if (this != &other) state_ = std::make_unique<State>(*other.state_);
  return *this;
}

Status LinearLearner::ingest(std::span<const ReceivedLinearReport> reports) {
  return state_->online ? state_->online->ingest(reports) : state_->sums.add(reports);
}

Status LinearLearner::ingest(std::uint32_t epoch, const LinearStatistics& sums) {
  return state_->online ? state_->online->ingest(epoch, sums) : state_->sums.merge(sums);
}

LinearSnapshot LinearLearner::publish() {
  LinearSnapshot snapshot;
  if (state_->online) {
    snapshot = state_->online->estimate();
  } else {
    std::visit([&](auto& learner) { learner.estimate(state_->sums, snapshot); }, *state_->additive);
  }
  snapshot.id = ++state_->snapshot_id;
  if (state_->online) state_->online->open(snapshot);
  return snapshot;
}

Status LinearLearner::adopt(const LinearSnapshot& snapshot) {
  if (Status status = check_adopted(snapshot.id, state_->snapshot_id); !status.ok()) return status;
  if (Status status = validate(snapshot, state_->experiment); !status.ok()) return status;
  if (state_->online) {
    if (snapshot.base >= state_->online->bases()) {
      return Error{ErrorCode::invalid_argument, "base", "must be a base learner of the algorithm",
                   static_cast<double>(snapshot.base)};
    }
    state_->online->open(snapshot);
  }
  state_->snapshot_id = snapshot.id;
  return {};
}

void LinearLearner::fold(std::uint32_t first_open) {
  if (state_->online) state_->online->fold(first_open);
}

Status LinearLearner::merge(const LinearLearner& other) {
  if (!(state_->experiment == other.state_->experiment)) {
    return other_experiment();
  }
  Status status = state_->online ? state_->online->merge(*other.state_->online)
                                 : state_->sums.merge(other.state_->sums);
  if (status.ok()) {
    state_->snapshot_id = std::max(state_->snapshot_id, other.state_->snapshot_id);
  }
  return status;
}

std::vector<std::uint8_t> LinearLearner::save() const {
  ByteWriter writer(linear_state_header(state_->experiment));
  writer.integer(state_->snapshot_id);
  if (state_->online) {
    state_->online->write(writer);
  } else {
    write_sums(writer, state_->sums.sums());
  }
  return end_state(std::move(writer));
}

Status LinearLearner::load(std::span<const std::uint8_t> bytes) {
  const auto body = body_of_state(bytes, linear_state_header(state_->experiment));
  if (!body.ok()) {
    return error_of_old_default(bytes, state_->experiment).value_or(body.error());
  }
  ByteReader reader(body.value());
  auto loaded = std::make_unique<State>(*state_);
  loaded->snapshot_id = reader.integer<std::uint32_t>();
  Status status = check_has_next(loaded->snapshot_id, "state");
  if (!status.ok()) return status;
  status = state_->online ? loaded->online->read(reader, loaded->snapshot_id)
                          : read_sums(reader, loaded->sums);
  if (!status.ok()) return status;
  if (!reader.at_end()) return damaged_state("wrong length");
  state_ = std::move(loaded);
  return {};
}

void LinearLearner::append_terms(const ReceivedLinearReport& report, LinearTerms& terms) const {
  state_->sums.append_terms(report, terms);
}

const LinearExperiment& LinearLearner::experiment() const { return state_->experiment; }

std::uint64_t LinearLearner::reports() const {
  return state_->online ? state_->online->reports() : state_->sums.reports();
}

std::uint32_t LinearLearner::snapshot_id() const { return state_->snapshot_id; }

}  // namespace ldp
