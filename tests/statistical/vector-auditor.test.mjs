// The auditor of vectors: its power and silence on releases whose true loss is known. Seeded, so the
// outcome is the same on every run.
import { describe, expect, it, vi } from 'vitest';
import { boundClaim, boundNull, kNulls } from './audit-claim.mjs';
import { normal, uniforms, vectorSampler } from './uniforms.mjs';
import { ballClaim, gramClaim, pairClaim, publishedPairClaim } from './vector-claims.mjs';

/** Steps of a released number per unit. */
const kSteps = 2 ** 16;

const clip = ({ x, y = 0 }) => {
  const norm = Math.max(1, Math.hypot(...x));
  return { x: x.map((entry) => entry / norm), y: Math.min(1, Math.max(0, y)) };
};
const asItIs = ({ x, y = 0 }) => ({ x, y: Math.min(1, Math.max(0, y)) });

const gram = ({ x: [a, b, c], y }) => [
  a * a,
  a * b,
  a * c,
  b * b,
  b * c,
  c * c,
  y * a,
  y * b,
  y * c,
];
const pair = ({ x, y }) => [...x, y];
const svec = (input) => gram(input).map((entry, i) => (isOff(i) ? Math.SQRT2 : 1) * entry);
const isOff = (i) => i === 1 || i === 2 || i === 4;

/** @param {(index: number) => number} sigmaAt of the noise, in units */
const noisy =
  (message, sigmaAt, domain = clip) =>
  (input, uniform) =>
    message(domain(input)).map((entry, i) =>
      Math.round(kSteps * (entry + sigmaAt(i) * normal(uniform))),
    );

const isometric = (sigma) => (i) => (isOff(i) ? sigma / Math.SQRT2 : sigma);

/** A random direction, mirrored to the vector's side with the probability of `epsilon`. */
const ball = (epsilon) => (input, uniform) => {
  const vector = svec(clip(input));
  const direction = vector.map(() => normal(uniform));
  const along = direction.reduce((sum, entry, i) => sum + entry * vector[i], 0);
  const norm = Math.hypot(...vector);
  const towards = along > 0 === uniform() < (1 + norm / Math.SQRT2) / 2;
  const truthful = uniform() < 1 / (1 + Math.exp(-epsilon));
  const sign = towards === truthful ? 1 : -1;
  return direction.map((entry) => Math.round(sign * 1000 * entry));
};

const kGramSensitivity = 3 / Math.SQRT2;
const gramSigma = (claim) => kGramSensitivity / claim.claimed;
const pairSigma = (claim) => Math.sqrt(5) / claim.claimed;
const classic = ({ epsilon, delta }) => Math.sqrt(2 * Math.log(1.25 / delta)) / epsilon;
const always = (sigma) => () => sigma;

const kGram = gramClaim(10, 0.1);
const kPair = pairClaim(10, 0.1);
const kPublished = publishedPairClaim();
const kReports = 6000;

// A second each on an idle core.
vi.setConfig({ testTimeout: 60_000 });

describe('a correct release', () => {
  it.each([
    ['ball, 1', ballClaim(1), ball(1), 0.8],
    ['ball, 4', ballClaim(4), ball(4), 3.2],
    ['Gram matrix, 10', kGram, noisy(gram, isometric(gramSigma(kGram))), 3.1],
    ['pair, 10', kPair, noisy(pair, always(pairSigma(kPair))), 3.1],
    ['pair, published', kPublished, noisy(pair, always(classic(kPublished) * 2)), 2],
  ])('%s: the bound is below the claim and close to it', async (_name, claim, release, least) => {
    const bound = await boundClaim(claim, vectorSampler(release, uniforms(7)), kReports);
    expect(bound.printed).toBeLessThanOrEqual(claim.claimed);
    expect(bound.printed).toBeGreaterThan(least);
  });

  it('shows no loss between equal inputs, nor between silence and what it stands for', async () => {
    for (const [claim, release] of [
      [ballClaim(1), ball(1)],
      [kGram, noisy(gram, isometric(gramSigma(kGram)))],
    ]) {
      for (const pairOf of kNulls) {
        const bound = await boundNull(
          claim,
          pairOf,
          vectorSampler(release, uniforms(11)),
          kReports,
        );
        expect(bound.printed).toBe(0);
      }
    }
  });
});

const everySecondReused = (release) => {
  let kept = [];
  let decision = 0;
  return (input, uniform) => {
    if (decision++ % 2 === 0) kept = Array.from({ length: 40 }, uniform);
    let at = 0;
    return release(input, () => kept[at++]);
  };
};
const withinDistance = (release) => (input, uniform) =>
  input.y === undefined
    ? release({ ...input, y: 1 }, uniform).map((n) => n + 1)
    : release(input, uniform);

const kApart = 2 / kPair.claimed; // what the features alone would need
const s = gramSigma(kGram);
const kSkewed = (i) => (isOff(i) ? s / 2 : s);

describe('a fault is found by the comparison made for it', () => {
  it.each([
    ['a coin of twice the epsilon', ballClaim(1), ball(2), 'projection', 6000, /cosine/],
    ['parts apart', kPair, noisy(pair, always(kApart)), 'projection', 20_000, /./],
    ['sqrt(2) twice', kGram, noisy(gram, kSkewed), 'projection', 20_000, /off the diagonal/],
    [
      'sqrt(2) everywhere',
      kGram,
      noisy(gram, always(s / Math.SQRT2)),
      'projection',
      6000,
      /diagonal/,
    ],
    [
      'the classic formula at epsilon 10',
      kGram,
      noisy(gram, isometric(kGramSensitivity * classic(kGram))),
      'projection',
      6000,
      /./,
    ],
    [
      'no check of the norm',
      kGram,
      noisy(gram, isometric(s), asItIs),
      'projection',
      6000,
      /beyond the bounds/,
    ],
    [
      'directions used twice',
      ballClaim(1),
      everySecondReused(ball(1)),
      'repeated, even',
      6000,
      /twice/,
    ],
    [
      'noise used twice',
      gramClaim(4, 1e-6),
      everySecondReused(noisy(gram, isometric(gramSigma(gramClaim(4, 1e-6))))),
      'repeated, even',
      6000,
      /twice/,
    ],
  ])('%s', async (_name, claim, release, family, reports, comparison) => {
    const enough = claim.claimed;
    const bound = await boundClaim(claim, vectorSampler(release, uniforms(3)), reports, { enough });
    expect(bound.deciding).toBeGreaterThan(claim.claimed);
    expect(bound.family).toBe(family);
    expect(bound.comparison).toMatch(comparison);
  });
});

it('silence that can be told from the neutral answer is seen in the null control', async () => {
  const release = withinDistance(noisy(gram, always(0.01)));
  const bound = await boundNull(kGram, kNulls[1], vectorSampler(release, uniforms(13)), kReports);
  expect(bound.deciding).toBeGreaterThan(1);
});
