// ldp-duel over the real collector: one experiment called demo, and reports by the hundred.
import type { Collector, CollectorOptions } from 'ldp-bandits/server';
import { expect } from 'vitest';
import {
  type BestSnapshotBody,
  collectorOver,
  post,
  report,
  snapshotOf,
} from './server-support.js';

export const DUEL = { type: 'ldp-duel', arms: 3, maximumPulls: 100_000, control: 0 } as const;

type Shown = BestSnapshotBody & {
  readonly best: Record<'pulls' | 'evidence' | 'lift' | 'liftLower' | 'liftUpper', number[]>;
};
export const shown = (collector: Collector) => snapshotOf<Shown>(collector);

export const openCollector = (algorithm: object = DUEL, options: Partial<CollectorOptions> = {}) =>
  collectorOver({
    experiments: { demo: { algorithm, perReport: { epsilon: 1 } } } as never,
    publishEvery: { ms: 0 },
    ...options,
  });

type Counts = readonly (readonly [number, number])[];

/**
 * By arm, `ones` of `count` reports are ones, for each level of the menu; all are to the first snapshot, which shows
 * every arm.
 */
export async function deliver(collector: Collector, ...levels: readonly Counts[]) {
  const bodies = levels.flatMap((counts, level) =>
    counts.flatMap(([count, ones], arm) =>
      Array.from({ length: count }, (_, i) => report({ arm, level, bit: i < ones ? 1 : 0 })),
    ),
  );
  const response = await collector.fetch(post(`[${bodies.join()}]`));
  expect(response.status, await response.clone().text()).toBe(202);
}
