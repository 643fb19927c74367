#include "server/serving/ticket_office.hpp"

#include <algorithm>

#include "server/serving/draw_arm.hpp"

namespace ldp {
namespace {

Error not_open(std::uint64_t id) {
  return Error{ErrorCode::invalid_argument, "ticket",
               "must be open: it was never given out, has ended, or has timed out",
               static_cast<double>(id)};
}

}  // namespace

TicketOffice::TicketOffice(const MultiArmedExperiment& experiment,
                           const MultiArmedSnapshot& snapshot, double timeout)
    : level_aware_from_(experiment.level_aware_from),
      timeout_(timeout),
      snapshot_(snapshot),
      index_(snapshot),
      keys_(experiment.arms),
      open_(experiment.arms),
      redeemed_(experiment.arms) {
  for (std::uint32_t arm = 0; arm < experiment.arms; ++arm) refresh(arm);
}

void TicketOffice::update(const MultiArmedSnapshot& snapshot) {
  if (snapshot.id == snapshot_.id) return;
  snapshot_ = snapshot;
  index_ = PendingIndex(snapshot);
  std::fill(redeemed_.begin(), redeemed_.end(), 0);
  for (std::uint32_t arm = 0; arm < keys_.size(); ++arm) refresh(arm);
}

void TicketOffice::refresh(std::uint32_t arm) {
  keys_[arm] = index_(arm, static_cast<double>(pending(arm)));
}

Ticket TicketOffice::assign(double now, double epsilon, double uniform) {
  expire(now);
  const std::uint32_t arm = choose(epsilon, uniform);
  entries_.push_back({now, arm, true});
  open_[arm] += 1;
  open_count_ += 1;
  refresh(arm);
  return {first_ + entries_.size() - 1, arm};
}

std::uint32_t TicketOffice::choose(double epsilon, double uniform) const {
  if (snapshot_.forced_arm >= 0) return static_cast<std::uint32_t>(snapshot_.forced_arm);
  if (epsilon < level_aware_from_ && snapshot_.incumbent >= 0) {
    return static_cast<std::uint32_t>(snapshot_.incumbent);
  }
  return snapshot_.weights.empty() ? best(uniform) : draw_arm(snapshot_.weights, uniform);
}

std::uint32_t TicketOffice::best(double uniform) const {
  std::vector<std::uint32_t> tied;
  for (std::uint32_t arm = 0; arm < keys_.size(); ++arm) {
    if (!tied.empty()) {
      const std::uint32_t other = tied.front();
      const bool is_better = keys_[arm] > keys_[other] ||
                             (keys_[arm] == keys_[other] && pending(arm) < pending(other));
      const bool is_tied = keys_[arm] == keys_[other] && pending(arm) == pending(other);
      if (!is_better && !is_tied) continue;
      if (is_better) tied.clear();
    }
    tied.push_back(arm);
  }
  return tied[static_cast<std::size_t>(uniform * static_cast<double>(tied.size()))];
}

TicketOffice::Entry* TicketOffice::find(std::uint64_t id) {
  if (id < first_ || id - first_ >= entries_.size()) return nullptr;
  Entry& entry = entries_[static_cast<std::size_t>(id - first_)];
  return entry.is_open ? &entry : nullptr;
}

void TicketOffice::close(Entry& entry) {
  entry.is_open = false;
  open_[entry.arm] -= 1;
  open_count_ -= 1;
}

Status TicketOffice::redeem(std::uint64_t id, double now) {
  expire(now);
  Entry* entry = find(id);
  if (entry == nullptr) return not_open(id);
  close(*entry);
  redeemed_[entry->arm] += 1;  // pending as before, until a snapshot knows of it
  return {};
}

Status TicketOffice::drop(std::uint64_t id, double now) {
  expire(now);
  Entry* entry = find(id);
  if (entry == nullptr) return not_open(id);
  close(*entry);
  refresh(entry->arm);
  return {};
}

std::size_t TicketOffice::expire(double now) {
  std::size_t expired = 0;
  while (!entries_.empty()) {
    Entry& entry = entries_.front();
    if (entry.is_open) {
      if (now - entry.issued <= timeout_) break;
      close(entry);
      refresh(entry.arm);
      ++expired;
    }
    entries_.pop_front();
    ++first_;
  }
  return expired;
}

}  // namespace ldp
