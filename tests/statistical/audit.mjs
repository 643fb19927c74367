// npm run audit [-- --reduced] [--json] [--no-mutants] [--mechanism <name>]
//
// Samples the built package, as a page would use it, and prints for each mechanism a Clopper-Pearson
// lower bound on its loss (epsilon, or mu of Gaussian noise) that must stay below the claim; then holds the same audit against clients that
// were sabotaged, each of which must be caught. Exit code 1 if a claim is refuted or a mutant survives.
// With --mechanism: the claims of that mechanism alone, and the first of the clients that break one of them.
//
// The real client has fresh entropy at every run, so the outcome is random: see falseAlarm() below.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import * as shipped from 'ldp-bandits';
import { root, start } from '../../scripts/lib/run.mjs';
import {
  boundClaim,
  boundNull,
  judge,
  kDecidingAlpha,
  kFalseAlarm,
  kNulls,
} from './audit-claim.mjs';
import { kClaims } from './claims.mjs';
import { kCodebookClaims, momentCodebookClaim } from './codebook-claims.mjs';
import { testCoordinate } from './coordinate.mjs';
import { kPointClaims, pointBitClaim, pointLaplaceClaim } from './point-claims.mjs';
import { printResult } from './print-result.mjs';
import { sampleClient } from './sample-client.mjs';
import { sampleCore } from './sample-core.mjs';
import { sampleFamily } from './sample-family.mjs';
import { kScoreClaims, scoreBallClaim } from './score-claims.mjs';
import { describe, sizes } from './sizes.mjs';
import { drawnBitClaim, kSlateClaims, namedBitClaim, wholeSlateClaim } from './slate-claims.mjs';
import { structuralFaults } from './structure.mjs';
import { ballClaim, gramClaim, kVectorClaims, momentClaim } from './vector-claims.mjs';

const { values: options } = parseArgs({
  options: {
    reduced: { type: 'boolean', default: false },
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

/** Of those that need no snapshot of their own: through the public API a collector gives it. */
const kWatchedVectors = [
  ballClaim(1),
  momentClaim(1),
  momentCodebookClaim(1),
  gramClaim(10, 0.1),
  scoreBallClaim(1),
];

const kWatchedSlates = [drawnBitClaim(1), wholeSlateClaim(1)];

const kWatchedPoints = [pointBitClaim('comparison', 1), pointLaplaceClaim('one point', 1)];

const sampleVectors = sampleFamily('contextual');
const sampleSlates = sampleFamily('combinatorial');
const throughPage = (reports, claims) => ({
  ...{ path: 'public API', reports, claims },
  sample: (...rest) => sampleClient(shipped, ...rest),
});
const kUnitClaims = kClaims.filter(({ epsilon }) => epsilon === 1);

/** The two ways in: as a page does it, and the module itself for volume. */
const kPaths = [
  throughPage(kSizes.page, kUnitClaims),
  throughPage(kSizes.vectorPage, kWatchedVectors),
  { path: 'wasm module', reports: kSizes.module, claims: kClaims, sample: sampleCore },
  {
    path: 'contextual module',
    reports: kSizes.vectors,
    claims: [...kVectorClaims, ...kScoreClaims],
    sample: sampleVectors,
  },
  {
    path: 'contextual module',
    reports: kSizes.codebooks,
    claims: kCodebookClaims,
    sample: sampleVectors,
  },
  throughPage(kSizes.slatePage, kWatchedSlates),
  {
    path: 'combinatorial module',
    reports: kSizes.slates,
    claims: kSlateClaims,
    sample: sampleSlates,
  },
  throughPage(kSizes.pointPage, kWatchedPoints),
  {
    path: 'convex module',
    reports: kSizes.points,
    claims: kPointClaims,
    sample: sampleFamily('convex'),
  },
];

/** Equal inputs; and patterns of a slate between which nothing may differ. */
const nullsFor = ({ equals = [] }) => [
  ...kNulls,
  ...equals.map(([a, b]) => ({
    label: `reactions ${a.join('')} against ${b.join('')}`,
    inputs: () => [a, b],
  })),
];

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
  for (const claim of [namedBitClaim(1), drawnBitClaim(1)].filter(isWanted)) {
    const reports = 2 * kSizes.slates;
    const { statistic, tail } = await testCoordinate(claim, sampleSlates, reports);
    rows.push({ ...describe(claim), reports, statistic, tail, refuted: tail < kFalseAlarm });
    say('.');
  }
  return rows;
}

async function watchShipped() {
  const { createBandit } = shipped;
  const rows = [];
  const watched = [
    ['ldp-bandits.wasm', kUnitClaims],
    ['contextual.wasm', kWatchedVectors],
    ['combinatorial.wasm', kWatchedSlates],
    ['convex.wasm', kWatchedPoints],
  ];
  for (const [file, claims] of watched) {
    const wasm = readFileSync(fileURLToPath(import.meta.resolve(`ldp-bandits/${file}`)));
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
