// The figures of the papers in small: every claim that a million rounds can tell, on real simulations.
// The full runs are docs/figures; npm run figures makes them.
//
// Seeds are fixed, so the outcome is the same on every run. Were the numbers drawn anew, as a change of
// the engine does, one of the claims would fail by chance with probability below 1e-3: at these numbers
// of trials the nearest edge of what is accepted is four standard errors away or more.
import { ren2020 } from 'ldp-bandits/papers';
import { createSimulator } from 'ldp-bandits/simulation';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { judgeAll } from '../../scripts/lib/figures/document.mjs';
import { assemble, plan } from '../../scripts/lib/figures/plan.mjs';

/** Trials of each figure. Equal numbers share runs. */
const trials = {
  '1a': 5,
  '1b': 5,
  '1c': 8,
  '1d': 8,
  '1e': 6,
  '1f': 6,
  '1g': 6,
  '1h': 6,
  supplement: 8,
  2: 6,
  gains: 12,
};

const figures = ren2020.figures.map((figure) => ({
  ...figure,
  specs: () =>
    figure.specs('quick').map(({ name, spec }) => ({
      name,
      spec: { ...spec, replicates: trials[figure.id] },
    })),
}));
const steps = plan(figures, 'quick');
const curves = new Map();

let simulator;
beforeAll(async () => {
  simulator = await createSimulator({ workers: 'auto' });
});
afterAll(() => simulator[Symbol.asyncDispose]());

async function play({ identity, spec }) {
  const { curves: all, partial } = await simulator.run(spec).result;
  expect(partial).toBe(false);
  curves.set(identity, all[0]);
}

describe.each(steps.map((step) => [step.figure.id, step]))('figure %s', (_id, step) => {
  it('holds what a million rounds can tell of it', async () => {
    for (const run of step.runs) await play(run);
    const results = assemble(step.specs, (identity) => curves.get(identity));
    const judged = judgeAll(step.figure, results, 'quick').filter(({ verdict }) => verdict);
    expect(judged.length).toBeGreaterThan(0);
    const failed = judged.filter(({ verdict }) => !verdict.holds);
    expect(failed.map(({ claim, verdict }) => `${claim.sentence} ${verdict.measured}`)).toEqual([]);
  }, 120_000);
});

it('plays every figure of every paper', () => {
  expect(Object.keys(trials).sort()).toEqual(ren2020.figures.map(({ id }) => id).sort());
});
