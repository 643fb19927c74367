// Writes everything that repeats src/protocol/catalog.json: the C++ header, the TypeScript module, the
// table in the README. The catalog is the only place where an algorithm's parameters are stated.
//
//   node scripts/generate-catalog.mjs --header <dir>      <dir>/catalog.generated.hpp
//                                     --typescript <dir>  <dir>/catalog.ts, a table for each family,
//                                                         and <dir>/catalog-words.ts
//                                     --readme <file>     the part between the catalog markers
//                                     --check             write nothing; fail if any of them is stale
//
// A file is written only if its text changes, so nothing is rebuilt without need.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const source = 'src/protocol/catalog.json';
const notice = `Generated from ${source} by scripts/generate-catalog.mjs. Do not edit.`;
const readmeMarkers = ['<!-- catalog:begin -->', '<!-- catalog:end -->'];

/** In the order of the C++ enumeration. */
const families = ['multi-armed', 'linear'];

const parameterTypes = {
  integer: 'number',
  number: 'number',
  levels: 'readonly number[]',
  rewardTransform: 'RewardTransform',
};

function fail(message) {
  throw new Error(`${source}: ${message}`);
}

/**
 * Parameters mean the same in every algorithm, so the catalog states each one once. An algorithm names
 * those that it takes: a name, or an object with that name and what differs.
 */
function completeParameters(algorithm, shared) {
  return algorithm.parameters.map((given) => {
    const { name, ...differences } = typeof given === 'string' ? { name: given } : given;
    const found = shared.find((parameter) => parameter.name === name);
    if (found === undefined) fail(`${algorithm.id}: there is no parameter ${name}`);
    return { ...found, ...differences };
  });
}

/** Reads the catalog and refuses one that the outputs could not express. */
function readCatalog() {
  const { parameters: shared, ...catalog } = JSON.parse(readFileSync(join(root, source), 'utf8'));
  const algorithms = catalog.algorithms.map((algorithm) => ({
    ...algorithm,
    parameters: completeParameters(algorithm, shared),
  }));
  const ids = algorithms.map((algorithm) => algorithm.id);
  if (new Set(ids).size !== ids.length) fail('two algorithms share an id');
  for (const family of families) {
    const defaults = membersOf(algorithms, family).filter((algorithm) => algorithm.default);
    if (defaults.length !== 1) fail(`exactly one ${family} algorithm must be the default`);
  }
  const inOrder = families.flatMap((family) => membersOf(algorithms, family));
  if (
    inOrder.some((algorithm, i) => algorithm !== algorithms[i]) ||
    algorithms.length !== inOrder.length
  ) {
    fail(`algorithms must stand family by family: ${families.join(', ')}`);
  }
  for (const algorithm of algorithms) {
    if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(algorithm.id)) fail(`bad id ${algorithm.id}`);
    for (const parameter of algorithm.parameters) {
      if (parameter.type !== 'choice' && !(parameter.type in parameterTypes)) {
        fail(`${algorithm.id}.${parameter.name}: unknown type ${parameter.type}`);
      }
      if (!parameter.sentence.endsWith('.')) fail(`${algorithm.id}.${parameter.name}: no sentence`);
    }
  }
  return algorithms;
}

const membersOf = (algorithms, family) =>
  algorithms.filter((algorithm) => algorithm.family === family);

/** The one range that all parameters of a name share; the C++ limits are global. */
function sharedRange(algorithms, name) {
  const found = algorithms.flatMap((algorithm) =>
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

// In the order of the C++ struct Takes.
const optionalInCpp = [
  ...['epsilonMin', 'bound', 'levelAwareFrom', 'delta', 'posterior', 'estimator'],
  ...['mechanism', 'calibration', 'radius', 'horizon', 'learner', 'restarts', 'spread'],
  ...['noise', 'batch'],
];

const snake = (id) => id.replaceAll('-', '_');
const snakeFromCamel = (name) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const camel = (id) => id.replaceAll(/-([a-z0-9])/g, (_, letter) => letter.toUpperCase());
const pascal = (id) => id.replaceAll(/(^|-)([a-z0-9])/g, (_, __, letter) => letter.toUpperCase());

function header(algorithms) {
  const arms = sharedRange(algorithms, 'arms');
  const levels = sharedRange(algorithms, 'levels');
  const delta = sharedRange(algorithms, 'delta');
  const dimension = sharedRange(algorithms, 'dimension');
  const horizon = sharedRange(algorithms, 'horizon');
  const spread = sharedRange(algorithms, 'spread');
  const batch = sharedRange(algorithms, 'batch');
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
  const defaultOf = (family) =>
    snake(membersOf(algorithms, family).find((algorithm) => algorithm.default).id);
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

inline constexpr Algorithm kDefaultAlgorithm = Algorithm::${defaultOf('multi-armed')};
inline constexpr Algorithm kDefaultLinearAlgorithm = Algorithm::${defaultOf('linear')};
inline constexpr std::uint32_t kMaximumArms = ${arms.maximum};
inline constexpr std::size_t kMaximumLevels = ${levels.maximumLength};
inline constexpr double kMinimumEpsilon = ${levels.minimum};
// What a page may offer. The core and the simulation go further: see kMaximumEpsilon.
inline constexpr double kMaximumPageEpsilon = ${levels.maximum};
inline constexpr double kMinimumDelta = ${delta.minimum};
inline constexpr double kMaximumDelta = ${delta.maximum};
inline constexpr std::uint32_t kMaximumDimension = ${dimension.maximum};
inline constexpr std::uint64_t kMaximumLinearHorizon = ${horizon.maximum};
inline constexpr double kMinimumSpread = ${spread.minimum};
inline constexpr double kMaximumSpread = ${spread.maximum};
inline constexpr std::uint32_t kMaximumBatch = ${batch.maximum};

}  // namespace ldp
`;
}

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

/** A JSON value as a TypeScript literal in the style of the formatter, keys unquoted. */
function literal(value, indent) {
  if (Array.isArray(value)) {
    const flat = value.every((item) => typeof item !== 'object' || item === null);
    if (flat) return `[${value.map((item) => literal(item, indent)).join(', ')}]`;
    const inner = `${indent}  `;
    return `[\n${value.map((item) => `${inner}${literal(item, inner)},\n`).join('')}${indent}]`;
  }
  if (value !== null && typeof value === 'object') {
    const inner = `${indent}  `;
    const lines = Object.entries(value).map(
      ([key, item]) => `${inner}${key}: ${literal(item, inner)},\n`,
    );
    return `{\n${lines.join('')}${indent}}`;
  }
  if (typeof value === 'string')
    return `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
  return String(value);
}

/** What code needs of a parameter to check and complete a spec. Prose would be a part of every download. */
const withoutProse = ({ sentence, ...parameter }) => parameter;

/** Each parameter once, as the first algorithm has it: many algorithms share one. */
function sharedParameters(algorithms) {
  const shared = new Map();
  for (const parameter of algorithms.flatMap(({ parameters }) => parameters)) {
    if (!shared.has(parameter.name)) shared.set(parameter.name, withoutProse(parameter));
  }
  return shared;
}

/** A parameter of an algorithm: the shared one, and what differs. */
function reference(parameter, shared) {
  const base = shared.get(parameter.name);
  const differences = Object.entries(withoutProse(parameter))
    .filter(([key, value]) => literal(value, '') !== literal(base[key], ''))
    .map(([key, value]) => `, ${key}: ${literal(value, '')}`);
  return differences.length ? `{ ...${parameter.name}${differences.join('')} }` : parameter.name;
}

/** Of every parameter the family that states it: the first one that has it. */
function homes(algorithms) {
  const found = new Map();
  for (const { family, parameters } of algorithms) {
    for (const { name } of parameters) if (!found.has(name)) found.set(name, family);
  }
  return found;
}

/** What code needs of a family's algorithms: apart, since a page downloads that of its own family. */
function familyTable(family) {
  return (algorithms) => {
    const shared = sharedParameters(algorithms);
    const home = homes(algorithms);
    const members = membersOf(algorithms, family);
    const used = [
      ...new Set(members.flatMap(({ parameters }) => parameters.map(({ name }) => name))),
    ];
    const foreign = used.filter((name) => home.get(name) !== family);
    const imports = foreign.length
      ? `import { ${foreign.sort().join(', ')} } from './catalog-${families[0]}.js';\n\n`
      : '';
    if (foreign.some((name) => home.get(name) !== families[0]))
      fail('a parameter of two later families');
    // Exported where another family takes it too.
    const isShared = (name) =>
      algorithms.some(
        (other) => other.family !== family && other.parameters.some((row) => row.name === name),
      );
    const constants = used
      .filter((name) => home.get(name) === family)
      .map(
        (name) =>
          `${isShared(name) ? 'export ' : ''}const ${name} = ${literal(shared.get(name), '')} as const;\n`,
      );
    const rows = members.map(({ id, trustModel, payload, parameters }) => {
      const fields = `id: '${id}', family: '${family}', trustModel: '${trustModel}', payload: '${payload}'`;
      const list = parameters.map((parameter) => reference(parameter, shared)).join(', ');
      return `  { ${fields}, parameters: [${list}] },\n`;
    });
    return `// ${notice}
${imports}${constants.join('')}
/** What code needs to know of the ${family} algorithms, in the order of the C++ enumeration. */
export const ${camel(family)}Catalog = [\n${rows.join('')}] as const;
`;
  };
}

function typescript(algorithms) {
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

/** ${name} algorithms that trust somebody with raw data, and baselines: in the simulation only. */
export interface ${name}SimulationParameters {
${rows(members.filter((algorithm) => !isLocal(algorithm)))}
}`;
  });
  const extending = (suffix) =>
    families.map((family) => `${pascal(family)}${suffix}`).join(',\n    ');
  const defaults = algorithms.filter((algorithm) => algorithm.default);
  return `// ${notice}
${families.map((family) => `import { ${camel(family)}Catalog } from './catalog-${family}.js';\n`).join('')}
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

/** Algorithms that trust somebody with raw data, and baselines: in the simulation only. */
export interface SimulationAlgorithmParameters
  extends ${extending('SimulationParameters')} {}

/** What a page gets that names none, of each family. */
export const defaultAlgorithms = {
${defaults.map(({ family, id }) => `  '${family}': '${id}',\n`).join('')}} as const;

/**
 * What code needs to know; the prose is in the doc comments above. The order is that of the C++
 * enumeration: the index of an entry is its number there.
 */
export const catalog = [${families.map((family) => `...${camel(family)}Catalog`).join(', ')}] as const;

export type CatalogEntry = (typeof catalog)[number];
`;
}

/** The prose of an entry, for pages that explain algorithms or make forms of them. */
function words({ id, name, summary, guarantee, paper, section, parameters }) {
  const sentences = parameters.map((parameter) => [parameter.name, parameter.sentence]);
  return { id, name, summary, guarantee, paper, section, sentences: Object.fromEntries(sentences) };
}

function typescriptWords(algorithms) {
  return `// ${notice}

/** What people read, in the order of the catalog; apart, because the client's download has no use for it. */
export const catalogWords = ${literal(algorithms.map(words), '')} as const;
`;
}

/** What a report keeps: a delta that has no default goes with one choice of mechanism only. */
function promise({ parameters }) {
  const delta = parameters.find(({ name }) => name === 'delta');
  if (delta === undefined) return 'pure epsilon';
  return delta.default === null ? 'pure epsilon, or with delta' : 'epsilon and delta';
}

function readmeTable(algorithms) {
  const payload = {
    bit: 'one bit',
    noisy: 'one integer',
    gaussian: 'one integer',
    vector: 'a vector',
    none: '-',
  };
  const rows = algorithms.map((algorithm) => {
    const privacy =
      algorithm.trustModel === 'local'
        ? `${promise(algorithm)}, local`
        : `${algorithm.trustModel} (simulation only)`;
    const mark = algorithm.default ? ' (default)' : '';
    return `| \`${algorithm.id}\`${mark} | ${algorithm.name} | ${privacy} | ${payload[algorithm.payload]} | ${algorithm.summary} |`;
  });
  return [
    '| id | algorithm | privacy of a report | payload | what it does |',
    '|---|---|---|---|---|',
    ...rows,
  ].join('\n');
}

function readme(text, algorithms) {
  const [begin, end] = readmeMarkers;
  const from = text.indexOf(begin);
  const to = text.indexOf(end);
  if (from < 0 || to < from) throw new Error(`the README lacks ${begin} or ${end}`);
  return `${text.slice(0, from + begin.length)}\n${readmeTable(algorithms)}\n${text.slice(to)}`;
}

function main() {
  const { values: options } = parseArgs({
    options: {
      header: { type: 'string' },
      typescript: { type: 'string' },
      readme: { type: 'string' },
      check: { type: 'boolean', default: false },
    },
  });
  const algorithms = readCatalog();
  const outputs = [];
  if (options.header) outputs.push([join(options.header, 'catalog.generated.hpp'), header]);
  if (options.typescript) {
    outputs.push([join(options.typescript, 'catalog.ts'), typescript]);
    for (const family of families)
      outputs.push([join(options.typescript, `catalog-${family}.ts`), familyTable(family)]);
    outputs.push([join(options.typescript, 'catalog-words.ts'), typescriptWords]);
  }
  if (options.readme) {
    const before = readFileSync(options.readme, 'utf8');
    outputs.push([options.readme, () => readme(before, algorithms)]);
  }
  if (outputs.length === 0)
    throw new Error('nothing to do: give --header, --typescript or --readme');
  let stale = 0;
  for (const [path, generate] of outputs) {
    const next = generate(algorithms);
    let current = null;
    try {
      current = readFileSync(path, 'utf8');
    } catch {
      // It does not exist yet.
    }
    if (current === next) continue;
    if (options.check) {
      console.error(`${relative(process.cwd(), path)} is stale: run scripts/generate-catalog.mjs`);
      stale += 1;
      continue;
    }
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, next);
  }
  if (stale > 0) process.exitCode = 1;
}

main();
