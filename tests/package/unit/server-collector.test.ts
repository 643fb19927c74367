import { type AggregateStore, memoryStore } from 'ldp-bandits/server';
import { describe, expect, test, vi } from 'vitest';
import { drawArm } from './server-shown-arms.js';
import {
  collectorOver,
  EXPERIMENTS,
  get,
  ORIGIN,
  post,
  report,
  reportId,
  type SnapshotBody,
  snapshotOf,
} from './server-support.js';

describe('a report', () => {
  test('is answered 202 with its counts, and the next snapshot has learnt from it', async () => {
    await using collector = await collectorOver({ publishEvery: { reports: 1 } });
    const response = await collector.fetch(post(report({ arm: 1, bit: 1 })));
    expect(response.status).toBe(202);
    expect(await response.json()).toEqual({ accepted: 1, duplicate: 0 });

    const snapshot = await snapshotOf(collector);
    expect(snapshot).toMatchObject({
      v: 1,
      experiment: 'demo',
      snapshot: 2,
      reports: 1,
      forced: null,
    });
    // Debiased at epsilon 1: (1 + 1/tanh(1/2))/2, docs/spec/multi-armed.md, section 11.
    expect(snapshot.mean[1]).toBeCloseTo(1.5819767069, 9);
    expect(snapshot.mean[0]).toBeNull();
    // One report weighs tanh(1/2)^2 non-private ones; La(2) = ln(1 + 2 (ln 2)^2).
    expect(snapshot.width[1]).toBeCloseTo(Math.sqrt(1 / (2 * Math.tanh(0.5) ** 2)), 9);
    expect(snapshot.scale).toBeCloseTo(Math.sqrt(Math.log(1 + 2 * Math.log(2) ** 2)), 12);
  });

  test('sent again counts as a duplicate, alone, in a batch and beside itself', async () => {
    await using collector = await collectorOver({ publishEvery: { ms: 0 } });
    const once = report({ id: reportId(77) });
    const answer = async (body: string) => (await collector.fetch(post(body))).json();
    expect(await answer(once)).toEqual({ accepted: 1, duplicate: 0 });
    expect(await answer(once)).toEqual({ accepted: 0, duplicate: 1 });
    const other = report();
    expect(await answer(`[${once},${other},${other}]`)).toEqual({ accepted: 1, duplicate: 2 });
    expect((await snapshotOf(collector)).reports).toBe(2);
  });

  test('of many at once keeps its own counts', async () => {
    await using collector = await collectorOver({ publishEvery: { ms: 0 } });
    const bodies = Array.from({ length: 1200 }, () => report());
    bodies.splice(600, 0, bodies[3] as string);
    const answers = await Promise.all(
      bodies.map(async (body) => (await collector.fetch(post(body))).json()),
    );
    expect(answers.filter(({ accepted }) => accepted === 1)).toHaveLength(1200);
    expect(answers.filter(({ duplicate }) => duplicate === 1)).toHaveLength(1);
    expect((await snapshotOf(collector)).reports).toBe(1200);
  });
});

describe('group commit', () => {
  test('what arrives during a commit shares the next one, and nothing is answered before its own', async () => {
    const store = memoryStore();
    const sizes: number[] = [];
    const finish: (() => void)[] = [];
    const slow: AggregateStore = {
      read: (epoch) => store.read(epoch),
      head: (experiment) => store.head(experiment),
      latest: (experiment) => store.latest(experiment),
      publish: (...args) => store.publish(...args),
      commit: async (epoch, batch) => {
        sizes.push(batch.length);
        await new Promise<void>((resolve) => finish.push(resolve));
        return store.commit(epoch, batch);
      },
      [Symbol.asyncDispose]: () => store[Symbol.asyncDispose](),
    };
    await using collector = await collectorOver({ store: slow });
    let answered = 0;
    const answers = Array.from({ length: 1200 }, async () => {
      const response = await collector.fetch(post(report()));
      answered++;
      return response.status;
    });
    // 500 at most go together.
    for (let committed = 0; committed < 1200; committed += sizes.at(-1) as number) {
      await vi.waitFor(() => expect(finish).toHaveLength(1));
      await new Promise((resolve) => setTimeout(resolve, 20));
      expect(answered).toBe(committed);
      for (const done of finish.splice(0)) done();
    }
    expect(new Set(await Promise.all(answers))).toEqual(new Set([202]));
    expect(Math.max(...sizes)).toBe(500);
    // The first ones may go before all have been read.
    expect(sizes.length).toBeLessThanOrEqual(5);
  });

  test('what arrives in one turn shares a commit, over a store that answers at once too', async () => {
    const store = memoryStore();
    const sizes: number[] = [];
    const { commit } = store;
    store.commit = (epoch, batch, options) => {
      sizes.push(batch.length);
      return commit.call(store, epoch, batch, options);
    };
    await using collector = await collectorOver({ store });
    await Promise.all(Array.from({ length: 200 }, () => collector.fetch(post(report()))));
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(200);
    expect(sizes.length).toBeLessThan(20);
  });

  test('a body that is refused spoils none that is stored with it', async () => {
    await using collector = await collectorOver({ maxReportsPerBody: 2 });
    const list = (...reports: string[]) => `[${reports.join(',')}]`;
    const [good, known] = [report(), report({ id: reportId(77) })];
    await collector.fetch(post(known));
    const bodies: [string, number][] = [
      [good, 202],
      ['{"v":1}', 400],
      [known, 202],
      [list(report(), report(), report()), 413],
      [report({ snapshot: 9 }), 409],
      [list(report(), known), 202],
      [report({ snapshot: 0 }), 409],
      [list(report(), report({ snapshot: 9 })), 409],
      ['', 400],
      [report({ arm: 3 }), 400],
      [report(), 202],
    ];
    const answers = await Promise.all(bodies.map(([body]) => collector.fetch(post(body))));
    expect(answers.map(({ status }) => status)).toEqual(bodies.map(([, status]) => status));
    const accepted = answers.filter(({ ok }) => ok).map((answer) => answer.json());
    expect(await Promise.all(accepted)).toEqual([
      { accepted: 1, duplicate: 0 },
      { accepted: 0, duplicate: 1 },
      { accepted: 1, duplicate: 1 },
      { accepted: 1, duplicate: 0 },
    ]);
  });

  test('a report about an arm that its snapshot does not show spoils none that is read with it', async () => {
    await using collector = await collectorOver({ publishEvery: { reports: 1 } });
    await collector.fetch(post(report({ arm: 1 })));
    const { snapshot, forced } = await snapshotOf(collector);
    const shown = forced ?? 0;
    const arms = [shown, (shown + 1) % 3, shown];
    const answers = await Promise.all(
      arms.map((arm) => collector.fetch(post(report({ snapshot, arm })))),
    );
    expect(answers.map(({ status }) => status)).toEqual([202, 400, 202]);
  });
});

describe('publishing', () => {
  test('happens after `publishEvery.reports` reports, and not before', async () => {
    await using collector = await collectorOver({ publishEvery: { reports: 3 } });
    await collector.fetch(post(report()));
    await collector.fetch(post(report()));
    expect(await snapshotOf(collector)).toMatchObject({ snapshot: 1, reports: 0 });
    await collector.fetch(post(report()));
    expect(await snapshotOf(collector)).toMatchObject({ snapshot: 2, reports: 3 });
  });

  test('happens after so long, if reports wait', async () => {
    await using collector = await collectorOver({ publishEvery: { ms: 30 } });
    await snapshotOf(collector);
    expect((await snapshotOf(collector)).snapshot).toBe(1);
    await collector.fetch(post(report()));
    await new Promise((resolve) => setTimeout(resolve, 40));
    expect((await snapshotOf(collector)).snapshot).toBe(2);
    await new Promise((resolve) => setTimeout(resolve, 40));
    expect((await snapshotOf(collector)).snapshot).toBe(2);
  });

  test('takes late reports into account while their epoch is in the ring, and refuses older ones', async () => {
    await using collector = await collectorOver({ publishEvery: { ms: 0 }, retention: 3 });
    // Of arms with ones only, the one with the fewest reports has the largest index: they take turns.
    const honest = (snapshot: number) => post(report({ snapshot, arm: (snapshot - 1) % 3 }));
    for (let snapshot = 1; snapshot <= 5; snapshot++) {
      expect((await collector.fetch(honest(snapshot))).status).toBe(202);
      await snapshotOf(collector);
    }
    // The newest is 6: epochs 4, 5 and 6 are open.
    for (const [snapshot, status] of [
      [3, 409],
      [4, 202],
      [5, 202],
      [6, 202],
      [7, 409],
    ] as const) {
      const response = await collector.fetch(honest(snapshot));
      expect([snapshot, response.status]).toEqual([snapshot, status]);
      if (status === 409) {
        expect(await response.json()).toMatchObject({
          code: 'stale_snapshot',
          parameter: 'snapshot',
          accepts: [4, 6],
        });
      }
    }
    expect(await snapshotOf(collector)).toMatchObject({ snapshot: 7, reports: 8 });
  });

  test('gives every order and every late arrival the same bits', async () => {
    const learn = async (order: (i: number) => number) => {
      await using collector = await collectorOver({ publishEvery: { ms: 0 }, retention: 64 });
      const send = async (snapshot: number, arm: number, bit: number) => {
        const response = await collector.fetch(post(report({ snapshot, arm, bit })));
        expect(response.status).toBe(202);
      };
      const seen: SnapshotBody[] = [];
      for (let i = 0; i < 60; i++) {
        const k = order(i);
        seen.unshift(await snapshotOf(collector));
        // Of a device that has the newest snapshot which shows this arm; the first one shows them all.
        const { snapshot } = seen.find((one) => drawArm(one, 0) === k % 3) ?? { snapshot: 1 };
        await send(snapshot, k % 3, (k * k) % 7 < 3 ? 1 : 0);
      }
      // Until the epochs of those reports are closed.
      for (let i = 0; i < 64; i++) {
        const newest = await snapshotOf(collector);
        await send(newest.snapshot, drawArm(newest, 0), i % 2);
      }
      const { reports, mean, width } = await snapshotOf(collector);
      return { reports, mean, width };
    };
    const forwards = await learn((i) => i);
    expect(forwards.reports).toBe(124);
    expect(await learn((i) => 59 - i)).toEqual(forwards);
    expect(await learn((i) => (i * 7) % 60)).toEqual(forwards);
  });
});

describe('two collectors over one store', () => {
  test('race harmlessly: nothing is lost, nothing counts twice', async () => {
    const store = memoryStore();
    const options = { store, publishEvery: { reports: 2, ms: 0 }, retention: 4 };
    await using a = await collectorOver(options);
    await using b = await collectorOver(options);
    let accepted = 0;
    for (let round = 0; round < 40; round++) {
      await Promise.all(
        [a, b, a, b, a].map(async (collector) => {
          const shown = await snapshotOf(collector);
          const sent = report({ snapshot: shown.snapshot, arm: drawArm(shown, 0) });
          const response = await collector.fetch(post(sent));
          expect(response.status).toBe(202);
          const counts = (await response.json()) as { accepted: number };
          accepted += counts.accepted;
        }),
      );
    }
    expect(accepted).toBe(200);
    expect((await snapshotOf(a)).reports).toBe(200);
    expect(await snapshotOf(b)).toEqual(await snapshotOf(a));
  });

  test('know a retry of a report that the other one took', async () => {
    const store = memoryStore();
    await using a = await collectorOver({ store });
    await using b = await collectorOver({ store });
    const body = report();
    await a.fetch(post(body));
    expect(await (await b.fetch(post(body))).json()).toEqual({ accepted: 0, duplicate: 1 });
  });
});

describe('manifest and snapshot', () => {
  test('the manifest completes the spec and carries a digest of itself', async () => {
    await using collector = await collectorOver();
    const response = await collector.fetch(get('/demo'));
    const text = await response.text();
    const { digest, ...rest } = JSON.parse(text);
    expect(rest).toEqual({
      protocol: 1,
      experiment: 'demo',
      algorithm: {
        type: 'weighted-ldp-ucb',
        arms: 3,
        bound: 'La',
        rewards: { type: 'unit' },
        neutral: 0,
      },
      perReport: { epsilon: 1, delta: 0 },
      protects: 'feedback',
      timing: {
        responseWindowMs: 0,
        maxDelayMs: 0,
        snapshotAgeMs: 0,
        closesAfterMs: 0,
        publishAtMostEveryMs: 0,
      },
      labels: ['city', 'sea', 'forest'],
    });
    const { createHash } = await import('node:crypto');
    const hash = createHash('sha256').update(JSON.stringify(rest)).digest('base64');
    expect(digest).toBe(`sha256-${hash}`);
    expect(collector.manifest('demo')).toEqual(JSON.parse(text));
  });

  test('the snapshot is one sequence of bytes for everybody, named by its digest', async () => {
    await using collector = await collectorOver();
    const response = await collector.fetch(get('/demo/snapshot'));
    const bytes = Buffer.from(await response.arrayBuffer());
    const { createHash } = await import('node:crypto');
    const digest = `sha256-${createHash('sha256').update(bytes).digest('base64')}`;
    expect(response.headers.get('etag')).toBe(`"${digest}"`);
    expect(await collector.snapshot('demo')).toEqual({
      id: 1,
      reports: 0,
      digest,
      forgeries: null,
    });
  });

  test('a manifest that is asked for with the snapshot has it as its last member, as everybody gets it', async () => {
    await using collector = await collectorOver({ publishEvery: { reports: 1 } });
    const text = async (path: string) => (await collector.fetch(get(path))).text();
    for (let reports = 0; reports < 2; reports++) {
      const [manifest, snapshot] = [await text('/demo'), await text('/demo/snapshot')];
      expect(JSON.parse(snapshot).reports).toBe(reports);
      const whole = `${manifest.slice(0, -1)},"snapshot":${snapshot}}`;
      // Some gateways write every query with a value.
      expect(await text('/demo?snapshot')).toBe(whole);
      expect(await text('/demo?snapshot=')).toBe(whole);
      await collector.fetch(post(report()));
    }
    expect((await collector.fetch(get('/other?snapshot'))).status).toBe(404);
  });

  test.each(['/demo/snapshot', '/demo?snapshot'])(
    'If-None-Match for %s is answered 304 without a body until something new is published',
    async (path) => {
      await using collector = await collectorOver({ publishEvery: { reports: 1 } });
      const etag = (await collector.fetch(get(path))).headers.get('etag') ?? '';
      const same = await collector.fetch(get(path, { 'if-none-match': etag }));
      expect([same.status, await same.text()]).toEqual([304, '']);
      await collector.fetch(post(report()));
      const next = await collector.fetch(get(path, { 'if-none-match': etag }));
      expect(next.status).toBe(200);
      expect(next.headers.get('etag')).not.toBe(etag);
    },
  );

  test('HEAD is GET without the body', async () => {
    await using collector = await collectorOver();
    const head = await collector.fetch(new Request(`${ORIGIN}/demo/snapshot`, { method: 'HEAD' }));
    expect([head.status, await head.text()]).toEqual([200, '']);
    expect(head.headers.get('etag')).toMatch(/^"sha256-/);
  });
});

describe('the tap', () => {
  test('shows bodies exactly as they came, also refused ones', async () => {
    await using collector = await collectorOver();
    const tap = collector.tap()[Symbol.asyncIterator]();
    const body = report();
    await collector.fetch(post(body));
    await collector.fetch(post(body));
    await collector.fetch(post('{"not":"a report"}'));
    await collector.fetch(post(body, 'elsewhere'));
    const seen = [];
    for (let i = 0; i < 3; i++) seen.push((await tap.next()).value);
    expect(
      seen.map(({ body, accepted, reports, status, experiment, missed }) => ({
        body: new TextDecoder().decode(body),
        accepted,
        reports,
        status,
        experiment,
        missed,
      })),
    ).toEqual([
      { body, accepted: true, reports: 1, status: 202, experiment: 'demo', missed: 0 },
      { body, accepted: false, reports: 0, status: 202, experiment: 'demo', missed: 0 },
      {
        body: '{"not":"a report"}',
        accepted: false,
        reports: 0,
        status: 400,
        experiment: 'demo',
        missed: 0,
      },
    ]);
  });

  test('drops the oldest for a slow reader and says how many', async () => {
    await using collector = await collectorOver();
    const tap = collector.tap()[Symbol.asyncIterator]();
    for (let i = 0; i < 300; i++) await collector.fetch(post(report({ id: reportId(i) })));
    const first = (await tap.next()).value;
    expect(first.missed).toBe(44);
    expect(new TextDecoder().decode(first.body)).toContain(reportId(44));
  });

  test('ends when its loop is left, whatever waits for it', async () => {
    await using collector = await collectorOver();
    const tap = collector.tap();
    for (let i = 0; i < 3; i++) await collector.fetch(post(report({ id: reportId(i) })));
    for await (const { body } of tap) {
      expect(new TextDecoder().decode(body)).toContain(reportId(0));
      break;
    }
    expect((await tap[Symbol.asyncIterator]().next()).done).toBe(true);
  });

  test('ends on abort and on disposal', async () => {
    const collector = await collectorOver();
    const controller = new AbortController();
    const aborted = collector.tap({ signal: controller.signal })[Symbol.asyncIterator]().next();
    const open = collector.tap()[Symbol.asyncIterator]().next();
    controller.abort();
    expect((await aborted).done).toBe(true);
    await collector[Symbol.asyncDispose]();
    expect((await open).done).toBe(true);
  });
});

describe('the end', () => {
  test('disposal waits for reports under way; afterwards everything is refused', async () => {
    const collector = await collectorOver();
    const underway = collector.fetch(post(report()));
    await collector[Symbol.asyncDispose]();
    expect((await underway).status).toBe(202);
    const late = await collector.fetch(post(report()));
    expect([late.status, (await late.json()).code]).toEqual([503, 'disposed']);
    expect(() => collector.manifest('demo')).toThrow(expect.objectContaining({ code: 'disposed' }));
    await expect(collector.snapshot('demo')).rejects.toMatchObject({ code: 'disposed' });
    await collector[Symbol.asyncDispose]();
  });

  test('abort shuts down, and before creation it rejects with its reason', async () => {
    const reason = new Error('enough');
    await expect(collectorOver({ signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    const controller = new AbortController();
    const collector = await collectorOver({ signal: controller.signal });
    controller.abort();
    expect((await collector.fetch(get('/demo'))).status).toBe(503);
  });
});

describe('moving house', () => {
  test('an exported state starts another collector where this one stopped', async () => {
    await using first = await collectorOver({ publishEvery: { reports: 5 }, retention: 2 });
    for (let i = 0; i < 33; i++) {
      const shown = await snapshotOf(first);
      await first.fetch(
        post(report({ snapshot: shown.snapshot, arm: drawArm(shown, 0), bit: i % 2 })),
      );
    }
    const state = await first.export('demo');
    const before = await snapshotOf(first);
    expect(before.reports).toBe(33);

    await using second = await collectorOver({
      initialState: (name) => (name === 'demo' ? state : null),
      publishEvery: { reports: 1 },
    });
    const moved = await snapshotOf(second);
    expect(moved).toEqual({ ...before, snapshot: before.snapshot + 1 });
    await second.fetch(post(report({ snapshot: moved.snapshot, arm: drawArm(moved, 0) })));
    expect((await snapshotOf(second)).reports).toBe(34);
  });

  test('a report whose answer was lost counts once where it is sent again to the collector that has the state', async () => {
    // With times between snapshots: the export publishes none, so its newest one is that of the report.
    const experiments = { demo: { ...EXPERIMENTS.demo, timing: {} } };
    await using first = await collectorOver({ experiments });
    const { snapshot, ...shown } = await snapshotOf(first);
    const sent = report({ snapshot, arm: drawArm({ snapshot, ...shown }, 0) });
    expect((await first.fetch(post(sent))).status).toBe(202);
    const state = await first.export('demo');
    await using second = await collectorOver({ experiments, initialState: () => state });
    expect((await snapshotOf(second)).reports).toBe(1);
    expect((await second.fetch(post(sent))).status).toBe(409);
    expect((await second.results('demo')).reports).toBe(1);
  });
});
