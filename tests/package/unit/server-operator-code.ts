// Code of the operator that a collector calls for every snapshot, an oracle or a learner: whatever goes wrong in it
// is an error of the operator, devices keep the last snapshot, and no report is lost.
import type { Collector, CollectorOptions } from 'ldp-bandits/server';
import { expect, test } from 'vitest';
import { badArgument } from './refusals.js';
import { get, post, snapshotOf } from './server-support.js';

export const SECRET = 'c0ffee';

export interface OperatorCode {
  /** The option that takes it. */
  readonly option: 'oracle' | 'learner';
  readonly open: (code: () => unknown, options?: Partial<CollectorOptions>) => Promise<Collector>;
  readonly right: () => unknown;
  /** A new report to snapshot 1. */
  readonly report: () => string;
  readonly wrong: readonly (readonly [string, () => unknown])[];
}

export function describeWrongCode({ option, open, right, report, wrong }: OperatorCode): void {
  const all: typeof wrong = [
    ...wrong,
    ['nothing', () => undefined],
    ['null', () => null],
    ['a promise', async () => right()],
    ['a promise that fails, which nobody waits for', () => Promise.reject(new Error(SECRET))],
    ['a list without end', () => ({ length: Number.POSITIVE_INFINITY })],
    [
      'a list that cannot be read',
      () => ({
        length: (right() as unknown[]).length,
        get 0(): number {
          throw new Error(SECRET);
        },
      }),
    ],
    [
      'an error',
      () => {
        throw new Error(SECRET);
      },
    ],
  ];
  const refusal = badArgument(`experiments.demo.${option}`);

  test.each(all)('that returns %s leaves nothing to begin with', async (_what, code) => {
    await expect(open(code)).rejects.toMatchObject(refusal);
  });

  test.each(all)('that later returns %s leaves the old snapshot published', async (_what, bad) => {
    let broken = false;
    await using collector = await open(() => (broken ? bad() : right()), {
      publishEvery: { reports: 1 },
    });
    const before = await snapshotOf(collector);
    broken = true;
    expect((await collector.fetch(post(report()))).status).toBe(202);
    // Devices go on with what there is, the operator hears of it.
    expect(await snapshotOf(collector)).toEqual(before);
    await expect(collector.snapshot('demo')).rejects.toMatchObject(refusal);
    expect((await collector.fetch(get('/healthz'))).status).toBe(500);
    // No report was lost: mended, it publishes all of them.
    expect((await collector.fetch(post(report()))).status).toBe(202);
    broken = false;
    expect(await snapshotOf(collector)).toMatchObject({ snapshot: 2, reports: 2 });
  });
}
