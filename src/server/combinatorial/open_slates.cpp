#include "server/combinatorial/open_slates.hpp"

#include <algorithm>
#include <utility>

#include "oracles/super_arm.hpp"
#include "server/learner/learner_errors.hpp"

namespace ldp {
namespace {

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

OpenSlates::Epoch OpenSlates::of(const CombinatorialSnapshot& snapshot) const {
  std::vector<Arms> lists;
  if (reports_slates(*experiment_)) {
    for (std::size_t i = 0; i < snapshot.ends.size(); ++i) lists.push_back(slate(snapshot, i));
  } else {
    // Lists of one arm: the arms that the slates name, or all arms of the slates.
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
  epochs_.open(of(snapshot), [](const Epoch&) {});
}

void OpenSlates::fold(std::uint32_t first_open) {
  epochs_.fold(first_open, [](const Epoch&) {});
}

Status OpenSlates::check(const ReceivedSlateReport& report) const {
  const Epoch* epoch = epochs_.find(report.snapshot);
  return epoch == nullptr ? rejected("snapshot", kNotOpen) : check(*epoch, report);
}

Status OpenSlates::check(const Epoch& epoch, const ReceivedSlateReport& report) const {
  if (epoch.has(report.arms)) return {};
  if (reports_slates(*experiment_)) {
    return rejected("arms", "no slate of this snapshot");
  }
  return rejected("arm", "no slate of this snapshot has it reported");
}

std::vector<std::uint8_t> OpenSlates::shown(std::uint32_t id) const {
  const Epoch* epoch = epochs_.find(id);
  ByteWriter writer;
  write_place(writer, epoch == nullptr ? Epoch{} : *epoch);
  return std::move(writer.bytes());
}

Status OpenSlates::check(std::uint32_t epoch, const CombinatorialStatistics& sums) const {
  const Epoch* open = epochs_.find(epoch);
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
  return epochs_.merge(other.epochs_, false, [](const Epoch&) {});
}

void OpenSlates::write(ByteWriter& writer) const {
  epochs_.write(writer, [&](const Epoch& epoch) { write_place(writer, epoch); });
}

void OpenSlates::write_place(ByteWriter& writer, const Epoch& epoch) const {
  writer.integer(static_cast<std::uint32_t>(epoch.ends.size()));
  for (std::size_t i = 0; i < epoch.ends.size(); ++i) {
    const Arms list = epoch.list(i);
    if (reports_slates(*experiment_)) writer.integer(static_cast<std::uint16_t>(list.size()));
    for (const std::uint32_t arm : list) writer.integer(static_cast<std::uint16_t>(arm));
  }
}

bool OpenSlates::is_possible(Arms list) const {
  if (reports_slates(*experiment_)) return check_super_arm(experiment_->set, list).ok();
  return list.size() == 1 && list[0] < experiment_->reports.arms;
}

Status OpenSlates::read_place(ByteReader& reader, Epoch& epoch) const {
  const auto lists = reader.integer<std::uint32_t>();
  // At least one; no more than slates, or than arms where any of a slate may be reported.
  if (lists == 0 || lists > std::max(kMaximumSlates, experiment_->reports.arms)) {
    return damaged_state("wrong number of slates", lists);
  }
  std::vector<std::uint32_t> list;
  for (std::uint32_t i = 0; i < lists && reader.whole(); ++i) {
    const std::size_t size =
        reports_slates(*experiment_) ? reader.integer<std::uint16_t>() : std::size_t{1};
    list.clear();
    for (std::size_t j = 0; j < size && reader.whole(); ++j) {
      list.push_back(reader.integer<std::uint16_t>());
    }
    if (!is_possible(list)) return damaged_state("not a slate of this experiment", epoch.id);
    if (i > 0 && !comes_before(epoch.list(i - 1), list)) {
      return damaged_state("slates out of order", epoch.id);
    }
    epoch.append(list);
  }
  return {};
}

Status OpenSlates::read(ByteReader& reader, std::uint32_t snapshot_id) {
  return epochs_.read(reader, snapshot_id, Epoch{},
                      [&](Epoch& epoch) { return read_place(reader, epoch); });
}

ShownSlates::ShownSlates(const CombinatorialExperiment& experiment,
                         std::span<const std::uint8_t> shown, std::uint32_t id)
    : slates_(experiment) {
  epoch_.id = id;
  status_ = read(shown);
}

Status ShownSlates::read(std::span<const std::uint8_t> shown) {
  if (shown.size() == sizeof(std::uint32_t)) return rejected("snapshot", kNotOpen);  // no list
  ByteReader reader(shown);
  if (Status status = slates_.read_place(reader, epoch_); !status.ok()) return status;
  return reader.at_end() ? Status() : damaged_state("not the slates of a snapshot", epoch_.id);
}

Status ShownSlates::operator()(std::span<const ReceivedSlateReport> reports) const {
  if (!status_.ok()) return status_;
  for (const ReceivedSlateReport& report : reports) {
    if (report.snapshot != epoch_.id) continue;
    if (Status status = slates_.check(epoch_, report); !status.ok()) return status;
  }
  return {};
}

}  // namespace ldp
