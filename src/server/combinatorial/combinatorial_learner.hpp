// The half of a combinatorial semi-bandit that learns. It sees one randomised coordinate of each
// visitor (all of them with CUCB-LDP1 alone) and nothing else.
//
//   ingest(report) ... ingest(report) -> publish(decisions) -> snapshot     (one epoch)
//
// It keeps integer sums of the arms, so the promises of MultiArmedLearner
// (server/multi_armed/multi_armed_learner.hpp) hold. Besides it keeps, for every open snapshot, the
// coordinates that its slates asked for, and rejects a report about any other.
//
// A snapshot carries slates: super arms, and the one arm of each to be reported. So the server
// decides which coordinate of a visitor leaves before the visitor sees anything, in a file that is
// the same for all visitors. How slates are made: slate_plan.hpp.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "foundation/result.hpp"
#include "protocol/combinatorial_experiment.hpp"
#include "protocol/combinatorial_report.hpp"
#include "protocol/combinatorial_snapshot.hpp"
#include "server/combinatorial/combinatorial_statistics.hpp"

namespace ldp {

/// Of the coins that break ties and draw the indices of Thompson sampling. Public, and the same in
/// every deployment: nothing is protected by it.
inline constexpr std::uint64_t kPublicSeed = 0x6c64702d736c6174;

class CombinatorialLearner {
 public:
  /// Errors: those of validate(experiment), of Oracle::create unless the set is custom, and of
  /// enumerate for the algorithms that look at every super arm.
  static Result<CombinatorialLearner> create(const CombinatorialExperiment& experiment,
                                             std::uint64_t public_seed = kPublicSeed);

  ~CombinatorialLearner();
  CombinatorialLearner(CombinatorialLearner&&) noexcept;
  CombinatorialLearner& operator=(CombinatorialLearner&&) noexcept;

  /// Whether each report answers a slate of the snapshot that it names. Errors: report_rejected,
  /// naming `snapshot`, `arm` or `arms`.
  [[nodiscard]] Status check(std::span<const ReceivedSlateReport> reports) const;

  /// What reports to this snapshot may be about: see OpenSlates::shown.
  [[nodiscard]] std::vector<std::uint8_t> shown(std::uint32_t snapshot) const;

  /// Adds reports to the sums, all or nothing. Errors: report_rejected, those of check() and of
  /// CombinatorialStatistics::add.
  Status ingest(std::span<const ReceivedSlateReport> reports);
  Status ingest(const ReceivedSlateReport& report) { return ingest({&report, 1}); }

  /// Adds the sums of the reports that name snapshot `epoch`. Errors: invalid_argument, see
  /// CombinatorialStatistics::merge, for a snapshot that is not open, and for arms that it did not
  /// ask for.
  Status ingest(std::uint32_t epoch, const CombinatorialStatistics& sums);

  /// Closes the epoch: a snapshot of all that was ingested, with the next id (the first is 1) and
  /// min(max(decisions, 1), kMaximumSlates) slates, or fewer if together they would have more than
  /// kMaximumSlateArms arms. A custom set has no oracle here: all its slates are the fallback. With
  /// the collector's oracle, call begin_publish() instead.
  CombinatorialSnapshot publish(std::uint64_t decisions = 1);

  /// publish() with the collector's oracle: begin_publish, then propose() a super arm for each
  /// next_weights() until they are empty, then finish(). Not for algorithms that look at every
  /// super arm. The learner changes in finish() only; load() or another begin_publish() drops the
  /// plan.
  void begin_publish(std::uint64_t decisions);
  /// [arms] in [0, 1], valid until propose(). Empty: no slate is missing (or no plan was begun).
  [[nodiscard]] std::span<const double> next_weights();
  /// Errors: invalid_argument, see check_super_arm; the plan is where it was.
  Status propose(std::span<const std::uint32_t> arms);
  /// Requires next_weights() to be empty after a begin_publish().
  CombinatorialSnapshot finish();

  /// In place of publish(), for a learner that another one published for: takes over the snapshot's
  /// number and its slates. Errors: invalid_argument for a number that is not new, or a snapshot
  /// that this experiment could not have.
  Status adopt(const CombinatorialSnapshot& snapshot);

  /// No report to a snapshot before `first_open` will come any more.
  void fold(std::uint32_t first_open);

  /// Adds the sums of a learner of the same experiment; snapshots stay open that both have not
  /// folded; the snapshot id becomes the larger one. Errors: manifest_mismatch for another
  /// experiment; invalid_argument when it would be full, or where the slates of one number differ.
  Status merge(const CombinatorialLearner& other);

  /// Versioned bytes with a checksum. Equal learners save equal bytes.
  [[nodiscard]] std::vector<std::uint8_t> save() const;

  /// Replaces the state by a saved one. On error it is as it was. Errors: manifest_mismatch for the
  /// bytes of another experiment, seed or version; invalid_argument for damaged or impossible ones.
  Status load(std::span<const std::uint8_t> bytes);

  [[nodiscard]] const CombinatorialExperiment& experiment() const;
  [[nodiscard]] const CombinatorialStatistics& statistics() const;
  [[nodiscard]] std::uint64_t public_seed() const;
  /// The fewest forged reports that would change the best slate by the estimated means, or, of
  /// paths, matchings, lists and cucb-ldp1, a number that no fewer would do. None where that is not
  /// one thing: see combinatorial_forgeries. At most 1 + 6 K calls of the oracle.
  [[nodiscard]] std::optional<std::uint64_t> forgeries() const;
  /// Of the last snapshot published or adopted; 0 before the first.
  [[nodiscard]] std::uint32_t snapshot_id() const;

 private:
  struct State;
  explicit CombinatorialLearner(std::unique_ptr<State> state);

  std::unique_ptr<State> state_;
};

}  // namespace ldp
