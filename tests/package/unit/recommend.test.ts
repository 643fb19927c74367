// From words about a page to an algorithm: what is recommended runs as it stands, its price is what simulations say,
// and what cannot be is refused with words.

import { transform } from 'esbuild';
import { createBandit, LdpError, memoryLedger } from 'ldp-bandits';
import 'ldp-bandits/best-arm';
import 'ldp-bandits/contexts';
import 'ldp-bandits/noise';
import 'ldp-bandits/points';
import 'ldp-bandits/slates';
import {
  advisedEpoch,
  predictedVisitors,
  recommend,
  type Situation,
  type TestTerms,
} from 'ldp-bandits/recommend';
import { createCollector, memoryStore } from 'ldp-bandits/server';
import { createSimulator } from 'ldp-bandits/simulation';
import { describe, expect, test } from 'vitest';
import { isWithin, simulated, situations } from './recommend-support.js';
import { atOnce } from './server-support.js';

/** One decision through a real client and a real collector, and what became of its report. */
async function visit(situation: Situation) {
  const { algorithm } = recommend(situation);
  const perReport = { epsilon: situation.epsilon };
  const collector = await createCollector({
    basePath: '/c',
    store: memoryStore(),
    publishEvery: { reports: 1 },
    experiments: atOnce({ mine: { algorithm, perReport } }),
  });
  const bandit = await createBandit({
    endpoint: 'https://site.example/c',
    experiment: 'mine',
    algorithm,
    privacy: { epsilon: situation.epsilon, epsilonTotal: 8 * situation.epsilon },
    ledger: memoryLedger(),
    timeoutMs: 60_000,
    fetch: collector.fetch,
  });
  const { features = 5, options = 4 } = situation;
  const rows = Array.from({ length: options }, (_, i) =>
    Array.from({ length: features }, (_, j) => (i === j ? 0.5 : 0.1)),
  );
  const context = 'dimension' in algorithm ? [rows] : [];
  const decision = bandit.choose(...(context as []));
  const feedback = {
    one: 1,
    set: Array(situation.shown ?? 2).fill(1),
    'by-context': 1,
    number: situation.see === 'comparison' ? 1 : -1,
  }[situation.choose];
  const outcome = await decision.reward(feedback as never);
  const flushed = await bandit.flush();
  await bandit[Symbol.asyncDispose]();
  await collector[Symbol.asyncDispose]();
  return { outcome, flushed };
}

describe('what is recommended', () => {
  test.each(situations)(
    'runs as it stands, for %s: client and collector agree on it',
    async (_, situation) => {
      const { outcome, flushed } = await visit(situation);
      expect(outcome.status).toBe('queued');
      expect(flushed).toMatchObject({ accepted: 1, pending: 0 });
    },
  );

  test.each(situations)(
    'is in the code to paste, for %s: both modules have it, word for word',
    async (_, situation) => {
      const { algorithm, code } = recommend(situation);
      for (const text of [code.page, code.collector]) {
        await expect(transform(text, { loader: 'js', format: 'esm' })).resolves.toBeDefined();
        const [, literal] = /^\s+algorithm: (.*),$/m.exec(text) ?? [];
        expect(new Function(`return (${literal})`)()).toEqual(algorithm);
        expect(text).toContain(`epsilon: ${situation.epsilon}`);
      }
    },
  );

  test('follows the words: what is chosen, what is seen, and to what end', () => {
    const types = situations.map(([, situation]) => recommend(situation).algorithm.type);
    expect(types).toEqual([
      'ldp-thompson',
      'ldp-thompson-graded',
      'ldp-thompson-graded',
      'ldp-duel',
      'ldp-thompson-drift',
      'cucb-ldp-kl',
      'ldp-glm-newton',
      'ldp-glm-sgd',
      'ldp-linear-moments',
      'ldp-thompson',
      'ldp-two-point',
      'ldp-one-point',
      'ldp-one-point',
    ]);
  });

  test('takes window reports for values from epsilon 1 on, and never for clicks', () => {
    const type = (see: 'click' | 'value', epsilon: number) =>
      recommend({ choose: 'one', see, visitors: 1e5, epsilon }).algorithm.type;
    expect([0.5, 0.99, 1, 5].map((epsilon) => type('value', epsilon))).toEqual([
      'ldp-thompson',
      'ldp-thompson',
      'ldp-thompson-graded',
      'ldp-thompson-graded',
    ]);
    expect([0.5, 1, 5].map((epsilon) => type('click', epsilon))).toEqual(
      Array(3).fill('ldp-thompson'),
    );
  });

  test('clamps values to their range, and says so where they have none', () => {
    const [, , unbounded] = situations.map(([, situation]) => recommend(situation));
    expect(recommend(situations[1]?.[1] as Situation).algorithm).toMatchObject({
      rewards: { type: 'clip', low: 0, high: 50 },
    });
    expect(unbounded?.algorithm).toMatchObject({ rewards: { type: 'sigmoid' } });
    expect(unbounded?.warnings.join()).toMatch(/range/);
  });
});

describe('its price', () => {
  const clicks = { see: 'click', visitors: 1e5 } as const;

  test('of one option is what Thompson sampling took in a simulation, within a factor of 2', async () => {
    const means = [0.4, 0.4, 0.6, 0.4];
    const { visitors } = await simulated(
      { type: 'bernoulli', means },
      { type: 'ldp-thompson' },
      1,
      20_000,
    );
    const asked = { choose: 'one', options: 4, gap: 0.2, epsilon: 1 } as const;
    const { price } = recommend({ ...clicks, ...asked });
    isWithin(2, price.visitors, visitors);
  });

  test('of rare clicks is what Thompson sampling took, with privacy and without, within a factor of 2', async () => {
    const asked = { choose: 'one', options: 3, rate: 0.05, gap: 0.1 } as const;
    const { price } = recommend({ ...clicks, ...asked, epsilon: 2 });
    const world = { type: 'bernoulli', means: [0.05, 0.05, 0.15] } as const;
    const learnt = await simulated(world, { type: 'ldp-thompson' }, 2, 20_000);
    isWithin(2, price.visitors, learnt.visitors);
    const clear = await simulated(world, { type: 'thompson' }, undefined, 5000);
    isWithin(2, price.withoutPrivacy, clear.visitors);
  });

  // docs/spec/graded.md, section 6, with the variances at 1/2 and at 0 of the table in section 2.
  test.each([
    [1, 0.9335, 1.2664],
    [2, 0.1678, 0.273],
    [3, 0.0537, 0.0965],
  ])('of values at epsilon %d is that of the specification', (epsilon, middle, end) => {
    const [options, gap, spread] = [4, 0.05, 0.2];
    const noise = middle + 4 * (end - middle) * (spread ** 2 + gap ** 2 / 4);
    const visitors = (n: number) => 5 * (2 * options + ((options - 1) * n) / 2);
    let n = 1;
    const estimated = () => (n * (noise + spread ** 2) + 2 * (end + 1 / 4)) / (n + 2);
    while ((n / 2) * Math.log(1 + gap ** 2 / estimated()) < Math.log(visitors(n))) n += 1;
    const asked = { choose: 'one', see: 'value', visitors: 1e6, options, gap, spread } as const;
    const { price, algorithm } = recommend({ ...asked, epsilon });
    expect(algorithm.type).toBe('ldp-thompson-graded');
    expect(price.visitors / visitors(n)).toBeCloseTo(1, 2);
  });

  test('of values grows with their spread, and is never below that without privacy', () => {
    for (const gap of [0.01, 0.1, 0.5, 1])
      for (const epsilon of [0.5, 1, 2, 8, 32]) {
        const prices = [0, 0.05, 0.25, 0.5].map(
          (spread) =>
            recommend({ choose: 'one', see: 'value', visitors: 1e6, gap, spread, epsilon }).price,
        );
        for (const [i, { visitors, withoutPrivacy }] of prices.entries()) {
          expect(visitors).toBeGreaterThanOrEqual(withoutPrivacy);
          expect(visitors).toBeGreaterThanOrEqual(prices[i - 1]?.visitors ?? 0);
        }
      }
  });

  test('of options that change is what the learner that watches for it took, within a factor of 2', async () => {
    const asked = { choose: 'one', options: 5, changing: true, gap: 0.2, epsilon: 1 } as const;
    const { price, algorithm } = recommend({ ...clicks, ...asked });
    const horizon = price.visitors;
    await using simulator = await createSimulator({ workers: 1 });
    // The best option falls below all others at half time; the next best one is as far above the rest.
    const { curves } = await simulator.run({
      version: 1,
      seed: 'price',
      horizon,
      replicates: 20,
      environment: {
        type: 'bernoulli',
        means: [0.7, 0.5, 0.3, 0.3, 0.3],
        changes: [{ at: 0.5, means: [0.3, 0.5, 0.3, 0.3, 0.3] }],
      },
      runs: [
        { label: 'learner', policy: { type: 'ldp-thompson-drift', horizon }, epsilon: 1 },
        { label: 'random', policy: { type: 'uniform' } },
      ],
      record: { points: 4, scale: 'log' },
    }).result;
    expect(algorithm.type).toBe('ldp-thompson-drift');
    const [learner, random] = curves.map(({ mean }) => mean.at(-1) as number);
    isWithin(2, 1 / 5, (learner as number) / (random as number));
  });

  describe('of a slate', () => {
    const means = [0.6, 0.4, 0.6, 0.4, 0.4, 0.6];
    const world = {
      type: 'combinatorial',
      set: { type: 'top-k', arms: 6, choose: 3 },
      means,
    } as const;
    const asked = { choose: 'set', options: 6, shown: 3, gap: 0.2 } as const;

    test.each([
      [1, 20_000],
      [2, 10_000],
    ])(
      'is what the learner that is recommended took at epsilon %d, within a factor of 2',
      async (epsilon, horizon) => {
        const { price, algorithm } = recommend({ ...clicks, ...asked, epsilon });
        expect(algorithm.type).toBe('cucb-ldp-kl');
        const { visitors } = await simulated(world, { type: 'cucb-ldp-kl' }, epsilon, horizon);
        isWithin(2, price.visitors, visitors);
      },
    );

    test('is without privacy what Thompson sampling on raw reactions took, within a factor of 2', async () => {
      const policy = { type: 'combinatorial-thompson-free' } as const;
      const { visitors } = await simulated(world, policy, undefined, 10_000);
      isWithin(2, recommend({ ...clicks, ...asked, epsilon: 1 }).price.withoutPrivacy, visitors);
    });

    test('is 6 to 10 times what it is without privacy at epsilon 1, for 3 of 6 as for 4 of 20', () => {
      for (const [options, shown] of [
        [6, 3],
        [20, 4],
      ] as const) {
        const { price } = recommend({ ...clicks, choose: 'set', options, shown, epsilon: 1 });
        expect(price.factor).toBeGreaterThan(6);
        expect(price.factor).toBeLessThan(10);
      }
    });
  });

  /** A valley on [-1, 1], its lowest point 0.6 from the middle, which is 0.18 higher. */
  const valley = {
    type: 'convex',
    set: { type: 'box', low: [-1], high: [1] },
    optimum: [0.6],
  } as const;

  test('of a slider by comparison is what two points took, within a factor of 3', async () => {
    // The lowest point is preferred to the middle 70 times in 100.
    const world = { ...valley, loss: 'preference', noise: 0.18 / (2 * Math.atanh(0.4)) } as const;
    const policy = { type: 'ldp-two-point', feedback: 'comparison', distance: 0.15 } as const;
    const { visitors } = await simulated(world, policy, 2, 20_000, 0.18);
    const { price, algorithm } = recommend({
      choose: 'number',
      numbers: 1,
      see: 'comparison',
      gap: 0.4,
      visitors: 1e5,
      epsilon: 2,
    });
    expect(algorithm).toMatchObject(policy);
    isWithin(3, price.visitors, visitors);
  });

  test('of a slider by value is what one point took, within a factor of 3', async () => {
    const world = { ...valley, loss: 'quadratic', noise: 0.2 } as const;
    const policy = { type: 'ldp-one-point', losses: 'smooth', steps: 'practical' } as const;
    const { visitors } = await simulated(world, policy, 4, 40_000, 0.18);
    const { price, algorithm } = recommend({
      choose: 'number',
      numbers: 1,
      see: 'value',
      gap: 0.18 / (1.28 + 2 * 0.2), // of the range of the losses
      visitors: 1e5,
      epsilon: 4,
    });
    expect(algorithm).toMatchObject(policy);
    isWithin(3, price.visitors, visitors);
  });

  test.each(situations)(
    'falls with epsilon down to that without privacy, for %s',
    (_, situation) => {
      const prices = [0.25, 0.5, 1, 2, 4, 8, 32].map(
        (epsilon) => recommend({ ...situation, epsilon }).price,
      );
      for (const [i, { visitors, withoutPrivacy, factor }] of prices.entries()) {
        expect(visitors).toBeLessThanOrEqual(prices[i - 1]?.visitors ?? Infinity);
        expect(visitors).toBeGreaterThanOrEqual(withoutPrivacy);
        expect(factor).toBeCloseTo(visitors / withoutPrivacy, 12);
      }
    },
  );

  test('is met by the epsilon that is called sufficient, and by no smaller one', () => {
    for (const [name, situation] of situations) {
      const { sufficientEpsilon } = recommend({ ...situation, visitors: 3e4 });
      if (sufficientEpsilon === null) {
        expect(recommend({ ...situation, visitors: 3e4, epsilon: 32 }).price.enough, name).toBe(
          false,
        );
        continue;
      }
      const at = (epsilon: number) => recommend({ ...situation, visitors: 3e4, epsilon }).price;
      expect(at(sufficientEpsilon).enough, name).toBe(true);
      if (sufficientEpsilon > 0.02) expect(at(sufficientEpsilon - 0.02).enough, name).toBe(false);
    }
  });

  test('of an answer among thousands of options does not freeze the page that asks for it', () => {
    const start = performance.now();
    const asked = { choose: 'one', goal: 'decide', options: 4096, epsilon: 1 } as const;
    const { price } = recommend({ ...clicks, ...asked });
    expect(performance.now() - start).toBeLessThan(1_000); // 16 s with every option looked at
    const each = {
      means: [0.6, ...Array<number>(7).fill(0.5)],
      epsilon: 1,
      errorProbability: 0.05,
    };
    // All distinct, though by nothing that matters: the same number.
    const apart = each.means.map((mean, i) => mean - i * 1e-12);
    expect(predictedVisitors(each) / predictedVisitors({ ...each, means: apart })).toBeCloseTo(
      1,
      6,
    );
    expect(price.visitors).toBeGreaterThan(4_096);
  });

  test('of an answer between near equals grows as 1/(gap tanh(epsilon/2))^2, however near', () => {
    const at = (gap: number, epsilon: number) =>
      predictedVisitors({ means: [0.5 + gap, 0.5, 0.5], epsilon, errorProbability: 0.05 }) *
      (gap * Math.tanh(epsilon / 2)) ** 2;
    for (const gap of [1e-4, 1e-6, 2e-7]) expect(at(gap, 0.01) / at(1e-3, 0.1)).toBeCloseTo(1, 2);
  });

  test('of an answer is never below that without privacy, at the ends of what may be asked', () => {
    for (const gap of [1e-6, 5e-6, 1e-3, 0.5, 1])
      for (const epsilon of [0.002, 0.01, 1, 32]) {
        const { price } = recommend({ ...clicks, choose: 'one', goal: 'decide', gap, epsilon });
        expect(price.factor, `gap ${gap}, epsilon ${epsilon}`).toBeGreaterThanOrEqual(1);
      }
  });

  // docs/spec/best-arm.md, section 10, with epochs of a fiftieth: nats/rate/(1 - 2/50), or - 0.5/50.
  test('of an answer is that of the specification, and an epoch is a fiftieth of it', () => {
    const six = {
      means: [0.7, 0.65, 0.6, 0.55, 0.5, 0.45],
      epsilon: 1,
      errorProbability: 0.05,
    };
    expect(predictedVisitors(six)).toBeCloseTo((19_138.02038564403 - 200) / 0.96, 3);
    expect(advisedEpoch(six)).toBeCloseTo(predictedVisitors(six) / 50, 9);
    const two = { ...six, means: [0.55, 0.5] };
    expect(predictedVisitors(two)).toBeCloseTo((15_995.2634039466 - 100) / 0.99, 3);
    // About five epochs at least.
    const clear = { ...six, means: [0.95, 0.05], epsilon: 8 };
    expect(advisedEpoch(clear)).toBe(32);
    expect(predictedVisitors(clear)).toBe(160);
    expect(advisedEpoch({ ...six, means: [0.5, 0.5] })).toBe(Number.POSITIVE_INFINITY);
  });

  test('of an answer with a menu of levels is that of the specification, and of one level that level', () => {
    const six = { means: [0.7, 0.65, 0.6, 0.55, 0.5, 0.45], errorProbability: 0.05 };
    const third = 1 / 3;
    const menu = { levels: [0.5, 1, 2], probabilities: [third, third, third] };
    const predicted = predictedVisitors({ ...six, population: menu });
    expect(predicted).toBeCloseTo((13_984.723276831593 - 200) / 0.96, 3);
    expect(advisedEpoch({ ...six, population: menu })).toBeCloseTo(predicted / 50, 9);
    // Measured at epochs of 100: .93 to 1.08 times the prediction for six arms.
    expect(15_010 / (0.96 * predicted + 200)).toBeGreaterThan(0.93);
    expect(15_010 / (0.96 * predicted + 200)).toBeLessThan(1.08);
    for (const epsilon of [0.01, 1, Number.POSITIVE_INFINITY]) {
      const population = { levels: [epsilon], probabilities: [1] };
      expect(predictedVisitors({ ...six, population })).toBe(
        predictedVisitors({ ...six, epsilon }),
      );
    }
  });

  test('too few visitors, and a large epsilon, are warned of in words', () => {
    const few = recommend({ choose: 'one', see: 'click', visitors: 100, epsilon: 1 });
    expect(few.price.enough).toBe(false);
    expect(few.warnings.join()).toMatch(/Too few visitors: about [\d,]+ are needed/);
    const open = recommend({ choose: 'one', see: 'click', visitors: 1e6, epsilon: 8 });
    expect(open.price.enough).toBe(true);
    expect(open.warnings.join()).toMatch(/gives nearly everything away/);
    const fine = recommend({ choose: 'one', see: 'click', visitors: 1e6, epsilon: 1 });
    expect(fine.warnings).toEqual([]);
  });

  test('too few visitors are told only what would help them', () => {
    const told = (situation: Partial<Situation>) =>
      recommend({
        choose: 'one',
        see: 'click',
        visitors: 2e4,
        epsilon: 1,
        ...situation,
      }).warnings.find((warning) => warning.startsWith('Too few'));
    const values = { choose: 'by-context', see: 'value' } as const;
    expect(told(values)).toMatch(
      /^Too few visitors: about 400,000 are needed at epsilon 1\. .*fewer features.* a weaker promise, epsilon 4\.8, would/,
    );
    expect(told({ choose: 'by-context' })).toMatch(
      /^Too few visitors: about 100,000 are needed at epsilon 1\. .*fewer features.* a weaker promise, epsilon 2\.29, would/,
    );
    // Enough without privacy, too few at any epsilon: the report itself is noisy.
    expect(told({ ...values, visitors: 1_000 })).toMatch(
      /^Too few visitors: about 400,000 are needed at epsilon 1, and no weaker promise would do\. .*fewer features/,
    );
    expect(told({ choose: 'by-context', fixed: true, visitors: 100 })).toMatch(/offer less to/);
    expect(told({ changing: true, visitors: 2_000 })).toMatch(
      /about 4,200 are needed even without privacy\./,
    );
    expect(told({ goal: 'decide', visitors: 3_000 })).toMatch(
      /offer less .* a weaker promise, epsilon 2\.\d+, would/,
    );
    expect(told({ goal: 'decide', visitors: 3_000, options: 2 })).not.toMatch(/offer less/);
    expect(told({ goal: 'decide', visitors: 2_000 })).toMatch(
      /only a promise as weak as epsilon [\d.]+, which gives nearly everything away/,
    );
  });

  test('is at least one visitor for every option', () => {
    const situation = { see: 'click', visitors: 100, epsilon: 32, gap: 1, options: 16 } as const;
    expect(recommend({ choose: 'one', ...situation }).price.visitors).toBe(16);
    const slate = recommend({ choose: 'set', shown: 4, ...situation }).price;
    expect([slate.visitors, slate.withoutPrivacy]).toEqual([16, 4]);
  });
});

const one = { choose: 'one', see: 'click', visitors: 1, epsilon: 1 };
const set = { ...one, choose: 'set' };

test.each([
  ['situation', undefined],
  ['situation', []],
  ['situation.choose', { ...one, choose: 'two' }],
  ['situation.see', { ...one, see: 'glance' }],
  ['situation.see', { ...one, see: 'comparison' }],
  ['situation.visitors', { choose: 'one', see: 'click', epsilon: 1 }],
  ['situation.visitors', { ...one, visitors: '9' }],
  ['situation.visitors', { ...one, visitors: 0 }],
  ['situation.epsilon', { ...one, epsilon: Number.NaN }],
  ['situation.epsilon', { ...one, epsilon: 33 }],
  ['situation.epsilon', { choose: 'one', see: 'click', visitors: 1 }],
  ['situation.options', { ...one, options: 1 }],
  ['situation.shown', { ...set, options: 3, shown: 3 }],
  ['situation.features', { ...one, choose: 'by-context', features: 1.5 }],
  ['situation.fixed', { ...one, choose: 'by-context', fixed: 1 }],
  ['situation.fixed', { ...one, fixed: true }],
  ['situation.numbers', { ...one, choose: 'number', numbers: 33 }],
  ['situation.goal', { ...set, goal: 'decide' }],
  ['situation.changing', { ...set, changing: true }],
  ['situation.changing', { ...one, changing: 1 }],
  ['situation.changing', { ...one, goal: 'decide', changing: true }],
  ['situation.gap', { ...one, gap: 0 }],
  ['situation.rate', { ...one, gap: 0.3, rate: 0.8 }],
  ['situation.rate', { ...one, see: 'value', rate: 0.2 }],
  ['situation.rate', { ...one, choose: 'by-context', rate: 0.2 }],
  ['situation.spread', { ...one, see: 'value', spread: 0.6 }],
  ['situation.spread', { ...one, spread: 0.1 }],
  ['situation.range', { ...one, see: 'value', range: [1] }],
  ['situation.range[1]', { ...one, see: 'value', range: [1, 1] }],
  ['situation.range[1]', { ...one, choose: 'number', see: 'value', range: [-1e308, 1e308] }],
  ['situation.price', { ...one, price: 3 }],
])('a situation that cannot be is refused, naming %s', (parameter, situation) => {
  const attempt = () => recommend(situation as unknown as Situation);
  expect(attempt).toThrow(LdpError);
  try {
    attempt();
  } catch (error) {
    expect(error).toMatchObject({ code: 'invalid_argument', details: { parameter } });
  }
});

test.each([
  ['terms', undefined],
  ['terms.means', { means: [0.5], epsilon: 1, errorProbability: 0.05 }],
  ['terms.means[1]', { means: [0.5, Number.NaN], epsilon: 1, errorProbability: 0.05 }],
  ['terms.epsilon', { means: [0.5, 0.6], epsilon: 0, errorProbability: 0.05 }],
  ['terms.epsilon', { means: [0.5, 0.6], errorProbability: 0.05 }],
  ['terms.errorProbability', { means: [0.5, 0.6], epsilon: 1, errorProbability: 1 }],
  ['terms.epsilon', { ...menuTerms(), epsilon: 1 }],
  ['terms.population', { ...menuTerms(), rule: 'ldp-kl-lucb' }],
  ['terms.population', { ...menuTerms(), population: [1, 2] }],
  ['terms.population.levels', menuTerms({ levels: [] })],
  ['terms.population.levels[0]', menuTerms({ levels: [0, 1] })],
  ['terms.population.probabilities', menuTerms({ probabilities: [1] })],
  ['terms.population.probabilities', menuTerms({ probabilities: [0.5, 0.6] })],
  ['terms.population.probabilities[0]', menuTerms({ probabilities: [-1, 2] })],
  ['terms.rule', { means: [0.5, 0.6], epsilon: 1, errorProbability: 0.1, rule: 'ldp-lil-ucb' }],
])('a test that cannot be has no prediction: %s is named', (parameter, terms) => {
  try {
    predictedVisitors(terms as unknown as TestTerms);
    expect.unreachable();
  } catch (error) {
    expect(error).toMatchObject({ code: 'invalid_argument', details: { parameter } });
  }
});

/** Two levels, one half each, with something else in them. */
function menuTerms(other: object = {}) {
  const population = { levels: [1, 2], probabilities: [0.5, 0.5], ...other };
  return { means: [0.5, 0.6], population, errorProbability: 0.05 };
}
