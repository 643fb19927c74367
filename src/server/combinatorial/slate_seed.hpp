// The coins of one slate: the indices of Thompson sampling are a function of the snapshot and of
// public numbers, so any party with the sums can check a server's slates.
#pragma once

#include <cstdint>

#include "protocol/public_word.hpp"

namespace ldp {

/// The seed of the coins of one slate. `snapshot` is the number of the snapshot that carries it.
[[nodiscard]] constexpr std::uint64_t seed_of_slate(std::uint64_t public_seed,
                                                    std::uint32_t snapshot, std::uint32_t slate) {
  return public_word(public_seed, snapshot, slate);
}

}  // namespace ldp
