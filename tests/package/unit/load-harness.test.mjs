// What the load runs and docs/scale.md rest on: quantiles, the bytes of requests, and a model that a simulation repeats.
import { createCollector, memoryStore } from 'ldp-bandits/server';
import { expect, test } from 'vitest';
import { configuration, NAME, shownArms } from '../../../scripts/lib/faults/wire.mjs';
import { Histogram } from '../../../scripts/lib/load/histogram.mjs';
import { reportRequests, writeId } from '../../../scripts/lib/load/requests.mjs';
import { idsHeld, need, pauseS } from '../../../scripts/lib/scale/model.mjs';
import { groupCost, simulate } from '../../../scripts/lib/scale/simulate.mjs';

test('a quantile is off by 2 % at most', () => {
  const histogram = new Histogram();
  for (let ms = 1; ms <= 1000; ms++) histogram.add(ms);
  for (const share of [0.01, 0.5, 0.9, 0.99, 1]) {
    const exact = 1000 * share;
    expect(Math.abs(histogram.quantile(share) / exact - 1)).toBeLessThanOrEqual(0.021);
  }
  expect(histogram).toMatchObject({ count: 1000, longestMs: 1000 });
});

test('a collector takes every request of the generator as a new report', async () => {
  const config = configuration({ slackMs: 1000, everyMs: 1000, serve: 'index' });
  const collector = await createCollector({ ...config, store: memoryStore() });
  const url = `https://collector.example/${NAME}`;
  const snapshot = await (await collector.fetch(new Request(`${url}/snapshot`))).json();
  const shown = { snapshot: snapshot.snapshot, arms: shownArms(snapshot) };
  const requests = reportRequests({ host: 'collector.example', path: '/', ...shown });
  for (let i = 0; i < 200; i++) {
    const { bytes, idAt } = requests[i % requests.length];
    writeId(bytes, idAt);
    const [head, body] = bytes.toString().split('\r\n\r\n');
    expect(head).toContain(`Content-Length: ${body.length}`);
    const headers = { 'content-type': 'application/json' };
    const answer = await collector.fetch(
      new Request(`${url}/reports`, { method: 'POST', headers, body }),
    );
    expect(await answer.json()).toEqual({ accepted: 1, duplicate: 0 });
  }
  await collector.dispose();
});

test('the cost of a group goes through both measured points', () => {
  const [few, many] = [
    { connections: 64, perSecond: 16_000 },
    { connections: 256, perSecond: 25_600 },
  ];
  const { a, b } = groupCost([few, many]);
  expect(a + 64 * b).toBeCloseTo(64 / 16_000, 12);
  expect(a + 256 * b).toBeCloseTo(256 / 25_600, 12);
});

test('half of the work that a collector can do keeps it busy for half of the time', () => {
  const load = { perSecond: 500, collectors: 1, seconds: 200 };
  const single = simulate({ ...load, cost: { a: 0, b: 0.001 } });
  expect(single.busy).toBeCloseTo(0.5, 1);
  expect(single.p50).toBeGreaterThan(1);
  // What a group costs in all, its reports share: more of them join, and the collector is less busy.
  const shared = simulate({ ...load, cost: { a: 0.001, b: 0 } });
  expect(shared.group).toBeGreaterThan(1);
  expect(shared.busy).toBeLessThan(single.busy);
});

test('the simulation holds as many ids as the formula says, and as many epochs as are allowed', () => {
  const assumed = { closesAfterMs: 62_000, retention: 64 };
  const seconds = 62 + 8 * pauseS(assumed);
  const load = { perSecond: 500, collectors: 2, cost: { a: 0, b: 1e-5 } };
  const run = simulate({ ...load, seconds, assumed });
  expect(run.open).toBeLessThanOrEqual(assumed.retention);
  expect(Math.abs(run.ids / idsHeld(load.perSecond, assumed) - 1)).toBeLessThan(0.05);
});

test('twice the visitors need twice the cores, and no fewer collectors', () => {
  const use = { cpu: 50, databaseCpu: 30 };
  const costs = {
    servers: { postgres: { collectors: 1, limit: 10_000, loneLimit: 500, lone: use, half: use } },
    bytesAnId: { postgres: 120 },
    memoryAnId: { postgres: 0 },
    writtenALone: { postgres: 700 },
    writtenInGroup: { postgres: 200 },
    request: 184,
    answer: 280,
    snapshotBytes: 1500,
    snapshotCpu: 100,
    knownBytes: 600,
    knownCpu: 30,
  };
  const [one, two] = [600_000, 1_200_000].map((visitors) => need(visitors, 'postgres', costs));
  expect(one).toMatchObject({ perSecond: 10_000, collectors: 2, databases: 2, use: 0.5 });
  expect(one.collectorCores).toBeCloseTo(0.5, 12);
  expect(two.collectorCores).toBeCloseTo(2 * one.collectorCores, 12);
  expect(two.collectors).toBe(4);
});
