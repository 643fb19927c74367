// The simulation half of the `learner` module, as JavaScript sees it. A table of functions that
// copy and call the core, which has all logic. Nothing throws: a call returns its value or an error
// object {code, parameter, reason, value}, and the TypeScript wrapper throws.
//
// Results come out as views of wasm memory, valid until the next call into the module.
#include "simulation/simulation.hpp"

#include <emscripten/bind.h>
#include <emscripten/val.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "foundation/result.hpp"
#include "simulation/given_rounds.hpp"
#include "simulation/normal.hpp"
#include "simulation/pulled_trials.hpp"
#include "simulation/regret_curve.hpp"
#include "simulation/seeded_stream.hpp"
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

// What a world that JavaScript plays pays in a block of rounds: JavaScript fills these.
class GivenBlock {
 public:
  explicit GivenBlock(std::shared_ptr<ldp::GivenRounds> given) : given_(std::move(given)) {}

  // [replicates][rounds][arms], flat; empty where the world is one of the core.
  val means() const { return given_ == nullptr ? view({}) : view(given_->means); }
  // Likewise; empty where rewards are bits of the means.
  val rewards() const { return given_ == nullptr ? view({}) : view(given_->rewards); }

 private:
  std::shared_ptr<ldp::GivenRounds> given_;
};

// Some replicates of one run.
class ReplicateBatch {
 public:
  ReplicateBatch(ldp::Simulation simulation, std::shared_ptr<ldp::GivenRounds> given)
      : simulation_(std::move(simulation)), given_(std::move(given)) {}

  void advance(double rounds) { simulation_.advance(static_cast<std::uint64_t>(rounds)); }
  double rounds_done() const { return static_cast<double>(simulation_.rounds_done()); }
  std::size_t recorded() const { return simulation_.recorded(); }
  // [record times][replicates], flat; the first recorded() rows are final.
  val regrets() const { return view(simulation_.regrets()); }
  // [record times][arms] of combinatorial worlds, flat, summed over the replicates; else empty.
  val plays() const { return view(simulation_.plays()); }
  // [3][replicates] at the horizon, of runs that look for the best arm, flat; else empty.
  val stops() const { return view(simulation_.stops()); }
  val given_means() const { return given_.means(); }
  val given_rewards() const { return given_.rewards(); }

 private:
  ldp::Simulation simulation_;
  GivenBlock given_;
};

// Some replicates of one run whose learner is in JavaScript.
class PulledBatch {
 public:
  PulledBatch(ldp::PulledTrials trials, std::shared_ptr<ldp::GivenRounds> given)
      : trials_(std::move(trials)), given_(std::move(given)) {}

  void play() { trials_.play(); }
  // [replicates], for JavaScript to fill before each round.
  val arms() {
    const std::span<std::uint32_t> arms = trials_.arms();
    return val(typed_memory_view(arms.size(), arms.data()));
  }
  val reports() const { return view(trials_.reports()); }
  val levels() const {
    const std::span<const std::int32_t> levels = trials_.levels();
    return val(typed_memory_view(levels.size(), levels.data()));
  }
  val menu() const { return view(trials_.menu()); }
  val thetas() const { return view(trials_.thetas()); }
  double regret(std::uint32_t replicate) const { return trials_.regret(replicate); }
  val given_means() const { return given_.means(); }
  val given_rewards() const { return given_.rewards(); }

 private:
  ldp::PulledTrials trials_;
  GivenBlock given_;
};

// The words of one stream, a block at a time.
class SeededWords {
 public:
  SeededWords(std::uint32_t seed_low, std::uint32_t seed_high, std::uint32_t replicate,
              std::uint32_t purpose)
      : stream_(std::uint64_t{seed_high} << 32 | seed_low, replicate,
                static_cast<ldp::Purpose>(purpose)) {}

  // Of each of the next words its low and its high 32 bits.
  val next() {
    for (std::uint64_t& word : words_) word = stream_.next();
    std::memcpy(halves_.data(), words_.data(), sizeof words_);
    return val(typed_memory_view(halves_.size(), halves_.data()));
  }
  // What a draw by inversion makes of each of the same words.
  val normals() {
    for (std::size_t i = 0; i < words_.size(); ++i) normals_[i] = ldp::normal_of(words_[i]);
    return view(normals_);
  }

 private:
  static constexpr std::size_t kWords = 256;

  ldp::SeededStream stream_;
  std::array<std::uint64_t, kWords> words_{};
  std::array<std::uint32_t, 2 * kWords> halves_{};  // wasm is little-endian
  std::array<double, kWords> normals_{};
};

// What the records say, and a block for a world that JavaScript plays: rounds 0 for one of the
// core.
struct GivenSpec {
  GivenSpec(ldp::SimulationSpec read, std::uint32_t first, std::uint32_t replicates,
            std::uint32_t rounds, bool has_rewards)
      : spec(std::move(read)) {
    if (rounds == 0) return;
    const std::size_t size = std::size_t{replicates} * rounds * spec.environment.arms.size();
    given = std::make_shared<ldp::GivenRounds>(ldp::GivenRounds{
        first, rounds, std::vector<double>(size), std::vector<double>(has_rewards ? size : 0)});
    spec.environment.given = given;
  }

  ldp::SimulationSpec spec;
  std::shared_ptr<ldp::GivenRounds> given;
};

// Replicates first, ..., first + replicates - 1 of the run in `records` (simulation_record.hpp), or
// an error.
val create_batch(const val& records, std::uint32_t first, std::uint32_t replicates,
                 std::uint32_t rounds, bool has_rewards) {
  const ldp::Result<ldp::SimulationSpec> spec = ldp::read_simulation(doubles(records));
  if (!spec.ok()) return to_js(spec.error());
  const GivenSpec whole(spec.value(), first, replicates, rounds, has_rewards);
  ldp::Result<ldp::Simulation> simulation = ldp::Simulation::create(whole.spec, first, replicates);
  if (!simulation.ok()) return to_js(simulation.error());
  return val(std::make_shared<ReplicateBatch>(std::move(simulation).value(), whole.given));
}

// The same where JavaScript learns. `report`: a ldp::PulledReport.
val create_pulled(const val& records, std::uint32_t first, std::uint32_t replicates,
                  std::uint32_t report, std::uint32_t rounds, bool has_rewards) {
  const ldp::Result<ldp::SimulationSpec> spec = ldp::read_simulation(doubles(records));
  if (!spec.ok()) return to_js(spec.error());
  const GivenSpec whole(spec.value(), first, replicates, rounds, has_rewards);
  ldp::Result<ldp::PulledTrials> trials = ldp::PulledTrials::create(
      whole.spec, static_cast<ldp::PulledReport>(report), first, replicates);
  if (!trials.ok()) return to_js(trials.error());
  return val(std::make_shared<PulledBatch>(std::move(trials).value(), whole.given));
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
      .function("stops", &ReplicateBatch::stops)
      .function("givenMeans", &ReplicateBatch::given_means)
      .function("givenRewards", &ReplicateBatch::given_rewards);
  emscripten::class_<PulledBatch>("PulledBatch")
      .smart_ptr<std::shared_ptr<PulledBatch>>("PulledBatch")
      .function("play", &PulledBatch::play)
      .function("arms", &PulledBatch::arms)
      .function("reports", &PulledBatch::reports)
      .function("levels", &PulledBatch::levels)
      .function("menu", &PulledBatch::menu)
      .function("thetas", &PulledBatch::thetas)
      .function("regret", &PulledBatch::regret)
      .function("givenMeans", &PulledBatch::given_means)
      .function("givenRewards", &PulledBatch::given_rewards);
  emscripten::class_<SeededWords>("SeededWords")
      .constructor<std::uint32_t, std::uint32_t, std::uint32_t, std::uint32_t>()
      .function("next", &SeededWords::next)
      .function("normals", &SeededWords::normals);
  emscripten::function("createReplicateBatch", &create_batch);
  emscripten::function("createPulledBatch", &create_pulled);
  emscripten::function("regretCurve", &regret_curve);
  emscripten::function("recordTimes", &record_times);
}
