import { advisedEpoch, predictedVisitors } from 'ldp-bandits/recommend';
import { bestArmSampleCount, createSimulator } from 'ldp-bandits/simulation';
import { describe, expect, test, vi } from 'vitest';
import { BEST, regretOf, TRUTH } from '../../../web/src/demos/ab/demo-knows/truth.js';
import { daysText, visitorsLeft } from '../../../web/src/demos/ab/server/visitors-left.js';
import { AB, CONTROL, ERROR_PROBABILITY } from '../../../web/src/demos/ab/shared/experiment.js';
import {
  knownMeans,
  type TestSnapshot,
  variantBeliefs,
  variantLifts,
} from '../../../web/src/demos/ab/shared/snapshot.js';
import { VARIANTS } from '../../../web/src/demos/ab/shared/variants.js';
import { chanceText, pointsText, rounded } from '../../../web/src/demos/ab/shared/words.js';
import { atOnce } from './server-support.js';
import { openVisit } from './web-support.js';

// For a machine with much else to do.
vi.setConfig({ testTimeout: 30_000 });

describe('the visitors that are left', () => {
  const mean = [0.4, 0.55, 0.45];
  const left = (error: number, reports: number) =>
    visitorsLeft({ mean, reports, best: { error } }, 1);
  const inAll = (errorProbability: number) =>
    predictedVisitors({ means: mean, epsilon: 1, errorProbability });

  test('are all that the test takes before a report has come', () => {
    expect(left(1, 0)).toBeCloseTo(inAll(ERROR_PROBABILITY), 9);
  });

  test('are what lies between two error bounds, once more reports have come than were predicted', () => {
    const many = 10 * inAll(ERROR_PROBABILITY);
    expect(left(0.2, many)).toBeCloseTo(inAll(ERROR_PROBABILITY) - inAll(0.2), 9);
    expect(left(0.1, many)).toBeLessThan(left(0.2, many) as number);
    expect(left(ERROR_PROBABILITY, many)).toBe(0);
  });

  test('have no end where two options look alike, and are unknown where one was never tried', () => {
    const best = { error: 1 };
    expect(visitorsLeft({ mean: [0.5, 0.5, 0.4], reports: 9, best }, 1)).toBe(Infinity);
    expect(visitorsLeft({ mean: [0.5, null, 0.4], reports: 9, best }, 1)).toBeNull();
  });

  test('are days, rounded up', () => {
    expect([0.4, 1, 1.01, 12.2, 1234.5].map(daysText)).toEqual([
      'Less than a day',
      '1 day',
      '2 days',
      '13 days',
      '1,200 days',
    ]);
  });
});

describe('the prediction', () => {
  const terms = { means: TRUTH, errorProbability: ERROR_PROBABILITY };

  test('of KL-LUCB satisfies the stopping rule where it says that the test ends', () => {
    // Two arms at 0.7 and 0.5 in the clear: by symmetry of the rule both have n reports, and
    // n kl(0.7, q) = n kl(0.5, q) = x(n) at the q where the two bounds meet.
    const visitors = predictedVisitors({
      means: [0.7, 0.5],
      epsilon: Infinity,
      errorProbability: 0.05,
      rule: 'ldp-kl-lucb',
    });
    const n = visitors / 2;
    const x = Math.log((10.584448464950803 * 2 * n ** 1.1) / 0.05);
    const kl = (p: number, q: number) =>
      p * Math.log(p / q) + (1 - p) * Math.log((1 - p) / (1 - q));
    // The q with kl(0.7, q) = kl(0.5, q), by bisection.
    let [low, high] = [0.5, 0.7];
    for (let i = 0; i < 60; i++) {
      const q = (low + high) / 2;
      if (kl(0.7, q) > kl(0.5, q)) low = q;
      else high = q;
    }
    expect(n * kl(0.5, low)).toBeCloseTo(x, 6);
  });

  test('is the count of the library, which a page need not load for it', async () => {
    // As its own tests have it, from an independent computation.
    const means = [0.7, 0.65, 0.6, 0.55, 0.5, 0.45];
    const six = { means, epsilon: 1, errorProbability: 0.05, rule: 'ldp-kl-lucb' } as const;
    expect(predictedVisitors(six)).toBeCloseTo(153087.6092, 3);
    for (const epsilon of [0.25, 1]) {
      const asked = { ...terms, epsilon };
      const epoch = advisedEpoch(asked);
      const { total } = await bestArmSampleCount({ means: TRUTH, epsilon, rule: 'duel', epoch });
      expect(predictedVisitors(asked) / total).toBeCloseTo(1, 3);
    }
    for (const probabilities of [
      [0.5, 0.2, 0.3],
      [0, 0.1, 0.9],
    ]) {
      const asked = { ...terms, population: { levels: [0.5, 1, 2], probabilities } };
      const { population } = asked;
      const duel = { means: TRUTH, rule: 'duel', epoch: advisedEpoch(asked) } as const;
      const { total } = await bestArmSampleCount({ ...duel, population });
      expect(predictedVisitors(asked) / total).toBeCloseTo(1, 3);
    }
  });

  test('grows as the distance that the coin leaves shrinks, squared', () => {
    const ratio = (small: number, large: number) =>
      predictedVisitors({ ...terms, epsilon: small }) /
      predictedVisitors({ ...terms, epsilon: large });
    const quadratic = (Math.tanh(0.25) / Math.tanh(0.125)) ** 2;
    // At 0.5 an epoch has the fewest reports that close a block, a little more than a fiftieth of the test.
    expect(ratio(0.25, 0.5) / quadratic).toBeGreaterThan(0.95);
    expect(ratio(0.25, 0.5) / quadratic).toBeLessThan(1.05);
    expect(ratio(8, 40)).toBe(1); // five epochs of those
  });

  test('of a test between equals has no end', () => {
    expect(predictedVisitors({ ...terms, means: [0.4, 0.4, 0.2], epsilon: 1 })).toBe(Infinity);
  });

  // Six standard errors of a mean over 200 tests: a false alarm in 500 million.
  test.each([0.5, 1])('is what simulated tests take on average, at ε = %d', async (epsilon) => {
    const predicted = predictedVisitors({ ...terms, epsilon });
    const simulator = await createSimulator({ workers: 0 });
    const { errorProbability } = AB.algorithm;
    const { curves } = await simulator.run({
      version: 1,
      seed: 'predicted',
      horizon: Math.ceil(8 * predicted),
      replicates: 200,
      environment: { type: 'bernoulli', means: TRUTH },
      runs: [
        {
          label: 'test',
          policy: { type: AB.algorithm.type, errorProbability },
          epsilon,
          delivery: { epoch: Math.round(advisedEpoch({ ...terms, epsilon })) },
        },
      ],
      record: { points: 2, scale: 'log' },
    }).result;
    await simulator[Symbol.asyncDispose]();
    const rounds = Array.from(curves[0]?.stopped?.rounds ?? []);
    expect(rounds.filter(Number.isNaN)).toEqual([]);
    const mean = rounds.reduce((sum, one) => sum + one, 0) / rounds.length;
    const variance = rounds.reduce((sum, one) => sum + (one - mean) ** 2, 0) / rounds.length;
    const noise = 6 * Math.sqrt(variance / rounds.length);
    // The formula is a fit: docs/spec/best-arm.md, section 8.
    expect(Math.abs(mean - predicted)).toBeLessThan(0.15 * predicted + noise);
  });
});

describe('the words', () => {
  test.each([
    [1, '100%'],
    [0.31, '31%'],
    [0.3101, '32%'],
    [0.05, '5%'],
    [0.0312, '3.2%'],
    [0.0001, '0.01%'],
    [1e-9, '0.01%'],
  ])('round a bound up: %d is %s', (probability, text) => {
    expect(chanceText(probability)).toBe(text);
  });

  test.each([
    [4631, 4600],
    [87, 87],
    [158_400, 160_000],
  ])('say two digits of a prediction: %d is %d', (count, said) => {
    expect(rounded(count)).toBe(said);
  });

  test.each([
    [0.353, '+35'],
    [-0.05, '\u22125'],
    [-0.004, '0'],
    [1, '+100'],
  ])('say a difference in hundredths: %d is %s', (difference, said) => {
    expect(pointsText(difference)).toBe(said);
  });
});

describe('a test of the real collector', () => {
  test('begins with nothing, says bounds and chances, certifies the best variant, and ends when told', async () => {
    const { visit, read, end } = await open(8);
    const first = await read();
    expect(first.best).toMatchObject({ answer: null, certified: false, error: 1 });
    expect(knownMeans(first)).toBeNull();
    for (const { mean, low, high } of variantBeliefs(first)) {
      expect([mean, low, high]).toEqual([null, 0, 1]);
    }
    const others = VARIANTS.map((_, variant) => variant).filter((one) => one !== CONTROL);
    expect(variantLifts(first)).toEqual(
      others.map((variant) => ({ variant, lift: null, low: -1, high: 1 })),
    );
    let last = first;
    let withheld = 0;
    for (let batch = 0; batch < 80 && !last.best.certified; batch++) {
      withheld += await visit(25);
      last = await read();
      const beliefs = variantBeliefs(last);
      expect(beliefs.reduce((sum, { chance }) => sum + chance, 0)).toBeCloseTo(1, 9);
      for (const { mean, low, high } of beliefs) {
        if (mean === null) continue;
        // An estimate may leave [0, 1], bounds may not.
        const inside = Math.min(1, Math.max(0, mean));
        expect(low).toBeLessThanOrEqual(inside + 1e-9);
        expect(high).toBeGreaterThanOrEqual(inside - 1e-9);
      }
    }
    // Wrong with 5 % at most, and with far less in truth; the visitors are drawn anew each time.
    expect(last.ended).toBeUndefined();
    expect(last.best.certified).toBe(true);
    expect(last.best.answer).toBe(BEST);
    expect(last.best.error).toBeLessThanOrEqual(ERROR_PROBABILITY);
    for (const { lift, low, high } of variantLifts(last)) {
      expect(low).toBeLessThan(lift as number);
      expect(high).toBeGreaterThan(lift as number);
    }
    // Nothing is sent once it is certified, before the operator has ended it too.
    expect(withheld).toBe(0);
    expect(await visit(5)).toBe(5);
    expect((await read()).best).toEqual(last.best);
    await end();
    last = await read();
    expect(last.ended).toBe(true);
    const { chance } = variantBeliefs(last)[BEST] ?? {};
    expect(chance).toBe(1);
    const { reports } = last;
    expect(await visit(5)).toBe(5);
    expect((await read()).reports).toBe(reports);
  });

  test('shows only the best variant without loss', () => {
    expect(VARIANTS.map((_, i) => regretOf(i)).filter((lost) => lost === 0)).toHaveLength(1);
    expect(TRUTH).toHaveLength(VARIANTS.length);
  });
});

async function open(epsilon: 8) {
  const id = AB.id(epsilon);
  const { collector, bandit, read } = await openVisit<TestSnapshot, typeof AB.algorithm.type>(
    atOnce(AB.table()),
    id,
    AB.algorithm,
    epsilon,
  );
  const end = () => collector.end(id);
  /** How many of them made no packet, because the test had ended. */
  const visit = async (visitors: number) => {
    await bandit.refresh();
    let withheld = 0;
    for (let i = 0; i < visitors; i++) {
      const decision = bandit.choose();
      const outcome = await decision.reward(Math.random() < (TRUTH[decision.action] ?? 0) ? 1 : 0);
      if (outcome.status === 'withheld') {
        expect([outcome.reason, decision.action]).toEqual(['experiment_ended', BEST]);
        withheld++;
      }
    }
    await bandit.flush();
    return withheld;
  };
  return { visit, read, end };
}
