// What a collector takes of a row's reports, and how far one of them moves what it publishes.
import {
  type Collector,
  type CollectorOptions,
  createCollector,
  memoryStore,
} from 'ldp-bandits/server';
import { aboutOf, experimentOf, payload, type Row, reportOf, slug } from './server-attacks-rows.js';
import { shownArms } from './server-shown-arms.js';
import { get, post, type SnapshotBody } from './server-support.js';

export interface Shown extends SnapshotBody {
  readonly points?: readonly number[];
  readonly slates?: readonly { readonly arms: readonly number[]; readonly reported?: number }[];
}

/** Snapshots follow every report, or none by itself. */
export function collectorFor(
  rows: readonly Row[],
  every: 'each' | 'never',
  options: Partial<CollectorOptions> = {},
): Promise<Collector> {
  return createCollector({
    experiments: Object.fromEntries(rows.map((row) => [slug(row), experimentOf(row)])),
    store: memoryStore(),
    publishEvery: { reports: every === 'each' ? 1 : 1e9 },
    onError: () => {},
    ...options,
  });
}

export async function publishedText(collector: Collector, row: Row): Promise<string> {
  return (await collector.fetch(get(`/${slug(row)}/snapshot`))).text();
}

export const shownBy = async (collector: Collector, row: Row) =>
  JSON.parse(await publishedText(collector, row)) as Shown;

export async function send(collector: Collector, row: Row, body: string): Promise<number> {
  return (await collector.fetch(post(body, slug(row)))).status;
}

/** What the honest reports to a snapshot can be about, each as it stands in a report. */
export function subjects(row: Row, shown: Shown): string[] {
  const { slates } = shown;
  if (row.about === 'slate') return (slates ?? []).map(({ arms }) => aboutOf(row, 0, arms));
  if (row.about !== 'arm') return [aboutOf(row, 0)];
  return armsShown(shown).map((arm) => aboutOf(row, arm));
}

/** The arms, or points, that honest reports to a snapshot can name. */
export function armsShown(shown: Shown): number[] {
  if (shown.slates) {
    return [...new Set(shown.slates.map(({ arms, reported }) => reported ?? arms[0]))].map(Number);
  }
  if (!shown.points) return shownArms(shown);
  return (shown.weights ?? []).flatMap((weight, i) => (weight > 0 ? [i] : []));
}

/** The largest integer from `from` on, below `to`, that holds. Of a property that does not come back. */
export async function last(from: number, to: number, holds: (at: number) => Promise<boolean>) {
  let [good, bad] = [from, to];
  while (bad - good > 1) {
    const middle = Math.floor((good + bad) / 2);
    if (await holds(middle)) good = middle;
    else bad = middle;
  }
  return good;
}

/** The smallest and the largest number that a collector takes in a report of a scalar or a slate. */
export async function limits(row: Row, collector: Collector): Promise<readonly [number, number]> {
  const { snapshot, ...rest } = await shownBy(collector, row);
  const [about] = subjects(row, { snapshot, ...rest });
  const takes = async (value: number) =>
    (await send(collector, row, reportOf(snapshot, about as string, payload(row, value)))) === 202;
  const highest = await last(0, 2 ** 31, takes);
  const lowest = 0 - (await last(0, 2 ** 31 + 1, (value) => takes(0 - value)));
  return [lowest, highest];
}

/** Requires a collector with `maxReportsPerBody: 10_000`, and that it takes all of them. */
export async function sendAll(collector: Collector, row: Row, reports: readonly string[]) {
  for (let from = 0; from < reports.length; from += 10_000) {
    const status = await send(collector, row, `[${reports.slice(from, from + 10_000)}]`);
    if (status !== 202) throw new Error(`${row.name} refused ${reports[from]}: ${status}`);
  }
}

/**
 * What was learnt from these payloads about each thing that the first snapshot shows, for other collectors to begin
 * with.
 */
export async function stateAfter(
  row: Row,
  payloadsOf: (place: number) => readonly string[],
  others: readonly (readonly [about: string, content: string])[] = [],
): Promise<Uint8Array> {
  await using collector = await collectorFor([row], 'never', { maxReportsPerBody: 10_000 });
  const shown = await shownBy(collector, row);
  const reports = subjects(row, shown).flatMap((about, place) =>
    payloadsOf(place).map((content) => [about, content] as const),
  );
  const bodies = [...reports, ...others].map((one) => reportOf(shown.snapshot, ...one));
  await sendAll(collector, row, bodies);
  return collector.export(slug(row));
}

/** Choices between arms, which follow from the statistics, and how many reports there are. */
const NO_STATISTIC =
  /^(v|snapshot|reports|experiment|slates|forced|incumbent|best\.(answer|left|certified))\b/;

function statistics(value: unknown, path = '', found = new Map<string, number>()) {
  if (typeof value === 'object' && value !== null) {
    for (const [key, inner] of Object.entries(value)) {
      statistics(inner, path === '' ? key : `${path}.${key}`, found);
    }
  } else if (!NO_STATISTIC.test(path.replace('results.', '')) && typeof value !== 'boolean') {
    found.set(path, value === null ? Number.POSITIVE_INFINITY : Number(value));
  }
  return found;
}

async function everything(collector: Collector, row: Row) {
  const snapshot = await shownBy(collector, row);
  return {
    snapshot,
    numbers: statistics({ ...snapshot, results: await collector.results(slug(row)) }),
  };
}

/** By how much one report changes each statistic of what is published after it. */
export async function influence(row: Row, state: Uint8Array, content: string) {
  await using collector = await collectorFor([row], 'each', { initialState: () => state });
  const before = await everything(collector, row);
  const [about] = subjects(row, before.snapshot);
  const body = reportOf(before.snapshot.snapshot, about as string, content);
  const status = await send(collector, row, body);
  if (status !== 202) throw new Error(`${row.name} refused ${content}: ${status}`);
  const after = await everything(collector, row);
  if (after.snapshot.reports !== before.snapshot.reports + 1) throw new Error('it is not counted');
  const names = new Set([...before.numbers.keys(), ...after.numbers.keys()]);
  return new Map(
    [...names].map((name) => {
      const [one, two] = [before.numbers.get(name), after.numbers.get(name)];
      return [name, one === two ? 0 : Math.abs((two ?? Infinity) - (one ?? Infinity))] as const;
    }),
  );
}
