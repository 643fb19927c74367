#include "simulation/combinatorial/combinatorial_spec.hpp"

#include <string_view>

#include "oracles/enumeration.hpp"
#include "simulation/combinatorial/player_errors.hpp"

namespace ldp {
namespace {

Status check_delivery(const Delivery& delivery, TrustModel trust) {
  if (delivery.delay != 0) {
    return invalid_spec("delay", "must be 0 in a combinatorial world",
                        static_cast<double>(delivery.delay));
  }
  if (delivery.lost != 0)
    return invalid_spec("lost", "must be 0 in a combinatorial world", delivery.lost);
  if (delivery.serving != Serving::dense) {
    return invalid_spec("serving", "must be dense in a combinatorial world",
                        static_cast<double>(delivery.serving));
  }
  if (delivery.epoch > 1 && trust == TrustModel::none) {
    return invalid_spec("epoch", "must be 1: there are no reports to wait for",
                        static_cast<double>(delivery.epoch));
  }
  return {};
}

// What validate() asks of local algorithms, of those that exist in the simulation only.
Status check_comparator(const CombinatorialSpec& spec, const CatalogEntry& entry) {
  const CombinatorialExperiment& experiment = spec.experiment;
  if (entry.algorithm != Algorithm::cucb_dp) {
    if (experiment.coordinate == Coordinate::all) return {};
    return invalid_spec("coordinate", "must be all",
                        static_cast<double>(static_cast<unsigned>(experiment.coordinate)));
  }
  if (spec.noise > CentralNoise::batches) {
    return invalid_spec("noise", "no such noise",
                        static_cast<double>(static_cast<unsigned>(spec.noise)));
  }
  if (experiment.coordinate == Coordinate::all) return {};
  if (experiment.coordinate != Coordinate::least_reported) {
    return invalid_spec("coordinate", "must be all or least-reported",
                        static_cast<double>(static_cast<unsigned>(experiment.coordinate)));
  }
  if (spec.noise == CentralNoise::published) {
    return invalid_spec("coordinate", "must be all with the published noise", 0);
  }
  return {};
}

Status check_experiment(const CombinatorialSpec& spec, const CatalogEntry& entry) {
  if (entry.algorithm == Algorithm::uniform) return {};
  if (entry.trust_model != TrustModel::local) return check_comparator(spec, entry);
  if (Status status = validate(spec.experiment); !status.ok()) return spec_error(status.error());
  return {};
}

}  // namespace

Result<CombinatorialSpec> check_combinatorial(const CombinatorialSpec& given,
                                              const Delivery& delivery) {
  if (Status status = check_environment(given.environment); !status.ok()) return status.error();
  const auto algorithm = static_cast<std::size_t>(given.experiment.reports.algorithm);
  if (algorithm >= kCatalog.size()) return invalid_spec("algorithm", "no such algorithm", 0);
  const CatalogEntry& entry = kCatalog[algorithm];
  if (entry.algorithm != Algorithm::uniform && entry.family != Family::combinatorial) {
    return invalid_spec("algorithm", "does not play combinatorial worlds",
                        static_cast<double>(algorithm));
  }
  if (Status status = check_delivery(delivery, entry.trust_model); !status.ok()) {
    return status.error();
  }
  CombinatorialSpec spec = given;
  spec.experiment.set = spec.environment.set;
  spec.experiment.reports.arms = spec.environment.set.arms;
  if (entry.algorithm == Algorithm::cucb_ldp_sum) {
    const Result<SuperArms> all = enumerate(spec.environment.set);
    if (!all.ok()) return spec_error(all.error());
    spec.experiment.reports.arms = static_cast<std::uint32_t>(all.value().size());
  }
  if (Status status = check_experiment(spec, entry); !status.ok()) return status.error();
  return spec;
}

}  // namespace ldp
