// npm run audit [-- --reduced] [--json] [--no-mutants] [--mechanism <name>]
// npm run audit -- --full [--workers <n>] [--reduced] [--no-mutants] [--mechanism <name>]
// npm run audit -- --document
//
// Samples the built package, as a page would use it, and prints for each mechanism a Clopper-Pearson
// lower bound on its loss (epsilon, or mu of Gaussian noise) that must stay below the claim; then holds the same audit against clients that
// were sabotaged, each of which must be caught. Exit code 1 if a claim is refuted or a mutant survives.
// With --mechanism: the claims of that mechanism alone, and the first of the clients that break one of them.
// With --full: for hours, and it writes a document; see full/audit-in-full.mjs.
// With --document: writes that document anew from its rows, which says what is shipped now if it is another build.
//
// The real client has fresh entropy at every run, so the outcome is random: see falseAlarm() below.

import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { createBandit } from 'ldp-bandits';
import 'ldp-bandits/best-arm';
import 'ldp-bandits/contexts';
import 'ldp-bandits/noise';
import 'ldp-bandits/points';
import 'ldp-bandits/slates';
import { root, start } from '../../scripts/lib/run.mjs';
import { boundClaim, boundNull, judge, kDecidingAlpha, kFalseAlarm } from './audit-claim.mjs';
import { testCoordinate } from './coordinate.mjs';
import { auditInFull, rewriteDocument } from './full/audit-in-full.mjs';
import { kCoordinateClaims, kModules, kWatched, nullsFor, pathsOf } from './paths.mjs';
import { printResult } from './print-result.mjs';
import { shippedWasm } from './shipped.mjs';
import { describe, sizes } from './sizes.mjs';
import { structuralFaults } from './structure.mjs';

const { values: options } = parseArgs({
  options: {
    reduced: { type: 'boolean', default: false },
    full: { type: 'boolean', default: false },
    document: { type: 'boolean', default: false },
    workers: { type: 'string', default: '1' },
    json: { type: 'boolean', default: false },
    'no-mutants': { type: 'boolean', default: false },
    mechanism: { type: 'string' },
  },
});
const kSizes = sizes(options.reduced);
const isWanted = ({ mechanism }) => mechanism === (options.mechanism ?? mechanism);

const say = (line) => {
  if (!options.json) process.stderr.write(line);
};

const kPaths = pathsOf(kSizes);

async function auditShipped() {
  const claims = [];
  const nulls = [];
  for (const { path, reports, claims: audited, sample } of kPaths) {
    for (const claim of audited.filter(isWanted)) {
      const row = { path, reports, ...describe(claim) };
      const bounded = await judge(claim.claimed, () => boundClaim(claim, sample, reports));
      claims.push({ ...row, ...bounded });
      say('.');
      if (claim.epsilon !== 1) continue;
      for (const pair of nullsFor(claim)) {
        const bound = await judge(0, () => boundNull(claim, pair, sample, reports));
        nulls.push({ ...row, label: pair.label, ...bound });
        say('.');
      }
    }
  }
  return { claims, nulls };
}

/** Whether the arm that a report names depends on the reactions. */
async function testCoordinates() {
  const rows = [];
  for (const claim of kCoordinateClaims.filter(isWanted)) {
    const reports = 2 * kSizes.slates;
    const { statistic, tail } = await testCoordinate(claim, kModules.combinatorial.sample, reports);
    rows.push({ ...describe(claim), reports, statistic, tail, refuted: tail < kFalseAlarm });
    say('.');
  }
  return rows;
}

async function watchShipped() {
  const rows = [];
  for (const [file, claims] of Object.entries(kWatched)) {
    const wasm = shippedWasm(file);
    for (const claim of claims.filter(isWanted)) {
      rows.push({
        ...describe(claim),
        faults: await structuralFaults({ createBandit, wasm }, claim),
      });
      say('.');
    }
  }
  return rows;
}

/**
 * Probability that a correct client fails this run: at most kFalseAlarm for each claim, each null
 * control and each test of a coordinate (Bonferroni over them; over events, directions and input pairs inside boundClaim).
 */
const falseAlarm = (tests) => tests * kFalseAlarm;

/** In a process of their own: they compile and sample while the shipped client is sampled here. */
async function auditMutants() {
  const script = join(root, 'tests/statistical/audit-mutants.mjs');
  const given = [
    ...(options.reduced ? ['--reduced'] : []),
    ...(options.mechanism ? ['--mechanism', options.mechanism] : []),
  ];
  const { child, exit } = start('node', [script, ...given], {
    stdio: ['ignore', 'pipe', options.json ? 'ignore' : 'inherit'],
  });
  const [rows, code] = await Promise.all([text(child.stdout), exit]);
  if (code !== 0) throw new Error(`${script}: exit ${code}`);
  return JSON.parse(rows);
}

const mechanisms = [...new Set(kPaths.flatMap(({ claims }) => claims.map((c) => c.mechanism)))];
if (options.mechanism && !mechanisms.includes(options.mechanism))
  throw new Error(`--mechanism takes ${mechanisms.join('; ')}; got "${options.mechanism}"`);

if (options.document) {
  console.log(`written: ${rewriteDocument()}`);
  process.exit(0);
}
if (options.full) process.exit(await auditInFull(options));

const started = performance.now();
const mutantRows = options['no-mutants'] ? [] : auditMutants();
// Awaited when the rest is done; a failure before that must not count as unhandled.
Promise.resolve(mutantRows).catch(() => {});
const { claims, nulls } = await auditShipped();
const coordinates = await testCoordinates();
const structure = await watchShipped();
const mutants = await mutantRows;
say('\n');
const result = {
  sizes: kSizes,
  decidingAlpha: kDecidingAlpha,
  falseAlarm: falseAlarm(claims.length + nulls.length + coordinates.length),
  seconds: Math.round((performance.now() - started) / 1000),
  claims,
  nulls,
  coordinates,
  structure,
  mutants,
  passed:
    [...claims, ...nulls, ...coordinates].every(({ refuted }) => !refuted) &&
    structure.every(({ faults }) => faults.length === 0) &&
    mutants.every(({ caught }) => caught),
};
if (options.json) console.log(JSON.stringify(result, null, 2));
else printResult(result);
process.exitCode = result.passed ? 0 : 1;
