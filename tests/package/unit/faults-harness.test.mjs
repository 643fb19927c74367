// The fault runs are worth what their comparison can see: a server that loses or doubles one report out of hundreds
// must fail, and a right one pass, whatever it repeats, delays or answers twice.
import { createServer } from 'node:http';
import { createCollector, memoryStore } from 'ldp-bandits/server';
import { afterEach, expect, test } from 'vitest';
import { Ledger } from '../../../scripts/lib/faults/ledger.mjs';
import { Sender } from '../../../scripts/lib/faults/sender.mjs';
import { differences, verdict } from '../../../scripts/lib/faults/verdict.mjs';
import {
  ARMS,
  configuration,
  meansOf,
  NAME,
  reportBody,
  sumsOfState,
} from '../../../scripts/lib/faults/wire.mjs';

const servers = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.close();
    server.closeAllConnections();
  }
});

/**
 * A reference of twenty lines: counts each id once, in one epoch. `mutate` may change what one report adds, or drop its
 * answer.
 */
async function reference(mutate = () => 1) {
  const sums = Array.from({ length: ARMS }, () => [0, 0]);
  const seen = new Set();
  const take = ({ id, arm, bit }) => {
    const accepted = seen.has(id) ? 0 : 1;
    seen.add(id);
    const times = accepted === 1 ? mutate(seen.size) : 0;
    sums[arm][0] += times;
    sums[arm][1] += times * bit;
    return { accepted, duplicate: 1 - accepted };
  };
  const snapshot = () => {
    const reports = sums.reduce((sum, [count]) => sum + count, 0);
    const weights = sums.map(() => 1 / ARMS);
    return { snapshot: 1, reports, mean: meansOf(sums), forced: null, weights };
  };
  let posts = 0;
  const server = createServer(async (request, response) => {
    if (request.method === 'GET') return response.end(JSON.stringify(snapshot()));
    const parts = [];
    for await (const part of request) parts.push(part);
    const result = take(JSON.parse(Buffer.concat(parts).toString()));
    // Counted, and the answer is lost; or a store that fails for a moment.
    posts++;
    if (posts % 17 === 0) return response.destroy();
    response.writeHead(posts % 23 === 0 ? 503 : 202);
    response.end(JSON.stringify(result));
  });
  servers.push(server);
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${server.address().port}`, sums, snapshot };
}

async function runAgainst({ url, sums, snapshot }) {
  const ledger = new Ledger();
  const load = { count: 400, connections: 8, perSecond: 20_000, repeat: 0.3, holdBack: 0.3 };
  const sender = new Sender(ledger, { ...load, targets: () => [url] });
  sender.mayEnd();
  await sender.run();
  return verdict({ name: 'test' }, { kind: 'reference', ledger, sums, snapshot: snapshot() });
}

test('a right server passes: repeats, late reports and lost answers are all accounted for', async () => {
  const row = await runAgainst(await reference());
  expect(row.problems).toEqual([]);
  expect(row).toMatchObject({ sent: 400, acknowledged: 400, counted: 400, lost: 0, twice: 0 });
  expect(row.repeated).toBeGreaterThan(0);
  expect(row.retried).toBeGreaterThan(0);
});

test('a server that loses one acknowledged report of 400 fails', async () => {
  const row = await runAgainst(await reference((number) => (number === 200 ? 0 : 1)));
  expect(row).toMatchObject({ lost: 1, twice: 0 });
  expect(row.problems).toEqual(['1 acknowledged reports are not counted']);
});

test('a server that counts one report of 400 twice fails', async () => {
  const row = await runAgainst(await reference((number) => (number === 200 ? 2 : 1)));
  expect(row).toMatchObject({ lost: 0, twice: 1 });
  expect(row.problems).toEqual(['1 reports are counted that were not acknowledged']);
});

test('a report that is exchanged for another of the same arm fails: sums are compared by bit', () => {
  const ledger = new Ledger();
  acknowledge(ledger, { arm: 3, bit: 1 });
  const sums = sumsWith([3, 1, 0]);
  expect(ledger.compare(sums)).toMatchObject({ counted: 1, lost: 1, twice: 1 });
});

test('a snapshot with other means than the state fails', () => {
  const sums = sumsWith([0, 4, 1], [1, 3, 2]);
  const snapshot = { reports: 7, mean: meansOf(sums) };
  expect(differences(snapshot, sums)).toEqual([]);
  expect(differences({ ...snapshot, reports: 6 }, sums)).toHaveLength(1);
  expect(differences(snapshot, sumsWith([0, 4, 2], [1, 3, 1]))).toEqual([
    'arm 0: the mean differs',
    'arm 1: the mean differs',
  ]);
});

test('an attempt without an answer may count or not; a refused first attempt may not', () => {
  const ledger = new Ledger();
  const unsure = sent(ledger, { arm: 0, bit: 0 });
  expect(ledger.answered(unsure, 0, '', 1)).toBe(true);
  ledger.sending(unsure, 2);
  expect(ledger.answered(unsure, 409, '{}', 3)).toBe(false);
  ledger.answered(sent(ledger, { arm: 1, bit: 0 }), 409, '{}', 4);
  expect(ledger.refused).toBe(1);
  expect(ledger.compare(sumsWith())).toMatchObject({ lost: 0, twice: 0, undecided: 1 });
  expect(ledger.compare(sumsWith([0, 1, 0]))).toMatchObject({ lost: 0, twice: 0 });
  expect(ledger.compare(sumsWith([0, 2, 0]))).toMatchObject({ lost: 0, twice: 1 });
  expect(ledger.compare(sumsWith([1, 1, 0]))).toMatchObject({ lost: 0, twice: 1 });
});

test.each([
  ['a repeated report that is accepted again', ['accepted', 'accepted']],
  ['a report that is called a duplicate when it is first sent', ['duplicate']],
])('%s fails', (_name, answers) => {
  const ledger = new Ledger();
  const report = sent(ledger, { arm: 0, bit: 0 });
  for (const word of answers) {
    const answer = { accepted: 0, duplicate: 0, [word]: 1 };
    ledger.answered(report, 202, JSON.stringify(answer), 1);
  }
  expect(ledger.problems).toHaveLength(1);
});

test('a report that a log has acknowledged must be counted once, whatever the log says of repetitions', () => {
  const ledger = new Ledger();
  const report = sent(ledger, { arm: 2, bit: 1 });
  for (const now of [1, 2]) ledger.answered(report, 202, '{"logged":1}', now);
  expect(ledger.problems).toEqual([]);
  expect(ledger.compare(sumsWith([2, 1, 1]))).toMatchObject({ lost: 0, twice: 0 });
  expect(ledger.compare(sumsWith())).toMatchObject({ lost: 1 });
  expect(ledger.compare(sumsWith([2, 2, 2]))).toMatchObject({ twice: 1 });
});

test('the sums are read from the bytes that a collector exports', async () => {
  const config = configuration({ slackMs: 1000, everyMs: 100, maxReportsPerBody: 3 });
  const collector = await createCollector({ ...config, store: memoryStore() });
  const bodies = [
    { snapshot: 1, arm: 2, bit: 1 },
    { snapshot: 1, arm: 2, bit: 0 },
    { snapshot: 1, arm: 15, bit: 1 },
  ].map(reportBody);
  const headers = { 'content-type': 'application/json' };
  const url = `https://collector.example/${NAME}/reports`;
  const body = `[${bodies}]`;
  const answer = await collector.fetch(new Request(url, { method: 'POST', headers, body }));
  expect(answer.status).toBe(202);
  expect(sumsOfState(await collector.export(NAME))).toEqual(sumsWith([2, 2, 1], [15, 1, 1]));
  await collector.dispose();
});

function sent(ledger, { arm, bit }) {
  const report = ledger.add({ arm, bit, body: '' });
  ledger.sending(report, 0);
  return report;
}

function acknowledge(ledger, cell) {
  ledger.answered(sent(ledger, cell), 202, '{"accepted":1,"duplicate":0}', 1);
}

/** All zero, except `[arm, count, ones]`. */
function sumsWith(...cells) {
  const sums = Array.from({ length: ARMS }, () => [0, 0]);
  for (const [arm, count, ones] of cells) sums[arm] = [count, ones];
  return sums;
}
