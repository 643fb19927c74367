// The round loop with delayed reports: devices decide from the snapshot of an epoch, reports come
// late or never, and a server may count pending ones. Slower than RoundLoop, which plays the rounds
// in which every report arrives at once.
//
// A report of round t that is d rounds late is known to decisions after round t + d, as soon as a
// snapshot is taken then.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "server/serving/frozen_log_queue.hpp"
#include "server/serving/ticket_office.hpp"
#include "simulation/delivered_learner.hpp"
#include "simulation/delivery.hpp"
#include "simulation/round_loop.hpp"
#include "simulation/seeded_stream.hpp"

namespace ldp {

/// What became of the rounds so far: played is the sum of the other four.
struct DeliveryCount {
  std::uint64_t played = 0;
  std::uint64_t silent = 0;    // no report
  std::uint64_t lost = 0;      // reports that never arrive
  std::uint64_t on_way = 0;    // reports that the learner does not know yet
  std::uint64_t ingested = 0;  // that it knows

  bool operator==(const DeliveryCount&) const = default;
};

class DeliveryLoop final : public Replay {
 public:
  /// experiment: bound, levels and level_aware_from count; of a learner without privacy, none.
  DeliveryLoop(World&& world, std::unique_ptr<DeliveredLearner> learner,
               std::unique_ptr<DeliveredVisitors> visitors, const MultiArmedExperiment& experiment,
               const Delivery& delivery, std::uint64_t seed, std::uint32_t replicate);

  void play(ConfidenceBlock& block) override;

  [[nodiscard]] const DeliveryCount& count() const { return count_; }

 private:
  struct Decision {
    std::uint32_t arm;
    std::uint64_t ticket;  // 0: none
  };

  void play_round(std::uint64_t round);
  void receive(std::uint64_t round);
  void start_epoch(std::uint64_t round);
  void take_snapshot(std::uint64_t round);
  void find_best();
  [[nodiscard]] Decision decide(std::uint64_t round, std::optional<std::uint32_t> level);
  [[nodiscard]] std::uint32_t choose(std::optional<std::uint32_t> level);
  [[nodiscard]] ArmEstimate frozen_estimate(std::uint32_t arm);
  void send(const SentReport& report);

  std::unique_ptr<DeliveredLearner> learner_;
  std::unique_ptr<DeliveredVisitors> visitors_;
  MultiArmedExperiment experiment_;
  Delivery delivery_;
  SeededStream choices_;
  SeededStream way_;
  std::uint64_t lost_below_;           // words below it lose a report
  std::vector<SentReport> under_way_;  // a heap, the next to arrive first
  std::vector<SentReport> arrived_;    // since the last snapshot
  std::uint64_t epoch_ = 0;
  MultiArmedSnapshot snapshot_;
  std::vector<std::uint32_t> best_;  // of the snapshot: all arms of the largest index
  std::optional<FrozenLogQueue> queue_;
  std::optional<TicketOffice> office_;
  DeliveryCount count_;
};

}  // namespace ldp
