// The epochs that may still get reports, in the order of their snapshots' numbers.
//
// The meaning of a report may depend on the place of its snapshot: weights, a point, slates. So
// every open epoch keeps its place, and the sums of its reports. Folding an epoch takes its steps
// for good.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "foundation/result.hpp"
#include "server/learner/state_file.hpp"

namespace ldp {

/// The number of epochs that may be open for reports, and two more for a server that folds an epoch
/// only after it has closed it.
inline constexpr std::size_t kMaximumSequentialRetention = 64;
inline constexpr std::size_t kMaximumOpenEpochs = kMaximumSequentialRetention + 2;

inline constexpr std::string_view kNotOpen = "no reports are taken for this snapshot";

/// Epoch has `id`, the number of its snapshot; is_same_place(epoch); kPlace, the name of the place
/// in errors; `sums`, if it counts reports; and kIsOrdered: whether a folded epoch never opens
/// again. Where it is false the order of steps leaves no trace.
template <class Epoch>
class OpenEpochs {
 public:
  OpenEpochs() = default;
  explicit OpenEpochs(Epoch first) { epochs_.push_back(std::move(first)); }

  [[nodiscard]] auto begin() const { return epochs_.begin(); }
  [[nodiscard]] auto end() const { return epochs_.end(); }
  [[nodiscard]] std::size_t size() const { return epochs_.size(); }

  /// Null: not open.
  [[nodiscard]] const Epoch* find(std::uint32_t id) const {
    const auto found = std::lower_bound(epochs_.begin(), epochs_.end(), id, comes_before);
    return found != epochs_.end() && found->id == id ? &*found : nullptr;
  }
  [[nodiscard]] Epoch* find(std::uint32_t id) {
    return const_cast<Epoch*>(std::as_const(*this).find(id));
  }

  [[nodiscard]] std::uint64_t reports() const {
    std::uint64_t sum = 0;
    for (const Epoch& epoch : epochs_) sum += epoch.sums.reports();
    return sum;
  }

  /// Opens an epoch later than all that are open. Nothing happens to one that was folded before it
  /// came. Of more than kMaximumOpenEpochs the oldest is folded.
  template <class Step>
  void open(Epoch epoch, Step step) {
    if (epoch.id < first_open_) return;
    epochs_.push_back(std::move(epoch));
    fold_surplus(step);
  }

  /// Closes all epochs before `first_open`: calls step(epoch) for each, the oldest first.
  template <class Step>
  void fold(std::uint32_t first_open, Step step) {
    const auto end = std::lower_bound(epochs_.begin(), epochs_.end(), first_open, comes_before);
    for (auto epoch = epochs_.begin(); epoch != end; ++epoch) step(std::as_const(*epoch));
    epochs_.erase(epochs_.begin(), end);
    if (Epoch::kIsOrdered) first_open_ = std::max(first_open_, first_open);
  }

  /// Adds the epochs of another learner, and folds what one of the two has folded. is_stepped: one
  /// of them has taken steps past its first open epoch, so reports before it come too late. Errors:
  /// invalid_argument, naming kPlace where two snapshots have one number; nothing has changed then,
  /// and no step was taken.
  template <class Step>
  Status merge(const OpenEpochs& other, bool is_stepped, Step step) {
    OpenEpochs sum = *this;
    sum.first_open_ = std::max(first_open_, other.first_open_);
    for (const Epoch& epoch : other.epochs_) {
      if (Status status = sum.add(epoch); !status.ok()) return status;
    }
    if constexpr (kHasSums) {
      for (const Epoch& epoch : sum.epochs_) {
        if (epoch.id < sum.first_open_ && is_stepped && epoch.sums.reports() > 0) {
          return Error{ErrorCode::invalid_argument, "state",
                       "one learner has folded an epoch that the other has reports of",
                       static_cast<double>(epoch.id)};
        }
      }
    }
    *this = std::move(sum);
    fold(first_open_, step);
    fold_surplus(step);
    return {};
  }

  /// first open u32, if ordered | epochs: count u8, each: id u32 | what write_place(epoch) writes |
  /// where it has sums: has reports u8 | sums i64[], if it has.
  template <class WritePlace>
  void write(ByteWriter& writer, WritePlace write_place) const {
    if (Epoch::kIsOrdered) writer.integer(first_open_);
    writer.integer(static_cast<std::uint8_t>(epochs_.size()));
    for (const Epoch& epoch : epochs_) {
      writer.integer(epoch.id);
      write_place(epoch);
      if constexpr (kHasSums) {
        const bool has_reports = epoch.sums.reports() > 0;
        writer.integer(static_cast<std::uint8_t>(has_reports));
        if (has_reports) write_sums(writer, epoch.sums.sums());
      }
    }
  }

  /// `empty` has no reports; read_place(epoch) returns a Status. Errors: invalid_argument for bytes
  /// that no learner has; its own and those of read_place. Do not use the object after an error.
  template <class ReadPlace>
  Status read(ByteReader& reader, std::uint32_t snapshot_id, const Epoch& empty,
              ReadPlace read_place) {
    first_open_ = Epoch::kIsOrdered ? reader.integer<std::uint32_t>() : 0;
    const auto count = reader.integer<std::uint8_t>();
    if (count > kMaximumOpenEpochs) return damaged_state("wrong number of epochs", count);
    epochs_.clear();
    for (unsigned i = 0; i < count; ++i) {
      Epoch epoch = empty;
      epoch.id = reader.integer<std::uint32_t>();
      if (Status status = read_place(epoch); !status.ok()) return status;
      if (Status status = read_reports(reader, epoch); !status.ok()) return status;
      if (epoch.id < first_open_ || epoch.id > snapshot_id ||
          (i > 0 && epoch.id <= epochs_.back().id)) {
        return damaged_state("epochs out of order", epoch.id);
      }
      epochs_.push_back(std::move(epoch));
    }
    return {};
  }

 private:
  static constexpr bool kHasSums = requires(const Epoch& epoch) { epoch.sums; };

  static bool comes_before(const Epoch& epoch, std::uint32_t id) { return epoch.id < id; }

  Status add(const Epoch& epoch) {
    const auto place = std::lower_bound(epochs_.begin(), epochs_.end(), epoch.id, comes_before);
    if (place == epochs_.end() || place->id != epoch.id) {
      epochs_.insert(place, epoch);
      return {};
    }
    if (!place->is_same_place(epoch)) {
      return Error{ErrorCode::invalid_argument, Epoch::kPlace,
                   "two different snapshots have this number", static_cast<double>(epoch.id)};
    }
    if constexpr (kHasSums) return place->sums.merge(epoch.sums);
    return {};
  }

  template <class Step>
  void fold_surplus(Step step) {
    if (epochs_.size() <= kMaximumOpenEpochs) return;
    fold(epochs_[epochs_.size() - kMaximumOpenEpochs].id, step);
  }

  static Status read_reports(ByteReader& reader, Epoch& epoch) {
    if constexpr (kHasSums) {
      const auto has_reports = reader.integer<std::uint8_t>();
      if (has_reports > 1) return damaged_state("an epoch has reports or has none", epoch.id);
      if (has_reports == 1) {
        if (Status status = read_sums(reader, epoch.sums); !status.ok()) return status;
        if (epoch.sums.reports() == 0) return damaged_state("sums of no reports", epoch.id);
      }
    }
    return reader.whole() ? Status() : Status(damaged_state("too short"));
  }

  std::uint32_t first_open_ = 0;
  std::vector<Epoch> epochs_;  // ids increasing
};

}  // namespace ldp
