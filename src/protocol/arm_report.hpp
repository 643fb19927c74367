// The one message that crosses the wall from a device to the server.
//
// Two types on purpose. `ArmReport` is outgoing: it can be built only from a Released value, which
// only a mechanism can make, so a raw reward does not fit into it. `ReceivedReport` is incoming:
// plain numbers, valid for one experiment and perhaps sent by an attacker. Neither converts into
// the other.
//
// On the wire a report is canonical JSON: these keys, this order, no spaces, canonical integers,
//   {"v":1,"id":"AAECAwQFBgcICQoLDA0ODw","snapshot":12,"arm":1,"level":0,"bit":0}
// with "noisy":-1234 in place of "bit":0 where the payload is a noisy integer, Laplace, Gaussian or
// window (the experiment says which, and so what the integer means). The decoder accepts
// exactly the bytes that the encoder can write.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "foundation/result.hpp"
#include "privacy/released.hpp"
#include "protocol/multi_armed_experiment.hpp"
#include "protocol/report_range.hpp"

namespace ldp {

/// 128 fresh random bits: makes retries idempotent, links to nothing.
using ReportId = std::array<std::uint8_t, 16>;

inline constexpr std::size_t kMaximumReportsPerBatch = 10'000;
inline constexpr std::size_t kMaximumReportBytes = 101;

class ArmReport {
 public:
  /// snapshot: the one that the decision was made from. arm, level: positions in the experiment.
  static ArmReport bit(const ReportId& id, std::uint32_t snapshot, std::uint32_t arm,
                       std::uint32_t level, const Released<std::uint8_t>& value) {
    return ArmReport(id, snapshot, arm, level, Payload::bit, value.value());
  }
  static ArmReport noisy(const ReportId& id, std::uint32_t snapshot, std::uint32_t arm,
                         std::uint32_t level, const Released<std::int32_t>& value) {
    return ArmReport(id, snapshot, arm, level, Payload::noisy, value.value());
  }
  static ArmReport gaussian(const ReportId& id, std::uint32_t snapshot, std::uint32_t arm,
                            std::uint32_t level, const Released<std::int32_t>& value) {
    return ArmReport(id, snapshot, arm, level, Payload::gaussian, value.value());
  }
  static ArmReport window(const ReportId& id, std::uint32_t snapshot, std::uint32_t arm,
                          std::uint32_t level, const Released<std::int32_t>& value) {
    return ArmReport(id, snapshot, arm, level, Payload::window, value.value());
  }

  const ReportId& id() const { return id_; }
  std::uint32_t snapshot() const { return snapshot_; }
  std::uint32_t arm() const { return arm_; }
  std::uint32_t level() const { return level_; }
  Payload payload() const { return payload_; }
  std::int32_t value() const { return value_; }

  /// The canonical bytes, at most kMaximumReportBytes of them.
  std::string encode() const;
  /// The same from `to` on. Returns how many there are.
  std::size_t encode(char* to) const;

 private:
  ArmReport(const ReportId& id, std::uint32_t snapshot, std::uint32_t arm, std::uint32_t level,
            Payload payload, std::int32_t value)
      : id_(id), snapshot_(snapshot), arm_(arm), level_(level), payload_(payload), value_(value) {}

  ReportId id_;
  std::uint32_t snapshot_;
  std::uint32_t arm_;
  std::uint32_t level_;
  Payload payload_;
  std::int32_t value_;
};

struct ReceivedReport {
  ReportId id{};
  std::uint32_t snapshot = 0;
  std::uint32_t arm = 0;
  std::uint32_t level = 0;
  std::int32_t value = 0;  // the bit, or the noisy integer: reward times its grid, plus noise

  bool operator==(const ReceivedReport&) const = default;
};

/// Reads the reports of one experiment, and nothing that its devices cannot send: an integer must
/// be in the range of its level's mechanism.
class ReportDecoder {
 public:
  /// The experiment must be valid. Computes the ranges, which takes microseconds a level.
  explicit ReportDecoder(const MultiArmedExperiment& experiment);

  /// Reads one report, or an array of 1 to kMaximumReportsPerBatch of them, and appends them to
  /// `reports`. All or nothing: on error `reports` is as it was.
  /// Errors: report_rejected, naming the field that is wrong; the content is never echoed.
  Status decode(std::span<const std::uint8_t> bytes, std::vector<ReceivedReport>& reports) const;

  /// Reads one report. Errors: as above.
  Result<ReceivedReport> decode_one(std::span<const std::uint8_t> bytes) const;

 private:
  std::uint32_t last_arm_;
  bool is_bit_;
  std::vector<ReportRange> ranges_;  // [levels]
};

/// The same for a decoder that is used once.
Result<ReceivedReport> decode_report(std::span<const std::uint8_t> bytes,
                                     const MultiArmedExperiment& experiment);
Status decode_reports(std::span<const std::uint8_t> bytes, const MultiArmedExperiment& experiment,
                      std::vector<ReceivedReport>& reports);

}  // namespace ldp
