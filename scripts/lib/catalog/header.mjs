// The C++ header: the enumerations, the table of algorithms, the limits that both sides of the wall share.
import { pascal, snake, snakeFromCamel } from './names.mjs';
import { families, membersOf, notice, sharedRange } from './read.mjs';
import { parameters } from './schema.mjs';
import { cppTraits } from './traits.mjs';

/** The numbers that C++ needs of a parameter: [C++ type, parameter, name of its constants, keys, family]. */
const constants = [
  ['std::uint32_t', 'arms', 'Arms', ['maximum']],
  ['std::size_t', 'levels', 'Levels', ['maximumLength']],
  ['double', 'levels', 'Epsilon', ['minimum']],
  // What a page may offer. The core and the simulation go further: see kMaximumEpsilon.
  ['double', 'levels', 'PageEpsilon', ['maximum']],
  ['double', 'delta', 'Delta', ['minimum', 'maximum', 'default']],
  ['std::uint32_t', 'dimension', 'Dimension', ['maximum']],
  ['std::uint64_t', 'horizon', 'Horizon', ['maximum']],
  ['double', 'spread', 'Spread', ['minimum', 'maximum', 'default']],
  ['std::uint32_t', 'batch', 'Batch', ['maximum', 'default']],
  ['double', 'errorProbability', 'ErrorProbability', ['minimum', 'maximum', 'default']],
  ['double', 'forgedShare', 'ForgedShare', ['maximum']],
  ['std::uint64_t', 'maximumPulls', 'Pulls', ['maximum']],
  ['double', 'lipschitz', 'Slope', ['minimum', 'maximum']],
  ['double', 'distance', 'Distance', ['minimum', 'maximum', 'default']],
  ['double', 'bound', 'ParameterBound', ['minimum', 'maximum', 'default'], 'generalized-linear'],
  ['double', 'largest', 'Largest', ['minimum', 'maximum']],
  ['double', 'clip', 'Clip', ['minimum', 'maximum', 'default']],
  ['double', 'optimism', 'Optimism', ['minimum', 'maximum', 'default']],
];

function cppConstants(algorithms) {
  return constants
    .flatMap(([type, name, constant, keys, family]) => {
      const range = sharedRange(algorithms, name, family);
      // Defaults may differ between algorithms.
      const row = parameters.find(
        ({ name: other, families }) => other === name && (!family || families?.includes(family)),
      );
      const lines = keys.map((key) => {
        const prefix = { minimum: 'Minimum', default: 'Default' }[key] ?? 'Maximum';
        const value = key === 'default' ? row.default : range[key];
        return `inline constexpr ${type} k${prefix}${constant} = ${value};`;
      });
      return [`/// ${row.sentence}`, ...lines];
    })
    .join('\n');
}

export function header(algorithms) {
  const optionalInCpp = [
    ...new Set(parameters.filter(({ takes }) => takes).map(({ name }) => name)),
  ];
  const hasParameter = (algorithm, name) =>
    algorithm.parameters.some((parameter) => parameter.name === name);
  const rows = algorithms.map((algorithm) => {
    const takes = optionalInCpp
      .filter((name) => hasParameter(algorithm, name))
      .map((name) => `.${snakeFromCamel(name)} = true`)
      .join(', ');
    return (
      `    CatalogEntry{Algorithm::${snake(algorithm.id)}, "${algorithm.id}", "${algorithm.name}",\n` +
      `                 Family::${snake(algorithm.family)}, TrustModel::${algorithm.trustModel}, ` +
      `Payload::${algorithm.payload}, {${takes}}},`
    );
  });
  const defaults = families.map((family) => {
    const { id } = membersOf(algorithms, family).find((algorithm) => algorithm.default);
    const name = `kDefault${family === families[0] ? '' : pascal(family)}Algorithm`;
    return `inline constexpr Algorithm ${name} = Algorithm::${snake(id)};`;
  });
  return `// ${notice}
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace ldp {

enum class Algorithm : std::uint8_t {
${algorithms.map((algorithm) => `  ${snake(algorithm.id)},`).join('\n')}
};

// Algorithms of a family share their messages and the shape of a decision.
enum class Family : std::uint8_t { ${families.map(snake).join(', ')} };

// Who may see raw data: local = the page alone. The others exist in the simulation only: none =
// every party; joint = a trusted server, but no visitor; shuffle = a trusted shuffler.
enum class TrustModel : std::uint8_t { local, none, joint, shuffle };

// What one report carries about the feedback.
enum class Payload : std::uint8_t {
  bit,
  noisy,     // an integer: the reward times 1024 with discrete Laplace noise
  gaussian,  // an integer on a grid of its own for each level, with discrete Gaussian noise
  none,
  vector,  // integers: see protocol/linear_experiment.hpp
  slate,   // an integer for each arm of a slate: see protocol/combinatorial_report.hpp
  scalar,  // a bit, or an integer with noise: the mechanism of the experiment says which
  window,  // an integer in a window around the reward times 1024, or outside: privacy/window_scale.hpp
};

// Which of the parameters that not every algorithm has it takes.
struct Takes {
${optionalInCpp.map((name) => `  bool ${snakeFromCamel(name)} = false;`).join('\n')}
};

struct CatalogEntry {
  Algorithm algorithm;
  std::string_view id;
  std::string_view name;
  Family family;
  TrustModel trust_model;
  Payload payload;
  Takes takes;
};

inline constexpr std::array<CatalogEntry, ${algorithms.length}> kCatalog{{
${rows.join('\n')}
}};

${cppTraits(algorithms)}

${defaults.join('\n')}
${cppConstants(algorithms)}

}  // namespace ldp
`;
}
