/** The contextual page's own arithmetic: its cards, its features, and what it says that packets stand for. */
import { type ContextualInput, createBandit, memoryLedger } from 'ldp-bandits';
import 'ldp-bandits/contexts';
import { createCollector, memoryStore } from 'ldp-bandits/server';
import { describe, expect, onTestFinished, test } from 'vitest';
import { regretOf, TRUE_THETA, wouldGo } from '../../../web/src/demos/personal/demo-knows/truth.js';
import { numbersOf } from '../../../web/src/demos/personal/server/read-report.js';
import { arrows, readAs, stretch } from '../../../web/src/demos/personal/shared/ball.js';
import { ASPECTS, CARDS } from '../../../web/src/demos/personal/shared/cards.js';
import { PERSONAL } from '../../../web/src/demos/personal/shared/experiment.js';
import { DIMENSION, featuresOf } from '../../../web/src/demos/personal/shared/features.js';
import { weights } from '../../../web/src/demos/personal/shared/snapshot.js';
import { AT_ONCE, timed } from '../../../web/src/shared/experiment.js';
import { queued } from './client-support.js';

const dot = (a: readonly number[], b: readonly number[]) =>
  a.reduce((sum, x, i) => sum + x * (b[i] ?? 0), 0);

/**
 * How many more visitors a collector needs, to know its weights as well as from true numbers.
 *
 * What a packet of the kind `moment` stands for is v = (y − ½) x, of length ½ for an answer y of 0 or 1 and a
 * feature vector of length 1: its variance, summed over the coordinates, is ¼ less what the mean takes. What
 * leaves is the mean of m arrows of length ½ B, whose mean is v: that adds (¼ B² − ¼)/m. Where answers are mostly
 * chance the mean takes little, and the ratio of the two variances is 1 + (B² − 1)/m. The estimate is linear in
 * the mean of the packets, so its variance grows by the same factor, and as many times the visitors make up for
 * it.
 */
function visitorsFactor(epsilon: number): number {
  const m = arrows(epsilon);
  return 1 + (stretch(epsilon / m, DIMENSION) ** 2 - 1) / m;
}

describe('the eight cards', () => {
  test('offer every aspect four times each way, and no two aspects together', () => {
    const column = (aspect: number) => CARDS.map(({ offers }) => offers[aspect] ?? 0);
    for (let i = 0; i < ASPECTS.length; i++) {
      expect(column(i).every((offer) => offer === 1 || offer === -1)).toBe(true);
      expect(column(i).reduce((sum, offer) => sum + offer, 0)).toBe(0);
      for (let j = 0; j < i; j++) expect(dot(column(i), column(j))).toBe(0);
    }
  });

  test('are eight different ones', () => {
    expect(new Set(CARDS.map(({ offers }) => offers.join())).size).toBe(8);
    expect(new Set(CARDS.map(({ headline }) => headline)).size).toBe(8);
  });
});

describe('features', () => {
  test.each([[[1, 1, 1, 1, 1, 1]], [[0.25, -0.5, 0, 0, 1, -1]], [[0, 0, 0.25, 0, 0, 0]]])(
    'of the wishes %j have length 1, and the cards’ mean is 0',
    (wishes) => {
      const features = featuresOf(wishes);
      for (const row of features) expect(Math.hypot(...row)).toBeCloseTo(1, 12);
      for (let i = 0; i < ASPECTS.length; i++) {
        expect(features.reduce((sum, row) => sum + (row[i] ?? 0), 0)).toBeCloseTo(0, 12);
      }
    },
  );

  test('of a visitor without wishes are 0: no card is better than another', () => {
    expect(
      featuresOf([0, 0, 0, 0, 0, 0])
        .flat()
        .every((value) => value === 0),
    ).toBe(true);
  });

  test('weights are read beside the largest; nothing known is no weight', () => {
    expect(weights([0.3, -0.15, 0, 0, 0, 0.075])).toEqual([100, -50, 0, 0, 0, 25]);
    expect(weights([0, -2, 1])).toEqual([0, -100, 50]);
    expect(weights([0, 0, 0])).toEqual([0, 0, 0]);
    expect(weights([])).toEqual([]);
  });

  test('the crowd’s chances are chances, whatever a visitor wants', () => {
    expect(wouldGo([0, 0, 0, 0, 0, 0]) - Math.hypot(...TRUE_THETA)).toBeGreaterThan(0);
    expect(wouldGo([0, 0, 0, 0, 0, 0]) + Math.hypot(...TRUE_THETA)).toBeLessThan(1);
    const features = featuresOf([1, 0, 0, 0, 0, 0]);
    expect(Math.min(...CARDS.map((_, card) => regretOf(features, card)))).toBe(0);
  });
});

describe('what a packet stands for', () => {
  /** B(ε, q) of docs/spec/privacy.md, section 9.2, to 16 digits. */
  test.each([
    [1, 1, 2.163953413738652],
    [1, 2, 3.399130073655952],
    [1, 20, 11.97833396698724],
    [2, 20, 7.268167170464299],
    [8, 5, 2.668456401071151],
  ])('the stretch at ε = %d in %d dimensions', (epsilon, dimension, expected) => {
    expect(stretch(epsilon, dimension) / expected).toBeCloseTo(1, 12);
  });

  test('integers are read as a vector of the one length that all packets have', () => {
    const integers = [32_767, 0, 0, 0, 0, 0];
    expect(Math.hypot(...readAs('moment', integers, 1))).toBeCloseTo(stretch(1, 6) / 2);
    expect(Math.hypot(...readAs('design', integers, 1))).toBeCloseTo(stretch(1, 6));
  });

  test('a body is read as the wire format says, and anything else is not read', () => {
    const body = (part: string, data: string) =>
      `{"v":1,"id":"AAECAwQFBgcICQoLDA0ODw","snapshot":12,"part":"${part}","data":"${data}"}`;
    expect(numbersOf(body('moment', 'AAD_fwGA'))).toEqual({
      part: 'moment',
      numbers: [0, 32_767, -32_767],
    });
    for (const other of ['', body('gram', 'AAD_fwGA'), '{"v":1,"arm":3,"bit":1}']) {
      expect(numbersOf(other)).toBeNull();
    }
  });
});

/** Packets of one visitor with many answers, from the library's client before the library's collector. */
async function packetsOf(epsilon: 0.5 | 1 | 2 | 4 | 8, count: number) {
  const fetch = await startCollector();
  await using bandit = await createBandit({
    endpoint: ENDPOINT,
    experiment: PERSONAL.id(epsilon),
    algorithm: PERSONAL.algorithm,
    privacy: { epsilon, epsilonTotal: 1e6 },
    ledger: memoryLedger(),
    timeoutMs: 60_000,
    fetch,
    responseWindowMs: 86_400_000,
    inspect: true,
  });
  const features = featuresOf([0.5, -0.25, 1, 0, -1, 1]);
  return Promise.all(
    Array.from({ length: count }, async (_, i) => {
      const decision = bandit.choose(features);
      const outcome = queued(await decision.reward(i % 2));
      const input = outcome.trace?.input as ContextualInput;
      const data = outcome.report.fields.find(({ name }) => name === 'data')?.value;
      return { report: outcome.report, input, data: data as readonly number[] };
    }),
  );
}

const ENDPOINT = 'https://site.invalid/collector/';

async function startCollector() {
  const collector = await createCollector({
    experiments: timed(PERSONAL.table(), AT_ONCE),
    store: memoryStore(),
    basePath: '/collector',
  });
  onTestFinished(() => collector[Symbol.asyncDispose]());
  return collector.fetch;
}

/** Summed over the coordinates. */
function varianceOf(vectors: readonly ArrayLike<number>[]): number {
  const [first = []] = vectors;
  return Array.from(first, (_, i) => {
    const mean = vectors.reduce((sum, vector) => sum + (vector[i] ?? 0), 0) / vectors.length;
    return (
      vectors.reduce((sum, vector) => sum + ((vector[i] ?? 0) - mean) ** 2, 0) / vectors.length
    );
  }).reduce((sum, variance) => sum + variance, 0);
}

describe.each([0.5, 1, 2, 4, 8] as const)('packets of the real client at ε = %d', (epsilon) => {
  test('are read in the library’s own unit, whose body the server’s reader understands', async () => {
    const [packet] = await packetsOf(epsilon, 1);
    if (!packet) throw new Error('no packet');
    const { report, input, data } = packet;
    // Before the first report all visitors explore, so it is a moment: the answer less ½, times x.
    expect(input.part).toBe('moment');
    input.vector.forEach((value, i) => {
      expect(value).toBeCloseTo((input.x[i] ?? 0) * (input.reward - 0.5), 12);
    });
    const values = readAs('moment', data, epsilon);
    data.forEach((integer, i) => {
      expect(values[i]).toBeCloseTo(integer * input.unit, 9);
    });
    expect(numbersOf(new TextDecoder().decode(report.body))).toEqual({
      part: 'moment',
      numbers: data,
    });
  });

  // The variance of m arrows has a relative deviation of less than 1/√n here: five of them, and 1 % for the
  // 16 bits of every number.
  test('have the variance of their inputs times the price', async () => {
    const packets = await packetsOf(epsilon, 4000);
    const sent = varianceOf(packets.map(({ data }) => readAs('moment', data, epsilon)));
    const truth = varianceOf(packets.map(({ input }) => input.vector));
    const tolerance = 0.01 + 5 / Math.sqrt(packets.length);
    expect(Math.abs(sent / truth / visitorsFactor(epsilon) - 1)).toBeLessThan(tolerance);
  });
});
