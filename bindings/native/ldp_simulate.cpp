// ldp-simulate: plays the plan of a simulation natively, on all processors. The same core and the
// same bits as `ldp-bandits/simulation`.
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <charconv>
#include <cmath>
#include <csignal>
#include <cstdio>
#include <fstream>
#include <iostream>
#include <string>
#include <string_view>
#include <thread>

#include "play.hpp"
#include "read_plan.hpp"

namespace {

constexpr std::string_view kUsage =
    R"(ldp-simulate [options] plan.json

Plays every run of a simulation plan (`npx ldp-bandits plan spec.json` writes it; - is standard
input) and writes the regret curves as JSON.

  --threads n    default: as many as there are processors
  --out file     default: standard output
  --quiet        no progress on standard error
  --help

The curves are the same for any number of threads. Ctrl-C keeps what is known, marked "partial"; a
second one stops without that.
)";

constexpr int kBadInput = 2;
constexpr int kInterrupted = 130;

std::atomic<bool> stop{false};
static_assert(std::atomic<bool>::is_always_lock_free);  // set by a signal handler

struct Options {
  std::string plan;
  std::string out;
  unsigned threads = std::max(1u, std::thread::hardware_concurrency());
  bool is_quiet = false;
  bool wants_help = false;
};

struct BadUsage {
  std::string reason;
};

unsigned read_threads(std::string_view text) {
  unsigned threads = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), threads);
  if (error != std::errc() || end != text.data() + text.size() || threads < 1 || threads > 1024) {
    throw BadUsage{"--threads must be a whole number from 1 to 1024"};
  }
  return threads;
}

Options read_options(int argc, char** argv) {
  Options options;
  for (int i = 1; i < argc; ++i) {
    const std::string_view argument = argv[i];
    const auto next = [&]() -> std::string_view {
      if (i + 1 == argc) throw BadUsage{std::string(argument) + " needs a value"};
      return argv[++i];
    };
    if (argument == "--help") {
      options.wants_help = true;
    } else if (argument == "--quiet") {
      options.is_quiet = true;
    } else if (argument == "--threads") {
      options.threads = read_threads(next());
    } else if (argument == "--out") {
      options.out = next();
    } else if (argument.size() > 1 && argument[0] == '-') {
      throw BadUsage{"unknown option " + std::string(argument)};
    } else if (!options.plan.empty()) {
      throw BadUsage{"one plan at a time"};
    } else {
      options.plan = argument;
    }
  }
  if (options.plan.empty() && !options.wants_help) throw BadUsage{"no plan given"};
  return options;
}

nlohmann::json read_json(const std::string& path) {
  if (path == "-") return nlohmann::json::parse(std::cin);
  std::ifstream file(path);
  if (!file) throw ldp::PlanError(path + " cannot be read");
  return nlohmann::json::parse(file);
}

// When replicates stopped (null: they did not), what they answered, and how many of those that
// stopped were wrong, or not a best arm.
nlohmann::ordered_json stopped_of(const ldp::PlayedCurve& played) {
  const std::vector<double>& stops = played.stops;
  const std::size_t replicates = stops.size() / 3;
  nlohmann::ordered_json rounds = nlohmann::ordered_json::array();
  nlohmann::ordered_json answers = nlohmann::ordered_json::array();
  for (std::size_t i = 0; i < replicates; ++i) {
    if (std::isnan(stops[i])) {
      rounds.push_back(nullptr);
    } else {
      rounds.push_back(static_cast<std::uint64_t>(stops[i]));
    }
    answers.push_back(static_cast<std::uint32_t>(stops[replicates + i]));
  }
  return {{"rounds", rounds},
          {"answers", answers},
          {"wrong", played.wrong},
          {"notBest", played.not_best}};
}

nlohmann::ordered_json result_of(const nlohmann::json& spec, const ldp::SimulationPlan& plan,
                                 const std::vector<ldp::PlayedCurve>& played) {
  nlohmann::ordered_json curves = nlohmann::ordered_json::array();
  bool is_partial = false;
  for (std::size_t run = 0; run < plan.runs.size(); ++run) {
    const ldp::RegretCurve& curve = played[run].curve;
    const std::uint32_t replicates = played[run].replicates;
    is_partial = is_partial || replicates < plan.replicates;
    curves.push_back({{"label", plan.runs[run].label},
                      {"replicates", replicates},
                      {"t", replicates > 0 ? plan.record() : std::vector<std::uint64_t>()},
                      {"mean", curve.mean},
                      {"low", curve.low},
                      {"high", curve.high}});
    if (!played[run].stops.empty()) curves.back()["stopped"] = stopped_of(played[run]);
  }
  return {{"version", 1}, {"spec", spec}, {"partial", is_partial}, {"curves", curves}};
}

void show_progress(double done, double total) {
  std::fprintf(stderr, "\r%5.1f %%  %.0f of %.0f million rounds", 100 * done / total, done / 1e6,
               total / 1e6);
}

// The next signal ends the program.
void on_interrupt(int signal) {
  stop = true;
  std::signal(signal, SIG_DFL);
}

// Checked before the run, which may take an hour.
void check_writable(const std::string& path) {
  if (!std::ofstream(path, std::ios::app)) throw ldp::PlanError(path + " cannot be written");
}

int simulate(const Options& options) {
  const nlohmann::json given = read_json(options.plan);
  const ldp::SimulationPlan plan = ldp::read_plan(given);
  if (!options.out.empty()) check_writable(options.out);
  std::signal(SIGINT, on_interrupt);
  const bool shows = !options.is_quiet && isatty(STDERR_FILENO) != 0;
  const auto played = ldp::play(plan, options.threads, stop, [&](double done, double total) {
    if (shows) show_progress(done, total);
  });
  if (shows) std::fputc('\n', stderr);
  const nlohmann::ordered_json result = result_of(given.at("spec"), plan, played);
  const std::string text = result.dump() + "\n";
  if (options.out.empty()) {
    std::cout << text << std::flush;
  } else {
    std::ofstream file(options.out);
    file << text << std::flush;
    if (!file) throw ldp::PlanError(options.out + " cannot be written");
  }
  return result["partial"] ? kInterrupted : 0;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    const Options options = read_options(argc, argv);
    if (options.wants_help) {
      std::cout << kUsage;
      return 0;
    }
    return simulate(options);
  } catch (const BadUsage& bad) {
    std::cerr << "ldp-simulate: " << bad.reason << "\n\n" << kUsage;
  } catch (const ldp::PlanError& error) {
    std::cerr << "ldp-simulate: " << error.what() << "\n";
  } catch (const nlohmann::json::exception& error) {
    std::cerr << "ldp-simulate: no plan: " << error.what() << "\n";
  }
  return kBadInput;
}
