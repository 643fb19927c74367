// A field of an experiment that a learner's save() forgets would compile, and a state would load
// under another experiment. So each field is changed here, one by one, as the generated records
// list them.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>
#include <vector>

#include "catch.hpp"
#include "protocol/records.generated.hpp"
#include "server/convex/convex_saved_state.hpp"
#include "server/learner_families.hpp"
#include "server/linear/linear_saved_state.hpp"

namespace ldp::test {
namespace {

// Changes the field at `position` in one of kWays ways, some of which give an experiment that no
// learner takes.
class Change {
 public:
  static constexpr std::size_t kWays = 8;

  Change(std::size_t position, std::size_t way, Algorithm other)
      : position_(position), way_(way), other_(other) {}

  void operator()(Algorithm& field) {
    if (is_next()) field = other_;
  }
  void operator()(bool& field) {
    if (is_next()) field = !field;
  }
  void operator()(double& field) {
    const double values[kWays] = {field + 0.25, field * 2, field / 2, 0, 1e-6, 0.01, 1, 2};
    if (is_next()) field = values[way_];
  }
  template <class Integer>
  void operator()(Integer& field) {
    if (!is_next()) return;
    if constexpr (std::is_enum_v<Integer>) {
      field = static_cast<Integer>(way_ % 2);  // each has two values at least
    } else {
      const Integer values[kWays] = {static_cast<Integer>(field + 1),
                                     static_cast<Integer>(field * 2),
                                     static_cast<Integer>(field / 2),
                                     0,
                                     1,
                                     2,
                                     16,
                                     1000};
      field = values[way_];
    }
  }
  void operator()(std::vector<double>& levels) {
    if (!is_next()) return;
    if (way_ % 2 == 0 || levels.empty()) levels.insert(levels.begin(), 0.125);
    if (way_ % 2 == 1) levels.back() *= 1.5;
  }
  void operator()(DecisionSet& set) {
    if (is_next()) (way_ % 2 == 0 ? set.choose : set.arms) += 1;
  }
  void operator()(ConvexSet& set) {
    if (!is_next()) return;
    if (way_ % 2 == 0) set.radius *= 2;
    if (way_ % 2 == 1 && !set.high.empty()) set.high.back() += 1;
  }

 private:
  bool is_next() { return at_++ == position_; }

  std::size_t position_;
  std::size_t way_;
  Algorithm other_;
  std::size_t at_ = 0;
};

template <class Experiment>
Algorithm algorithm_of(const Experiment& experiment) {
  if constexpr (requires { experiment.algorithm; }) {
    return experiment.algorithm;
  } else {
    return experiment.reports.algorithm;
  }
}

/// The names of the fields that no valid change of an experiment of `all` reached. A state that
/// loads under a changed experiment fails the test.
template <class Family, class Layout, class Experiment>
std::vector<std::string> unreached(const std::vector<Experiment>& all) {
  std::vector<std::string> names;
  for (std::size_t field = 0; field < std::size(Layout::kNames); ++field) {
    std::size_t changes = 0;
    for (std::size_t i = 0; i < all.size(); ++i) {
      const auto saved = Family::Learner::create(all[i]).value().save();
      for (std::size_t way = 0; way < Change::kWays; ++way) {
        Experiment other = all[i];
        Change change(field, way, algorithm_of(all[(i + way) % all.size()]));
        Layout::each(other, change);
        if (other == all[i]) continue;
        auto learner = Family::Learner::create(other);
        if (!learner.ok()) continue;
        ++changes;
        const Status status = learner.value().load(saved);
        INFO(Layout::kNames[field] << ", experiment " << i << ", way " << way);
        CHECK(status.error().code == ErrorCode::manifest_mismatch);
      }
    }
    if (changes == 0) names.emplace_back(Layout::kNames[field]);
  }
  return names;
}

/// Of `names` those whose change leaves the header of a state as it is, for every experiment. For
/// fields that no valid experiment changes alone: Gaussian noise comes with its delta.
template <class Layout, class Experiment, class Header>
std::vector<std::string> outside(Header header, const std::vector<std::string>& names,
                                 const std::vector<Experiment>& all) {
  std::vector<std::string> missing;
  for (std::size_t field = 0; field < std::size(Layout::kNames); ++field) {
    if (std::find(names.begin(), names.end(), Layout::kNames[field]) == names.end()) continue;
    const bool is_inside = std::any_of(all.begin(), all.end(), [&](const Experiment& experiment) {
      for (std::size_t way = 0; way < Change::kWays; ++way) {
        Experiment other = experiment;
        Change change(field, way, algorithm_of(experiment));
        Layout::each(other, change);
        if (other != experiment && header(other) != header(experiment)) return true;
      }
      return false;
    });
    if (!is_inside) missing.emplace_back(Layout::kNames[field]);
  }
  return missing;
}

using Names = std::vector<std::string>;

std::vector<BestArmExperiment> best_arm_experiments() {
  auto all = BestArmFamily::experiments();
  all.push_back(all.front());
  all.back().mechanism = ScalarMechanism::gaussian;
  all.back().delta = 1e-5;
  all.emplace_back();
  all.back().algorithm = Algorithm::ldp_duel;
  all.back().arms = 3;
  all.back().maximum_pulls = 100'000;
  all.back().epsilon = 1;
  all.back().levels = {0.5, 1};
  return all;
}

std::vector<LinearExperiment> linear_experiments() {
  auto all = LinearFamily::experiments();
  all.push_back(ball_experiment(3, 2));
  all.back().algorithm = Algorithm::ldp_linear_moments;
  all.push_back(all.back());
  all.back().mechanism = LinearMechanism::codebook;
  all.back().codewords = 64;
  all.back().near = 8;
  for (const Link link : {Link::identity, Link::poisson}) {
    all.push_back(glm_experiment(Algorithm::ldp_glm_newton, 3, 2, LinearMechanism::gaussian, 1e-3));
    all.back().link = link;
    all.back().largest = 2;
  }
  return all;
}

}  // namespace

TEST_CASE("no state of arms loads where a field of the experiment is another") {
  CHECK(unreached<MultiArmedFamily, LearnerLayout>(MultiArmedFamily::experiments()) == Names{});
}

TEST_CASE("no state of a best-arm experiment loads where a field is another") {
  CHECK(unreached<BestArmFamily, BestArmLearnerLayout>(best_arm_experiments()) == Names{});
}

// The family has one algorithm.
TEST_CASE("no state of a reduction loads where a field is another") {
  CHECK(unreached<ReductionFamily, ReductionLearnerLayout>(ReductionFamily::experiments()) ==
        Names{"algorithmIndex"});
}

TEST_CASE("no state of a linear experiment loads where a field is another") {
  const auto all = linear_experiments();
  const Names coupled = unreached<LinearFamily, LinearLearnerLayout>(all);
  CHECK(coupled == Names{"mechanism"});
  CHECK(outside<LinearLearnerLayout>(linear_state_header, coupled, all) == Names{});
}

TEST_CASE("no state of slates loads where a field is another") {
  CHECK(unreached<CombinatorialFamily, CombinatorialLearnerLayout>(
            CombinatorialFamily::experiments()) == Names{});
}

TEST_CASE("no state of points loads where a field is another") {
  const auto all = ConvexFamily::experiments();
  const Names coupled = unreached<ConvexFamily, ConvexLearnerLayout>(all);
  CHECK(coupled == Names{"losses", "feedback"});
  CHECK(outside<ConvexLearnerLayout>(convex_state_header, coupled, all) == Names{});
}

}  // namespace ldp::test
