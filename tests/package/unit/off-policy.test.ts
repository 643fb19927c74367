// Off-policy evaluation. The numbers are those of docs/spec/off-policy.md; tests/reference/off_policy.py has them too.
import {
  createEvaluator,
  evaluate,
  LdpError,
  type PrivateEstimates,
  type PrivateEvaluation,
  type PrivateRow,
  type RawRow,
} from 'ldp-bandits/server';
import { describe, expect, test } from 'vitest';
import { clickLog, rawRows, rawTarget, sixRows } from './off-policy-support.js';
import { mulberry32 } from './recomputation/plain-numbers.js';

const TARGET = [0.7, 0.2, 0.1];

function estimates(found: PrivateEvaluation): PrivateEstimates {
  if (found.refused !== undefined) throw new Error(found.refused);
  return found;
}

/** To 10 digits. */
function agrees(value: number, quoted: number): void {
  expect(Math.abs(value / quoted - 1)).toBeLessThan(1e-10);
}

function problem(call: () => unknown): LdpError {
  try {
    call();
  } catch (error) {
    if (error instanceof LdpError) return error;
    throw error;
  }
  throw new Error('nothing was thrown');
}

describe('of a private log', () => {
  test('six rows give the values of the specification', () => {
    const found = estimates(evaluate({ log: sixRows, target: TARGET, private: true }));
    agrees(found.ips, 0.9360486950635886);
    agrees(found.snips, 0.8914749476796081);
    agrees(found.dr, 0.9377875937608552);
    expect(found).toMatchObject({ rows: 6, low: 0, high: 1 });
    expect(found.warnings).toEqual([
      expect.stringContaining('only 6 rows'),
      expect.stringContaining('log[0] has 22 % of the weight'),
    ]);
  });

  test('so do they two hundred times over', () => {
    const log = Array.from({ length: 200 }, () => sixRows).flat();
    const found = estimates(evaluate({ log, target: TARGET, private: true, alpha: 0.05 }));
    agrees(found.dr, 0.8807939334704593);
    agrees(found.low, 0.7602505656713724);
    agrees(found.high, 0.9136785263408214);
    expect(found.rows).toBe(1200);
  });

  test('weights are those of the target over the shares of the row', () => {
    const found = estimates(evaluate({ log: sixRows, target: TARGET, private: true }));
    const weights = [0.7 / 0.5, 0.2 / 0.3, 0.7 / 0.5, 0.1 / 0.1, 0.7 / 0.6, 0.2 / 0.3];
    const sum = weights.reduce((total, w) => total + w, 0);
    expect(found.meanWeight).toBeCloseTo(sum / 6, 14);
    expect(found.largestWeight).toBeCloseTo(1.4, 14);
    expect(found.ess).toBeCloseTo(sum ** 2 / weights.reduce((total, w) => total + w * w, 0), 12);
  });

  test('a flipped log gives one minus everything', () => {
    const log = Array.from({ length: 100 }, () => sixRows).flat();
    const flipped = log.map((row) => ({ ...row, bit: 1 - row.bit }));
    const one = estimates(evaluate({ log, target: TARGET, private: true }));
    const other = estimates(evaluate({ log: flipped, target: TARGET, private: true }));
    expect(other.dr).toBeCloseTo(1 - one.dr, 12);
    expect(other.low).toBeCloseTo(1 - one.high, 12);
    expect(other.high).toBeCloseTo(1 - one.low, 12);
  });

  test('DR is cut to [0, 1], which one report of epsilon 0.1 leaves by far', () => {
    const dr = (bit: number) =>
      estimates(
        evaluate({
          log: [{ ...sixRows[0], epsilon: 0.1, bit } as PrivateRow],
          target: TARGET,
          private: true,
        }),
      ).dr;
    expect([dr(0), dr(1)]).toEqual([0, 1]);
  });

  test('is refused where the log never plays what the target plays, and says which row and arm', () => {
    const log: PrivateRow[] = [
      ...sixRows,
      { shares: [0.5, 0.5, 0], arm: 0, epsilon: 1, bit: 1 },
      ...sixRows,
    ];
    const found = evaluate({ log, target: TARGET, private: true });
    expect(found).toEqual({
      refused: expect.stringMatching(/^log\[6\]\.shares\[2\] is 0.*arm 2/),
      rows: 7,
    });
    // A target without that arm takes the same log.
    expect(evaluate({ log, target: [0.5, 0.5, 0], private: true }).refused).toBeUndefined();
  });

  test('of an arm that earns more later, DR has the mean of the log, and the interval counts early rows more', () => {
    const theta = Math.tanh(1 / 2);
    const uniform = mulberry32(5);
    const log = Array.from({ length: 8000 }, (_, row): PrivateRow => {
      const mean = row < 4000 ? 0.1 : 0.9;
      const arm = uniform() < 0.5 ? 0 : 1;
      const bit = uniform() < 0.5 + theta * (mean - 0.5) ? 1 : 0;
      return { shares: [0.5, 0.5], arm, epsilon: 1, bit };
    });
    const { dr, high } = estimates(evaluate({ log, target: [1, 0], private: true }));
    expect(Math.abs(dr - 0.5)).toBeLessThan(0.15);
    expect(high).toBeLessThan(0.5);
    const late = estimates(evaluate({ log: log.slice(4000), target: [1, 0], private: true }));
    expect(late.low).toBeLessThan(0.9);
    expect(late.high).toBeGreaterThanOrEqual(0.9);
  });

  test('an empty log says that it knows nothing', () => {
    const found = estimates(evaluate({ log: [], target: TARGET, private: true }));
    expect(found).toMatchObject({ rows: 0, ips: Number.NaN, dr: Number.NaN, low: 0, high: 1 });
  });
});

describe('of a raw log', () => {
  const found = evaluate({ log: rawRows, target: rawTarget });

  test('the estimates are the values of the specification', () => {
    agrees(found.ips, 0.8436957333558112);
    agrees(found.snips, 0.4908401042214785);
    agrees(found.dm, 0.4983151735459663);
    agrees(found.dr, 0.4853391500108863);
    agrees(found.switch, 0.4851308166775529);
    agrees(found.threshold, 3.9607523964550553);
    agrees(found.meanWeight, 1.7188810084986779);
    agrees(found.ess, 27.140306080816643);
  });

  test('so are the intervals', () => {
    const quoted = {
      ips: [0.5037300673684797, 1.5386792584769182],
      snips: [0.2980351189577277, 0.6872532755735392],
      dm: [0.4252488909797876, 0.5714718258670928],
      dr: [0.10503477666489403, 0.875462103432028],
      switch: [0.3637474829566827, 0.6077034412780904],
    };
    for (const [name, [low, high]] of Object.entries(quoted)) {
      const { [name as 'ips']: interval } = found.intervals;
      agrees(interval.low, low as number);
      agrees(interval.high, high as number);
    }
    expect(found).toMatchObject(found.intervals.ips);
  });

  test('where the target is the policy of the log, IPS and SNIPS are the mean reward', () => {
    const shares = [0.2, 0.3, 0.5];
    const log = clickLog([0.1, 0.2, 0.3], shares, 1000, 3);
    const mean = log.reduce((sum, { reward }) => sum + reward, 0) / log.length;
    const { ips, snips, ess, warnings } = evaluate({ log, target: shares });
    expect(ips).toBeCloseTo(mean, 12);
    expect(snips).toBeCloseTo(mean, 12);
    expect(ess).toBeCloseTo(1000, 9);
    expect(warnings).toEqual([]);
  });

  test('propensities that are not those of the log are noticed', () => {
    const log = clickLog([0.1, 0.2, 0.3], [0.2, 0.3, 0.5], 1000, 4);
    const wrong = log.map((row) => ({ ...row, propensity: 0.25 }));
    const { warnings } = evaluate({ log: wrong, target: [0.6, 0.2, 0.2] });
    expect(warnings).toEqual([expect.stringMatching(/mean weight is 1\.134, more than 4/)]);
  });
});

describe('a log may be', () => {
  test('a list, a generator, or asynchronous, with the same result', async () => {
    async function* later<Row>(rows: Iterable<Row>): AsyncGenerator<Row> {
      for (const row of rows) yield row;
    }
    const kept = { target: TARGET, private: true } as const;
    const expected = evaluate({ log: sixRows, ...kept });
    expect(evaluate({ log: sixRows.values(), ...kept })).toEqual(expected);
    expect(await evaluate({ log: later(sixRows), ...kept })).toEqual(expected);
    const raw = { target: rawTarget };
    const expectedRaw = evaluate({ log: rawRows, ...raw });
    expect(await evaluate({ log: later(rawRows), ...raw })).toEqual(expectedRaw);
  });

  test('taken row by row, with a result at any time', () => {
    const evaluator = createEvaluator({ target: TARGET, private: true });
    for (const [i, row] of sixRows.entries()) {
      evaluator.add(row);
      const expected = evaluate({ log: sixRows.slice(0, i + 1), target: TARGET, private: true });
      expect(evaluator.result()).toEqual(expected);
    }
  });
});

describe('what is wrong is named, with the row and the field', () => {
  const [row] = sixRows as [PrivateRow];
  test.each<[string, Partial<Record<keyof PrivateRow, unknown>>]>([
    ['log[1].bit', { bit: 2 }],
    ['log[1].bit', { bit: Number.NaN }],
    ['log[1].arm', { arm: 3 }],
    ['log[1].arm', { arm: '0' }],
    ['log[1].epsilon', { epsilon: 0 }],
    ['log[1].shares', { shares: [0.5, 0.5] }],
    ['log[1].shares', { shares: [0.5, 0.3, 0.1] }],
    ['log[1].shares[0]', { shares: [-0.5, 1, 0.5] }],
    ['log[1].shares[0]', { shares: [0, 0.5, 0.5], arm: 0 }],
  ])('of a private log: %s, %j', (parameter, wrong) => {
    const log = [row, { ...row, ...wrong } as PrivateRow];
    const { code, details } = problem(() => evaluate({ log, target: TARGET, private: true }));
    expect({ code, parameter: details['parameter'] }).toEqual({
      code: 'invalid_argument',
      parameter,
    });
  });

  const [raw] = rawRows as [RawRow];
  test.each<[string, Partial<Record<keyof RawRow, unknown>>]>([
    ['log[1].action', { action: 4 }],
    ['log[1].reward', { reward: 1.5 }],
    ['log[1].reward', { reward: '1' }],
    ['log[1].propensity', { propensity: 0 }],
    ['log[1].propensity', { propensity: 1.1 }],
    ['log[1].stratum', { stratum: 2 }],
  ])('of a raw log: %s, %j', (parameter, wrong) => {
    const log = [raw, { ...raw, ...wrong } as RawRow];
    const { details } = problem(() => evaluate({ log, target: rawTarget }));
    expect(details['parameter']).toBe(parameter);
  });

  test.each<[string, object]>([
    ['target', { target: [] }],
    ['target', { target: [0.5, 0.4] }],
    ['target[1]', { target: [0.5, -0.5, 1] }],
    ['target[1]', { target: [[1, 0], [1]] }],
    ['alpha', { alpha: 0 }],
    ['alpha', { alpha: 1 }],
    ['options.sed', { sed: 1 }],
    ['private', { private: 'yes' }],
    ['options.seed', { private: true, seed: 1 }],
    ['options.resamples', { resamples: 500 }],
    ['log', { log: 7 }],
  ])('of the options: %s, %j', (parameter, wrong) => {
    const options = { log: rawRows, target: [0.5, 0.5], ...wrong };
    const { details } = problem(() => evaluate(options as never));
    expect(details['parameter']).toBe(parameter);
  });

  test('a row that is refused is not counted', () => {
    const evaluator = createEvaluator({ target: TARGET, private: true });
    evaluator.add(row);
    expect(() => evaluator.add({ ...row, bit: 3 })).toThrow(/log\[1\]\.bit/);
    expect(evaluator.result()).toEqual(evaluate({ log: [row], target: TARGET, private: true }));
  });
});
