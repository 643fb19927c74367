// The simulation half of the `learner` module, as JavaScript sees it. A table of functions that
// copy and call the core, which has all logic. Nothing throws: a call returns its value or an error
// object {code, parameter, reason, value}, and the TypeScript wrapper throws.
//
// Results come out as views of wasm memory, valid until the next call into the module.
#include "simulation/simulation.hpp"

#include <emscripten/bind.h>
#include <emscripten/val.h>

#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "foundation/result.hpp"
#include "simulation/regret_curve.hpp"
#include "simulation_record.hpp"
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
  // [record times][arms] of combinatorial worlds, flat, summed over the replicates; else empty.
  val plays() const { return view(simulation_.plays()); }
  // [3][replicates] at the horizon, of runs that look for the best arm, flat; else empty.
  val stops() const { return view(simulation_.stops()); }

 private:
  ldp::Simulation simulation_;
};

// Replicates first, ..., first + replicates - 1 of the run in `records` (simulation_record.hpp), or
// an error.
val create_batch(const val& records, std::uint32_t first, std::uint32_t replicates) {
  const ldp::Result<ldp::SimulationSpec> spec = ldp::read_simulation(doubles(records));
  if (!spec.ok()) return to_js(spec.error());
  ldp::Result<ldp::Simulation> simulation =
      ldp::Simulation::create(spec.value(), first, replicates);
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
      .function("regrets", &ReplicateBatch::regrets)
      .function("plays", &ReplicateBatch::plays)
      .function("stops", &ReplicateBatch::stops);
  emscripten::function("createReplicateBatch", &create_batch);
  emscripten::function("regretCurve", &regret_curve);
  emscripten::function("recordTimes", &record_times);
}
