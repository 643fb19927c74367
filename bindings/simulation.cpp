// The simulation half of the `learner` module, as JavaScript sees it. A table and the copying that
// goes with it: decisions are the core's. Nothing throws: a call returns its value or an error
// object {code, parameter, reason, value}, and the TypeScript wrapper throws.
//
// Results come out as views of wasm memory, valid until the next call into the module.
#include "simulation/simulation.hpp"

#include <emscripten/bind.h>
#include <emscripten/val.h>

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "foundation/result.hpp"
#include "simulation/regret_curve.hpp"
#include "to_js.hpp"

namespace {

using emscripten::typed_memory_view;
using emscripten::val;
using ldp::to_js;

val view(std::span<const double> values) {
  return val(typed_memory_view(values.size(), values.data()));
}

std::vector<double> doubles(const val& array) {
  return emscripten::convertJSArrayToNumberVector<double>(array);
}

// Some replicates of one run.
class ReplicateBatch {
 public:
  explicit ReplicateBatch(ldp::Simulation simulation) : simulation_(std::move(simulation)) {}

  void advance(double rounds) { simulation_.advance(static_cast<std::uint64_t>(rounds)); }
  double rounds_done() const { return static_cast<double>(simulation_.rounds_done()); }
  std::size_t recorded() const { return simulation_.recorded(); }
  // [record times][replicates], flat; the first recorded() rows are final.
  val regrets() const { return view(simulation_.regrets()); }

 private:
  ldp::Simulation simulation_;
};

// Replicates first, ..., first + replicates - 1 of `spec` {seedLow, seedHigh, algorithmIndex,
// bound, epsilonMin, means, levels, probabilities, record}, or an error.
val create_batch(const val& spec, std::uint32_t first, std::uint32_t replicates) {
  ldp::SimulationSpec run;
  run.seed = (std::uint64_t{spec["seedHigh"].as<std::uint32_t>()} << 32) |
             spec["seedLow"].as<std::uint32_t>();
  run.algorithm = static_cast<ldp::Algorithm>(spec["algorithmIndex"].as<unsigned>());
  run.bound = spec["bound"].as<std::string>() == "L4" ? ldp::Bound::l4 : ldp::Bound::la;
  run.epsilon_min = spec["epsilonMin"].as<double>();
  run.means = doubles(spec["means"]);
  run.levels = doubles(spec["levels"]);
  run.probabilities = doubles(spec["probabilities"]);
  for (const double time : doubles(spec["record"])) {
    run.record.push_back(static_cast<std::uint64_t>(time));
  }
  ldp::Result<ldp::Simulation> simulation = ldp::Simulation::create(run, first, replicates);
  if (!simulation.ok()) return to_js(simulation.error());
  return val(std::make_shared<ReplicateBatch>(std::move(simulation).value()));
}

// {mean, low, high}, one value per record time, as arrays of their own.
val regret_curve(const val& regrets, std::uint32_t replicates) {
  const ldp::RegretCurve curve = ldp::regret_curve(doubles(regrets), replicates);
  const val own = val::global("Float64Array");
  val object = val::object();
  object.set("mean", own.new_(view(curve.mean)));
  object.set("low", own.new_(view(curve.low)));
  object.set("high", own.new_(view(curve.high)));
  return object;
}

// The rounds at which a run of `horizon` rounds records its regret.
val record_times(double horizon, std::uint32_t points, bool logarithmic) {
  const auto rounds = static_cast<std::uint64_t>(horizon);
  const std::vector<std::uint64_t> times =
      logarithmic ? ldp::log_times(rounds, points) : ldp::linear_times(rounds, points);
  return val::global("Float64Array").new_(view(std::vector<double>(times.begin(), times.end())));
}

}  // namespace

EMSCRIPTEN_BINDINGS(ldp_bandits_simulation) {
  emscripten::class_<ReplicateBatch>("ReplicateBatch")
      .smart_ptr<std::shared_ptr<ReplicateBatch>>("ReplicateBatch")
      .function("advance", &ReplicateBatch::advance)
      .function("roundsDone", &ReplicateBatch::rounds_done)
      .function("recorded", &ReplicateBatch::recorded)
      .function("regrets", &ReplicateBatch::regrets);
  emscripten::function("createReplicateBatch", &create_batch);
  emscripten::function("regretCurve", &regret_curve);
  emscripten::function("recordTimes", &record_times);
}
