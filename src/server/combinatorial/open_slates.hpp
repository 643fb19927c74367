// What every open snapshot asked for: the arms, or for CUCB-LDP1 the slates, that a report to it
// may name. A device that follows the protocol reports nothing else; the server rejects the rest.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "foundation/result.hpp"
#include "protocol/combinatorial_experiment.hpp"
#include "protocol/combinatorial_report.hpp"
#include "protocol/combinatorial_snapshot.hpp"
#include "server/combinatorial/combinatorial_statistics.hpp"
#include "server/learner/open_epochs.hpp"

namespace ldp {

class OpenSlates {
 public:
  /// Nothing is open. The experiment must be valid and outlive this.
  explicit OpenSlates(const CombinatorialExperiment& experiment) : experiment_(&experiment) {}

  /// Opens a valid snapshot, later than all that are open; of more than kMaximumOpenEpochs the
  /// oldest is folded. Nothing happens to one that was folded before it came.
  void open(const CombinatorialSnapshot& snapshot);

  /// Closes all before `first_open`, for good.
  void fold(std::uint32_t first_open);

  /// Errors: report_rejected, naming `snapshot`, `arm` or `arms`.
  [[nodiscard]] Status check(const ReceivedSlateReport& report) const;

  /// Whether the reports that these are the sums of may all name this snapshot. Errors:
  /// invalid_argument, naming `epoch`, or `slates` for an arm that no slate has reported.
  [[nodiscard]] Status check(std::uint32_t epoch, const CombinatorialStatistics& sums) const;

  /// What a report to this snapshot may name, for ShownSlates: at most 64 lists, or all arms.
  [[nodiscard]] std::vector<std::uint8_t> shown(std::uint32_t id) const;

  /// Keeps open what neither has folded. Errors: invalid_argument, naming `slates`: a number that
  /// both have open with different slates; nothing has changed then.
  Status merge(const OpenSlates& other);

  void write(ByteWriter& writer) const;
  /// Errors: invalid_argument for bytes that write() cannot make; do not use the object then.
  Status read(ByteReader& reader, std::uint32_t snapshot_id);

 private:
  friend class ShownSlates;

  // One snapshot: the lists of arms that a report may name, distinct, in lexicographic order.
  struct Epoch {
    std::uint32_t id = 0;
    std::vector<std::uint32_t> ends{};
    std::vector<std::uint32_t> arms{};

    [[nodiscard]] std::span<const std::uint32_t> list(std::size_t position) const;
    [[nodiscard]] bool has(std::span<const std::uint32_t> list) const;
    void append(std::span<const std::uint32_t> list);

    static constexpr bool kIsOrdered = true;
    static constexpr std::string_view kPlace = "slates";
    [[nodiscard]] bool is_same_place(const Epoch& other) const {
      return ends == other.ends && arms == other.arms;
    }
  };

  [[nodiscard]] Epoch of(const CombinatorialSnapshot& snapshot) const;
  [[nodiscard]] Status check(const Epoch& epoch, const ReceivedSlateReport& report) const;
  void write_place(ByteWriter& writer, const Epoch& epoch) const;
  [[nodiscard]] Status read_place(ByteReader& reader, Epoch& epoch) const;
  [[nodiscard]] bool is_possible(std::span<const std::uint32_t> list) const;

  const CombinatorialExperiment* experiment_;
  OpenEpochs<Epoch> epochs_;
};

/// What snapshot `id` asked for, apart from the learner that has it open. Reading it takes far
/// longer than a report does: make one for all reports that arrive together.
class ShownSlates {
 public:
  /// `shown`: shown(id) of a learner of this experiment, which must outlive this.
  ShownSlates(const CombinatorialExperiment& experiment, std::span<const std::uint8_t> shown,
              std::uint32_t id);

  /// Whether those of the reports that name the snapshot are about what it asked for. Errors:
  /// report_rejected, naming `snapshot` (it was not open), `arm` or `arms`; invalid_argument if
  /// shown() makes no such bytes.
  [[nodiscard]] Status operator()(std::span<const ReceivedSlateReport> reports) const;

 private:
  [[nodiscard]] Status read(std::span<const std::uint8_t> shown);

  OpenSlates slates_;
  OpenSlates::Epoch epoch_;
  Status status_;
};

}  // namespace ldp
