// The auditor itself: its bounds against closed forms, and its power and silence on randomisers whose
// true loss is known. Seeded, so the outcome is the same on every run.
import { describe, expect, it } from 'vitest';
import { boundClaim, boundNull, judge, kNulls } from './audit-claim.mjs';
import { bitClaim, gaussianClaim, laplaceClaim } from './claims.mjs';
import { epsilonLowerBound, lowerBound, muLowerBound, upperBound } from './clopper-pearson.mjs';
import { normalQuantile } from './normal-quantile.mjs';
import { uniforms, wireOf } from './uniforms.mjs';

const clamp = (reward) => Math.min(1, Math.max(0, reward));

/** @param {(reward: number, uniform: () => number) => number} release */
function sampler(release, uniform) {
  return async (_claim, inputOf, count) => ({
    values: Int32Array.from({ length: count }, (_, i) => release(inputOf(i) ?? 0, uniform)),
    ...wireOf(count, 80),
  });
}

const bit = (epsilon) => (reward, uniform) => {
  const flip = 1 / (1 + Math.exp(epsilon));
  return uniform() < flip + (1 - 2 * flip) * clamp(reward) ? 1 : 0;
};

const geometric = (scale, uniform) => Math.floor(-Math.log(uniform()) * scale);
const laplace =
  (scale, project = clamp) =>
  (reward, uniform) =>
    Math.round(1024 * project(reward)) + geometric(scale, uniform) - geometric(scale, uniform);

/** @param {number} sigma in units of the reward, @param {number} k of the grid */
const gaussian = (sigma, k) => (reward, uniform) => {
  const radius = Math.sqrt(-2 * Math.log(uniform()));
  return Math.round((clamp(reward) + sigma * radius * Math.cos(2 * Math.PI * uniform())) * 2 ** k);
};
/** What (epsilon, delta) needs, and what the classic formula gives in its place. */
const kappa = (claim) => 1 / claim.claimed;
const classic = ({ epsilon, delta }) => Math.sqrt(2 * Math.log(1.25 / delta)) / epsilon;

const kReports = 6000;

describe('Clopper-Pearson', () => {
  it('is the closed form where there is one', () => {
    expect(lowerBound(0, 1000, 1e-6)).toBe(0);
    expect(upperBound(1000, 1000, 1e-6)).toBe(1);
    expect(lowerBound(1000, 1000, 1e-9)).toBeCloseTo(1e-9 ** (1 / 1000), 12);
    expect(upperBound(0, 1000, 1e-9)).toBeCloseTo(1 - 1e-9 ** (1 / 1000), 12);
  });

  it('agrees with the binomial tail it inverts', () => {
    // P[Bin(20, p) >= 15] = alpha at the lower bound for 15 of 20.
    const p = lowerBound(15, 20, 0.001);
    let term = p ** 20;
    let tail = term;
    for (let k = 19; k >= 15; --k) {
      term *= ((k + 1) * (1 - p)) / ((20 - k) * p);
      tail += term;
    }
    expect(tail).toBeCloseTo(0.001, 9);
  });

  it('bounds epsilon by ln(p/q)', () => {
    expect(epsilonLowerBound([0, 0], [100, 100], 1e-3)).toBe(Number.NEGATIVE_INFINITY);
    const bound = epsilonLowerBound([731059, 268941], [1e6, 1e6], 1e-6);
    expect(bound).toBeGreaterThan(0.97);
    expect(bound).toBeLessThan(1);
  });
});

describe('the mu of Gaussian noise', () => {
  it('is bounded by the quantiles of the two probabilities', () => {
    expect(muLowerBound([0, 0], [100, 100], 1e-3)).toBe(Number.NEGATIVE_INFINITY);
    // Phi(1/2) and Phi(-1/2): what a threshold in the middle sees of mu = 1.
    const bound = muLowerBound([691462, 308538], [1e6, 1e6], 1e-6);
    expect(bound).toBeGreaterThan(0.98);
    expect(bound).toBeLessThan(1);
  });

  it.each([
    [0.975, 1.9599639845400543],
    [1e-9, -5.997807015007687],
    [0.001, -3.0902323061678136],
    [0.2, -0.8416212335729142],
    [0.999999, 4.753424308817088],
    [0.5, 0],
  ])('the quantile of %d', (p, value) => {
    expect(Math.abs(normalQuantile(p) - value)).toBeLessThan(1e-11);
    expect(normalQuantile(0)).toBe(Number.NEGATIVE_INFINITY);
    expect(normalQuantile(1)).toBe(Number.POSITIVE_INFINITY);
  });
});

describe('a correct randomiser', () => {
  it.each([
    ['bit, 1', bitClaim(1), bit(1), 0.8],
    ['bit, 4', bitClaim(4), bit(4), 3.2],
    ['Laplace, 1', laplaceClaim(1), laplace(1024), 0.75],
    ['Gaussian, 4', gaussianClaim(4, 1e-6), gaussian(1.1935185871579852, 26), 0.65],
    ['Gaussian, 10', gaussianClaim(10, 0.1), gaussian(0.28181207212613935, 28), 3],
  ])('%s: the bound is below the claim and close to it', async (_name, claim, release, least) => {
    const bound = await boundClaim(claim, sampler(release, uniforms(7)), kReports);
    expect(bound.printed).toBeLessThanOrEqual(claim.claimed);
    expect(bound.printed).toBeGreaterThan(least);
    expect(bound.deciding).toBeLessThan(bound.printed);
  });

  it('shows no loss between equal inputs', async () => {
    for (const [claim, release] of [
      [bitClaim(2), bit(2)],
      [laplaceClaim(2), laplace(512)],
    ]) {
      const bound = await boundNull(claim, kNulls[0], sampler(release, uniforms(11)), kReports);
      expect(bound.printed).toBe(0);
    }
  });
});

describe('a fault is found by the family made for it', () => {
  const everySecondCoinReused = (release) => {
    let kept = [];
    let decision = 0;
    return (reward, uniform) => {
      if (decision++ % 2 === 0) kept = Array.from({ length: 4 }, uniform);
      let at = 0;
      return release(reward, () => kept[at++]);
    };
  };
  const tenBitSeed = (release) => (reward, uniform) =>
    release(reward, uniforms(Math.floor(uniform() * 2 ** 10)));
  const floatLaplace = (scale) => (reward, uniform) => {
    const magnitude = -scale * Math.log((Math.floor(uniform() * 2 ** 24) + 1) / 2 ** 24);
    return Math.round(1024 * clamp(reward) + (uniform() < 0.5 ? magnitude : -magnitude));
  };

  it.each([
    ['noise for twice the epsilon', bitClaim(1), bit(2), 'threshold'],
    ['half the noise', laplaceClaim(1), laplace(512), 'threshold'],
    ['sensitivity wrong by sqrt 2', laplaceClaim(1), laplace(1024 / Math.SQRT2), 'threshold'],
    ['no clamp', laplaceClaim(1), laplace(1024, (reward) => reward), 'threshold'],
    ['coins used twice', bitClaim(1), everySecondCoinReused(bit(1)), 'consecutive, even'],
    [
      'noise used twice',
      laplaceClaim(1),
      everySecondCoinReused(laplace(1024)),
      'consecutive, even',
    ],
    ['few states', laplaceClaim(0.25), tenBitSeed(laplace(4096)), 'membership'],
    ['single-precision Laplace', laplaceClaim(1 / 512), floatLaplace(2 ** 19), 'float lattice'],
    [
      'half the Gaussian noise',
      gaussianClaim(4, 1e-6),
      gaussian(kappa(gaussianClaim(4, 1e-6)) / 2, 26),
      'threshold',
    ],
    [
      'the classic formula at epsilon 10',
      gaussianClaim(10, 0.1),
      gaussian(classic(gaussianClaim(10, 0.1)), 28),
      'threshold',
    ],
    [
      'Gaussian noise used twice',
      gaussianClaim(4, 1e-6),
      everySecondCoinReused(gaussian(kappa(gaussianClaim(4, 1e-6)), 26)),
      'consecutive, even',
    ],
  ])('%s', async (_name, claim, release, family) => {
    const bound = await boundClaim(claim, sampler(release, uniforms(3)), kReports);
    expect(bound.deciding).toBeGreaterThan(claim.claimed);
    expect(bound.family).toBe(family);
  });

  it('a report withheld for one input is seen without looking at its value', async () => {
    const honest = sampler(bit(1), uniforms(5));
    const withholding = async (claim, inputOf, count) => {
      const sample = await honest(claim, inputOf, count);
      sample.values.forEach((_, i) => {
        if (inputOf(i) === 0) sample.posts[i] = 0;
      });
      return sample;
    };
    const bound = await boundClaim(bitClaim(1), withholding, kReports);
    expect(bound.family).toBe('report count');
    expect(bound.deciding).toBeGreaterThan(1);
  });
});

it('silence that can be told from an answer is seen in the null control', async () => {
  const honest = sampler(bit(1), uniforms(13));
  const telling = async (claim, inputOf, count) => {
    const sample = await honest(claim, inputOf, count);
    if (inputOf(0) === undefined) sample.lengths.fill(79);
    return sample;
  };
  const bound = await boundNull(bitClaim(1), kNulls[1], telling, kReports);
  expect(bound.family).toBe('body length');
  expect(bound.deciding).toBeGreaterThan(1);
});

describe('the verdict', () => {
  const bounds =
    (...list) =>
    async () =>
      list.shift();

  it('refutes at once above the claim at the deciding level', async () => {
    const verdict = await judge(1, bounds({ printed: 1.3, deciding: 1.1 }));
    expect(verdict.refuted).toBe(true);
  });

  it('takes a second sample when only the printed bound is above the claim', async () => {
    const once = await judge(
      1,
      bounds({ printed: 1.1, deciding: 0.9 }, { printed: 0.9, deciding: 0.8 }),
    );
    expect(once).toMatchObject({ refuted: false, repeated: true });
    const twice = await judge(
      1,
      bounds({ printed: 1.1, deciding: 0.9 }, { printed: 1.1, deciding: 0.9 }),
    );
    expect(twice.refuted).toBe(true);
  });
});
