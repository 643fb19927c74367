#include "server/convex/convex_state.hpp"

#include <cmath>
#include <utility>

#include "protocol/convex_ellipsoid.hpp"
#include "protocol/multi_armed_snapshot.hpp"
#include "server/learner/learner_errors.hpp"

namespace ldp {
namespace {

constexpr int kHalvings = 64;

}  // namespace

ConvexState::ConvexState(const ConvexExperiment& experiment, const ConvexDomain& domain,
                         const ScalarNoise& noise)
    : experiment_(&experiment), domain_(&domain), folded_(start(noise)) {
  if (has_points(experiment)) {
    // The ends of a set of one dimension: what lies far to either side of it comes back there.
    std::array<double, 1> end{-3 * domain.outer()};
    for (double* to : {&low_, &high_}) {
      domain.project(end);
      domain.to_point(end, std::span(to, 1));
      end[0] = 3 * domain.outer();
    }
  }
  epochs_ = OpenEpochs(without_snapshot());
}

ConvexState::Folded ConvexState::start(const ScalarNoise& noise) const {
  if (has_points(*experiment_)) return StochasticConvex(noise, experiment_->horizon);
  const ConvexProblem problem = ConvexProblem::of(*experiment_, *domain_, noise);
  return Descent{PointLearner(*domain_, problem, experiment_->horizon),
                 GradientSurface(domain_->dimension())};
}

// What a device plays before it has a snapshot: the middle of the set, and half its inner radius.
ConvexEpoch ConvexState::without_snapshot() const {
  ConvexEpoch epoch{0,
                    std::vector<double>(domain_->dimension()),
                    domain_->inner() / 2,
                    {},
                    ConvexStatistics(*experiment_)};
  const auto* learner = std::get_if<StochasticConvex>(&folded_);
  if (learner == nullptr) return epoch;
  // The quarters of the interval, unless a polytope has its middle elsewhere.
  epoch.radius = 0;
  std::array<double, 1> middle{};
  domain_->to_point(middle, middle);
  const bool is_middle =
      std::abs(middle[0] - (low_ + high_) / 2) <= kConvexTolerance * (high_ - low_) &&
      std::abs(domain_->inner() - (high_ - low_) / 2) <= kConvexTolerance * (high_ - low_);
  epoch.point = is_middle ? published_points(*learner) : std::vector<double>(3);
  return epoch;
}

std::uint64_t ConvexState::folded_reports() const {
  const auto* learner = std::get_if<StochasticConvex>(&folded_);
  return learner != nullptr ? learner->reports()
                            : std::get_if<Descent>(&folded_)->learner.reports();
}

std::uint64_t ConvexState::reports() const { return folded_reports() + epochs_.reports(); }

Status ConvexState::ingest(std::span<const ReceivedConvexReport> reports) {
  if (reports.size() > kMaximumReports - this->reports()) {
    return rejected("reports", kFull);
  }
  for (const ReceivedConvexReport& report : reports) {
    const ConvexEpoch* epoch = epochs_.find(report.snapshot);
    if (epoch == nullptr) return rejected("snapshot", kNotOpen);
    if (Status status = epoch->sums.check(report); !status.ok()) return status;
    if (reports.size() > ConvexStatistics::kCapacity - epoch->sums.reports()) {
      return rejected("reports", kFull);
    }
  }
  for (const ReceivedConvexReport& report : reports)
    (void)epochs_.find(report.snapshot)->sums.add(report);
  return {};
}

Status ConvexState::ingest(std::uint32_t epoch, const ConvexStatistics& sums) {
  ConvexEpoch* open = epochs_.find(epoch);
  if (open == nullptr) return invalid("epoch", kNotOpen, epoch);
  if (sums.reports() > kMaximumReports - reports()) return invalid("statistics", kFull);
  return open->sums.merge(sums);
}

bool ConvexState::has_surface() const { return experiment_->algorithm == Algorithm::ldp_two_point; }

void ConvexState::take_step(const ConvexEpoch& epoch, Folded& folded) const {
  const std::uint64_t count = epoch.sums.reports();
  if (count == 0) return;
  if (auto* learner = std::get_if<StochasticConvex>(&folded)) {
    if (epoch.point != published_points(*learner)) {
      learner->skip(count);
      return;
    }
    ThreePoints sums;
    for (std::size_t i = 0; i < 3; ++i) {
      sums.count[i] = static_cast<std::uint64_t>(epoch.sums.sums()[2 * i]);
      sums.total[i] = static_cast<double>(epoch.sums.sums()[2 * i + 1]) * epoch.sums.unit();
    }
    learner->step(sums);
    return;
  }
  auto* descent = std::get_if<Descent>(&folded);
  std::vector<double> sum(domain_->dimension());
  epoch.sums.directed(sum);
  const ConvexStep step{count, sum, epoch.point, epoch.radius, epoch.shape};
  descent->learner.step(step);
  if (has_surface()) descent->surface.add(step, descent->learner.problem());
}

std::vector<double> ConvexState::published_points(const StochasticConvex& learner) const {
  std::vector<double> points;
  for (const double share : learner.points()) points.push_back(low_ + (high_ - low_) * share);
  return points;
}

void ConvexState::describe(const StochasticConvex& learner, ConvexSnapshot& snapshot) const {
  const std::array<double, 3> weights = learner.weights();
  snapshot.points = published_points(learner);
  snapshot.weights.assign(weights.begin(), weights.end());
  snapshot.answer = {low_ + (high_ - low_) * learner.answer()};
}

void ConvexState::describe(const Descent& descent, ConvexSnapshot& snapshot) const {
  const std::size_t dimension = experiment_->set.dimension;
  const std::size_t d = domain_->dimension();
  const PointLearner& learner = descent.learner;
  snapshot.point.resize(dimension);
  domain_->to_point(learner.point(), snapshot.point);
  snapshot.radius = learner.radius();
  snapshot.shape.assign(learner.shape().begin(), learner.shape().end());
  if (!snapshot.shape.empty()) keep_inside(snapshot);
  std::vector<double> answer(d);
  learner.answer(answer);
  snapshot.answer.resize(dimension);
  domain_->to_point(answer, snapshot.answer);
  if (!has_surface()) return;

  std::vector<double> slope(d);
  std::vector<double> curvature(d * d);
  if (!descent.surface.fit(learner.problem(), answer, slope, curvature)) return;
  snapshot.slope.resize(dimension);
  embed(experiment_->set, slope, snapshot.slope);
  // E C E^T: the rows first, then the columns.
  std::vector<double> rows(d * dimension);
  for (std::size_t i = 0; i < d; ++i) {
    embed(experiment_->set, std::span(curvature).subspan(i * d, d),
          std::span(rows).subspan(i * dimension, dimension));
  }
  std::vector<double> column(d);
  std::vector<double> image(dimension);
  for (std::size_t j = 0; j < dimension; ++j) {
    for (std::size_t i = 0; i < d; ++i) column[i] = rows[i * dimension + j];
    embed(experiment_->set, column, image);
    snapshot.curvature.insert(snapshot.curvature.end(),
                              image.begin() + static_cast<std::ptrdiff_t>(j), image.end());
  }
}

// Where the set is a millionth as deep as it is wide, or less, the Cholesky factor of the Hessian
// has lost the wide directions: what would lead outside is made smaller until it does not.
void ConvexState::keep_inside(ConvexSnapshot& snapshot) const {
  for (int i = 0; i < kHalvings; ++i) {
    if (contains_ellipsoid(experiment_->set, snapshot.point, snapshot.shape)) return;
    for (double& x : snapshot.shape) x /= 2;
  }
}

ConvexSnapshot ConvexState::estimate() const {
  Folded folded = folded_;
  for (const ConvexEpoch& epoch : epochs_) take_step(epoch, folded);
  ConvexSnapshot snapshot;
  snapshot.reports = reports();
  std::visit([&](const auto& learner) { describe(learner, snapshot); }, folded);
  return snapshot;
}

void ConvexState::open(const ConvexSnapshot& snapshot) {
  ConvexEpoch epoch{snapshot.id, snapshot.points, snapshot.radius, snapshot.shape,
                    ConvexStatistics(*experiment_)};
  if (!has_points(*experiment_)) {
    epoch.point.resize(domain_->dimension());
    domain_->from_point(snapshot.point, epoch.point);
  }
  epochs_.open(std::move(epoch), [this](const ConvexEpoch& past) { take_step(past, folded_); });
}

void ConvexState::fold(std::uint32_t first_open) {
  epochs_.fold(first_open, [this](const ConvexEpoch& past) { take_step(past, folded_); });
}

Status ConvexState::merge(const ConvexState& other) {
  if (other.reports() > kMaximumReports - reports()) return invalid("statistics", kFull);
  const bool has_folded = folded_reports() > 0;
  const bool other_has = other.folded_reports() > 0;
  ByteWriter own_bytes;
  ByteWriter other_bytes;
  write_folded(own_bytes);
  other.write_folded(other_bytes);
  if (has_folded && other_has && own_bytes.bytes() != other_bytes.bytes()) {
    return invalid("state", "the two learners have folded different reports");
  }
  Folded folded = folded_;
  if (other_has && !has_folded) {
    ByteReader reader(other_bytes.bytes());
    if (!read_folded(reader, folded)) return invalid("state", "no reports lead to this state");
  }
  Status status = epochs_.merge(other.epochs_, has_folded || other_has,
                                [&](const ConvexEpoch& past) { take_step(past, folded); });
  if (status.ok()) folded_ = std::move(folded);
  return status;
}

}  // namespace ldp
