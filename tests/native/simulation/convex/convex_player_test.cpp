// The players of convex worlds decide as the server's learner and the devices do, and lose as
// little as the learners promise.
#include "simulation/convex/convex_player.hpp"

#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "catch.hpp"
#include "client/convex_client.hpp"
#include "protocol/convex_report.hpp"
#include "server/convex/convex_learner.hpp"
#include "server/serving/draw_arm.hpp"
#include "simulation/convex/worlds.hpp"
#include "simulation/normal.hpp"
#include "simulation/visitors.hpp"

namespace ldp {
namespace {

using test::convex_regret;
using test::convex_run;
using test::convex_spec;
using test::unit_ball;

constexpr std::uint64_t kSeed = 11;

std::shared_ptr<const ConvexRun> run_of(ConvexSpec spec, std::uint64_t horizon) {
  spec.experiment.horizon = horizon;
  return std::make_shared<const ConvexRun>(check_convex(spec, {}, horizon).value());
}

// What a device draws: its coin, the noise of the answer, and that of silence, which is not sent.
class DeviceWords {
 public:
  explicit DeviceWords(const ConvexGame& game) : coins_(game.choices()), noise_(game.noises()) {}

  std::uint64_t next() {
    switch (drawn_++ % 3) {
      case 0:
        return coins_.next();
      case 1:
        return noise_.next();
      default:
        return 0x123456789abcdef0 * drawn_;
    }
  }
  [[nodiscard]] bool failed() const { return false; }

 private:
  SeededStream coins_;
  SeededStream noise_;
  std::uint64_t drawn_ = 0;
};

// The production path: what a device plays, its bytes, and the learner behind them.
class Production {
 public:
  explicit Production(const ConvexGame& game)
      : experiment_(game.run->experiment),
        client_(ConvexClient::create(experiment_, 0, experiment_.epsilon).value()),
        learner_(ConvexLearner::create(experiment_).value()),
        words_(game),
        epoch_(game.epoch) {}

  double play(const ConvexWorld& world) {
    if (round_++ % epoch_ == 0) {
      learner_.fold(learner_.snapshot_id() + 1);
      REQUIRE(client_.set_snapshot(learner_.publish()).ok());
    }
    const PreparedPoints points = client_.choose(words_).value();
    std::vector<double> feedback{world.loss(points.first)};
    double regret = world.regret(points.first);
    if (!points.second.empty()) {
      regret = 0.5 * (regret + world.regret(points.second));
      feedback.push_back(world.loss(points.second));
    }
    if (experiment_.feedback == ConvexFeedback::comparison) {
      feedback = {world.preference(points.first, points.second)};
    }
    const std::string bytes =
        client_.report(points.answer, feedback, ReportId{static_cast<std::uint8_t>(round_)})
            .value();
    const std::vector<std::uint8_t> body(bytes.begin(), bytes.end());
    REQUIRE(learner_.ingest(decode_convex_report(body, experiment_).value()).ok());
    return regret;
  }

 private:
  ConvexExperiment experiment_;
  ConvexClient client_;
  ConvexLearner learner_;
  DeviceWords words_;
  std::uint64_t epoch_;
  std::uint64_t round_ = 0;
};

// In how many of the rounds both play the same points, but for rounding.
int rounds_in_common(const ConvexSpec& spec, std::uint64_t epoch, int rounds) {
  const auto run = run_of(spec, static_cast<std::uint64_t>(rounds));
  const ConvexGame game{run, epoch, kSeed, 0};
  const auto player = make_convex_player(game).value();
  Production production(game);
  ConvexWorld world(std::shared_ptr<const ConvexScene>(run, &run->scene), kSeed, 0);
  for (int round = 0; round < rounds; ++round) {
    world.next_round();
    if (std::abs(player->play(world) - production.play(world)) > 1e-9) return round;
  }
  return rounds;
}

}  // namespace

// Rounding may differ in the last bits of a loss: a bit of 600 would flip with probability 1e-11.
TEST_CASE("the players of the simulation are the learner with its devices, report by report") {
  const ConvexSet ball = unit_ball(3);
  for (const std::uint64_t epoch : {1u, 7u}) {
    for (const ConvexLosses losses :
         {ConvexLosses::convex, ConvexLosses::smooth, ConvexLosses::strongly_convex,
          ConvexLosses::strongly_convex_smooth}) {
      const ConvexSpec spec =
          convex_run(ball, ConvexLoss::quadratic, Algorithm::ldp_one_point, losses);
      CHECK(rounds_in_common(spec, epoch, 150) == 150);
    }
    for (const ConvexLosses losses : {ConvexLosses::convex, ConvexLosses::strongly_convex}) {
      const ConvexSpec spec =
          convex_run(ball, ConvexLoss::random_quadratic, Algorithm::ldp_two_point, losses);
      CHECK(rounds_in_common(spec, epoch, 150) == 150);
    }
    for (const ConvexSet& set :
         {test::box({0, -1}, {1, 2}), test::simplex(3), test::cut_square()}) {
      CHECK(rounds_in_common(convex_run(set, ConvexLoss::quadratic, Algorithm::ldp_one_point,
                                        ConvexLosses::smooth),
                             epoch, 100) == 100);
      CHECK(rounds_in_common(convex_run(set, ConvexLoss::preference, Algorithm::ldp_two_point),
                             epoch, 100) == 100);
    }
  }
}

// A device draws one of the three points from its coin, the simulation from a uniform number; so
// here the learner is handed the simulation's choices.
TEST_CASE("in one dimension the simulation plays the points that the learner publishes") {
  ConvexSpec spec =
      convex_run(test::box({-1}, {3}), ConvexLoss::absolute, Algorithm::ldp_stochastic_convex);
  spec.experiment.epsilon = 6;
  for (const std::uint64_t epoch : {1u, 50u}) {
    constexpr int kRounds = 3'000;
    const auto run = run_of(spec, kRounds);
    const ConvexGame game{run, epoch, kSeed, 0};
    const auto player = make_convex_player(game).value();
    ConvexLearner learner = ConvexLearner::create(run->experiment).value();
    SeededStream choices = game.choices();
    SeededStream noise = game.noises();
    const SimulatedBit device = SimulatedBit::create(run->experiment.epsilon).value();
    ConvexWorld world(std::shared_ptr<const ConvexScene>(run, &run->scene), kSeed, 0);
    ConvexSnapshot snapshot;
    std::vector<std::vector<double>> seen;
    for (int round = 0; round < kRounds; ++round) {
      if (static_cast<std::uint64_t>(round) % epoch == 0) {
        learner.fold(learner.snapshot_id() + 1);
        snapshot = learner.publish();
        if (seen.empty() || seen.back() != snapshot.points) seen.push_back(snapshot.points);
      }
      world.next_round();
      ReceivedConvexReport report;
      report.snapshot = snapshot.id;
      report.arm = draw_arm(snapshot.weights, open_uniform(choices.next()));
      const std::vector<double> point{snapshot.points[report.arm]};
      const double low = run->experiment.loss_low;
      const double share = (world.loss(point) - low) / (run->experiment.loss_high - low);
      report.value = device(noise, UnitReward::from(share).value());
      REQUIRE(learner.ingest(report).ok());
      REQUIRE(std::abs(player->play(world) - world.regret(point)) < 1e-9);
    }
    CHECK(seen.size() > 1);  // quarters were cut off
  }
}

TEST_CASE("in one dimension the three points close in on the optimum") {
  ConvexSpec spec =
      convex_run(test::box({0}, {1}), ConvexLoss::absolute, Algorithm::ldp_stochastic_convex);
  spec.environment.optimum = {0.3};
  for (const std::uint64_t epoch : {1u, 100u}) {
    const double early = convex_regret(convex_spec(spec, {20'000}, epoch), 2) / 20'000;
    const double late = convex_regret(convex_spec(spec, {200'000}, epoch), 2) / 200'000;
    // Uniform over the three points of [0, 1]: (.05 + .2 + .45)/3.
    CHECK(early < 0.24);
    CHECK(late < 0.8 * early);
  }
}

TEST_CASE("every learner loses less a round the longer it is told to learn") {
  struct Case {
    ConvexLoss loss;
    Algorithm algorithm;
    ConvexLosses losses;
    double share;  // of the regret a round that is left after 16 times as many rounds, at most
  };
  // The exponents of table 1 less one, with room: T^-1/4, T^-1/3, T^-1/2.
  for (const Case& c :
       {Case{ConvexLoss::absolute, Algorithm::ldp_one_point, ConvexLosses::convex, 0.75},
        Case{ConvexLoss::absolute_quadratic, Algorithm::ldp_one_point,
             ConvexLosses::strongly_convex, 0.6},
        Case{ConvexLoss::quadratic, Algorithm::ldp_one_point, ConvexLosses::smooth, 0.8},
        Case{ConvexLoss::quadratic, Algorithm::ldp_one_point, ConvexLosses::strongly_convex_smooth,
             0.5},
        Case{ConvexLoss::linear_absolute, Algorithm::ldp_two_point, ConvexLosses::convex, 0.4},
        Case{ConvexLoss::random_quadratic, Algorithm::ldp_two_point, ConvexLosses::strongly_convex,
             0.2}}) {
    const ConvexSpec run = convex_run(unit_ball(2), c.loss, c.algorithm, c.losses);
    const double early = convex_regret(convex_spec(run, {2'000}), 4) / 2'000;
    const double late = convex_regret(convex_spec(run, {32'000}), 4) / 32'000;
    INFO(static_cast<int>(c.loss) << " " << static_cast<int>(c.losses) << ": " << early << " to "
                                  << late);
    CHECK(late < c.share * early);
  }
}

TEST_CASE("less noise costs less, and no noise least") {
  const auto regret = [](double epsilon, ScalarMechanism mechanism) {
    ConvexSpec run =
        convex_run(unit_ball(2), ConvexLoss::linear_absolute, Algorithm::ldp_two_point);
    run.experiment.epsilon = epsilon;
    run.experiment.mechanism = mechanism;
    run.experiment.delta = mechanism == ScalarMechanism::gaussian ? 1e-5 : 0;
    return convex_regret(convex_spec(run, {8'000}), 4);
  };
  const double open = convex_regret(
      convex_spec(convex_run(unit_ball(2), ConvexLoss::linear_absolute, Algorithm::two_point),
                  {8'000}),
      4);
  for (const ScalarMechanism mechanism :
       {ScalarMechanism::bit, ScalarMechanism::laplace, ScalarMechanism::gaussian}) {
    CHECK(regret(5, mechanism) < 0.8 * regret(1, mechanism));
    CHECK(open < 1.1 * regret(5, mechanism));
  }
  CHECK(regret(1, ScalarMechanism::bit) < regret(1, ScalarMechanism::gaussian));
}

TEST_CASE("visitors who only compare lead to the optimum as well") {
  const ConvexSpec run =
      convex_run(test::box({0, 0}, {1, 1}), ConvexLoss::preference, Algorithm::ldp_two_point);
  const double early = convex_regret(convex_spec(run, {1'000}), 8) / 1'000;
  const double late = convex_regret(convex_spec(run, {32'000}), 8) / 32'000;
  // Two points a quarter of the inner radius from each other's middle lose this at the optimum.
  const double least = 0.5 * 0.125 * 0.125;
  CHECK(late > least);
  CHECK(late - least < 0.5 * (early - least));
}

TEST_CASE(
    "convex replicates are the same bits however they are split, and in slices of any length") {
  const SimulationSpec spec =
      convex_spec(convex_run(unit_ball(3), ConvexLoss::linear_absolute, Algorithm::ldp_two_point),
                  {10, 3000}, 3);
  Simulation all = Simulation::create(spec, 0, 4).value();
  all.advance(3000);
  for (std::uint32_t replicate = 0; replicate < 4; ++replicate) {
    Simulation one = Simulation::create(spec, replicate, 1).value();
    while (!one.finished()) one.advance(1 + 37 * (replicate + 1));
    CHECK(one.regrets()[0] == all.regrets()[replicate]);
    CHECK(one.regrets()[1] == all.regrets()[4 + replicate]);
  }
  CHECK(all.stops().empty());
  CHECK(all.plays().empty());
}

TEST_CASE("a simulation of a convex world takes no realized regret") {
  SimulationSpec spec =
      convex_spec(convex_run(unit_ball(2), ConvexLoss::absolute, Algorithm::ldp_one_point), {100});
  CHECK(Simulation::create(spec, 0, 1).ok());
  spec.is_realized = true;
  CHECK(Simulation::create(spec, 0, 1).error().parameter == "regret");
}

}  // namespace ldp
