// Reports a second through Worker, collector object and shards, in workerd on this machine. Prints the line of
// docs/edge.md; what it claims is only that every report counts.
import { once } from 'node:events';
import { Agent, request as httpRequest, type IncomingMessage } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bundleWorker, request, temporaryFolder } from './support.js';
import { type Bundle, startWorkerd } from './workerd.js';

const REPORTS = 3000;
const CONNECTIONS = 64;

const folder = temporaryFolder();
let built: Bundle;
beforeAll(() => {
  built = bundleWorker(folder.path);
}, 60_000);
afterAll(() => folder.remove());

/** Again where workerd closes an idle connection just when it is used, as a page would. @returns What it took, in ms. */
async function postOne(base: string, agent: Agent, n: number): Promise<number> {
  const begin = performance.now();
  for (let tries = 0; tries < 20; tries++) {
    const status = await post(base, agent, n).catch(() => null);
    if (status === null) continue;
    expect(status).toBe(202);
    return performance.now() - begin;
  }
  throw new Error('workerd does not answer');
}

async function post(base: string, agent: Agent, n: number): Promise<number | undefined> {
  const bytes = Buffer.alloc(16);
  bytes.writeUInt32LE(Math.imul(n + 1, 2654435761) >>> 0, 4);
  bytes.writeUInt32LE(n + 1, 12);
  const sent = httpRequest(`${base}/collector/demo/reports`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    agent,
  });
  sent.end(
    `{"v":1,"id":"${bytes.toString('base64url')}","snapshot":1,"arm":0,"level":0,"bit":${n % 2}}`,
  );
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  await answer.toArray();
  return answer.statusCode;
}

test.each(['1', '4'])('counts every report of %s shards under load', async (shards) => {
  const variables = { SHARDS: shards, PUBLISH_EVERY: String(REPORTS) };
  const workerd = await startWorkerd(built, `${folder.path}/disk ${shards}`, variables);
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  try {
    await request(`${workerd.base}/collector/demo/snapshot`);
    const times: number[] = [];
    let next = 0;
    const begin = performance.now();
    const connections = Array.from({ length: CONNECTIONS }, async () => {
      while (next < REPORTS) times.push(await postOne(workerd.base, agent, next++));
    });
    await Promise.all(connections);
    const seconds = (performance.now() - begin) / 1000;
    times.sort((a, b) => a - b);
    const [p50, p99] = [0.5, 0.99].map((share) => times[Math.floor(share * REPORTS)] as number);
    console.log(
      `${shards} shards, ${CONNECTIONS} connections: ${(REPORTS / seconds).toFixed(0)} reports/s, ` +
        `p50 ${p50?.toFixed(0)} ms, p99 ${p99?.toFixed(0)} ms`,
    );
    await expect
      .poll(
        async () =>
          (await (await request(`${workerd.base}/collector/demo/snapshot`)).json()).reports,
        { timeout: 20_000, interval: 300 },
      )
      .toBe(REPORTS);
  } finally {
    agent.destroy();
    await workerd.kill();
  }
});
