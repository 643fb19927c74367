// Manifests and snapshots over sockets come from memory; they must be what collector.fetch says.
import { memoryStore } from 'ldp-bandits/server';
import { expect, test } from 'vitest';
import { nodeSite, send } from './node-support.js';
import { drawArm } from './server-shown-arms.js';
import { collectorOver, get, report, snapshotOf } from './server-support.js';

const cors = ['https://www.example.org'];
const paths = ['/demo', '/demo/snapshot', '/demo?snapshot', '/demo?a=1', '/demo/snapshot?snapshot'];

async function seen(response: Response) {
  const ofTheHost = ['connection', 'date', 'keep-alive', 'transfer-encoding', 'content-length'];
  const headers = [...response.headers].filter(([name]) => !ofTheHost.includes(name));
  return { status: response.status, headers: headers.sort(), body: await response.text() };
}

test.each(paths)('%s over a socket is what collector.fetch gives, 304 too', async (path) => {
  await using site = await nodeSite((handler) => handler as never, { cors });
  await using collector = await collectorOver({ cors });
  const etag = (await collector.fetch(get(path))).headers.get('etag') as string;
  for (const origin of [...cors, 'https://other.example', undefined]) {
    for (const known of [undefined, etag, `W/${etag}`, `"x", ${etag}`, '*', '"x"']) {
      const headers = {
        ...(origin === undefined ? {} : { origin }),
        ...(known === undefined ? {} : { 'if-none-match': known }),
      };
      const direct = await fetch(`${site.base}${path}`, { headers });
      const general = await collector.fetch(get(path, headers));
      expect(await seen(direct)).toEqual(await seen(general));
    }
  }
});

test('a new snapshot is given as soon as it is published', async () => {
  await using site = await nodeSite((handler) => handler as never, {
    publishEvery: { reports: 1 },
  });
  const reports = async () => (await (await fetch(`${site.base}/demo/snapshot`)).json()).reports;
  expect(await reports()).toBe(0);
  await send(`${site.base}/demo/reports`);
  expect(await reports()).toBe(1);
});

test('the store is asked once a second for the head, however many ask for the snapshot', async () => {
  let now = 1e12;
  let asked = 0;
  const store = memoryStore();
  const { head } = store;
  store.head = (experiment) => {
    asked++;
    return head.call(store, experiment);
  };
  const options = { store, lookEveryMs: 1000, now: () => now };
  await using collector = await collectorOver(options);
  const many = () => Promise.all(Array.from({ length: 50 }, () => snapshotOf(collector)));
  await many();
  asked = 0;
  await many();
  expect(asked).toBe(0);
  now += 1000;
  await many();
  expect(asked).toBe(1);
  // What another collector has published is seen then.
  await using other = await collectorOver({ store, publishEvery: { reports: 1 }, now: () => now });
  await other.fetch(new Request('https://x.example/demo/reports', post(report())));
  expect((await snapshotOf(collector)).reports).toBe(0);
  now += 1000;
  expect((await snapshotOf(collector)).reports).toBe(1);
  // A clock that is set back does not make it blind.
  const shown = await snapshotOf(other);
  const next = report({ snapshot: 2, arm: drawArm(shown, 0) });
  await other.fetch(new Request('https://x.example/demo/reports', post(next)));
  now -= 5000;
  expect((await snapshotOf(collector)).reports).toBe(2);
});

const post = (body: string) => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body,
});
