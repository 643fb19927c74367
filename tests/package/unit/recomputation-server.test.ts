// What collectors publish after some epochs of reports, beside what a second implementation makes of
// the same reports: every local algorithm of the catalog, for one level and for a menu.
import { catalog } from 'ldp-bandits/simulation';
import { describe, expect, it } from 'vitest';
import {
  gaussianDeviationOf,
  PlainLearner,
  type PlainSetting,
  type PlainView,
} from './recomputation/plain-learner.js';
import { numbers } from './recomputation/plain-numbers.js';
import { plainReading, plainWindow } from './recomputation/plain-window.js';
import { shownArms } from './server-shown-arms.js';
import { collectorOver, post, reportId, type SnapshotBody, snapshotOf } from './server-support.js';

const arms = 4;
const epochs = 5;
const reportsPerEpoch = 30;
const one = [1.5];
const menu = [0.5, 1, 3];

type Setting = Omit<PlainSetting, 'arms' | 'levels'>;

const cases: readonly (readonly [name: string, levels: readonly number[], setting: Setting])[] = [
  ['weighted, one level', one, { type: 'weighted-ldp-ucb', bound: 'L4' }],
  ['weighted, a menu', menu, { type: 'weighted-ldp-ucb', bound: 'La' }],
  ['weighted, level-aware', menu, { type: 'weighted-ldp-ucb', bound: 'La', levelAwareFrom: 1 }],
  ['HeLDP-UCB-B, one level', one, { type: 'he-ldp-ucb-bernoulli', bound: 'L4', epsilonMin: 1.5 }],
  ['HeLDP-UCB-B, a menu', menu, { type: 'he-ldp-ucb-bernoulli', bound: 'La', epsilonMin: 1 }],
  [
    'HeLDP-UCB-B, level-aware',
    menu,
    { type: 'he-ldp-ucb-bernoulli', bound: 'L4', epsilonMin: 1, levelAwareFrom: 3 },
  ],
  ['HeLDP-UCB-L, one level', one, { type: 'he-ldp-ucb-laplace', bound: 'L4', epsilonMin: 1.5 }],
  ['HeLDP-UCB-L, a menu', menu, { type: 'he-ldp-ucb-laplace', bound: 'La', epsilonMin: 1 }],
  ['weighted Laplace, one level', one, { type: 'weighted-ldp-ucb-laplace', bound: 'L4' }],
  ['weighted Laplace, a menu', menu, { type: 'weighted-ldp-ucb-laplace', bound: 'La' }],
  ['KL-UCB, one level', one, { type: 'ldp-kl-ucb' }],
  ['KL-UCB, a menu', menu, { type: 'ldp-kl-ucb' }],
  ['Thompson sampling, one level', one, { type: 'ldp-thompson', bound: 'La', posterior: 'beta' }],
  ['Thompson sampling, a menu', menu, { type: 'ldp-thompson', bound: 'La', posterior: 'normal' }],
  [
    'Thompson sampling, level-aware',
    menu,
    { type: 'ldp-thompson', bound: 'La', posterior: 'normal', levelAwareFrom: 1 },
  ],
  ['Gaussian, one level', one, { type: 'ldp-gaussian-ucb', bound: 'La', delta: 1e-6 }],
  ['Gaussian, a menu', menu, { type: 'ldp-gaussian-ucb', bound: 'L4', delta: 1e-4 }],
  // Mean and width beside the weights are for display, with La.
  [
    'Tsallis-INF, one level',
    one,
    { type: 'ldp-tsallis-inf', bound: 'La', estimator: 'reduced-variance' },
  ],
  [
    'Tsallis-INF, a menu',
    menu,
    { type: 'ldp-tsallis-inf', bound: 'La', estimator: 'importance-weighting' },
  ],
  ['EXP3, one level', one, { type: 'ldp-exp3', bound: 'La' }],
  ['EXP3, a menu', menu, { type: 'ldp-exp3', bound: 'La' }],
  ['IMED, one level', one, { type: 'ldp-imed', bound: 'La' }],
  ['IMED, a menu', menu, { type: 'ldp-imed', bound: 'La' }],
  ['graded Thompson sampling, one level', one, { type: 'ldp-thompson-graded', bound: 'La' }],
  ['graded Thompson sampling, a menu', menu, { type: 'ldp-thompson-graded', bound: 'La' }],
  ['graded IMED, one level', one, { type: 'ldp-imed-graded', bound: 'La' }],
  ['graded IMED, a menu', menu, { type: 'ldp-imed-graded', bound: 'La' }],
];

/** What travels, and the reward that it stands for. */
function payloadOf(setting: Setting, level: number, u: number): { json: string; value: number } {
  const { type, delta = 0 } = setting;
  if (type.endsWith('laplace')) {
    const noisy = Math.round((4 * u - 1.5) * 1024);
    return { json: `"noisy":${noisy}`, value: noisy / 1024 };
  }
  if (type === 'ldp-gaussian-ucb') {
    // On the grid 2^-k on which the deviation of the noise is 2^26 to 2^27 steps.
    const grid = 2 ** Math.ceil(Math.log2(2 ** 26 / gaussianDeviationOf(level, delta)));
    const noisy = Math.round((4 * u - 1.5) * grid);
    return { json: `"noisy":${noisy}`, value: noisy / grid };
  }
  if (type.endsWith('graded')) {
    const j = Math.floor(u * (1024 + plainWindow(level).length));
    return { json: `"noisy":${j}`, value: plainReading(j, level) };
  }
  const bit = u < 0.6 ? 1 : 0;
  return { json: `"bit":${bit}`, value: bit };
}

function pick<T>(all: readonly T[], u: number): T {
  return all[Math.floor(u * all.length)] as T;
}

/** As a device draws its arm. */
function draw(weights: readonly number[] | undefined, u: number): number | undefined {
  let left = u;
  return weights?.findIndex((weight) => {
    left -= weight;
    return left < 0;
  });
}

/** Relative, as far as the approximations of the second implementation go. */
function toleranceOf(type: string): number {
  if (/thompson|tsallis|exp3|imed/.test(type)) return 2e-6; // grids, bisections; losses in units of 2^-24
  if (type === 'ldp-gaussian-ucb') return 1e-6; // the deviation is rounded up to the grid
  return 1e-9;
}

function expectEqual(published: SnapshotBody, plain: PlainView, tolerance: number): void {
  const { scale, mean, width, tilt, weights, forced, incumbent = null } = published;
  const close = (a: number, b: number, what: string) =>
    expect(Math.abs(a - b), `${what}: ${a} against ${b}`).toBeLessThanOrEqual(
      tolerance * Math.max(1, Math.abs(b)),
    );
  close(scale, plain.scale, 'scale');
  plain.mean.forEach((value, arm) => {
    if (value === null) {
      expect([mean[arm], width[arm]]).toEqual([null, null]);
      return;
    }
    close(mean[arm] as number, value, `mean of arm ${arm}`);
    const radius = ((width[arm] as number) + (tilt?.[arm] ?? 0) * scale) * scale;
    close((mean[arm] as number) + radius, plain.index[arm] as number, `index of arm ${arm}`);
  });
  expect(forced).toBe(plain.forced);
  expect(incumbent).toBe(plain.incumbent);
  expect(weights?.length).toBe(plain.weights?.length);
  weights?.forEach((weight, arm) => {
    close(weight, plain.weights?.[arm] as number, `weight of arm ${arm}`);
  });
}

describe('a second implementation publishes the same', () => {
  it.each(cases)('%s', async (_name, levels, setting) => {
    const { type, delta = 0 } = setting;
    const algorithm = { arms, levels, ...setting };
    const known: readonly string[] =
      catalog.find(({ id }) => id === type)?.parameters.map(({ name }) => name) ?? [];
    const accepted = Object.entries(algorithm).filter(
      ([key]) => key === 'type' || known.includes(key),
    );
    await using collector = await collectorOver({
      experiments: {
        demo: {
          algorithm: Object.fromEntries(accepted) as never,
          perReport: { epsilon: levels.at(-1) as number, delta },
        },
      },
      publishEvery: { ms: 0 },
    });
    const plain = new PlainLearner({ ...setting, arms, levels });
    const random = numbers(type.length + levels.length);
    let published = await snapshotOf(collector);
    let view = plain.view(1);
    expectEqual(published, view, toleranceOf(type));
    const isLow = (level: number) => (levels[level] as number) < (setting.levelAwareFrom ?? 0);
    // What devices choose from, some of them late: every snapshot stays open.
    const shown = [{ published, view, round: 1 }];
    for (let epoch = 0; epoch < epochs; epoch += 1) {
      const round = epoch * reportsPerEpoch + 1;
      const bodies: string[] = [];
      for (let i = 0; i < reportsPerEpoch; i += 1) {
        const level = Math.floor(random() * levels.length);
        // Without weights the last arm stays unknown for two epochs.
        const choices = shown
          .map((one) => ({ ...one, among: shownArms(one.published, isLow(level)) }))
          .map((one) =>
            one.view.weights || epoch >= 2
              ? one
              : { ...one, among: one.among.filter((arm) => arm < arms - 1) },
          )
          .filter(({ among }) => among.length > 0);
        const named = pick(choices, random());
        const weights = named.among.length > 1 ? named.view.weights : undefined;
        const arm = draw(weights, random()) ?? pick(named.among, random());
        const { json, value } = payloadOf(setting, levels[level] as number, random());
        plain.learn(arm, level, value, named.view.weights, named.round);
        const id = reportId(epoch * reportsPerEpoch + i);
        bodies.push(
          `{"v":1,"id":"${id}","snapshot":${named.published.snapshot},"arm":${arm},"level":${level},${json}}`,
        );
      }
      const response = await collector.fetch(post(`[${bodies.join()}]`));
      expect(response.status, await response.text()).toBe(202);
      published = await snapshotOf(collector);
      view = plain.view(round + reportsPerEpoch, epoch + 1);
      expect(published.reports).toBe(round + reportsPerEpoch - 1);
      expectEqual(published, view, toleranceOf(type));
      shown.push({ published, view, round: round + reportsPerEpoch });
    }
  });

  it('covers every local multi-armed algorithm of the catalog', () => {
    // What learns from the order of epochs is recomputed by tests/reference/drift.py.
    const local = catalog
      .filter(({ family, trustModel }) => family === 'multi-armed' && trustModel === 'local')
      .map(({ id }) => id)
      .filter((id) => id !== 'ldp-thompson-drift');
    expect(new Set(cases.map(([, , { type }]) => type))).toEqual(new Set(local));
  });
});
