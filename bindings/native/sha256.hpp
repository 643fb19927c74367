// SHA-256 (FIPS 180-4), for the seed of a specification: the same bits as in the npm package.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace ldp {

[[nodiscard]] std::array<std::uint8_t, 32> sha256(std::string_view bytes);

}  // namespace ldp
