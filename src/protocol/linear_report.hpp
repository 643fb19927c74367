// The one message that crosses the wall from a device of a linear experiment to the server: a noisy
// vector. No arm is in it, and no level.
//
// As with `ArmReport` and `ReceivedReport` there are two types: `LinearReport` is outgoing and made
// of Released values only; `ReceivedLinearReport` is plain numbers, perhaps sent by an attacker.
//
// On the wire it is canonical JSON: these keys, this order, no spaces,
//   {"v":1,"id":"AAECAwQFBgcICQoLDA0ODw","snapshot":12,"part":"moment","data":"AAD_fw"}
// without "part" where the experiment has one part only. `data` is the numbers one after the other,
// each in LinearPart::bytes bytes, two's complement, little endian, in base64url without padding.
// Its length is that of the part: neither features nor choice nor feedback show in it. The decoder
// accepts exactly the bytes that the encoder can write.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "foundation/result.hpp"
#include "privacy/released.hpp"
#include "protocol/arm_report.hpp"
#include "protocol/linear_experiment.hpp"
#include "protocol/linear_reach.hpp"

namespace ldp {

class LinearReport {
 public:
  /// part: a position in parts(experiment), whose length `values` has. snapshot: the one that the
  /// decision was made from. A number beyond what the part's bytes hold becomes the nearest that
  /// they do hold, which is post-processing.
  LinearReport(const LinearExperiment& experiment, std::uint32_t part, const ReportId& id,
               std::uint32_t snapshot, const Released<std::vector<std::int32_t>>& values);

  const ReportId& id() const { return id_; }
  std::uint32_t snapshot() const { return snapshot_; }
  std::uint32_t part() const { return part_; }
  /// As they are sent: saturated.
  const std::vector<std::int32_t>& values() const { return values_; }

  /// The canonical bytes, at most maximum_report_bytes(experiment) of them.
  std::string encode() const;

 private:
  ReportId id_;
  std::uint32_t snapshot_;
  std::uint32_t part_;
  LinearPart layout_;
  bool is_named_;
  std::vector<std::int32_t> values_;
};

struct ReceivedLinearReport {
  ReportId id{};
  std::uint32_t snapshot = 0;
  std::uint32_t part = 0;              // a position in parts(experiment)
  std::vector<std::int32_t> values{};  // as many as the part has; in units of the mechanism's grid

  bool operator==(const ReceivedLinearReport&) const = default;
};

/// The length of the longest report of a valid experiment.
std::size_t maximum_report_bytes(const LinearExperiment& experiment);

class Scanner;

/// Reads the reports of one experiment, and nothing that its devices cannot send: a vector must be
/// as long as its release makes it (linear_reach.hpp).
class LinearReportDecoder {
 public:
  /// The experiment must be valid. Computes the scales of its noise, which takes a millisecond.
  explicit LinearReportDecoder(const LinearExperiment& experiment);

  /// Reads one report, or an array of 1 to kMaximumReportsPerBatch of them, and appends them to
  /// `reports`. All or nothing: on error `reports` is as it was.
  /// Errors: report_rejected, naming the field that is wrong; the content is never echoed.
  Status decode(std::span<const std::uint8_t> bytes,
                std::vector<ReceivedLinearReport>& reports) const;

  /// Reads one report. Errors: as above.
  Result<ReceivedLinearReport> decode_one(std::span<const std::uint8_t> bytes) const;

 private:
  Status scan(Scanner& scanner, std::vector<std::uint8_t>& data,
              ReceivedLinearReport& report) const;

  std::vector<LinearPart> parts_;
  std::vector<LinearReach> reach_;  // of each part
};

/// The same for a decoder that is used once.
Result<ReceivedLinearReport> decode_linear_report(std::span<const std::uint8_t> bytes,
                                                  const LinearExperiment& experiment);
Status decode_linear_reports(std::span<const std::uint8_t> bytes,
                             const LinearExperiment& experiment,
                             std::vector<ReceivedLinearReport>& reports);

}  // namespace ldp
