// Reads src/protocol/catalog.json with the schema beside it, and refuses what the outputs could not express.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../run.mjs';
import { parameters as shared, traits, wordsOf } from './schema.mjs';

const source = 'src/protocol/catalog.json';
export const notice = `Generated from ${source} and schema/ by scripts/generate-catalog.mjs. Do not edit.`;

/** The C++ enumeration Family is made of them. */
export const families = [
  'multi-armed',
  'linear',
  'combinatorial',
  'best-arm',
  'reduction',
  'convex',
  'generalized-linear',
];

/** Types of parameters, as TypeScript has them; those of a choice are its words. */
export const parameterTypes = {
  integer: 'number',
  number: 'number',
  levels: 'readonly number[]',
  rewardTransform: 'RewardTransform',
  'decision-set': 'DecisionSet',
  'convex-set': 'ConvexSet',
};

export function fail(message) {
  throw new Error(`${source}: ${message}`);
}

/**
 * Parameters mean the same in every algorithm, so the schema states each one once. Where a name means
 * another thing in some families, it is stated once more for these. An algorithm names the parameters
 * that it takes: a name, or an object with that name and what differs.
 */
function completeParameters(algorithm) {
  return algorithm.parameters.map((given) => {
    const { name, ...differences } = typeof given === 'string' ? { name: given } : given;
    const named = shared.filter((parameter) => parameter.name === name);
    const found =
      named.find((parameter) => parameter.families?.includes(algorithm.family)) ??
      named.find((parameter) => parameter.families === undefined);
    if (found === undefined) fail(`${algorithm.id}: there is no parameter ${name}`);
    const { families: _, takes: __, ...parameter } = found;
    return withChoices(`${algorithm.id}.${name}`, { ...parameter, ...differences });
  });
}

/** The choices of a parameter are all words of its enumeration, unless it names fewer. */
function withChoices(path, { enumeration, ...parameter }) {
  if (enumeration === undefined) return parameter;
  const words = wordsOf(enumeration);
  const { name, type, choices = words, ...others } = parameter;
  const strange = choices.find((word) => !words.includes(word));
  if (strange !== undefined) fail(`${path}: ${strange} is no word of ${enumeration}`);
  return { name, type, choices, ...others };
}

/** Reads the catalog and refuses one that the outputs could not express. */
export function readCatalog() {
  const catalog = JSON.parse(readFileSync(join(root, source), 'utf8'));
  const algorithms = catalog.algorithms.map((algorithm) => ({
    ...algorithm,
    parameters: completeParameters(algorithm),
  }));
  const ids = algorithms.map((algorithm) => algorithm.id);
  if (new Set(ids).size !== ids.length) fail('two algorithms share an id');
  for (const family of families) {
    const defaults = membersOf(algorithms, family).filter((algorithm) => algorithm.default);
    if (defaults.length !== 1) fail(`exactly one ${family} algorithm must be the default`);
  }
  const sets = algorithms.flatMap(({ defaultFor = [] }) => defaultFor);
  const strange = sets.find((kind) => !wordsOf('SetKind').includes(kind));
  if (strange !== undefined) fail(`there is no decision set ${strange}`);
  if (new Set(sets).size !== sets.length) fail('a decision set has one default');
  const inOrder = families.flatMap((family) => membersOf(algorithms, family));
  if (
    inOrder.some((algorithm, i) => algorithm !== algorithms[i]) ||
    algorithms.length !== inOrder.length
  ) {
    fail(`algorithms must stand family by family: ${families.join(', ')}`);
  }
  for (const algorithm of algorithms) {
    if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(algorithm.id)) fail(`bad id ${algorithm.id}`);
    for (const trait of algorithm.traits ?? [])
      if (!traits.some(({ name }) => name === trait)) fail(`${algorithm.id}: no trait ${trait}`);
    for (const parameter of algorithm.parameters) {
      if (parameter.type !== 'choice' && !(parameter.type in parameterTypes)) {
        fail(`${algorithm.id}.${parameter.name}: unknown type ${parameter.type}`);
      }
      if (!parameter.sentence.endsWith('.')) fail(`${algorithm.id}.${parameter.name}: no sentence`);
    }
  }
  return algorithms;
}

export const membersOf = (algorithms, family) =>
  algorithms.filter((algorithm) => algorithm.family === family);

/** The one range that all parameters of a name share, of all families or of one; the C++ limits are global. */
export function sharedRange(algorithms, name, family) {
  const among = family === undefined ? algorithms : membersOf(algorithms, family);
  const found = among.flatMap((algorithm) =>
    algorithm.parameters.filter((parameter) => parameter.name === name),
  );
  const [first] = found;
  for (const parameter of found) {
    for (const key of ['minimum', 'maximum', 'maximumLength']) {
      if (parameter[key] !== first[key]) fail(`${name}: ${key} differs between algorithms`);
    }
  }
  return first;
}
