// The document of a full audit, from its rows and from nothing else.

import { kDecidingAlpha, kFalseAlarm, kPrintedAlpha } from '../audit-claim.mjs';
import { kEpsilons } from './plan.mjs';

const kTitles = {
  codebook: 'Codebook reports',
  scalar: 'One bit or one number',
  vector: 'Vectors',
  slate: 'Slates',
  point: 'Points of a convex set',
};

const percent = (alpha) => `${Number((100 * (1 - alpha)).toPrecision(8))} %`;
const [kConfidence, kDecidingConfidence] = [kPrintedAlpha, kDecidingAlpha].map(percent);
const count = (number) => number.toLocaleString('en');
const short = (value) => Number(value.toPrecision(3));
const fixed = (value) => value.toFixed(value < 0.01 ? 4 : 3);

function table(titles, rows) {
  const line = (cells) => `| ${cells.join(' | ')} |`;
  return [line(titles), line(titles.map(() => '---')), ...rows.map(line)].join('\n');
}

/** From the lower bound on the loss to the upper bound on what the event shows. */
function interval({ printed, upper, refuted, loss, claimed }) {
  const bounds = `${fixed(printed)} to ${upper === null ? 'any' : fixed(upper)}`;
  return refuted ? `**REFUTED** (${loss} ${short(claimed)}): ${bounds}` : bounds;
}

const promise = ({ epsilon, delta }) =>
  delta
    ? `ε ${short(epsilon)}, δ ${delta < 0.01 ? delta.toExponential() : delta}`
    : `ε ${short(epsilon)}`;

const group = (rows, keyOf) => {
  const groups = new Map();
  for (const row of rows) groups.set(keyOf(row), [...(groups.get(keyOf(row)) ?? []), row]);
  return [...groups];
};

/** The size of a pair: both inputs together. */
const pairs = (rows) =>
  [...new Set(rows.map(({ reports }) => 2 * reports))].map(count).join(' or ');

const isOnGrid = ({ epsilon, delta }) => !delta && kEpsilons.includes(epsilon);

function familySection([section, rows]) {
  const cells = group(rows, ({ mechanism }) => mechanism).map(([mechanism, own]) => [
    mechanism,
    ...kEpsilons.map((epsilon) => {
      const row = own.find((each) => each.epsilon === epsilon);
      return row ? interval(row) : '';
    }),
  ]);
  const titles = ['claim: a loss of at most', ...kEpsilons.map((epsilon) => `ε = ${epsilon}`)];
  return `## ${kTitles[section]}

${pairs(rows)} reports judged for each pair of inputs.

${table(titles, cells)}`;
}

function otherSection(rows) {
  const cells = rows.map((row) => [
    ...[row.mechanism, promise(row), `${row.loss} ${short(row.claimed)}`],
    ...[count(2 * row.reports), interval(row)],
  ]);
  return `## Gaussian noise, and a very small ε

The loss of Gaussian noise is μ: reports of two inputs are as hard to tell apart as N(0, 1) from N(μ, 1).

${table(['mechanism', 'promise', 'claim', 'judged for each pair', 'measured'], cells)}`;
}

function pageSection(rows) {
  const cells = rows.map((row) => [
    ...[row.mechanism, promise(row), `${row.loss} ${short(row.claimed)}`],
    ...[count(2 * row.reports), interval(row)],
  ]);
  return `## Through the public API

The same wasm inside the client that a page loads; what is judged are the bodies of its requests.

${table(['mechanism', 'promise', 'claim', 'judged for each pair', 'measured'], cells)}`;
}

function controlSection({ nulls, coordinates, sources }) {
  const tails = coordinates.map(({ mechanism, tail }) => `${mechanism} ${tail.toPrecision(2)}`);
  const controls = [
    [
      'Inputs between which nothing may differ (equal ones; silence and the neutral answer; reactions that a report is not about) show no loss',
      nulls,
      ({ mechanism, label }) => `${mechanism}, ${label}`,
    ],
    [
      `The arm that a report names does not depend on the reactions, by a chi-square test over all patterns (as much by chance: ${tails.join(', ')})`,
      coordinates,
      ({ mechanism }) => mechanism,
    ],
    [
      'All noise is drawn from `crypto.getRandomValues`, none from a clock, `Math.random` or a seed',
      sources,
      ({ mechanism, faults }) => `${mechanism}: ${faults.join(', ')}`,
    ],
  ];
  const verdict = (rows, what) => {
    const failed = rows.filter(({ refuted }) => refuted);
    return failed.length === 0
      ? `${rows.length} of ${rows.length}`
      : `**FAILED: ${failed.map(what).join('; ')}**`;
  };
  const lines = controls
    .filter(([, rows]) => rows.length)
    .map(([claim, rows, what]) => `- ${claim}: ${verdict(rows, what)}.`);
  return `## Controls\n\n${lines.join('\n')}`;
}

function mutantSection(rows) {
  const caughtBy = (row) =>
    row.detect === 'structure'
      ? row.faults.join('; ')
      : `${row.event}; ${row.comparison}: ${count(row.hits[0])} against ${count(row.hits[1])} of ${count(row.trials[0])}`;
  const byName = group(rows, ({ name }) => name);
  const inOrder = byName.flatMap(([, own]) => own);
  const cells = inOrder.map((row) => [
    ...[row.name, row.fault, row.mechanism, `${row.loss} ${short(row.claimed)}`],
    row.detect === 'structure' ? '-' : fixed(row.deciding),
    `${row.caught ? '' : '**SURVIVED** '}${caughtBy(row)}`,
  ]);
  return `## Sabotaged clients

${byName.length} builds of the source with one fault each, ${rows.length} claims that they break. A sabotage is caught by a lower bound above the claim at
confidence ${kDecidingConfidence}, or by watching where its noise comes from. ${pairs(rows)} reports judged for each pair.

${table(['sabotage', 'fault', 'mechanism', 'claim', 'bound', 'caught by'], cells)}`;
}

/** By module, the hash of the wasm that was sampled. */
function sampled(rows) {
  return group(rows, ({ module }) => module).map(([module, own]) => {
    const [first, ...others] = new Set(own.map(({ wasm }) => wasm));
    if (others.length) throw new Error(`rows of two builds of ${module}.wasm`);
    return [module, first];
  });
}

function hashes(rows, shipped) {
  const cells = sampled(rows).map(([module, wasm]) => {
    const now = shipped[module] ?? wasm;
    return [`\`${module}.wasm\``, `\`${wasm}\``, now === wasm ? 'the same' : `\`${now}\``];
  });
  return table(['file of the package', 'sha-256 of what was sampled', 'of what is shipped'], cells);
}

/** Of which build the rows are. */
function build(rows, shipped) {
  const modules = sampled(rows);
  const older = modules.filter(([module, wasm]) => (shipped[module] ?? wasm) !== wasm);
  if (older.length === 0) return 'from the wasm that is shipped.';
  const names = older.map(([module]) => `\`${module}.wasm\``).join(', ');
  return `**before the wasm that is shipped: all rows of
${names} are of an earlier build** and none was run anew. [What was run](#what-was-run) has the hashes of both builds and the command.`;
}

function days(rows) {
  const all = [...new Set(rows.map(({ day }) => day))].sort();
  return all.length === 1 ? all[0] : `${all[0]} to ${all.at(-1)}`;
}

const clients = (rows) => new Set(rows.map(({ name }) => name)).size;

/** What a reader takes away, first. */
function summary(claims, mutants, rows, shipped) {
  const refuted = claims.filter((row) => row.refuted);
  const survived = mutants.filter(({ caught }) => !caught);
  const verdict = refuted.length
    ? `**${refuted.length} of ${claims.length} claims are REFUTED.**`
    : `**None of ${claims.length} claims is refuted: no lower bound on a privacy loss is above what the package promises.**`;
  const sabotages = survived.length
    ? `**${clients(survived)} of ${clients(mutants)} sabotaged clients SURVIVED.**`
    : `The same audit catches all ${clients(mutants)} sabotaged clients, at each of ${mutants.length} claims that they break.`;
  return `${verdict}
${sabotages} Sampled ${days(rows)}, ${build(rows, shipped)}`;
}

/** Bonferroni over all rows of which chance can refute one. */
const falseAlarm = (rows) => (rows.length * kFalseAlarm).toExponential(1);

/**
 * @param {object[]} rows of a full audit, in the order of the plan
 * @param {string} [command] that made them
 * @param {Readonly<Record<string, string>>} [shipped] by module, the hash of the wasm in the package; the rows are of
 *   that build where it says nothing
 * @returns {string} Markdown
 */
export function documentOf(rows, command = 'npm run audit -- --full', shipped = {}) {
  const ofKind = (kind) => rows.filter((row) => row.kind === kind);
  const [claims, mutants] = [ofKind('claim'), ofKind('mutant')];
  const controls = ['null', 'coordinate', 'source'].map(ofKind);
  const [nulls, coordinates, sources] = controls;
  const modules = claims.filter(({ section }) => section !== 'page');
  const page = claims.filter(({ section }) => section === 'page');
  const other = modules.filter((row) => !isOnGrid(row));
  const sections = [
    ...group(modules.filter(isOnGrid), ({ section }) => section).map(familySection),
    ...(other.length ? [otherSection(other)] : []),
    ...(page.length ? [pageSection(page)] : []),
    ...(controls.flat().length ? [controlSection({ nulls, coordinates, sources })] : []),
    ...(mutants.length ? [mutantSection(mutants)] : []),
  ];
  return `# Audit of the shipped client

${summary(claims, mutants, rows, shipped)}

A cell such as \`0.981 to 1.003\` says: the loss is at least 0.981, and what the chosen event shows of it is at most
1.003. A first number above the claim would refute it. [How to read it](#how-to-read-it) says what both are worth.

${sections.join('\n\n')}

## How to read it

- An audit can refute a claim and cannot prove one. The proofs are in [privacy.md](spec/privacy.md); this checks that
  the package does what was proven.
- A pair is two inputs of one visitor: both ends of a range, inputs beyond it, an answer and none, vectors as far apart
  as they can be. Under a claim of ε, no set of reports, here called an event, is more than e^ε times as likely under one input of
  a pair as under the other. A cell shows the event, of all pairs, that shows most.
- The first number is a lower bound on the loss of the mechanism at confidence ${kConfidence} (Clopper-Pearson, Bonferroni
  over all events of its cell).
- The second number is an upper bound at the same confidence for the event that was chosen, and for that event only: another may
  show more, so it is no bound on the loss of the mechanism. Above the claim it says nothing against it. \`any\`: one
  input never gave the event.
- Reports judged for a pair are those of the two inputs together, half of each. Further ones, a tenth as many, choose the event and are not
  judged. Where the audit goes through the public API, in controls and for sabotaged clients, sizes are those of
  \`npm run audit\`, and as many choose as are judged.
- A claim is refuted by a lower bound above it at confidence ${kDecidingConfidence}, or at ${kConfidence} in two
  independent samples. A correct client fails a whole run with probability at most ${falseAlarm([...claims, ...nulls, ...coordinates])}.
- Codebook reports have 16 codewords, from ε = 4 on 32, so that the audit can draw all of each report. Codebooks for
  pairs of features and reward are refused below ε = 4.

## What was run

\`\`\`sh
${command}
\`\`\`

${hashes(rows, shipped)}

\`sha256sum node_modules/ldp-bandits/dist/*.wasm\` gives those of an installed package. [rows.jsonl](audit/rows.jsonl) has one row for each claim:
counts of the event under both inputs, bounds, and for a sabotaged client the sha-256 of its wasm.

A page of bits runs another build of the device, without noise, which is no file of the package (\`bindings/bits.cpp\`). It was not
sampled. [A test](../tests/package/unit/client-bits.test.ts) compares it with \`ldp-bandits.wasm\`: of the same random words both make the same decisions,
reports and costs, byte for byte, for every algorithm whose report is a bit, at ε = 0.5, 1 and 8.
`;
}
