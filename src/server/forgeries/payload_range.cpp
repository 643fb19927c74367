#include "server/forgeries/payload_range.hpp"

#include "protocol/report_range.hpp"

namespace ldp {

PayloadRange payload_range(const MultiArmedExperiment& experiment, std::size_t level) {
  const ReportRange range =
      report_range(payload(experiment), experiment.levels[level], experiment.delta);
  return {range.lowest, range.highest};
}

}  // namespace ldp
