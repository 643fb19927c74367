// The convex family's part of the `learner` module, as server.cpp is the multi-armed one's.
#include <emscripten/bind.h>
#include <emscripten/val.h>

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "convex_set.hpp"
#include "foundation/result.hpp"
#include "protocol/convex_report.hpp"
#include "server/convex/convex_learner.hpp"
#include "server_learner.hpp"

namespace {

using emscripten::val;
using ldp::view;

struct Convex {
  using Learner = ldp::ConvexLearner;
  using Received = ldp::ReceivedConvexReport;
  using Statistics = ldp::ConvexStatistics;
  using Snapshot = ldp::ConvexSnapshot;

  static ldp::Status decode(std::span<const std::uint8_t> bytes,
                            const ldp::ConvexExperiment& experiment,
                            std::vector<Received>& reports) {
    return ldp::decode_convex_reports(bytes, experiment, reports);
  }
  static void append_terms(const Learner& learner, const Received& report,
                           std::vector<std::uint32_t>& indices, std::vector<std::int32_t>& values) {
    learner.append_terms(report, indices, values);
  }
  static double reports(const Learner& learner) { return static_cast<double>(learner.reports()); }
  static Snapshot publish(Learner& learner, std::uint64_t) { return learner.publish(); }
  // What the algorithm does not have is empty, or a radius of 0.
  static val describe(const Snapshot& snapshot) {
    val object = val::object();
    object.set("id", snapshot.id);
    object.set("reports", static_cast<double>(snapshot.reports));
    object.set("point", view(snapshot.point));
    object.set("radius", snapshot.radius);
    object.set("shape", view(snapshot.shape));
    object.set("points", view(snapshot.points));
    object.set("weights", view(snapshot.weights));
    object.set("answer", view(snapshot.answer));
    object.set("slope", view(snapshot.slope));
    object.set("curvature", view(snapshot.curvature));
    return object;
  }
};

// Position of the word in the order of its C++ enumeration.
template <class Enum, std::size_t N>
Enum enum_from(const val& word, const std::array<std::string_view, N>& words) {
  const auto given = word.as<std::string>();
  for (std::size_t i = 0; i < N; ++i) {
    if (words[i] == given) return static_cast<Enum>(i);
  }
  return static_cast<Enum>(0);  // the TypeScript side has no other words
}

constexpr std::array<std::string_view, 3> kMechanisms{"bit", "laplace", "gaussian"};
constexpr std::array<std::string_view, 4> kLosses{"convex", "smooth", "strongly-convex",
                                                  "strongly-convex-smooth"};
constexpr std::array<std::string_view, 2> kSteps{"theory", "practical"};
constexpr std::array<std::string_view, 2> kFeedbacks{"losses", "comparison"};

// A ConvexExperiment of validate-convex.ts whose set is numbers (flattenConvexSet).
val create_learner(const val& spec) {
  const auto number = [&](const char* name) { return spec[name].as<double>(); };
  const auto flat = emscripten::convertJSArrayToNumberVector<double>(spec["set"]);
  std::span<const double> numbers(flat);
  ldp::ConvexExperiment experiment;
  experiment.algorithm = static_cast<ldp::Algorithm>(spec["algorithmIndex"].as<unsigned>());
  experiment.set = ldp::take_convex_set(numbers);
  experiment.epsilon = number("epsilon");
  experiment.mechanism = enum_from<ldp::ScalarMechanism>(spec["mechanism"], kMechanisms);
  experiment.delta = number("delta");
  experiment.losses = enum_from<ldp::ConvexLosses>(spec["losses"], kLosses);
  experiment.loss_low = number("lossLow");
  experiment.loss_high = number("lossHigh");
  experiment.lipschitz = number("lipschitz");
  experiment.smoothness = number("smoothness");
  experiment.curvature = number("curvature");
  experiment.horizon = static_cast<std::uint64_t>(number("horizon"));
  experiment.steps = enum_from<ldp::ConvexSteps>(spec["steps"], kSteps);
  experiment.feedback = enum_from<ldp::ConvexFeedback>(spec["feedback"], kFeedbacks);
  experiment.distance = number("distance");
  return ldp::make_learner<Convex>(experiment);
}

}  // namespace

EMSCRIPTEN_BINDINGS(ldp_bandits_server_convex) {
  ldp::bind_learner<Convex>("ServerConvexLearner");
  emscripten::function("createServerConvexLearner", &create_learner);
}
