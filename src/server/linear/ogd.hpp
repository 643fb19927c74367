// Online gradient descent on the ball of radius D (Zinkevich 2003), and its variant for strongly
// convex losses (Hazan, Agarwal, Kale 2007): the cheap alternative to Maler (docs/spec/linear.md,
// section 4.5).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "server/learner/saved_bytes.hpp"

namespace ldp {

class Ogd {
 public:
  /// `gradient`: G, the steps are 2 D/(G sqrt t), t = 1, 2, ...; or with a modulus `mu` > 0 of
  /// strong convexity the smaller of that and 1/(mu t). All positive, `mu` may be 0.
  Ogd(std::uint32_t dimension, double gradient, double radius, double mu);

  [[nodiscard]] std::span<const double> theta() const { return theta_; }
  void step(std::span<const double> gradient);
  void begin_at(std::span<const double> point);

  void write(ByteWriter& writer) const;
  /// False unless these are the bytes of such a learner.
  bool read(ByteReader& reader);

 private:
  double gradient_;
  double radius_;
  double mu_;
  std::uint64_t clock_ = 0;
  std::vector<double> theta_;
};

}  // namespace ldp
