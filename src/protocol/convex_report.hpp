// The one message that crosses the wall from a device of a convex experiment to the server:
//   {"v":1,"id":"AAECAwQFBgcICQoLDA0ODw","snapshot":12,"coin":"AAECAwQFBgc","bit":1}
// canonical JSON: these keys, this order, no spaces; with "noisy":-1234 in place of "bit":1 where
// the experiment's mechanism is Laplace or Gaussian. The coin is the public word that the direction
// comes from (public_direction.hpp): 8 bytes, little endian, in base64url. It is drawn before any
// feedback exists. The stochastic learner plays one of three points: its report is the multi-armed
// one, a `ArmReport` of level 0, whose arm is the position of the point. The decoder accepts
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
#include "protocol/convex_experiment.hpp"

namespace ldp {

/// The points that the stochastic learner plays.
inline constexpr std::uint32_t kConvexPoints = 3;

/// {"v":1,"id":"<22>","snapshot":4294967295,"coin":"<11>","noisy":-2147483648}
inline constexpr std::size_t kMaximumConvexReportBytes = 100;

/// Outgoing, of a report with a coin. As with `ArmReport`, only released values fit into it.
class ConvexReport {
 public:
  /// snapshot: the one that the decision was made from. coin: that of its direction.
  static ConvexReport bit(const ReportId& id, std::uint32_t snapshot, std::uint64_t coin,
                          const Released<std::uint8_t>& value) {
    return ConvexReport(id, snapshot, coin, true, value.value());
  }
  static ConvexReport noisy(const ReportId& id, std::uint32_t snapshot, std::uint64_t coin,
                            const Released<std::int32_t>& value) {
    return ConvexReport(id, snapshot, coin, false, value.value());
  }

  const ReportId& id() const { return id_; }
  std::uint32_t snapshot() const { return snapshot_; }
  std::uint64_t coin() const { return coin_; }
  std::int32_t value() const { return value_; }

  /// The canonical bytes, at most kMaximumConvexReportBytes of them.
  std::string encode() const;

 private:
  ConvexReport(const ReportId& id, std::uint32_t snapshot, std::uint64_t coin, bool is_bit,
               std::int32_t value)
      : id_(id), snapshot_(snapshot), coin_(coin), is_bit_(is_bit), value_(value) {}

  ReportId id_;
  std::uint32_t snapshot_;
  std::uint64_t coin_;
  bool is_bit_;
  std::int32_t value_;
};

/// A report of any convex algorithm.
struct ReceivedConvexReport {
  ReportId id{};
  std::uint32_t snapshot = 0;
  std::uint64_t coin = 0;  // of the direction; 0 for the stochastic learner
  std::uint32_t arm = 0;   // stochastic: which point, 0..2; else 0
  // The bit, or the noisy integer: kRewardGrid (1 + v)/2 plus noise, where v in [-1, 1] is the
  // normalised loss, of two points the normalised difference of their losses.
  std::int32_t value = 0;

  bool operator==(const ReceivedConvexReport&) const = default;
};

/// Reads the reports of one experiment, and nothing that its devices cannot send: an integer must
/// be in the range of the mechanism.
class ConvexReportDecoder {
 public:
  /// The experiment must be valid.
  explicit ConvexReportDecoder(const ConvexExperiment& experiment);

  /// Reads one report, or an array of 1 to kMaximumReportsPerBatch of them, and appends them to
  /// `reports`. All or nothing: on error `reports` is as it was.
  /// Errors: report_rejected, naming the field that is wrong; the content is never echoed.
  Status decode(std::span<const std::uint8_t> bytes,
                std::vector<ReceivedConvexReport>& reports) const;

  /// Reads one report. Errors: as above.
  Result<ReceivedConvexReport> decode_one(std::span<const std::uint8_t> bytes) const;

 private:
  bool has_points_;
  bool is_bit_;
  ReportRange range_;
};

/// The same for a decoder that is used once.
Result<ReceivedConvexReport> decode_convex_report(std::span<const std::uint8_t> bytes,
                                                  const ConvexExperiment& experiment);
Status decode_convex_reports(std::span<const std::uint8_t> bytes,
                             const ConvexExperiment& experiment,
                             std::vector<ReceivedConvexReport>& reports);

}  // namespace ldp
