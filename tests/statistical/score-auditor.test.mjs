// The auditor of scores and of points: its power and silence on releases whose true loss is known. Seeded, so
// the outcome is the same on every run.
import { describe, expect, it, vi } from 'vitest';
import { boundClaim, boundNull, kNulls } from './audit-claim.mjs';
import { pointBitClaim, pointLaplaceClaim } from './point-claims.mjs';
import { gradientClaim, publishedScoreClaim } from './score-claims.mjs';
import { normal, uniforms, vectorSampler, wireOf } from './uniforms.mjs';

const clamp = (value, low, high) => Math.min(high, Math.max(low, value));
const kReports = 6000;

// A second each on an idle core.
vi.setConfig({ testTimeout: 60_000 });

/** -y x/2 with noise for a shift of 2: the identity link with feedback in [-2, 2], scored at 0. */
const gradient = (claim, isClamped) => (input, uniform) => {
  const y = isClamped ? clamp(input.y ?? 0, -2, 2) : (input.y ?? 0);
  const norm = Math.max(1, Math.hypot(...input.x));
  return input.x.map((x) =>
    Math.round(2 ** 16 * ((-y / 2) * (x / norm) + (2 / claim.claimed) * normal(uniform))),
  );
};

/** The paper's three releases with its noise at (10, 1e-5), scored at (1, 0, 0). */
const published = (input, uniform) => {
  const x = input.x.map((entry) => entry / Math.max(1, Math.hypot(...input.x)));
  const residual = clamp(x[0] - clamp(input.y ?? 0, -2, 2), -3, 3);
  const [a, b, c] = x;
  const message = [a * a, a * b, a * c, b * b, b * c, c * c];
  message.push(...x.map((entry) => x[0] * entry), ...x.map((entry) => residual * entry));
  const sigma = (6 * Math.sqrt(2 * Math.log(3.75 / 1e-5))) / 10;
  return message.map((entry) => Math.round(2 ** 16 * (entry + sigma * normal(uniform))));
};

/** (1 + v)/2 of two losses that may differ by 1/2, of which silence says 1/2. */
const difference = (isClamped) => (losses) => {
  const v = losses === undefined ? 0 : (losses[0] - losses[1]) / 0.5;
  return (1 + (isClamped ? clamp(v, -1, 1) : v)) / 2;
};
const bit = (epsilon) => (value, uniform) => {
  const low = 1 / (1 + Math.exp(epsilon));
  return uniform() < low + (1 - 2 * low) * value ? 1 : 0;
};
const laplace = (epsilon) => (value, uniform) => {
  const magnitude = (-1024 / epsilon) * Math.log(uniform());
  return Math.round(1024 * value + (uniform() < 0.5 ? magnitude : -magnitude));
};

/** @param {boolean} leans whether the direction's word knows of the loss */
function pointSampler(state, noise, uniform, leans = false) {
  return async (claim, inputOf, count) => {
    const sample = {
      ...claim.columns(count),
      ...wireOf(count, 90),
    };
    for (let i = 0; i < count; i++) {
      const value = state(inputOf(i));
      const word = Math.floor(4 * uniform()) | (leans && value > 0.5 ? 1 : 0);
      const coin = Buffer.from([word]).toString('base64url');
      claim.read(sample, i, { noisy: noise(value, uniform), coin });
    }
    return sample;
  };
}

const kGradient = gradientClaim(10, 0.1);
const kPublished = publishedScoreClaim();
const kBit = pointBitClaim('two points', 1);
const kLaplace = pointLaplaceClaim('two points', 1);
const clamped = difference(true);

describe('a correct release', () => {
  it.each([
    ['gradient', kGradient, vectorSampler(gradient(kGradient, true), uniforms(1)), 3.1],
    // No two visitors are as far apart as the bound allows: z turns with x.
    ['published', kPublished, vectorSampler(published, uniforms(2)), 1.1],
    ['a bit of two points', kBit, pointSampler(clamped, bit(1), uniforms(3)), 0.8],
    ['noise on two points', kLaplace, pointSampler(clamped, laplace(1), uniforms(4)), 0.8],
  ])('%s: the bound is below the claim and close to it', async (_name, claim, sample, least) => {
    const bound = await boundClaim(claim, sample, kReports);
    expect(bound.printed).toBeLessThanOrEqual(claim.claimed);
    expect(bound.printed).toBeGreaterThan(least);
  });

  it('shows no loss between equal losses, nor between silence and what it stands for', async () => {
    for (const nulls of kNulls) {
      const sample = pointSampler(clamped, laplace(1), uniforms(5));
      expect((await boundNull(kLaplace, nulls, sample, kReports)).printed).toBe(0);
    }
  });
});

const kPaper = publishedScoreClaim(true);

describe('a fault is found by the comparison made for it', () => {
  it.each([
    [
      'feedback that is not clamped',
      kGradient,
      vectorSampler(gradient(kGradient, false), uniforms(6)),
      /beyond the bounds/,
    ],
    ['residuals up to 3 in noise for 1', kPaper, vectorSampler(published, uniforms(7)), /./],
    [
      'losses that are not clamped',
      kLaplace,
      pointSampler(difference(false), laplace(1), uniforms(8)),
      /beyond the bounds/,
    ],
    [
      'a direction that leans with the loss',
      kBit,
      pointSampler(clamped, bit(1), uniforms(9), true),
      /./,
    ],
  ])('%s', async (_name, claim, sample, comparison) => {
    const bound = await boundClaim(claim, sample, kReports, { enough: claim.claimed });
    expect(bound.deciding).toBeGreaterThan(claim.claimed);
    expect(bound.comparison).toMatch(comparison);
  });
});
