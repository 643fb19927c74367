#include "server/convex/convex_learner.hpp"

#include <algorithm>
#include <utility>

#include "server/convex/convex_domain.hpp"
#include "server/convex/convex_saved_state.hpp"
#include "server/convex/convex_state.hpp"
#include "server/convex/scalar_noise.hpp"
#include "server/convex/small_matrix.hpp"
#include "server/learner/learner_errors.hpp"
#include "server/learner/state_file.hpp"

namespace ldp {
struct ConvexLearner::State {
  State(const ConvexExperiment& given, ConvexDomain of_set, const ScalarNoise& noise)
      : experiment(given),
        domain(std::move(of_set)),
        header(convex_state_header(given)),
        empty(experiment),
        reset(experiment, domain, noise),
        now(reset) {}

  const ConvexExperiment experiment;
  const ConvexDomain domain;
  const std::vector<std::uint8_t> header;  // of the saved form
  const ConvexStatistics empty;
  const ConvexState reset;  // before the first report

  // All that it remembers.
  std::uint32_t snapshot_id = 0;
  ConvexState now;
};

Result<ConvexLearner> ConvexLearner::create(const ConvexExperiment& experiment) {
  if (Status status = validate(experiment); !status.ok()) return status.error();
  Result<ConvexDomain> domain = ConvexDomain::create(experiment.set);
  if (!domain.ok()) return domain.error();
  const auto noise = ScalarNoise::of(experiment.mechanism, experiment.epsilon, experiment.delta);
  if (!noise.ok()) return noise.error();
  return ConvexLearner(
      std::make_unique<State>(experiment, std::move(domain).value(), noise.value()));
}

ConvexLearner::ConvexLearner(std::unique_ptr<State> state) : state_(std::move(state)) {}
ConvexLearner::~ConvexLearner() = default;
ConvexLearner::ConvexLearner(ConvexLearner&&) noexcept = default;
ConvexLearner& ConvexLearner::operator=(ConvexLearner&&) noexcept = default;

Status ConvexLearner::ingest(std::span<const ReceivedConvexReport> reports) {
  return state_->now.ingest(reports);
}

Status ConvexLearner::ingest(std::uint32_t epoch, const ConvexStatistics& sums) {
  return state_->now.ingest(epoch, sums);
}

ConvexSnapshot ConvexLearner::publish() {
  ConvexSnapshot snapshot = state_->now.estimate();
  snapshot.id = ++state_->snapshot_id;
  state_->now.open(snapshot);
  return snapshot;
}

Status ConvexLearner::adopt(const ConvexSnapshot& snapshot) {
  if (Status status = check_adopted(snapshot.id, state_->snapshot_id); !status.ok()) return status;
  if (Status status = validate(snapshot, state_->experiment); !status.ok()) return status;
  if (!is_triangular(snapshot.shape, state_->domain.dimension())) {
    return invalid("shape", "must be upper triangular with a positive diagonal");
  }
  state_->snapshot_id = snapshot.id;
  state_->now.open(snapshot);
  return {};
}

void ConvexLearner::fold(std::uint32_t first_open) { state_->now.fold(first_open); }

Status ConvexLearner::merge(const ConvexLearner& other) {
  if (state_->header != other.state_->header || !(state_->experiment == other.state_->experiment)) {
    return other_experiment();
  }
  if (Status status = state_->now.merge(other.state_->now); !status.ok()) return status;
  state_->snapshot_id = std::max(state_->snapshot_id, other.state_->snapshot_id);
  return {};
}

std::vector<std::uint8_t> ConvexLearner::save() const {
  ByteWriter writer(state_->header);
  writer.integer(state_->snapshot_id);
  state_->now.write(writer);
  return end_state(std::move(writer));
}

Status ConvexLearner::load(std::span<const std::uint8_t> bytes) {
  const auto body = body_of_state(bytes, state_->header);
  if (!body.ok()) return body.error();
  ByteReader reader(body.value());
  const auto snapshot_id = reader.integer<std::uint32_t>();
  if (Status status = check_has_next(snapshot_id, "state"); !status.ok()) return status;
  ConvexState loaded = state_->reset;
  if (Status status = loaded.read(reader, snapshot_id); !status.ok()) return status;
  if (!reader.at_end()) return damaged_state("wrong length");
  state_->now = std::move(loaded);
  state_->snapshot_id = snapshot_id;
  return {};
}

void ConvexLearner::append_terms(const ReceivedConvexReport& report,
                                 std::vector<std::uint32_t>& indices,
                                 std::vector<std::int32_t>& values) const {
  state_->empty.append_terms(report, indices, values);
}

const ConvexExperiment& ConvexLearner::experiment() const { return state_->experiment; }
std::uint64_t ConvexLearner::reports() const { return state_->now.reports(); }
std::uint32_t ConvexLearner::snapshot_id() const { return state_->snapshot_id; }

}  // namespace ldp
