// The auditor of slates: its power and silence on releases whose true loss is known. Seeded, so the outcome
// is the same on every run.
import { describe, expect, it, vi } from 'vitest';
import { boundClaim, boundNull } from './audit-claim.mjs';
import { chiSquareTail, homogeneity, testCoordinate } from './coordinate.mjs';
import {
  coordinateClaim,
  drawnBitClaim,
  kPairs,
  kPatterns,
  namedBitClaim,
  sumClaim,
  wholeSlateClaim,
} from './slate-claims.mjs';
import { uniforms, wireOf } from './uniforms.mjs';

const clamp = (outcome) => Math.min(1, Math.max(0, outcome));
const kNone = [0, 0, 0];

/** @param {(outcomes: number[], uniform: () => number) => object} release the report of a slate of three */
function sampler(release, seed) {
  const uniform = uniforms(seed);
  return async (claim, inputOf, count) => {
    const sample = {
      ...claim.columns(count),
      ...wireOf(count, 90),
    };
    for (let i = 0; i < count; ++i) {
      claim.read(sample, i, release((inputOf(i) ?? kNone).map(clamp), uniform));
    }
    return sample;
  };
}

const anyArm = (uniform) => Math.floor(3 * uniform());
const respond = (outcome, coin, epsilon = 1) => {
  const flip = 1 / (1 + Math.exp(epsilon));
  return coin < flip + (1 - 2 * flip) * outcome ? 1 : 0;
};
const geometric = (scale, uniform) => Math.floor(-Math.log(uniform()) * scale);
const noisy = (outcome, epsilon, uniform) =>
  1024 * outcome + geometric(1024 / epsilon, uniform) - geometric(1024 / epsilon, uniform);

const oneBit = (outcomes, uniform) => {
  const arm = anyArm(uniform);
  return { arm, bit: respond(outcomes[arm], uniform()) };
};
const clickedBit = (outcomes, uniform) => {
  const clicked = outcomes.flatMap((outcome, arm) => (outcome > 0.5 ? [arm] : []));
  const arm =
    clicked.length > 0 ? clicked[Math.floor(clicked.length * uniform())] : anyArm(uniform);
  return { arm, bit: respond(outcomes[arm], uniform()) };
};
const differingBit = (outcomes, uniform) => {
  const coin = uniform();
  return {
    arm: anyArm(uniform),
    bit: respond(outcomes[0], coin) === respond(outcomes[2], coin) ? 0 : 1,
  };
};
const allNoisy = (each) => (outcomes, uniform) => ({
  noisy: outcomes.map((outcome) => noisy(outcome, each, uniform)),
});

const kReports = 3000;

vi.setConfig({ testTimeout: 30_000 });

describe('claims about slates', () => {
  it('are about every pair of reactions', () => {
    expect(kPatterns).toHaveLength(8);
    expect(kPairs).toHaveLength(28);
    expect(coordinateClaim(1).equals).toHaveLength(12);
    expect(sumClaim(1).equals).toHaveLength(6);
  });

  const correct = [
    [namedBitClaim(1), oneBit],
    [drawnBitClaim(1), oneBit],
    [coordinateClaim(1), (o, uniform) => ({ arm: 1, noisy: noisy(o[1], 1, uniform) })],
    [wholeSlateClaim(1), allNoisy(1 / 3)],
    [sumClaim(1), (o, uniform) => ({ arm: 0, bit: respond((o[0] + o[1] + o[2]) / 3, uniform()) })],
  ];
  it.each(correct)(
    '$mechanism: a release that keeps them is let through, and nearly reached',
    async (claim, release) => {
      const { printed } = await boundClaim(claim, sampler(release, 1), kReports);
      expect(printed).toBeLessThanOrEqual(claim.claimed);
      expect(printed).toBeGreaterThan(0.6 * claim.claimed);
    },
  );

  const broken = [
    ['an arm among the clicked ones', drawnBitClaim(1), clickedBit],
    ['two coordinates with one coin in one bit', drawnBitClaim(1), differingBit],
    ['the whole epsilon for each coordinate', wholeSlateClaim(1), allNoisy(1)],
    ['half as much again for each coordinate', wholeSlateClaim(1), allNoisy(0.6)],
    [
      'an integer about another arm',
      coordinateClaim(1),
      (o, uniform) => ({ arm: 1, noisy: noisy(o[1], 1, uniform) + 4096 * o[0] * o[1] }),
    ],
  ];
  it.each(broken)('%s is refuted', async (_, claim, release) => {
    const options = { enough: claim.claimed };
    const { deciding } = await boundClaim(claim, sampler(release, 2), kReports, options);
    expect(deciding).toBeGreaterThan(claim.claimed);
  });

  it('a trace of an arm that is not reported is seen where nothing may differ', async () => {
    const claim = coordinateClaim(1);
    const leak = (o, uniform) => ({ arm: 1, noisy: noisy(o[1], 1, uniform) + 700 * o[2] });
    const [a, b] = [
      [0, 1, 0],
      [0, 1, 1],
    ];
    expect(claim.equals).toContainEqual([a, b]);
    const control = { label: 'arm 2', inputs: () => [a, b] };
    const { printed } = await boundNull(claim, control, sampler(leak, 3), kReports);
    expect(printed).toBeGreaterThan(0);
    const fair = (o, uniform) => ({ arm: 1, noisy: noisy(o[1], 1, uniform) });
    const silent = await boundNull(claim, control, sampler(fair, 3), kReports);
    expect(silent.printed).toBe(0);
  });
});

describe('the test of the arm that a report names', () => {
  it('has the tails of the chi-square law', () => {
    // Tables: 5 % at 5.991 (2) and 23.685 (14), 0.1 % at 36.123 (14).
    expect(chiSquareTail(5.991, 2)).toBeCloseTo(0.05, 4);
    expect(chiSquareTail(23.685, 14)).toBeCloseTo(0.05, 4);
    expect(chiSquareTail(36.123, 14)).toBeCloseTo(0.001, 6);
  });

  it('is the statistic of a table by hand', () => {
    // 30, 10 against 10, 30: expected 20 each, 4 times 100/20.
    const rows = [
      [...Array(30).fill(0), ...Array(10).fill(1)],
      [...Array(10).fill(0), ...Array(30).fill(1)],
    ];
    expect(homogeneity(rows, 2).statistic).toBe(20);
  });

  it('lets a coin of its own through, and refutes a choice among what was clicked', async () => {
    const claim = drawnBitClaim(1);
    const fair = await testCoordinate(claim, sampler(oneBit, 4), kReports);
    expect(fair.tail).toBeGreaterThan(1e-3);
    const clicked = await testCoordinate(claim, sampler(clickedBit, 4), kReports);
    expect(clicked.tail).toBeLessThan(1e-100);
    // Even where only one visitor in fifty is treated so.
    const seldom = (o, uniform) => (uniform() < 0.02 ? clickedBit : oneBit)(o, uniform);
    const few = await testCoordinate(claim, sampler(seldom, 5), 10 * kReports);
    expect(few.tail).toBeLessThan(1e-6);
  });
});
