// The experiment of the fault runs, and its wire format written by hand: the collector is tested against the format,
// not against the library's own encoder.
import { randomBytes } from 'node:crypto';

export const NAME = 'faults';
export const ARMS = 16;
const EPSILON = 1;

/**
 * What the collectors of a run serve.
 *
 * @param slackMs How long an epoch takes reports after the next snapshot; at least 1,000.
 * @param everyMs The time between two snapshots.
 * @param serve With `distribution` all arms of about equal means are shown, so that reports fall into many cells.
 */
export function configuration({ slackMs, everyMs, serve = 'distribution', maxReportsPerBody = 1 }) {
  const snapshotAgeMs = 1000;
  const times = { responseWindowMs: 0, maxDelayMs: 0, snapshotAgeMs };
  const timing = { ...times, slackMs: slackMs - snapshotAgeMs };
  return {
    experiments: {
      [NAME]: {
        algorithm: { type: 'weighted-ldp-ucb', arms: ARMS },
        perReport: { epsilon: EPSILON },
        serve,
        timing: { ...timing, publishAtMostEveryMs: everyMs },
      },
    },
    publishEvery: { reports: 100, ms: everyMs },
    basePath: '',
    retention: Math.max(16, 4 + Math.ceil((slackMs + 2000) / everyMs)),
    maxReportsPerBody,
  };
}

/** A report of a device that has made `arm` and `bit` from this snapshot. */
export function reportBody({ snapshot, arm, bit }) {
  const id = randomBytes(16).toString('base64url');
  return `{"v":1,"id":"${id}","snapshot":${snapshot},"arm":${arm},"level":0,"bit":${bit}}`;
}

/** The arms that a snapshot, as JSON, lets a device play: by weights, or those of the largest index. */
export function shownArms({ forced, weights, mean, width, scale }) {
  if (forced !== null) return [forced];
  if (weights) return weights.flatMap((weight, arm) => (weight > 0 ? [arm] : []));
  const index = width.map((one, arm) => (one === null ? Infinity : mean[arm] + one * scale));
  const largest = Math.max(...index);
  return index.flatMap((one, arm) => (one === largest ? [arm] : []));
}

/** The means that a snapshot has after these sums: `[count, ones]` of each arm. Null: no report. */
export function meansOf(sums) {
  const flipped = 1 / (1 + Math.exp(EPSILON));
  return sums.map(([count, ones]) =>
    count === 0 ? null : (ones / count - flipped) / (1 - 2 * flipped),
  );
}

/**
 * `[count, ones]` of each arm, from the bytes of `Collector.export`: "LDPC", version, three zeros, then the lengths of
 * learner, snapshot and epochs; the learner ends with its sums, as int64, and a CRC-32.
 */
export function sumsOfState(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const magic = String.fromCharCode(...bytes.subarray(0, 4));
  if (magic !== 'LDPC' || view.getUint8(4) !== 2)
    throw new Error('These bytes are no exported state of version 2.');
  const header = 20;
  const sums = header + view.getUint32(8, true) - 4 - ARMS * 16;
  return Array.from({ length: ARMS }, (_, arm) =>
    [0, 8].map((at) => Number(view.getBigInt64(sums + 16 * arm + at, true))),
  );
}
