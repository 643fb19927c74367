// Foreign snapshots: numbers of any kind. Whatever passes validation must be safe to choose from: a
// client takes it and every decision is an arm of the experiment.
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <span>

#include "client/multi_armed_client.hpp"
#include "mechanisms/reward_transform.hpp"
#include "protocol/snapshot.hpp"

namespace {

void require(bool condition) {
  if (!condition) std::abort();
}

// Takes numbers from the input until there is none left; then zeros.
class Reader {
 public:
  explicit Reader(std::span<const std::uint8_t> bytes) : bytes_(bytes) {}

  template <class Number>
  Number take() {
    Number number{};
    if (bytes_.size() >= sizeof number) {
      std::memcpy(&number, bytes_.data(), sizeof number);
      bytes_ = bytes_.subspan(sizeof number);
    }
    return number;
  }

 private:
  std::span<const std::uint8_t> bytes_;
};

struct Counter {
  std::uint64_t word = 0;
  std::uint64_t next() { return word += 0x9e3779b97f4a7c15u; }
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const ldp::Experiment experiment{
      ldp::Algorithm::he_ldp_ucb_laplace, 4, {0.5, 1}, 0.5, ldp::Bound::l4};
  Reader reader({data, size});
  ldp::Snapshot snapshot;
  snapshot.mean.resize(reader.take<std::uint8_t>() % 6);
  snapshot.width.resize(reader.take<std::uint8_t>() % 6);
  snapshot.forced_arm = reader.take<std::int32_t>();
  snapshot.id = reader.take<std::uint32_t>();
  snapshot.reports = reader.take<std::uint64_t>();
  snapshot.scale = reader.take<double>();
  for (double& mean : snapshot.mean) mean = reader.take<double>();
  for (double& width : snapshot.width) width = reader.take<double>();

  auto client =
      ldp::MultiArmedClient::create(experiment, ldp::RewardTransform::unit(), 0, 1).value();
  const bool valid = ldp::validate(snapshot, experiment).ok();
  require(client.set_snapshot(snapshot).ok() == valid);
  Counter source;
  for (int i = 0; i < 4; ++i) {
    const auto decision = client.choose(source);
    require(decision.ok() && decision.value().arm() < experiment.arms);
    if (valid && snapshot.forced_arm >= 0) {
      require(decision.value().arm() == static_cast<std::uint32_t>(snapshot.forced_arm));
    }
  }
  return 0;
}
