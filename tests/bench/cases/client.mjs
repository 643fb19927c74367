// One decision of one visitor without a context, and what a page downloads until the report of its first decision has
// arrived.
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../../../scripts/lib/run.mjs';
import { timeClient } from '../client-decisions.mjs';
import { measureFirstReports } from '../first-report/measure.mjs';
import { GOALS } from '../first-report/pages.mjs';

const kArms = 20;
const medianOf = (algorithm) =>
  timeClient(algorithm, { decisions: 5_000, repetitions: 7, feedback: (i) => i & 1 });

export async function measure() {
  const spec = { type: 'weighted-ldp-ucb', arms: kArms };
  const laplace = { type: 'he-ldp-ucb-laplace', arms: kArms, epsilonMin: 1 };
  const bits = await medianOf(spec);
  const integers = await medianOf(laplace);
  return [
    {
      name: 'choose() and reward() until its promise resolves, one randomised bit, ledger in memory, median',
      value: bits.both,
      unit: 'microseconds',
      target: { atMost: 20 },
      comparisons: [
        { label: 'of which choose(), synchronous', value: bits.choose },
        {
          label: 'the same with exact discrete Laplace (he-ldp-ucb-laplace)',
          value: integers.both,
        },
      ],
    },
    ...(await measureBytes()),
  ];
}

/** A line for each way to get the package and each family: all scripts that Chromium asked for, each `gzip -9`. */
async function measureBytes() {
  const project = mkdtempSync(join(tmpdir(), 'ldp-bandits-page-'));
  mkdirSync(join(project, 'node_modules'));
  symlinkSync(root, join(project, 'node_modules/ldp-bandits'));
  try {
    const families = Object.keys(GOALS);
    const rows = await measureFirstReports(project, await import('ldp-bandits/server'), {
      families,
    });
    return rows.map(({ way, family, bytes, files }) => ({
      name: `A page of ${family} until its first report, gzip, wasm included: ${way}`,
      value: bytes,
      unit: 'bytes',
      target: { atMost: GOALS[family] },
      comparisons: files.map(({ name, bytes: own }) => ({
        label: name.split('/').at(-1),
        value: own,
      })),
    }));
  } finally {
    rmSync(project, { recursive: true });
  }
}
