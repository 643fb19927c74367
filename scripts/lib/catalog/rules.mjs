// The rules of the multi-armed learner: one header, src/server/multi_armed/rules/<id>.hpp, and one class for each
// algorithm of the family that sees reports only. Learner and simulation find a rule by its row in the catalog.
import { pascal, snake } from './names.mjs';
import { families, membersOf, notice } from './read.mjs';

export function rulesHeader(algorithms) {
  const rules = membersOf(algorithms, families[0])
    .filter(({ trustModel }) => trustModel === 'local')
    .map(({ id, payload }) => ({ name: snake(id), type: pascal(id), payload }));
  const lines = (write) => rules.map(write).join('');
  return `// ${notice}
#pragma once

#include <variant>

#include "protocol/multi_armed_experiment.hpp"
${lines(({ name }) => `#include "server/multi_armed/rules/${name}.hpp"\n`)}
namespace ldp {

using MultiArmedRule = std::variant<${rules.map(({ type }) => type).join(', ')}>;

/// The experiment must be valid.
inline MultiArmedRule make_rule(const MultiArmedExperiment& experiment) {
  switch (experiment.algorithm) {
    default:
${lines(({ name, type }) => `    case Algorithm::${name}:\n      return ${type}(experiment);\n`)}  }
}

/// What the reports of a rule carry.
template <class Rule>
inline constexpr Payload kPayloadOf = Payload::none;
${lines(({ type, payload }) => `template <>\ninline constexpr Payload kPayloadOf<${type}> = Payload::${payload};\n`)}
}  // namespace ldp
`;
}
