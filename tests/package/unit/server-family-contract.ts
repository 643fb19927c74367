// What collectors of every family do with reports, whatever is in them.
import type { Collector, CollectorOptions } from 'ldp-bandits/server';
import { expect, test } from 'vitest';
import { post, reportId } from './server-support.js';

interface Shown {
  readonly snapshot: number;
  readonly reports: number;
}

interface Fields {
  readonly id?: string;
  readonly snapshot?: number;
}

export interface Family<Name extends string, Snapshot extends Shown> {
  open(options: Partial<CollectorOptions>, name: Name): Promise<Collector>;
  snapshotOf(collector: Collector, name: Name): Promise<Snapshot>;
  /** A report to the first snapshot, about what this one shows. */
  report(name: Name, shown: Snapshot, fields?: Fields): string;
  /** The `i`-th of reports that differ, to what is shown. */
  another(name: Name, shown: Snapshot, i: number): string;
}

/** What a snapshot says but its number, and slates that are drawn anew with it. */
function learntIn(shown: Shown): object {
  const { snapshot: _, slates: __, ...learnt } = shown as Shown & { readonly slates?: unknown };
  return learnt;
}

export function testContract<Name extends string, Snapshot extends Shown>(
  name: Name,
  { open, snapshotOf, report, another }: Family<Name, Snapshot>,
): void {
  test('counts a report once, however often it is sent', async () => {
    await using collector = await open({ publishEvery: { ms: 0 } }, name);
    const shown = await snapshotOf(collector, name);
    const answer = async (body: string) => (await collector.fetch(post(body, name))).json();
    const once = report(name, shown, { id: reportId(77) });
    expect(await answer(once)).toEqual({ accepted: 1, duplicate: 0 });
    expect(await answer(once)).toEqual({ accepted: 0, duplicate: 1 });
    const other = report(name, shown);
    expect(await answer(`[${once},${other},${other}]`)).toEqual({ accepted: 1, duplicate: 2 });
    expect((await snapshotOf(collector, name)).reports).toBe(2);
  });

  test('takes late reports to every snapshot that is open, and says which are', async () => {
    await using collector = await open({ publishEvery: { ms: 0 }, retention: 2 }, name);
    const shown: Snapshot[] = [];
    const send = (snapshot: number) => {
      const about = shown[Math.min(snapshot, shown.length) - 1] as Snapshot;
      return collector.fetch(post(report(name, about, { snapshot }), name));
    };
    for (let snapshot = 1; snapshot <= 4; snapshot++) {
      shown.push(await snapshotOf(collector, name));
      expect((await send(snapshot)).status).toBe(202);
    }
    shown.push(await snapshotOf(collector, name));
    for (const [snapshot, status] of [
      [3, 409],
      [4, 202],
      [5, 202],
      [6, 409],
    ] as const) {
      const response = await send(snapshot);
      expect([snapshot, response.status]).toEqual([snapshot, status]);
      if (status === 409)
        expect(await response.json()).toMatchObject({ code: 'stale_snapshot', accepts: [4, 5] });
    }
    expect((await snapshotOf(collector, name)).reports).toBe(6);
  });

  test('moves house without losing a bit, and takes no report to a snapshot from before', async () => {
    const learn = async (move: boolean) => {
      const every = { publishEvery: { reports: 3 } };
      let collector = await open(every, name);
      const send = async (body: string) => (await collector.fetch(post(body, name))).status;
      for (let i = 0; i < 24; i++) {
        let shown = await snapshotOf(collector, name);
        if (move && i === 12) {
          const state = await collector.export(name);
          await collector[Symbol.asyncDispose]();
          const initialState = (experiment: string) => (experiment === name ? state : null);
          collector = await open({ ...every, initialState }, name);
          expect(await send(report(name, shown, { snapshot: shown.snapshot }))).toBe(409);
          const moved = await snapshotOf(collector, name);
          expect(learntIn(moved)).toEqual(learntIn(shown));
          expect(moved.snapshot).toBe(shown.snapshot + 1);
          shown = moved;
        }
        expect(await send(another(name, shown, i))).toBe(202);
      }
      const last = await snapshotOf(collector, name);
      await collector[Symbol.asyncDispose]();
      return learntIn(last);
    };
    expect(await learn(true)).toEqual(await learn(false));
  });
}
