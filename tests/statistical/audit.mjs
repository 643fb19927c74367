// npm run audit [-- --reduced] [--reports N] [--json] [--no-mutants]
//
// Samples the built package, as a page would use it, and prints for each mechanism a Clopper-Pearson
// lower bound on epsilon that must stay below the claim; then holds the same audit against clients that
// were sabotaged, each of which must be caught. Exit code 1 if a claim is refuted or a mutant survives.
//
// The real client has fresh entropy at every run, so the outcome is random: see falseAlarm() below.

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import * as shipped from 'ldp-bandits';
import { boundClaim, boundNull, judge, kDecidingAlpha, kFalseAlarm } from './audit-claim.mjs';
import { buildMutant } from './build-mutant.mjs';
import { kClaims } from './claims.mjs';
import { kMutants } from './mutants.mjs';
import { printResult } from './print-result.mjs';
import { sampleClient } from './sample-client.mjs';
import { structuralFaults } from './structure.mjs';

const { values: options } = parseArgs({
  options: {
    reduced: { type: 'boolean', default: false },
    reports: { type: 'string' },
    json: { type: 'boolean', default: false },
    'no-mutants': { type: 'boolean', default: false },
  },
});

/** Judged per input. Mutants need few thousand: their loss is twice the claim or without bound. */
const kReports = Number(options.reports ?? (options.reduced ? 30_000 : 1_000_000));
const kMutantReports = Math.min(kReports, 30_000);
if (!Number.isSafeInteger(kReports) || kReports < 1000)
  throw new Error('--reports must be at least 1000');

const say = (line) => {
  if (!options.json) process.stdout.write(line);
};

async function auditShipped() {
  const rows = [];
  const sample = (claim, inputOf, count) => sampleClient(shipped, claim, inputOf, count);
  for (const claim of kClaims) {
    const verdict = await judge(claim.epsilon, () => boundClaim(claim, sample, kReports));
    rows.push({ ...describe(claim), ...verdict });
    say('.');
  }
  const nulls = [];
  for (const claim of kClaims.filter(({ epsilon }) => epsilon === 1)) {
    const verdict = await judge(0, () => boundNull(claim, sample, kReports));
    nulls.push({ ...describe(claim), ...verdict });
    say('.');
  }
  const structure = [];
  const wasm = readFileSync(fileURLToPath(import.meta.resolve('ldp-bandits/ldp-bandits.wasm')));
  const watched = { createBandit: shipped.createBandit, wasm };
  for (const claim of kClaims.filter(({ epsilon }) => epsilon === 1)) {
    structure.push({ ...describe(claim), faults: await structuralFaults(watched, claim) });
    say('.');
  }
  return { rows, nulls, structure };
}

/** A mutant must be refuted by each claim that it breaks, at the level at which the real client is judged. */
async function auditMutants() {
  const rows = [];
  for (const mutant of kMutants) {
    const { createBandit, wasm } = await buildMutant(mutant);
    const client = { createBandit };
    for (const claim of mutant.claims) {
      const row = {
        name: mutant.name,
        fault: mutant.fault,
        detect: mutant.detect,
        ...describe(claim),
      };
      if (mutant.detect === 'structure') {
        const faults = await structuralFaults({ createBandit, wasm }, claim);
        rows.push({ ...row, faults, caught: faults.length > 0 });
      } else {
        const sample = (...rest) => sampleClient(client, ...rest);
        const bound = await boundClaim(claim, sample, kMutantReports);
        rows.push({ ...row, ...bound, caught: bound.deciding > claim.epsilon });
      }
      say('.');
    }
  }
  return rows;
}

const describe = ({ mechanism, epsilon }) => ({ mechanism, epsilon });

/**
 * Probability that a correct client fails this run: at most kFalseAlarm for each claim and each null
 * control (Bonferroni over them; over events, directions and input pairs inside boundClaim).
 */
const falseAlarm = (tests) => tests * kFalseAlarm;

const started = performance.now();
const { rows, nulls, structure } = await auditShipped();
const mutants = options['no-mutants'] ? [] : await auditMutants();
say('\n');
const result = {
  reports: kReports,
  mutantReports: kMutantReports,
  decidingAlpha: kDecidingAlpha,
  falseAlarm: falseAlarm(rows.length + nulls.length),
  seconds: Math.round((performance.now() - started) / 100) / 10,
  claims: rows,
  nulls,
  structure,
  mutants,
  passed:
    [...rows, ...nulls].every(({ refuted }) => !refuted) &&
    structure.every(({ faults }) => faults.length === 0) &&
    mutants.every(({ caught }) => caught),
};
if (options.json) console.log(JSON.stringify(result, null, 2));
else printResult(result);
process.exitCode = result.passed ? 0 : 1;
