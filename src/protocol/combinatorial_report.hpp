// The one message that crosses the wall from a device of a combinatorial experiment to the server.
//
// A report about one arm of the slate, or about the sum of a slate, is the multi-armed one: a
// `ArmReport`, and on the wire {"v":1,"id":..,"snapshot":12,"arm":1,"level":0,"bit":0}. Of a sum
// report the arm is the position of the super arm. CUCB-LDP1 alone reports all arms of the slate:
//   {"v":1,"id":"AAECAwQFBgcICQoLDA0ODw","snapshot":12,"arms":[0,3,5],"level":0,"noisy":[-12,3,1040]}
// canonical JSON too: these keys, this order, no spaces; arms ascending; one integer for each of
// them. Neither the arms nor how many there are depend on the outcomes. The decoder accepts
// exactly the bytes that the encoders can write.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "foundation/result.hpp"
#include "privacy/released.hpp"
#include "protocol/arm_report.hpp"
#include "protocol/combinatorial_experiment.hpp"

namespace ldp {

/// Outgoing, of CUCB-LDP1. As with `ArmReport`, only released values fit into it.
class SlateReport {
 public:
  /// arms: those of the slate, ascending; as many as there are values. level: a position in the
  /// menu. snapshot: the one that the decision was made from.
  SlateReport(const ReportId& id, std::uint32_t snapshot, std::span<const std::uint32_t> arms,
              std::uint32_t level, const Released<std::vector<std::int32_t>>& values);

  const ReportId& id() const { return id_; }
  std::uint32_t snapshot() const { return snapshot_; }
  std::uint32_t level() const { return level_; }
  const std::vector<std::uint32_t>& arms() const { return arms_; }
  const std::vector<std::int32_t>& values() const { return values_; }

  /// The canonical bytes, at most maximum_slate_report_bytes(arms().size()) of them.
  std::string encode() const;

 private:
  ReportId id_;
  std::uint32_t snapshot_;
  std::uint32_t level_;
  std::vector<std::uint32_t> arms_;
  std::vector<std::int32_t> values_;
};

/// The length of the longest report about `arms` arms at once.
std::size_t maximum_slate_report_bytes(std::size_t arms);

/// A report of any combinatorial algorithm.
struct ReceivedSlateReport {
  ReportId id{};
  std::uint32_t snapshot = 0;
  std::uint32_t level = 0;
  std::vector<std::uint32_t> arms{};   // ascending; one of them unless CUCB-LDP1
  std::vector<std::int32_t> values{};  // as many: the bit, or the noisy integer of each arm

  bool operator==(const ReceivedSlateReport&) const = default;
};

/// Reads the reports of one experiment, and nothing that its devices cannot send: integers must be
/// in the range of their level's mechanism. Whether the snapshot had a slate with these arms is for
/// the server to say, which knows its snapshots.
class CombinatorialReportDecoder {
 public:
  /// The experiment must be valid. most: the largest number of arms that a super arm of its set has
  /// (largest_super_arm in oracles/super_arm.hpp), which the noise of a slate is made for.
  CombinatorialReportDecoder(const CombinatorialExperiment& experiment, std::uint32_t most);

  /// Reads one report, or an array of 1 to kMaximumReportsPerBatch of them, and appends them to
  /// `reports`. All or nothing: on error `reports` is as it was.
  /// Errors: report_rejected, naming the field that is wrong; the content is never echoed.
  Status decode(std::span<const std::uint8_t> bytes,
                std::vector<ReceivedSlateReport>& reports) const;

  /// Reads one report. Errors: as above.
  Result<ReceivedSlateReport> decode_one(std::span<const std::uint8_t> bytes) const;

 private:
  ReportDecoder about_arms_;
  std::uint32_t last_arm_;
  std::uint32_t most_;
  std::vector<ReportRange> ranges_;  // of slates: [levels]; else []
};

}  // namespace ldp
