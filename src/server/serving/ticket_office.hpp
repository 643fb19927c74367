// Serving by a server that assigns the arms itself: every decision gets a ticket and counts as
// pending (pending_index.hpp) until a snapshot contains its report. A ticket ends once: its report
// redeems it, the server drops it, or it times out.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <vector>

#include "foundation/result.hpp"
#include "protocol/multi_armed_snapshot.hpp"
#include "server/serving/pending_index.hpp"

namespace ldp {

struct Ticket {
  std::uint64_t id = 0;  // from 1, in the order of issue
  std::uint32_t arm = 0;
};

class TicketOffice {
 public:
  /// The experiment and the snapshot must be valid. Times are of any unit; they never go back.
  /// timeout > 0: how long a ticket is good for.
  TicketOffice(const MultiArmedExperiment& experiment, const MultiArmedSnapshot& snapshot,
               double timeout);

  /// Takes a newer snapshot: what was redeemed before is no longer pending. The same again changes
  /// nothing.
  void update(const MultiArmedSnapshot& snapshot);

  /// A ticket for a device of privacy level `epsilon`, at time `now`. `uniform` in [0, 1) draws
  /// from the weights of the snapshot, or among arms of equal index and equally many pending.
  Ticket assign(double now, double epsilon, double uniform);

  /// Its report has come. Errors: invalid_argument if this ticket was never given out or has ended;
  /// nothing changes then. A report that comes after the timeout is as good as any other to the
  /// learner: only the ticket is gone.
  Status redeem(std::uint64_t id, double now);

  /// No report will come. Errors: as redeem.
  Status drop(std::uint64_t id, double now);

  /// Drops all tickets given out before now - timeout. How many; every call above begins with this.
  std::size_t expire(double now);

  /// Tickets of an arm that are open, or were redeemed since the last snapshot.
  [[nodiscard]] std::uint64_t pending(std::uint32_t arm) const {
    return open_[arm] + redeemed_[arm];
  }
  /// All tickets that are open.
  [[nodiscard]] std::size_t open() const { return open_count_; }

 private:
  struct Entry {
    double issued;
    std::uint32_t arm;
    bool is_open;
  };

  [[nodiscard]] std::uint32_t choose(double epsilon, double uniform) const;
  [[nodiscard]] std::uint32_t best(double uniform) const;
  [[nodiscard]] Entry* find(std::uint64_t id);
  void close(Entry& entry);
  void refresh(std::uint32_t arm);

  double level_aware_from_;
  double timeout_;
  MultiArmedSnapshot snapshot_;
  PendingIndex index_;
  std::vector<double> keys_;  // index_ of every arm with what is pending
  std::vector<std::uint64_t> open_;
  std::vector<std::uint64_t> redeemed_;
  std::deque<Entry> entries_;  // of the tickets from first_ on
  std::uint64_t first_ = 1;
  std::size_t open_count_ = 0;
};

}  // namespace ldp
