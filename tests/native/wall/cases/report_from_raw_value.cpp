// Compiled with the include path of: client
//
// A report can be built from what a mechanism released, and from nothing else.
#include <cstdint>
#include <utility>

#include "mechanisms/convert_to_bernoulli.hpp"
#include "protocol/arm_report.hpp"

namespace {

struct Constant {
  std::uint64_t next() const { return 1; }
};

[[maybe_unused]] ldp::ArmReport build(const ldp::ReportId& id, double raw) {
  const ldp::ConvertToBernoulli mechanism = ldp::ConvertToBernoulli::create(1).value();
  Constant source;
  const auto prepared = mechanism.prepare(source).value();
  const ldp::UnitReward reward = ldp::UnitReward::from(raw).value();
  [[maybe_unused]] const auto released = mechanism.release(prepared, reward);
#if VARIANT == 0  // allowed: a released bit
  return ldp::ArmReport::bit(id, 1, 2, 0, released);
#elif VARIANT == 1   // refused: a raw integer as a bit
  return ldp::ArmReport::bit(id, 1, 2, 0, 1);
#elif VARIANT == 2   // refused: a raw boolean as a bit
  return ldp::ArmReport::bit(id, 1, 2, 0, raw > 0.5);
#elif VARIANT == 3   // refused: a raw integer as a noisy value
  return ldp::ArmReport::noisy(id, 1, 2, 0, 1024);
#elif VARIANT == 4   // refused: a raw real number as a noisy value
  return ldp::ArmReport::noisy(id, 1, 2, 0, raw);
#elif VARIANT == 5   // refused: braces in place of a released value
  return ldp::ArmReport::bit(id, 1, 2, 0, {1});
#elif VARIANT == 6   // refused: the input of a mechanism in place of its output
  return ldp::ArmReport::bit(id, 1, 2, 0, reward);
#elif VARIANT == 7   // refused: the noise itself
  return ldp::ArmReport::bit(id, 1, 2, 0, prepared);
#elif VARIANT == 8   // refused: a released bit as a noisy value
  return ldp::ArmReport::noisy(id, 1, 2, 0, released);
#elif VARIANT == 9   // refused: the constructor of a report
  return ldp::ArmReport(id, 1, 2, 0, ldp::Payload::bit, 1);
#elif VARIANT == 10  // refused: changing the value of a report
  ldp::ArmReport report = ldp::ArmReport::bit(id, 1, 2, 0, released);
  report.value() = 1;
  return report;
#endif
}

}  // namespace
