#include "server/combinatorial/combinatorial_learner.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "oracles/enumeration.hpp"
#include "oracles/oracle.hpp"
#include "oracles/super_arm.hpp"
#include "server/combinatorial/arm_index.hpp"
#include "server/combinatorial/combinatorial_forgeries.hpp"
#include "server/combinatorial/combinatorial_saved_state.hpp"
#include "server/combinatorial/open_slates.hpp"
#include "server/combinatorial/slate_plan.hpp"
#include "server/combinatorial/super_arm_index.hpp"
#include "server/learner/learner_errors.hpp"
#include "server/learner/state_file.hpp"

namespace ldp {
namespace {

bool is_enumerated(const CombinatorialExperiment& experiment) {
  return experiment.reports.algorithm == Algorithm::cucb_ldp_joint ||
         experiment.reports.algorithm == Algorithm::cucb_ldp_sum;
}

// The oracle of influence, which samples reverse reachable sets, is the one that may take a second:
// a snapshot asks it four times at most, and only once a weight has moved.
constexpr double kLazyMove = 0.01;
constexpr std::size_t kLazySlates = kMaximumSlates / 4;

double largest_move(std::span<const double> a, std::span<const double> b) {
  double move = 0;
  for (std::size_t i = 0; i < a.size(); ++i) move = std::max(move, std::abs(a[i] - b[i]));
  return move;
}

}  // namespace

struct CombinatorialLearner::State {
  State(const CombinatorialExperiment& given, std::uint64_t seed, const ArmIndex& arm_index)
      : experiment(given),
        public_seed(seed),
        index(arm_index),
        header(combinatorial_state_header(given, seed)),
        statistics(given),
        open(experiment) {}

  const CombinatorialExperiment experiment;
  const std::uint64_t public_seed;
  const ArmIndex index;
  const std::vector<std::uint8_t> header;  // of the saved form
  // One of the two, or none with a custom set.
  std::optional<Oracle> oracle;
  std::optional<SuperArms> super_arms;

  // The state, and a plan that was begun.
  std::uint32_t snapshot_id = 0;
  CombinatorialStatistics statistics;
  OpenSlates open;
  std::optional<SlatePlan> plan;

  void plan_by_oracle();
  void plan_by_enumeration();
  void open_next(const CombinatorialSnapshot& snapshot) {
    snapshot_id = snapshot.id;
    open.open(snapshot);
  }
};

void CombinatorialLearner::State::plan_by_oracle() {
  const bool is_lazy = experiment.set.kind == SetKind::influence;
  std::vector<std::uint32_t> arms = experiment.set.members;  // the fallback of a custom set
  std::vector<double> asked;
  for (std::size_t slate = 0; !plan->is_complete(); ++slate) {
    const std::span<const double> weights = plan->next_weights();
    const bool is_known = is_lazy && slate > 0 &&
                          (slate % kLazySlates > 0 || largest_move(asked, weights) <= kLazyMove);
    if (oracle && !is_known) {
      oracle->solve(weights, arms);
      if (is_lazy) asked.assign(weights.begin(), weights.end());
    }
    plan->take(arms);
  }
}

void CombinatorialLearner::State::plan_by_enumeration() {
  const bool is_sum = experiment.reports.algorithm == Algorithm::cucb_ldp_sum;
  while (!plan->is_complete()) {
    const std::uint32_t best =
        is_sum ? largest_sum_index(plan->means(), plan->weights(), plan->round(), public_seed)
               : largest_joint_index(*super_arms, experiment.set.reward, plan->means(),
                                     plan->weights(), plan->round(), public_seed);
    plan->take((*super_arms)[best], best);
  }
}

Result<CombinatorialLearner> CombinatorialLearner::create(const CombinatorialExperiment& experiment,
                                                          std::uint64_t public_seed) {
  if (Status status = validate(experiment); !status.ok()) return status.error();
  const auto index = ArmIndex::create(experiment, largest_super_arm(experiment.set));
  if (!index.ok()) return index.error();
  auto state = std::make_unique<State>(experiment, public_seed, index.value());
  if (is_enumerated(experiment)) {
    Result<SuperArms> all = enumerate(experiment.set);
    if (!all.ok()) return all.error();
    const std::size_t size = all.value().size();
    if (experiment.reports.algorithm == Algorithm::cucb_ldp_sum &&
        experiment.reports.arms != size) {
      return invalid("arms", "sum reports need one arm for each super arm of the set",
                     static_cast<double>(size));
    }
    state->super_arms = std::move(all).value();
  } else if (experiment.set.kind != SetKind::custom) {
    Result<Oracle> oracle = Oracle::create(state->experiment.set, public_seed);
    if (!oracle.ok()) return oracle.error();
    state->oracle = std::move(oracle).value();
  }
  return CombinatorialLearner(std::move(state));
}

CombinatorialLearner::CombinatorialLearner(std::unique_ptr<State> state)
    : state_(std::move(state)) {}
CombinatorialLearner::~CombinatorialLearner() = default;
CombinatorialLearner::CombinatorialLearner(CombinatorialLearner&&) noexcept = default;
CombinatorialLearner& CombinatorialLearner::operator=(CombinatorialLearner&&) noexcept = default;

Status CombinatorialLearner::check(std::span<const ReceivedSlateReport> reports) const {
  for (const ReceivedSlateReport& report : reports) {
    if (Status status = state_->open.check(report); !status.ok()) return status;
  }
  return {};
}

std::vector<std::uint8_t> CombinatorialLearner::shown(std::uint32_t snapshot) const {
  return state_->open.shown(snapshot);
}

Status CombinatorialLearner::ingest(std::span<const ReceivedSlateReport> reports) {
  Status status = check(reports);
  return status.ok() ? state_->statistics.add(reports) : status;
}

Status CombinatorialLearner::ingest(std::uint32_t epoch, const CombinatorialStatistics& sums) {
  Status status = state_->open.check(epoch, sums);
  return status.ok() ? state_->statistics.merge(sums) : status;
}

void CombinatorialLearner::begin_publish(std::uint64_t decisions) {
  const Statistics& coordinates = state_->statistics.coordinates();
  PlanStart start;
  start.sums = state_->index.sums_of(coordinates);
  start.typical_weight = state_->index.typical_weight(coordinates);
  start.reports = state_->statistics.reports();
  start.snapshot = state_->snapshot_id + 1;
  start.kl_menu = state_->index.kl_menu(coordinates);
  state_->plan.emplace(state_->experiment, state_->index, state_->public_seed, std::move(start),
                       std::max<std::uint64_t>(decisions, 1));
}

std::span<const double> CombinatorialLearner::next_weights() {
  if (!state_->plan || state_->plan->is_complete()) return {};
  return state_->plan->next_weights();
}

Status CombinatorialLearner::propose(std::span<const std::uint32_t> arms) {
  if (!state_->plan || state_->plan->is_complete()) {
    return invalid("arms", "no slate is missing");
  }
  if (Status status = check_super_arm(state_->experiment.set, arms); !status.ok()) return status;
  state_->plan->take(arms);
  return {};
}

CombinatorialSnapshot CombinatorialLearner::finish() {
  CombinatorialSnapshot snapshot = std::move(*state_->plan).finish();
  state_->plan.reset();
  state_->open_next(snapshot);
  return snapshot;
}

CombinatorialSnapshot CombinatorialLearner::publish(std::uint64_t decisions) {
  begin_publish(decisions);
  if (state_->super_arms) {
    state_->plan_by_enumeration();
  } else {
    state_->plan_by_oracle();
  }
  return finish();
}

Status CombinatorialLearner::adopt(const CombinatorialSnapshot& snapshot) {
  if (Status status = check_adopted(snapshot.id, state_->snapshot_id); !status.ok()) return status;
  if (Status status = validate(snapshot, state_->experiment); !status.ok()) return status;
  const bool is_sum = state_->experiment.reports.algorithm == Algorithm::cucb_ldp_sum;
  for (std::size_t i = 0; i < snapshot.ends.size(); ++i) {
    const std::span<const std::uint32_t> arms = slate(snapshot, i);
    if (Status status = check_super_arm(state_->experiment.set, arms); !status.ok()) return status;
    if (is_sum && snapshot.reported[i] != position_of(*state_->super_arms, arms)) {
      return invalid("reported", "must be the position of the super arm", snapshot.reported[i]);
    }
  }
  state_->open_next(snapshot);
  return {};
}

void CombinatorialLearner::fold(std::uint32_t first_open) { state_->open.fold(first_open); }

Status CombinatorialLearner::merge(const CombinatorialLearner& other) {
  if (state_->header != other.state_->header ||
      !(state_->experiment.set == other.state_->experiment.set)) {
    return other_experiment();
  }
  CombinatorialStatistics sum = state_->statistics;
  if (Status status = sum.merge(other.state_->statistics); !status.ok()) return status;
  if (Status status = state_->open.merge(other.state_->open); !status.ok()) return status;
  state_->statistics = std::move(sum);
  state_->snapshot_id = std::max(state_->snapshot_id, other.state_->snapshot_id);
  return {};
}

std::vector<std::uint8_t> CombinatorialLearner::save() const {
  ByteWriter writer(state_->header);
  writer.integer(state_->snapshot_id);
  state_->open.write(writer);
  write_sums(writer, state_->statistics.sums());
  return end_state(std::move(writer));
}

Status CombinatorialLearner::load(std::span<const std::uint8_t> bytes) {
  const auto body = body_of_state(bytes, state_->header);
  if (!body.ok()) return body.error();
  ByteReader reader(body.value());
  const auto snapshot_id = reader.integer<std::uint32_t>();
  if (Status status = check_has_next(snapshot_id, "state"); !status.ok()) return status;
  OpenSlates open(state_->experiment);
  if (Status status = open.read(reader, snapshot_id); !status.ok()) return status;
  CombinatorialStatistics statistics = state_->statistics;
  if (Status status = read_sums(reader, statistics); !status.ok()) return status;
  if (!reader.at_end()) return damaged_state("wrong length", static_cast<double>(bytes.size()));
  state_->statistics = std::move(statistics);
  state_->open = std::move(open);
  state_->snapshot_id = snapshot_id;
  state_->plan.reset();
  return {};
}

const CombinatorialExperiment& CombinatorialLearner::experiment() const {
  return state_->experiment;
}

const CombinatorialStatistics& CombinatorialLearner::statistics() const {
  return state_->statistics;
}

std::optional<std::uint64_t> CombinatorialLearner::forgeries() const {
  return combinatorial_forgeries(state_->experiment, state_->statistics.coordinates(),
                                 state_->oracle ? &*state_->oracle : nullptr,
                                 state_->super_arms ? &*state_->super_arms : nullptr);
}

std::uint64_t CombinatorialLearner::public_seed() const { return state_->public_seed; }

std::uint32_t CombinatorialLearner::snapshot_id() const { return state_->snapshot_id; }

}  // namespace ldp
