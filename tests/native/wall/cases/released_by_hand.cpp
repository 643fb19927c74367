// Compiled with the include path of: client
//
// Only a mechanism makes a Released value; any code may read and copy one.
#include <cstdint>
#include <utility>

#include "privacy/released.hpp"

namespace {

using Bit = ldp::Released<std::uint8_t>;

#if VARIANT == 5  // refused: a class of one's own derived from a released value
struct Own : Bit {
  Own() : Bit(std::uint8_t{1}) {}
};
#endif

[[maybe_unused]] Bit use([[maybe_unused]] const Bit& given) {
#if VARIANT == 0  // allowed: copying and reading
  const Bit copy = given;
  return copy.value() == 1 ? copy : given;
#elif VARIANT == 1  // refused: constructing
  return Bit(std::uint8_t{1});
#elif VARIANT == 2  // refused: converting
  return static_cast<Bit>(std::uint8_t{1});
#elif VARIANT == 3  // refused: default-constructing and filling in
  Bit made;
  return made;
#elif VARIANT == 4  // refused: writing through the value
  Bit copy = given;
  copy.value() = 1;
  return copy;
#elif VARIANT == 5
  return Own();
#endif
}

}  // namespace
