// The catalog without its words: what checks ask of it. A page downloads every word that a table
// names, and needs none of these.
#pragma once

#include <array>
#include <cstddef>

#include "protocol/catalog.generated.hpp"

namespace ldp {

struct CatalogRules {
  Family family = Family::multi_armed;
  TrustModel trust_model = TrustModel::none;
  Payload payload = Payload::none;
  Takes takes{};
};

inline constexpr auto kCatalogRules = [] {
  std::array<CatalogRules, kCatalog.size()> rules{};
  for (std::size_t i = 0; i < rules.size(); ++i) {
    const CatalogEntry& entry = kCatalog[i];
    rules[i] = {entry.family, entry.trust_model, entry.payload, entry.takes};
  }
  return rules;
}();

}  // namespace ldp
