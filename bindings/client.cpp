// The client module as JavaScript sees it: a table, no logic. The module has one source of
// randomness, the page's crypto.getRandomValues, and no function that takes a seed.
#include <emscripten/bind.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "client/multi_armed_client.hpp"
#include "random/entropy_pool.hpp"
#include "random/uniform.hpp"

namespace ldp {
namespace {

using emscripten::val;

// A decision between choose() and report(), held by the page as opaque bytes: so there is no table
// of open decisions to clean up, and the page wipes them when the feedback is in.
struct Sealed {
  ReportId id;
  alignas(8) std::array<std::byte, sizeof(PreparedDecision)> decision;
};
static_assert(std::is_trivially_copyable_v<PreparedDecision>);

// What choose() and report() leave behind, read in place: a call through Embind costs more than the
// randomiser. The page knows the offsets.
struct Scratch {
  std::uint32_t delay_ms;
  std::uint32_t policy;
  alignas(8) std::array<std::byte, 64> sealed;
  std::array<std::uint8_t, kMaximumReportBytes> body;
};
static_assert(offsetof(Scratch, sealed) == 8 && offsetof(Scratch, body) == 72);
static_assert(sizeof(Sealed) <= sizeof(Scratch::sealed));

Scratch scratch{};

val scratch_view() {
  return val(emscripten::typed_memory_view(sizeof scratch, reinterpret_cast<std::uint8_t*>(&scratch)));
}

val& refill_function() {
  static val function = val::null();
  return function;
}

bool refill(void* /*context*/, std::uint8_t* bytes, std::size_t size) {
  return refill_function()(val(emscripten::typed_memory_view(size, bytes))).as<bool>();
}

std::optional<EntropyPool>& pool() {
  static std::optional<EntropyPool> pool;
  return pool;
}

// `fill(Uint8Array)` returns false if it has no secure randomness; it must not throw. A pool that
// has failed stays failed: a new one is made here only, after the page has checked its generator.
void use_randomness(val fill) {
  refill_function() = std::move(fill);
  if (!pool() || pool()->failed()) pool().emplace(&refill, nullptr);
}

val to_val(const Error& error) {
  val object = val::object();
  object.set("code", std::string(name(error.code)));
  object.set("parameter", std::string(error.parameter));
  object.set("reason", std::string(error.reason));
  object.set("value", error.value);
  return object;
}

val to_val(const Status& status) { return status ? val::undefined() : to_val(status.error()); }

Experiment to_experiment(const val& object) {
  Experiment experiment;
  experiment.algorithm = static_cast<Algorithm>(object["algorithmIndex"].as<std::uint32_t>());
  experiment.arms = object["arms"].as<std::uint32_t>();
  experiment.levels = emscripten::convertJSArrayToNumberVector<double>(object["levels"]);
  experiment.epsilon_min = object["epsilonMin"].as<double>();
  experiment.bound = object["bound"].as<std::string>() == "L4" ? Bound::l4 : Bound::la;
  return experiment;
}

Result<RewardTransform> to_transform(const val& object) {
  const std::string type = object["type"].as<std::string>();
  if (type == "clip") {
    return RewardTransform::clip(object["low"].as<double>(), object["high"].as<double>());
  }
  if (type == "sigmoid") {
    return RewardTransform::sigmoid(object["center"].as<double>(), object["scale"].as<double>());
  }
  if (type == "threshold") return RewardTransform::threshold(object["at"].as<double>());
  return RewardTransform::unit();
}

Snapshot to_snapshot(const val& object) {
  Snapshot snapshot;
  snapshot.id = object["id"].as<std::uint32_t>();
  snapshot.reports = static_cast<std::uint64_t>(object["reports"].as<double>());
  snapshot.scale = object["scale"].as<double>();
  snapshot.mean = emscripten::convertJSArrayToNumberVector<double>(object["mean"]);
  snapshot.width = emscripten::convertJSArrayToNumberVector<double>(object["width"]);
  snapshot.forced_arm = object["forced"].as<std::int32_t>();
  return snapshot;
}

struct NoiseOf {
  // The coin as a fraction of its range; the noise in units of the reward.
  double operator()(const ConvertToBernoulli::Prepared& prepared) const {
    return static_cast<double>(prepared.coin()) * 0x1p-64;
  }
  double operator()(const DiscreteLaplaceMechanism::Prepared& prepared) const {
    return static_cast<double>(prepared.noise()) / kRewardGrid;
  }
};

void draw(ReportId& id) {
  for (std::size_t half = 0; half < id.size(); half += 8) {
    const std::uint64_t word = pool()->next();
    std::memcpy(id.data() + half, &word, sizeof word);
  }
}

template <class Use>
auto with_decision(Use use) {
  Sealed sealed;
  std::memcpy(&sealed, scratch.sealed.data(), sizeof sealed);
  return use(sealed, *reinterpret_cast<const PreparedDecision*>(sealed.decision.data()));
}

std::uint32_t write(const Result<Report>& report) {
  if (!report) return 0;
  const std::string bytes = report.value().encode();
  std::memcpy(scratch.body.data(), bytes.data(), bytes.size());
  return static_cast<std::uint32_t>(bytes.size());
}

class Client {
 public:
  explicit Client(MultiArmedClient client) : client_(std::move(client)) {}

  // {algorithmIndex, arms, levels, epsilonMin, bound, rewards, neutral} -> Client or error object.
  static val create(const val& experiment, double pinned_epsilon) {
    const Result<RewardTransform> transform = to_transform(experiment["rewards"]);
    if (!transform) return to_val(transform.error());
    Result<MultiArmedClient> client =
        MultiArmedClient::create(to_experiment(experiment), transform.value(),
                                 experiment["neutral"].as<double>(), pinned_epsilon);
    if (!client) return to_val(client.error());
    return val(std::make_shared<Client>(std::move(client).value()));
  }

  std::uint32_t level() const { return client_.level(); }
  double epsilon_micro() const {
    return static_cast<double>(client_.guarantee().cost().epsilon_micro);
  }
  double rho_nano() const { return static_cast<double>(client_.guarantee().cost().rho_nano); }

  // Error object or undefined.
  val set_snapshot(const val& object) { return to_val(client_.set_snapshot(to_snapshot(object))); }

  // Leaves the sealed decision, the delay and the neutral report in the scratch record. Returns the
  // size of the report, 0 without secure randomness.
  std::uint32_t choose(std::uint32_t max_delay_ms) {
    const Result<PreparedDecision> decision = client_.choose(*pool());
    Sealed sealed;
    draw(sealed.id);
    const std::uint64_t delay = uniform_below(*pool(), std::uint64_t{max_delay_ms} + 1);
    if (!decision || pool()->failed()) return 0;
    std::memcpy(sealed.decision.data(), &decision.value(), sizeof(PreparedDecision));
    std::memcpy(scratch.sealed.data(), &sealed, sizeof sealed);
    scratch.delay_ms = static_cast<std::uint32_t>(delay);
    scratch.policy = static_cast<std::uint32_t>(decision.value().policy());
    return write(client_.neutral_report(decision.value(), sealed.id));
  }

  // Randomises the feedback with the noise of the sealed decision in the scratch record and leaves
  // the report there. Returns its size, 0 if the feedback is not finite.
  std::uint32_t report(double feedback) const {
    return with_decision([&](const Sealed& sealed, const PreparedDecision& decision) {
      return write(client_.report(decision, feedback, sealed.id));
    });
  }

  // For the page's own inspection; see NoiseOf.
  double noise() const {
    return with_decision([](const Sealed&, const PreparedDecision& decision) {
      return std::visit(NoiseOf{}, decision.noise());
    });
  }

 private:
  MultiArmedClient client_;
};

}  // namespace
}  // namespace ldp

EMSCRIPTEN_BINDINGS(ldp_client) {
  using ldp::Client;
  emscripten::function("useRandomness", &ldp::use_randomness);
  emscripten::function("scratch", &ldp::scratch_view);
  emscripten::class_<Client>("Client")
      .smart_ptr<std::shared_ptr<Client>>("ClientPointer")
      .class_function("create", &Client::create)
      .function("level", &Client::level)
      .function("epsilonMicro", &Client::epsilon_micro)
      .function("rhoNano", &Client::rho_nano)
      .function("setSnapshot", &Client::set_snapshot)
      .function("choose", &Client::choose)
      .function("report", &Client::report)
      .function("noise", &Client::noise);
}
