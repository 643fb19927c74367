// Traits: what code asks of an algorithm beside its parameters (schema/traits.json, and `traits` of a row).
import { literal } from './literal.mjs';
import { camel, snake } from './names.mjs';
import { traits } from './schema.mjs';

const idsWith = (algorithms, name) =>
  algorithms.filter((algorithm) => algorithm.traits?.includes(name)).map(({ id }) => id);

/** Of the C++ catalog. Not a column of its table, because a page downloads that one. */
export function cppTraits(algorithms) {
  const names = traits.map(({ name, sentence }) => `  ${snake(name)},  // ${sentence}\n`);
  const cases = traits.map(({ name }) => {
    const ids = idsWith(algorithms, name).map((id) => `algorithm == Algorithm::${snake(id)}`);
    return `    case Trait::${snake(name)}:\n      return ${ids.join(' || ')};\n`;
  });
  return `enum class Trait : std::uint8_t {
${names.join('')}};

constexpr bool has_trait(Algorithm algorithm, Trait trait) {
  switch (trait) {
${cases.join('')}  }
  return false;
}`;
}

/** What a generated TypeScript module has of them: the ids of the algorithms with a trait. */
export const typescriptTraits = (module, algorithms) =>
  traits
    .filter(({ typescript }) => typescript === module)
    .map(({ name, sentence }) => {
      const list = literal(idsWith(algorithms, name), '');
      return `/** ${sentence} */\nexport const ${camel(name)}: readonly string[] = ${list};\n`;
    })
    .join('');
