#include "privacy/explanation.hpp"

#include <cmath>
#include <limits>

namespace ldp {

Result<Explanation> explain(double epsilon, double prior, double delta) {
  if (!(epsilon >= 0 && epsilon <= std::numeric_limits<double>::max())) {
    return Error{ErrorCode::invalid_argument, "epsilon", "must be finite and not negative",
                 epsilon};
  }
  if (!(prior >= 0 && prior <= 1)) {
    return Error{ErrorCode::invalid_argument, "prior", "must be between 0 and 1", prior};
  }
  if (!(delta >= 0 && delta < 1)) {
    return Error{ErrorCode::invalid_argument, "delta", "must be from 0 to below 1", delta};
  }
  // Everything in terms of e^-epsilon in [0, 1], which cannot overflow. At prior 0 or 1 nothing can
  // be learnt; written out because e^-epsilon may underflow to 0 there.
  const double shrink = std::exp(-epsilon);
  Explanation explanation;
  explanation.odds_factor = std::exp(epsilon);
  explanation.best_guess_in_hundred = 100 * (1 + delta * shrink) / (1 + shrink);
  const bool certain = prior == 0 || prior == 1;
  explanation.posterior_low = certain ? prior : prior * shrink / (prior * shrink + (1 - prior));
  explanation.posterior_high = certain ? prior : prior / (prior + (1 - prior) * shrink);
  return explanation;
}

}  // namespace ldp
