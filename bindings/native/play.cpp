#include "play.hpp"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <string>
#include <system_error>
#include <thread>

namespace ldp {
namespace {

// Replicates of one unit: they share logarithms, and there are units enough to keep threads busy.
constexpr std::uint32_t kUnit = 4;
// Arms times rounds after which a stop is looked for, and rounds at most.
constexpr std::uint64_t kSliceArms = 1'000'000;
constexpr std::uint64_t kSlice = 50'000;

struct Unit {
  std::size_t run;
  std::uint32_t first;
  std::uint32_t replicates;
  std::vector<double> regrets;  // [times][replicates]; empty: not finished
  std::vector<double> stops;    // [3][replicates] or empty
};

// What a round costs, in arms of a multi-armed world.
std::uint64_t weight(const SimulationSpec& spec) {
  if (spec.combinatorial) {
    const DecisionSet& set = spec.combinatorial->environment.set;
    // Cascades are sampled, when the oracle has to run.
    return std::uint64_t{set.kind == SetKind::influence ? 1000u : 10u} * set.arms;
  }
  if (spec.convex) {
    const std::uint64_t dimension = spec.convex->environment.set.dimension;
    return 20 * dimension * dimension;
  }
  if (spec.generalized_linear) {
    const GlmEnvironment& environment = spec.generalized_linear->environment;
    return std::uint64_t{10} * environment.arms * environment.dimension;
  }
  if (!spec.linear) return spec.environment.arms.size();
  const LinearEnvironment& environment = spec.linear->environment;
  return std::uint64_t{10} * environment.arms * environment.dimension;
}

Simulation start(const SimulationPlan& plan, std::size_t run, std::uint32_t first,
                 std::uint32_t replicates) {
  Result<Simulation> made = Simulation::create(plan.runs[run].spec, first, replicates);
  if (made.ok()) return std::move(made).value();
  throw PlanError("runs[" + std::to_string(run) + "] " + std::string(made.error().parameter) +
                  ": " + std::string(made.error().reason));
}

// As rewards. What a sigmoid or a threshold makes of a mean is not the mean reward: then none.
std::vector<double> mean_rewards(const SimulationSpec& spec) {
  std::vector<double> means;
  const RewardTransform::Kind kind = spec.rewards.kind();
  if (kind != RewardTransform::Kind::unit && kind != RewardTransform::Kind::clip) return means;
  for (const RewardLaw& law : spec.environment.arms) {
    const std::uint64_t reward = spec.rewards(law.mean()).value().value();
    means.push_back(static_cast<double>(reward) / kUnitReward);
  }
  return means;
}

void count_answers(const SimulationSpec& spec, PlayedCurve& played) {
  constexpr double kRounding = 1e-9;
  const std::size_t count = played.stops.size() / 3;
  if (count == 0) return;
  const double indifference = spec.best_arm->experiment.indifference;
  const std::vector<double> means = mean_rewards(spec);
  for (std::size_t i = 0; i < count; ++i) {
    if (!(played.stops[2 * count + i] > 0)) continue;
    ++played.not_best;
    if (indifference > 0 && !means.empty()) {
      const double best = *std::max_element(means.begin(), means.end());
      const double answered = means[static_cast<std::size_t>(played.stops[count + i])];
      if (best - answered <= indifference + kRounding) continue;
    }
    ++played.wrong;
  }
}

class Work {
 public:
  Work(const SimulationPlan& plan, const std::atomic<bool>& stop) : plan_(plan), stop_(stop) {
    for (std::uint32_t first = 0; first < plan.replicates; first += kUnit) {
      for (std::size_t run = 0; run < plan.runs.size(); ++run) {
        units_.push_back({run, first, std::min(kUnit, plan.replicates - first), {}, {}});
      }
    }
  }

  [[nodiscard]] std::size_t units() const { return units_.size(); }

  void play() {
    for (std::size_t i = next_++; i < units_.size() && !stop_; i = next_++) play(units_[i]);
    const std::lock_guard lock(mutex_);
    ++finished_;
    changed_.notify_all();
  }

  // Calls `progress` until `threads` threads have finished.
  void watch(unsigned threads, const Progress& progress) {
    const double total = static_cast<double>(plan_.record().back()) * plan_.replicates *
                         static_cast<double>(plan_.runs.size());
    std::unique_lock lock(mutex_);
    while (finished_ < threads) {
      changed_.wait_for(lock, std::chrono::milliseconds(200));
      progress(static_cast<double>(done_.load()), total);
    }
  }

  [[nodiscard]] PlayedCurve curve(std::size_t run) const {
    std::vector<const Unit*> units;
    PlayedCurve played;
    for (const Unit& unit : units_) {
      if (unit.run != run || unit.regrets.empty()) continue;
      units.push_back(&unit);
      played.replicates += unit.replicates;
    }
    if (units.empty()) return played;
    for (std::size_t time = 0; time < plan_.record().size(); ++time) {
      for (const Unit* unit : units) {
        const auto row =
            unit->regrets.begin() + static_cast<std::ptrdiff_t>(time * unit->replicates);
        played.regrets.insert(played.regrets.end(), row, row + unit->replicates);
      }
    }
    played.curve = regret_curve(played.regrets, played.replicates);
    for (std::size_t row = 0; row < 3; ++row) {
      for (const Unit* unit : units) {
        const std::size_t count = unit->stops.size() / 3;
        const auto from = unit->stops.begin() + static_cast<std::ptrdiff_t>(row * count);
        played.stops.insert(played.stops.end(), from, from + static_cast<std::ptrdiff_t>(count));
      }
    }
    count_answers(plan_.runs[run].spec, played);
    return played;
  }

 private:
  void play(Unit& unit) {
    Simulation simulation = start(plan_, unit.run, unit.first, unit.replicates);
    const SimulationSpec& spec = plan_.runs[unit.run].spec;
    const std::uint64_t slice = std::clamp<std::uint64_t>(kSliceArms / weight(spec), 1, kSlice);
    while (!simulation.finished()) {
      if (stop_) return;
      const std::uint64_t before = simulation.rounds_done();
      simulation.advance(slice);
      done_ += (simulation.rounds_done() - before) * unit.replicates;
    }
    unit.stops.assign(simulation.stops().begin(), simulation.stops().end());
    unit.regrets.assign(simulation.regrets().begin(), simulation.regrets().end());
  }

  const SimulationPlan& plan_;
  const std::atomic<bool>& stop_;
  std::vector<Unit> units_;
  std::atomic<std::size_t> next_{0};
  std::atomic<std::uint64_t> done_{0};
  std::mutex mutex_;
  std::condition_variable changed_;
  unsigned finished_ = 0;
};

}  // namespace

std::vector<PlayedCurve> play(const SimulationPlan& plan, unsigned threads,
                              const std::atomic<bool>& stop, const Progress& progress) {
  // So that nothing throws on a thread.
  for (std::size_t run = 0; run < plan.runs.size(); ++run) (void)start(plan, run, 0, 1);
  Work work(plan, stop);
  std::vector<std::thread> crew;
  const std::size_t most = std::min<std::size_t>(threads, work.units());
  try {
    while (crew.size() < most) crew.emplace_back([&work] { work.play(); });
  } catch (const std::system_error&) {
    // The system has no more threads: those that there are play everything.
    if (crew.empty()) throw;
  }
  work.watch(static_cast<unsigned>(crew.size()), progress);
  for (std::thread& thread : crew) thread.join();
  std::vector<PlayedCurve> curves;
  for (std::size_t run = 0; run < plan.runs.size(); ++run) curves.push_back(work.curve(run));
  return curves;
}

}  // namespace ldp
