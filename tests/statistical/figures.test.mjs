// The figures of the papers in small: every claim that a million rounds can tell, on real simulations.
// The full runs are docs/figures; npm run figures makes them.
//
// Seeds are fixed, so the outcome is the same on every run. Were the numbers drawn anew, as a change of
// the engine does, one of the claims of ren2020 would fail by chance with probability below 1e-3: at these
// numbers of trials the nearest edge of what is accepted is four standard errors away or more. One of
// online-ldp-linear, whose trials differ more, would with probability below 1e-2: the nearest edges are
// three standard errors away, where neighbours in an order have to be two apart. So it is with chen2020 and
// zheng2020, whose neighbours have to be in order.
import { claimsOf, papers } from 'ldp-bandits/papers';
import { createSimulator } from 'ldp-bandits/simulation';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { judgeAll } from '../../scripts/lib/figures/document.mjs';
import { assemble, plan } from '../../scripts/lib/figures/plan.mjs';
import { variesIn } from '../../scripts/lib/figures/settings.mjs';

/** Trials of each figure. Equal numbers share runs. */
const trials = {
  ren2020: {
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
  },
  'online-ldp-linear': { '1a': 16, '1b': 16, '1c': 16, levels: 16 },
  chen2020: { F1: 6, F2: 6, F3: 4, F4: 6, F5: 4, F8: 4 },
  zheng2020: {
    rounds: 12,
    noise: 12,
    steps: 12,
    'one-number': 4,
    arms: 12,
    'best-arm': 12,
    'best-arm-errors': 200,
    G1: 8,
    'G1-levels': 8,
    'G1-long': 2,
    'G2-4': 4,
    stress: 12,
  },
};

/** Switches in the settings that quick claims are about, where those are not all that the document has. */
const settings = {
  'online-ldp-linear': [
    {},
    { radius: 'theory' },
    { noise: 'published', radius: 'published' },
    { world: 'fixed' },
  ],
};

/** Runs that no quick claim is about. */
const idle = {
  ren2020: /^$/,
  'online-ldp-linear': /Combiner|ball|Wishart|amplification/,
  chen2020: /LDP1|LDP-R|Sum|CUCB|DPi|DPbi|DP,|Random/,
  zheng2020:
    /Gaussian|Algorithm 3|UCB-GLM|theory, no|GLOC, ball|SGD|greedy|UCB1|Laplace|Hazan-Levy, no|elimination, ?$/,
};
const isQuick = ({ needs }) => needs === 'quick';

const figures = papers.flatMap((paper) =>
  paper.figures.map((figure) => ({
    ...figure,
    paper: paper.id,
    documented: (settings[paper.id] ?? figure.documented)?.filter((chosen) =>
      claimsOf(figure, chosen).some(isQuick),
    ),
    specs: (_mode, chosen) =>
      figure.specs('quick', chosen).map(({ name, spec }) => ({
        name,
        spec: {
          ...spec,
          replicates: trials[paper.id][figure.id],
          runs: spec.runs.filter(({ label }) => !idle[paper.id].test(label)),
        },
      })),
  })),
);
const steps = plan(figures, 'quick').map((step) => {
  const words = [step.figure.paper, step.figure.id, ...variesIn(step.figure, step.chosen)];
  return [words.join(' '), step];
});
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

describe.each(steps)('figure %s', (_name, step) => {
  it('holds what a quick run can tell of it', async () => {
    for (const run of step.runs) await play(run);
    const results = assemble(step.specs, (identity) => curves.get(identity));
    const judged = judgeAll(step.figure, results, 'quick', step.chosen).filter(
      ({ verdict }) => verdict,
    );
    expect(judged.length).toBeGreaterThan(0);
    const failed = judged.filter(({ verdict }) => !verdict.holds);
    expect(failed.map(({ claim, verdict }) => `${claim.sentence} ${verdict.measured}`)).toEqual([]);
  }, 120_000);
});

// But for those about Maler, which takes as long as all others together: they need the switch for it.
it('plays every figure of every paper, and every claim that a quick run can tell', () => {
  for (const { id, figures: all } of papers) {
    expect(Object.keys(trials[id]).sort()).toEqual(all.map((figure) => figure.id).sort());
  }
  const played = new Set(steps.flatMap(([, { figure, chosen }]) => claimsOf(figure, chosen)));
  for (const { claims } of figures) {
    const told = claims.filter((claim) => isQuick(claim) && claim.where?.learner !== 'both');
    for (const claim of told) expect(played).toContain(claim);
  }
});
