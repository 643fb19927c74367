// The C++ header: the enumerations, the table of algorithms, the limits that both sides of the wall share.
import { pascal, snake, snakeFromCamel } from './names.mjs';
import { families, membersOf, notice, sharedRange } from './read.mjs';

// In the order of the C++ struct Takes.
const optionalInCpp = [
  ...['epsilonMin', 'bound', 'levelAwareFrom', 'delta', 'posterior', 'estimator'],
  ...['mechanism', 'calibration', 'radius', 'horizon', 'learner', 'restarts', 'spread'],
  ...[
    'noise',
    'batch',
    'coordinate',
    'width',
    'constants',
    'steps',
    'feedback',
    'optimism',
    'tuning',
  ],
];

export function header(algorithms) {
  const arms = sharedRange(algorithms, 'arms');
  const levels = sharedRange(algorithms, 'levels');
  const delta = sharedRange(algorithms, 'delta');
  const dimension = sharedRange(algorithms, 'dimension');
  const horizon = sharedRange(algorithms, 'horizon');
  const spread = sharedRange(algorithms, 'spread');
  const batch = sharedRange(algorithms, 'batch');
  const errorProbability = sharedRange(algorithms, 'errorProbability');
  const pulls = sharedRange(algorithms, 'maximumPulls');
  const forgedShare = sharedRange(algorithms, 'forgedShare');
  const lipschitz = sharedRange(algorithms, 'lipschitz');
  const distance = sharedRange(algorithms, 'distance');
  const bound = sharedRange(algorithms, 'bound', 'generalized-linear');
  const largest = sharedRange(algorithms, 'largest');
  const optimism = sharedRange(algorithms, 'optimism');
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

// Who may see raw data: local = nobody but the page. The others exist in the simulation only: none =
// everybody may; joint = a trusted server, but no visitor; shuffle = a trusted shuffler.
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

${defaults.join('\n')}
inline constexpr std::uint32_t kMaximumArms = ${arms.maximum};
inline constexpr std::size_t kMaximumLevels = ${levels.maximumLength};
inline constexpr double kMinimumEpsilon = ${levels.minimum};
// What a page may offer. The core and the simulation go further: see kMaximumEpsilon.
inline constexpr double kMaximumPageEpsilon = ${levels.maximum};
inline constexpr double kMinimumDelta = ${delta.minimum};
inline constexpr double kMaximumDelta = ${delta.maximum};
inline constexpr std::uint32_t kMaximumDimension = ${dimension.maximum};
inline constexpr std::uint64_t kMaximumHorizon = ${horizon.maximum};
inline constexpr double kMinimumSpread = ${spread.minimum};
inline constexpr double kMaximumSpread = ${spread.maximum};
inline constexpr std::uint32_t kMaximumBatch = ${batch.maximum};
inline constexpr double kMinimumErrorProbability = ${errorProbability.minimum};
inline constexpr double kMaximumErrorProbability = ${errorProbability.maximum};
inline constexpr double kMaximumForgedShare = ${forgedShare.maximum};
inline constexpr std::uint64_t kMaximumPulls = ${pulls.maximum};
// Of what is known of losses: how much they change, how much they curve.
inline constexpr double kMinimumSlope = ${lipschitz.minimum};
inline constexpr double kMaximumSlope = ${lipschitz.maximum};
inline constexpr double kMinimumDistance = ${distance.minimum};
inline constexpr double kMaximumDistance = ${distance.maximum};
// Of the parameter of a generalized linear model, of its feedback, of optimism.
inline constexpr double kMinimumParameterBound = ${bound.minimum};
inline constexpr double kMaximumParameterBound = ${bound.maximum};
inline constexpr double kMinimumLargest = ${largest.minimum};
inline constexpr double kMaximumLargest = ${largest.maximum};
inline constexpr double kMaximumOptimism = ${optimism.maximum};

}  // namespace ldp
`;
}
