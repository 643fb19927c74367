#include "oracles/incremental_top_k.hpp"

#include <algorithm>
#include <numeric>

#include "oracles/public_coins.hpp"

namespace ldp {
namespace {

constexpr std::uint32_t kChosen = ~std::uint32_t{0};

}  // namespace

IncrementalTopK::IncrementalTopK(std::uint32_t arms, std::uint32_t choose,
                                 std::uint64_t public_seed)
    : ties_(arms), keys_(arms), chosen_(choose), heap_(arms - choose), slot_(arms), order_(arms) {
  for (std::uint32_t arm = 0; arm < arms; ++arm) {
    ties_[arm] = kTieBreak * public_uniform(public_seed, arm);
  }
  std::iota(order_.begin(), order_.end(), 0U);
  assign(std::vector<double>(arms));
}

// Largest first; equal keys in the order of the arms, as everywhere.
bool IncrementalTopK::before(std::uint32_t a, std::uint32_t b) const {
  return keys_[a] > keys_[b] || (keys_[a] == keys_[b] && a < b);
}

void IncrementalTopK::assign(std::span<const double> weights) {
  for (std::size_t i = 0; i < keys_.size(); ++i) {
    keys_[i] = std::clamp(weights[i], 0.0, 1.0) + ties_[i];
  }
  const auto compare = [this](std::uint32_t a, std::uint32_t b) { return before(a, b); };
  const auto cut = order_.begin() + static_cast<std::ptrdiff_t>(chosen_.size());
  std::nth_element(order_.begin(), cut - 1, order_.end(), compare);
  std::copy(order_.begin(), cut, chosen_.begin());
  std::sort(chosen_.begin(), chosen_.end());
  for (const std::uint32_t arm : chosen_) slot_[arm] = kChosen;
  const auto after = [this](std::uint32_t a, std::uint32_t b) { return before(b, a); };
  std::copy(cut, order_.end(), heap_.begin());
  std::make_heap(heap_.begin(), heap_.end(), after);
  for (std::uint32_t slot = 0; slot < heap_.size(); ++slot) slot_[heap_[slot]] = slot;
}

void IncrementalTopK::place(std::size_t slot, std::uint32_t arm) {
  heap_[slot] = arm;
  slot_[arm] = static_cast<std::uint32_t>(slot);
}

void IncrementalTopK::sift(std::size_t slot) {
  const std::uint32_t arm = heap_[slot];
  while (slot > 0 && before(arm, heap_[(slot - 1) / 2])) {
    place(slot, heap_[(slot - 1) / 2]);
    slot = (slot - 1) / 2;
  }
  for (std::size_t child = 2 * slot + 1; child < heap_.size(); child = 2 * slot + 1) {
    if (child + 1 < heap_.size() && before(heap_[child + 1], heap_[child])) ++child;
    if (!before(heap_[child], arm)) break;
    place(slot, heap_[child]);
    slot = child;
  }
  place(slot, arm);
}

// The chosen arms are few and looked at in a row, which beats a second heap up to some hundred.
void IncrementalTopK::exchange() {
  const auto worst =
      std::max_element(chosen_.begin(), chosen_.end(),
                       [this](std::uint32_t a, std::uint32_t b) { return before(a, b); });
  const std::uint32_t best = heap_.front();
  if (!before(best, *worst)) return;
  place(0, *worst);
  slot_[best] = kChosen;
  *worst = best;
  for (auto here = worst; here != chosen_.begin() && *here < *(here - 1); --here) {
    std::iter_swap(here, here - 1);
  }
  for (auto next = worst + 1; next != chosen_.end() && *next < *(next - 1); ++next) {
    std::iter_swap(next, next - 1);
  }
  sift(0);
}

void IncrementalTopK::update(std::uint32_t arm, double weight) {
  const double key = std::clamp(weight, 0.0, 1.0) + ties_[arm];
  const bool is_better = key > keys_[arm];
  keys_[arm] = key;
  if (heap_.empty()) return;
  if (slot_[arm] != kChosen) {
    sift(slot_[arm]);
    if (is_better) exchange();
  } else if (!is_better && before(heap_.front(), arm)) {
    exchange();
  }
}

}  // namespace ldp
