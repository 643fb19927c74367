/** The reports of an experiment as a log for `evaluate`: what the collector's sums no longer have. */
import { invalidArgument, requireExperimentName, requireSignal } from '../../internal/checks.js';
import { Broadcast, type BroadcastLimits, type Delivered } from '../broadcast.js';
import type { Arrival, Collector } from '../types/index.js';
import type { PrivateRow } from './types.js';

/** Snapshots that are remembered: more than take reports at a time. */
const REMEMBERED = 128;

/** Reports that wait for their shares, and rows that wait for a slow reader; then the oldest are dropped. */
const LIMITS: BroadcastLimits = { items: 65_536, weight: Number.POSITIVE_INFINITY };

/** `snapshot`: the number of the one that the device followed. Neither the report's id nor its time. */
export interface PrivateLogRow extends PrivateRow {
  readonly snapshot: number;
}

interface Report {
  readonly snapshot: number;
  readonly arm: number;
  readonly level: number;
  readonly bit: number;
}

/** What was lost before it. A `Broadcast` adds it to its own count. */
interface Lossy {
  readonly missed?: number;
}

/**
 * The reports that are counted from this call on, of an experiment whose reports are one bit and whose snapshots name
 * the share of each arm (`ldp-thompson`, `ldp-thompson-drift`, `ldp-imed`); ends on abort and when the collector is
 * disposed of. Left out are reports to snapshots that were gone before the first report to them arrived, to those that
 * play one arm for all or for some levels, and bodies of several reports. `missed` of a row says how many were lost
 * just before it: rows that a slow reader let wait beyond 65,536, and, where more arrived at once than the tap holds,
 * arrivals of any experiment. None of this depends on the bit.
 *
 * @throws LdpError `invalid_argument` for an experiment that the collector does not have, or of another kind.
 */
export async function privateLog(
  collector: Pick<Collector, 'fetch' | 'tap'>,
  experiment: string,
  options: { readonly basePath?: string; readonly signal?: AbortSignal } = {},
): Promise<AsyncIterable<Delivered<PrivateLogRow>>> {
  requireExperimentName('experiment', experiment);
  const signal = requireSignal('signal', options.signal);
  // At once: what arrives from now on counts.
  const arrivals = collector.tap(signal ? { signal } : {});
  const read = reader(collector, `${options.basePath ?? ''}/${experiment}`);
  const manifest = await read('');
  if (manifest === null)
    throw invalidArgument('experiment', experiment, 'must be one that the collector has');
  const { algorithm, perReport } = manifest;
  const snapshots = new Map<number, Float64Array | null>();
  const lookOnce = async () => {
    const given = await read('/snapshot');
    if (given === null || snapshots.has(given.snapshot)) return;
    snapshots.set(given.snapshot, sharesOf(given));
    if (snapshots.size > REMEMBERED) snapshots.delete(snapshots.keys().next().value as number);
  };
  let looking: Promise<void> | null = null;
  /** One at a time. */
  const look = () => {
    looking ??= lookOnce().finally(() => {
      looking = null;
    });
    return looking;
  };
  await look();
  if ((await read('/snapshot'))?.weights === undefined)
    throw invalidArgument(
      'experiment',
      experiment,
      `must have an algorithm whose snapshots name shares; ${algorithm.type} does not`,
    );
  const levels: readonly number[] = algorithm.levels ?? [perReport.epsilon];
  const rows = new Broadcast<PrivateLogRow & Lossy>(LIMITS);
  const delivered = rows.read(signal);
  const rowOf = async ({ snapshot, arm, level, bit }: Report) => {
    if (!snapshots.has(snapshot)) await look();
    // The first may have begun before the snapshot was published.
    if (!snapshots.has(snapshot)) await look();
    const shares = snapshots.get(snapshot);
    const epsilon = levels[level];
    return shares && epsilon !== undefined ? { snapshot, shares, arm, epsilon, bit } : null;
  };
  const reports = new Broadcast<Report & Lossy>(LIMITS);
  const waiting = reports.read();
  // Whether or not the rows are read: a snapshot that is looked up later may be gone.
  void take(arrivals, experiment, look, reports);
  void write(waiting, rowOf, rows);
  return delivered;
}

/** Empties the tap at once: little waits in it. */
async function take(
  arrivals: AsyncIterable<Delivered<Arrival>>,
  experiment: string,
  look: () => Promise<void>,
  reports: Broadcast<Report & Lossy>,
): Promise<void> {
  let missed = 0;
  try {
    for await (const arrival of arrivals) {
      if (!reports.observed) return;
      missed += arrival.missed;
      if (arrival.experiment !== experiment || arrival.reports !== 1) continue;
      const report = reportOf(arrival.body);
      if (report === null) continue;
      look().catch(() => {}); // `write` meets it too
      reports.write({ ...report, missed });
      missed = 0;
    }
  } catch {
    // The collector was disposed of, or the signal has come: no more reports.
  } finally {
    reports.end();
  }
}

async function write(
  reports: AsyncIterable<Delivered<Report>>,
  rowOf: (report: Report) => Promise<PrivateLogRow | null>,
  rows: Broadcast<PrivateLogRow & Lossy>,
): Promise<void> {
  let missed = 0;
  try {
    for await (const report of reports) {
      if (!rows.observed) return;
      missed += report.missed;
      const row = await rowOf(report);
      if (row === null) continue;
      rows.write({ ...row, missed });
      missed = 0;
    }
  } catch {
    // As above.
  } finally {
    rows.end();
  }
}

/** Null: not one report of a bit. */
function reportOf(body: Uint8Array): Report | null {
  try {
    const given = JSON.parse(new TextDecoder().decode(body));
    return given.bit === 0 || given.bit === 1 ? given : null;
  } catch {
    return null;
  }
}

/** Null: it plays one arm, for all or for some. */
function sharesOf({ weights, forced, incumbent }: Document): Float64Array | null {
  return weights && (forced ?? null) === null && incumbent === undefined
    ? Float64Array.from(weights)
    : null;
}

interface Document {
  readonly algorithm: { readonly type: string; readonly levels?: readonly number[] };
  readonly perReport: { readonly epsilon: number };
  readonly snapshot: number;
  readonly weights?: readonly number[];
  readonly forced?: number | null;
  readonly incumbent?: number;
}

function reader(collector: Pick<Collector, 'fetch'>, path: string) {
  return async (document: string): Promise<Document | null> => {
    const response = await collector.fetch(
      new Request(`https://collector.invalid${path}${document}`),
    );
    return response.ok ? ((await response.json()) as Document) : null;
  };
}
