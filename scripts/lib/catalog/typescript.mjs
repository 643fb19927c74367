// The TypeScript module with the types of all parameters.
import { camel, pascal } from './names.mjs';
import { families, membersOf, notice, parameterTypes } from './read.mjs';

function typescriptType(parameter) {
  if (parameter.type === 'choice') {
    return parameter.choices.map((choice) => `'${choice}'`).join(' | ');
  }
  return parameterTypes[parameter.type];
}

/** The doc comment of a parameter: its sentence, then its range, then its default. */
function describe(parameter) {
  const parts = [parameter.sentence];
  const known = (value) => value !== undefined && value !== null;
  if (known(parameter.minimum) && known(parameter.maximum)) {
    parts.push(`From ${parameter.minimum} to ${parameter.maximum}.`);
  }
  if (known(parameter.maximumLength)) parts.push(`At most ${parameter.maximumLength} of them.`);
  if (known(parameter.default)) {
    const value =
      typeof parameter.default === 'object' ? parameter.default.type : parameter.default;
    parts.push(`Default ${value}.`);
  }
  return parts.join(' ');
}

/** What the doc comment of an algorithm's parameters says: what it does, what it promises, where it is from. */
function describeAlgorithm({ name, summary, guarantee, paper, section }) {
  const source = [paper, section].filter((part) => part !== '-').join(', ');
  const lines = [
    `Parameters of ${name}: ${summary}`,
    guarantee,
    ...(source ? [`Source: ${source}.`] : []),
  ];
  return `/**\n${lines.map((line) => ` * ${line}\n`).join(' *\n')} */`;
}

function parameterInterface(algorithm) {
  const fields = algorithm.parameters.map((parameter) => {
    const mark = parameter.optional ? '?' : '';
    return `  /** ${describe(parameter)} */\n  readonly ${parameter.name}${mark}: ${typescriptType(parameter)};`;
  });
  return `${describeAlgorithm(algorithm)}
export interface ${pascal(algorithm.id)}Parameters {
${fields.join('\n')}
}`;
}

export function typescript(algorithms) {
  const rows = (list) =>
    list
      .map((algorithm) => `  readonly '${algorithm.id}': ${pascal(algorithm.id)}Parameters;`)
      .join('\n');
  const isLocal = ({ trustModel }) => trustModel === 'local';
  const interfaces = families.map((family) => {
    const members = membersOf(algorithms, family);
    const name = pascal(family);
    return `/** ${name} algorithms whose learner sees noisy reports only. */
export interface ${name}LocalParameters {
${rows(members.filter(isLocal))}
}

/** ${name} algorithms that trust a party with raw data, and baselines: in the simulation only. */
export interface ${name}SimulationParameters {
${rows(members.filter((algorithm) => !isLocal(algorithm)))}
}`;
  });
  const extending = (suffix) =>
    families.map((family) => `${pascal(family)}${suffix}`).join(',\n    ');
  return `// ${notice}
import type { ConvexSet } from '../internal/convex-set.js';
import type { DecisionSet } from '../internal/decision-set.js';
${families.map((family) => `import { ${camel(family)}Catalog } from './catalog-${family}.js';\n`).join('')}
export type { ConvexSet, DecisionSet };

/** How a raw feedback becomes a reward in [0, 1]. Public, fixed, and applied on the device before any noise. */
export type RewardTransform =
  /** Clamp to [0, 1]. */
  | { readonly type: 'unit' }
  /** Map [low, high] linearly onto [0, 1], clamping. */
  | { readonly type: 'clip'; readonly low: number; readonly high: number }
  /** 1 / (1 + exp(-(feedback - center) / scale)). */
  | { readonly type: 'sigmoid'; readonly center: number; readonly scale: number }
  /** 1 if feedback > at, else 0. */
  | { readonly type: 'threshold'; readonly at: number };

${algorithms.map(parameterInterface).join('\n\n')}

${interfaces.join('\n\n')}

/** Algorithms whose learner sees noisy reports only, of all families. */
export interface LocalAlgorithmParameters
  extends ${extending('LocalParameters')} {}

/** Algorithms that trust a party with raw data, and baselines: in the simulation only. */
export interface SimulationAlgorithmParameters
  extends ${extending('SimulationParameters')} {}

/**
 * What code needs to know; the prose is in the doc comments above. The order is that of the C++
 * enumeration: the index of an entry is its number there.
 */
export const catalog: readonly [
${families.map((family) => `  ...typeof ${camel(family)}Catalog,\n`).join('')}] = [${families.map((family) => `...${camel(family)}Catalog`).join(', ')}];

export type CatalogEntry = (typeof catalog)[number];
`;
}
