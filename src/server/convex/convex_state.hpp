// State of a convex learner that tolerates late and reordered reports; duplicates are removed
// before. It holds the sums of every open epoch, with where its devices were, and the learner as
// all earlier epochs left it.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <variant>
#include <vector>

#include "foundation/result.hpp"
#include "protocol/convex_experiment.hpp"
#include "protocol/convex_snapshot.hpp"
#include "server/convex/convex_domain.hpp"
#include "server/convex/convex_statistics.hpp"
#include "server/convex/gradient_surface.hpp"
#include "server/convex/point_learner.hpp"
#include "server/convex/stochastic_convex.hpp"
#include "server/learner/open_epochs.hpp"

namespace ldp {

/// One snapshot: what its devices play, in hull coordinates, and what they said.
struct ConvexEpoch {
  std::uint32_t id = 0;
  std::vector<double> point{};  // [d]; of the stochastic learner its three points, as published
  double radius = 0;            // 0 with a shape, and of the stochastic learner
  std::vector<double> shape{};  // [d][d], or []
  ConvexStatistics sums;

  static constexpr bool kIsOrdered = true;
  static constexpr std::string_view kPlace = "point";
  [[nodiscard]] bool is_same_place(const ConvexEpoch& other) const {
    return point == other.point && radius == other.radius && shape == other.shape;
  }
};

class ConvexState {
 public:
  /// The experiment must be valid and the domain its own; both must outlive this, and be where they
  /// are.
  ConvexState(const ConvexExperiment& experiment, const ConvexDomain& domain,
              const ScalarNoise& noise);

  /// As the functions of ConvexLearner with these names. `open` begins the epoch of a valid
  /// snapshot, published here or elsewhere; of more than kMaximumOpenEpochs the oldest is folded.
  Status ingest(std::span<const ReceivedConvexReport> reports);
  Status ingest(std::uint32_t epoch, const ConvexStatistics& sums);
  /// Everything but the number of the snapshot.
  [[nodiscard]] ConvexSnapshot estimate() const;
  void open(const ConvexSnapshot& snapshot);
  void fold(std::uint32_t first_open);
  Status merge(const ConvexState& other);

  [[nodiscard]] std::uint64_t reports() const;

  void write(ByteWriter& writer) const;
  /// Errors: invalid_argument for bytes that no learner has. Do not use the object after an error.
  Status read(ByteReader& reader, std::uint32_t snapshot_id);

 private:
  // What takes the steps.
  struct Descent {
    PointLearner learner;
    GradientSurface surface;  // two points only
  };
  using Folded = std::variant<Descent, StochasticConvex>;

  [[nodiscard]] Folded start(const ScalarNoise& noise) const;
  [[nodiscard]] ConvexEpoch without_snapshot() const;
  [[nodiscard]] std::vector<double> published_points(const StochasticConvex& learner) const;
  [[nodiscard]] bool has_surface() const;
  void take_step(const ConvexEpoch& epoch, Folded& folded) const;
  void describe(const Descent& descent, ConvexSnapshot& snapshot) const;
  void keep_inside(ConvexSnapshot& snapshot) const;
  void describe(const StochasticConvex& learner, ConvexSnapshot& snapshot) const;
  void write_folded(ByteWriter& writer) const;
  [[nodiscard]] bool read_folded(ByteReader& reader, Folded& folded) const;
  [[nodiscard]] Status read_place(ByteReader& reader, ConvexEpoch& epoch) const;
  [[nodiscard]] std::uint64_t folded_reports() const;

  const ConvexExperiment* experiment_;
  const ConvexDomain* domain_;
  double low_ = 0;  // of the stochastic learner: the interval
  double high_ = 0;
  Folded folded_;  // after all epochs before those that are open
  OpenEpochs<ConvexEpoch> epochs_;
};

}  // namespace ldp
