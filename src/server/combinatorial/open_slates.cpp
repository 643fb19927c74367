#include "server/combinatorial/open_slates.hpp"

#include <algorithm>
#include <utility>

#include "oracles/super_arm.hpp"
#include "server/adversarial/sequential_state.hpp"

namespace ldp {
namespace {

constexpr std::string_view kNotOpen = "no reports are taken for this snapshot";

Error invalid(std::string_view parameter, std::string_view reason, double value = 0) {
  return Error{ErrorCode::invalid_argument, parameter, reason, value};
}

using Arms = std::span<const std::uint32_t>;

bool comes_before(Arms a, Arms b) {
  return std::lexicographical_compare(a.begin(), a.end(), b.begin(), b.end());
}

bool is_same(Arms a, Arms b) { return std::equal(a.begin(), a.end(), b.begin(), b.end()); }

bool reports_slates(const CombinatorialExperiment& experiment) {
  return experiment.reports.algorithm == Algorithm::cucb_ldp1;
}

}  // namespace

Arms OpenSlates::Epoch::list(std::size_t position) const {
  const std::size_t begin = position == 0 ? 0 : ends[position - 1];
  return Arms(arms).subspan(begin, ends[position] - begin);
}

bool OpenSlates::Epoch::has(Arms wanted) const {
  std::size_t low = 0;
  std::size_t high = ends.size();
  while (low < high) {
    const std::size_t middle = (low + high) / 2;
    if (comes_before(list(middle), wanted)) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low < ends.size() && is_same(list(low), wanted);
}

void OpenSlates::Epoch::append(Arms added) {
  arms.insert(arms.end(), added.begin(), added.end());
  ends.push_back(static_cast<std::uint32_t>(arms.size()));
}

const OpenSlates::Epoch* OpenSlates::find(std::uint32_t id) const {
  const auto found = std::lower_bound(epochs_.begin(), epochs_.end(), id,
                                      [](const Epoch& e, std::uint32_t i) { return e.id < i; });
  return found != epochs_.end() && found->id == id ? &*found : nullptr;
}

OpenSlates::Epoch OpenSlates::of(const CombinatorialSnapshot& snapshot) const {
  std::vector<Arms> lists;
  if (reports_slates(*experiment_)) {
    for (std::size_t i = 0; i < snapshot.ends.size(); ++i) lists.push_back(slate(snapshot, i));
  } else {
    // One arm each: those that the slates name, or any of theirs.
    const bool names = slates_name_reported(*experiment_);
    const Arms arms = names ? Arms(snapshot.reported) : Arms(snapshot.arms);
    for (std::size_t i = 0; i < arms.size(); ++i) lists.push_back(arms.subspan(i, 1));
  }
  std::sort(lists.begin(), lists.end(), comes_before);
  lists.erase(std::unique(lists.begin(), lists.end(), is_same), lists.end());
  Epoch epoch;
  epoch.id = snapshot.id;
  for (const Arms list : lists) epoch.append(list);
  return epoch;
}

void OpenSlates::open(const CombinatorialSnapshot& snapshot) {
  if (snapshot.id < first_open_) return;
  epochs_.push_back(of(snapshot));
  drop_oldest();
}

void OpenSlates::drop_oldest() {
  if (epochs_.size() > kMaximumOpenEpochs) fold(epochs_[epochs_.size() - kMaximumOpenEpochs].id);
}

void OpenSlates::fold(std::uint32_t first_open) {
  epochs_.erase(epochs_.begin(),
                std::find_if(epochs_.begin(), epochs_.end(),
                             [&](const Epoch& epoch) { return epoch.id >= first_open; }));
  first_open_ = std::max(first_open_, first_open);
}

Status OpenSlates::check(const ReceivedSlateReport& report) const {
  const Epoch* epoch = find(report.snapshot);
  if (epoch == nullptr) return Error{ErrorCode::report_rejected, "snapshot", kNotOpen};
  if (epoch->has(report.arms)) return {};
  if (reports_slates(*experiment_)) {
    return Error{ErrorCode::report_rejected, "arms", "no slate of this snapshot"};
  }
  return Error{ErrorCode::report_rejected, "arm", "no slate of this snapshot has it reported"};
}

Status OpenSlates::check(std::uint32_t epoch, const CombinatorialStatistics& sums) const {
  const Epoch* open = find(epoch);
  if (open == nullptr) return invalid("epoch", kNotOpen, epoch);
  std::vector<bool> wanted(sums.coordinates().arms());
  for (const std::uint32_t arm : open->arms) wanted[arm] = true;
  for (std::uint32_t arm = 0; arm < sums.coordinates().arms(); ++arm) {
    if (wanted[arm]) continue;
    const std::span<const std::int64_t> row = sums.coordinates().of_arm(arm);
    for (std::size_t i = 0; i < row.size(); i += 2) {
      if (row[i] > 0) return invalid("slates", "an arm that no slate has reported", arm);
    }
  }
  return {};
}

Status OpenSlates::merge(const OpenSlates& other) {
  std::vector<Epoch> all = epochs_;
  for (const Epoch& epoch : other.epochs_) {
    const Epoch* own = find(epoch.id);
    if (own == nullptr) {
      all.push_back(epoch);
    } else if (!(*own == epoch)) {
      return invalid("slates", "two different snapshots have this number", epoch.id);
    }
  }
  std::sort(all.begin(), all.end(), [](const Epoch& a, const Epoch& b) { return a.id < b.id; });
  epochs_ = std::move(all);
  fold(std::max(first_open_, other.first_open_));
  drop_oldest();
  return {};
}

void OpenSlates::write(ByteWriter& writer) const {
  writer.integer(first_open_);
  writer.integer(static_cast<std::uint8_t>(epochs_.size()));
  for (const Epoch& epoch : epochs_) {
    writer.integer(epoch.id);
    writer.integer(static_cast<std::uint32_t>(epoch.ends.size()));
    for (std::size_t i = 0; i < epoch.ends.size(); ++i) {
      const Arms list = epoch.list(i);
      if (reports_slates(*experiment_)) writer.integer(static_cast<std::uint16_t>(list.size()));
      for (const std::uint32_t arm : list) writer.integer(static_cast<std::uint16_t>(arm));
    }
  }
}

bool OpenSlates::is_possible(Arms list) const {
  if (reports_slates(*experiment_)) return check_super_arm(experiment_->set, list).ok();
  return list.size() == 1 && list[0] < experiment_->reports.arms;
}

Status OpenSlates::read_epoch(ByteReader& reader, Epoch& epoch) const {
  epoch.id = reader.integer<std::uint32_t>();
  const auto lists = reader.integer<std::uint32_t>();
  // At least one; no more than slates, or than arms where any of a slate may be reported.
  if (lists == 0 || lists > std::max(kMaximumSlates, experiment_->reports.arms)) {
    return invalid("state", "wrong number of slates", lists);
  }
  std::vector<std::uint32_t> list;
  for (std::uint32_t i = 0; i < lists && reader.whole(); ++i) {
    const std::size_t size =
        reports_slates(*experiment_) ? reader.integer<std::uint16_t>() : std::size_t{1};
    list.clear();
    for (std::size_t j = 0; j < size && reader.whole(); ++j) {
      list.push_back(reader.integer<std::uint16_t>());
    }
    if (!is_possible(list)) return invalid("state", "not a slate of this experiment", epoch.id);
    if (i > 0 && !comes_before(epoch.list(i - 1), list)) {
      return invalid("state", "slates out of order", epoch.id);
    }
    epoch.append(list);
  }
  return {};
}

Status OpenSlates::read(ByteReader& reader, std::uint32_t snapshot_id) {
  first_open_ = reader.integer<std::uint32_t>();
  const auto count = reader.integer<std::uint8_t>();
  if (count > kMaximumOpenEpochs) return invalid("state", "too many open snapshots", count);
  epochs_.clear();
  for (unsigned i = 0; i < count; ++i) {
    Epoch epoch;
    if (Status status = read_epoch(reader, epoch); !status.ok()) return status;
    if (!reader.whole()) return invalid("state", "too short");
    if (epoch.id < first_open_ || epoch.id > snapshot_id ||
        (i > 0 && epoch.id <= epochs_.back().id)) {
      return invalid("state", "snapshots out of order", epoch.id);
    }
    epochs_.push_back(std::move(epoch));
  }
  return {};
}

}  // namespace ldp
