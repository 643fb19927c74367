// Bounds of convex learners and adversarial arms, and sample counts of best-arm rules, through the public
// entry; their numbers are tested in tests/native/simulation/theory.
import {
  adversarialTheoryCurve,
  bestArmSampleCount,
  convexTheoryCurve,
} from 'ldp-bandits/simulation';
import { describe, expect, it } from 'vitest';
import { badArgument } from './refusals.js';

const ball = { type: 'ball', center: [0, 0, 0, 0, 0], radius: 1 } as const;
const onePoint = {
  type: 'ldp-one-point',
  set: ball,
  lossLow: -0.2,
  lossHigh: 1.325,
  lipschitz: 1.5,
} as const;
const rounds = [65536];
/** c at epsilon 1. */
const c = 1 / Math.tanh(0.5);
const linear = [0.7, 0.65, 0.6, 0.55, 0.5, 0.45];

describe('convexTheoryCurve', () => {
  it('has every row of table 1', async () => {
    const at = async (algorithm: { readonly type: string; readonly [name: string]: unknown }) =>
      (await convexTheoryCurve({ algorithm, epsilon: 1, rounds }))[0];
    expect(await at(onePoint)).toBeCloseTo(57636.08171983166, 3);
    const curved = { losses: 'strongly-convex', curvature: 1 };
    expect(await at({ ...onePoint, ...curved })).toBeCloseTo(75444.96050844165, 3);
    expect(await at({ ...onePoint, losses: 'smooth', smoothness: 1 })).toBeCloseTo(
      55945.0264735,
      3,
    );
    const both = { losses: 'strongly-convex-smooth', smoothness: 1, curvature: 1 };
    expect(await at({ ...onePoint, ...both })).toBeCloseTo(48729.40012588468, 3);
    const pair = { type: 'ldp-two-point', set: ball, lipschitz: 1 };
    expect(await at(pair)).toBeCloseTo(2814.2217891413125, 4);
    expect(await at({ ...pair, ...curved })).toBeCloseTo(752.0543802111131, 4);
    const interval = { type: 'box', low: [-1], high: [1] };
    const stochastic = { type: 'ldp-stochastic-convex', set: interval, lossLow: 0, lossHigh: 2 };
    const log = Math.log(65536);
    expect(await at(stochastic)).toBeCloseTo(108 * c * Math.sqrt(65536 * log) * log, 2);
  });

  it('has the bound without privacy, and the price of it', async () => {
    const both = { losses: 'strongly-convex-smooth', smoothness: 1, curvature: 1 };
    const algorithm = { ...onePoint, ...both };
    const [noisy] = await convexTheoryCurve({ algorithm, epsilon: 1, rounds });
    const open = { ...algorithm, type: 'one-point' };
    const [clear] = await convexTheoryCurve({ algorithm: open, rounds });
    expect((noisy as number) / (clear as number)).toBeCloseTo(c, 9);
  });

  it.each([
    [{ algorithm: { ...onePoint, lipschitz: undefined } }, 'algorithm.lipschitz'],
    [{ algorithm: { ...onePoint, type: 'fkm' } }, 'algorithm.type'],
    [{ algorithm: { ...onePoint, set: { type: 'cube' } } }, 'algorithm.set.type'],
    [{ algorithm: { ...onePoint, type: 'one-point', mechanism: 'bit' } }, 'algorithm.mechanism'],
    [{ algorithm: { type: 'ldp-two-point', set: ball, feedback: 'comparison' } }, 'feedback'],
    [{ algorithm: 'ldp-one-point' }, 'algorithm'],
    [{ epsilon: undefined }, 'epsilon'],
    [{ epsilon: 0 }, 'epsilon'],
    [{ rounds: [0.5] }, 'rounds'],
    [{ rounds: [] }, 'rounds'],
    [{ unknown: 1 }, 'unknown'],
  ])('refuses %o', async (wrong, parameter) => {
    const options = { algorithm: onePoint, epsilon: 1, rounds, ...wrong } as never;
    const error = await convexTheoryCurve(options).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: 'invalid_argument' });
    expect((error as { details: { parameter: string } }).details.parameter).toContain(parameter);
  });

  it('refuses a polytope without inside, saying so', async () => {
    const set = { type: 'polytope', normals: [[1], [-1]], offsets: [0, -1], radius: 1 };
    const algorithm = { ...onePoint, set };
    await expect(convexTheoryCurve({ algorithm, epsilon: 1, rounds })).rejects.toMatchObject({
      code: 'invalid_argument',
    });
  });
});

describe('adversarialTheoryCurve', () => {
  it('is the black box times the noise', async () => {
    const at = async (learner: 'tsallis-inf' | 'exp3', epsilon?: number) =>
      (
        await adversarialTheoryCurve({
          learner,
          arms: 10,
          rounds,
          ...(epsilon !== undefined && { epsilon }),
        })
      )[0] as number;
    expect(await at('tsallis-inf', 1)).toBeCloseTo(5938.151414183797, 5);
    expect(await at('exp3', 1)).toBeCloseTo(5316.498702639505, 5);
    expect((await at('exp3', 1)) / (await at('exp3'))).toBeCloseTo(c, 9);
  });

  it('refuses what it does not know', async () => {
    const refused = adversarialTheoryCurve({ learner: 'ucb1' as never, arms: 10, rounds });
    await expect(refused).rejects.toMatchObject({ details: { parameter: 'learner' } });
    const alone = adversarialTheoryCurve({ learner: 'exp3', arms: 1, rounds });
    await expect(alone).rejects.toMatchObject({ details: { parameter: 'arms' } });
  });
});

describe('bestArmSampleCount', () => {
  it('counts visitors, and what privacy costs', async () => {
    const count = await bestArmSampleCount({ means: linear, epsilon: 1 });
    expect(count.total / 153087.60920153215).toBeCloseTo(1, 5);
    expect(count.pulls).toHaveLength(6);
    expect(count.pulls.reduce((sum, pulls) => sum + pulls, 0)).toBeCloseTo(count.total, 3);
    expect(count.lowerBound).toBeCloseTo(5958.667990779966, 3);
    const open = await bestArmSampleCount({ means: linear });
    // 1/tanh(1/2)^2 = 4.68, and a little more where means are not near 1/2.
    expect(count.total / open.total).toBeGreaterThan(4.68);
    expect(count.total / open.total).toBeLessThan(6);
  });

  it('knows every rule, and no lower bound for noisy rewards', async () => {
    for (const rule of ['successive-elimination', 'lil-ucb', 'sequential-halving'] as const) {
      const { total } = await bestArmSampleCount({ rule, means: linear, epsilon: 1 });
      expect(total).toBeGreaterThan(153_087);
    }
    const options = { means: linear, epsilon: 1, mechanism: 'laplace' } as const;
    expect((await bestArmSampleCount(options)).lowerBound).toBeUndefined();
  });

  it.each([
    [{ means: [0.5, 0.5] }, 'means'],
    [{ means: [0.5] }, 'means'],
    [{ means: [0.5, 2] }, 'means'],
    [{ errorProbability: 0 }, 'errorProbability'],
    [{ errorProbability: 0.7 }, 'errorProbability'],
    [{ epsilon: 0 }, 'epsilon'],
    [{ epsilon: undefined, mechanism: 'bit' }, 'mechanism'],
    [{ delta: 1e-6 }, 'delta'],
    [{ rule: 'racing' }, 'rule'],
    [{ constants: 'heuristic' }, 'constants'],
  ])('refuses %o', async (wrong, parameter) => {
    const options = { means: linear, epsilon: 1, ...wrong } as never;
    await expect(bestArmSampleCount(options)).rejects.toMatchObject(badArgument(parameter));
  });
});
