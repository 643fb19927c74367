// The manifest of a page whose collector has not answered yet: what the page itself has pinned.
import type { Family } from './family.js';
import { SETTLE_MS } from './journal.js';
import type { Pinned } from './manifest.js';
import type { AlgorithmSpec, Manifest } from './types.js';

/** Defaults of a collector's `timing`. */
const SNAPSHOT_AGE_MS = 60_000;
const SLACK_MS = 600_000;

export function ownManifest(
  { experiment, algorithm, epsilon }: Pinned,
  { protects }: Family,
  own: Pick<Manifest['timing'], 'responseWindowMs' | 'maxDelayMs'>,
): Manifest {
  const { responseWindowMs, maxDelayMs } = own;
  const levels = algorithm['levels'] as readonly number[] | undefined;
  return {
    protocol: 1,
    experiment,
    algorithm: algorithm as unknown as AlgorithmSpec,
    perReport: { epsilon: levels?.at(-1) ?? epsilon, delta: (algorithm['delta'] ?? 0) as number },
    protects,
    timing: {
      responseWindowMs,
      maxDelayMs,
      snapshotAgeMs: SNAPSHOT_AGE_MS,
      closesAfterMs: responseWindowMs + maxDelayMs + SNAPSHOT_AGE_MS + SLACK_MS + SETTLE_MS,
      publishAtMostEveryMs: 0,
    },
    digest: 'sha256-',
  };
}
