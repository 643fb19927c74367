// The part of the catalog that checks read, without its texts: a page would download every text
// that a table names, and needs none.
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
