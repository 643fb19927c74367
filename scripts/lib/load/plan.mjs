// What is measured of a server, in which order.
import { NAME } from '../faults/wire.mjs';
import { load } from './measure.mjs';
import { SERVERS, startBare, startCollectors } from './servers.mjs';

/** With one, each report is a commit of its own. */
const CONNECTIONS = [1, 64, 256];
const SHARES = [0.5, 0.9];
const WARM_UP = 2;

/** A server's limit between two looks at bare node:http, then its latency below the limit. */
export async function measureServer(server, { serve, seconds }) {
  const bare = await startBare();
  const collectors = await startCollectors(server, { serve });
  try {
    const closed = [];
    for (const connections of CONNECTIONS) {
      const around = async () =>
        (await load(jobOf(bare, connections, seconds), bare.groups)).perSecond;
      const before = await around();
      const result = await load(jobOf(collectors, connections, seconds), collectors.groups);
      const after = await around();
      closed.push({ connections, bare: (before + after) / 2, ...result });
    }
    const best = closed.reduce((a, b) => (b.perSecond > a.perSecond ? b : a));
    const open = [];
    for (const share of SHARES) {
      const rate = share * best.perSecond;
      const job = { ...jobOf(collectors, 256, seconds), rate };
      open.push({ share, rate, ...(await load(job, collectors.groups)) });
    }
    return { collectors: server.collectors, closed, open };
  } finally {
    await collectors.stop();
    await bare.stop();
  }
}

/** What a snapshot costs: whole, and for a page or cache that has it already. */
export async function measureSnapshot({ serve, seconds }) {
  const [memory] = SERVERS;
  const collectors = await startCollectors(memory, { serve });
  try {
    const path = `/${NAME}/snapshot`;
    const { etag, body } = await snapshotOf(`${collectors.url}${path}`);
    const job = { ...jobOf(collectors, 64, seconds), path };
    const whole = await load({ ...job, get: {} }, collectors.groups);
    const known = await load({ ...job, get: { etag } }, collectors.groups);
    return { body, whole, known };
  } finally {
    await collectors.stop();
  }
}

async function snapshotOf(url) {
  const response = await fetch(url);
  const body = await response.arrayBuffer();
  return { etag: response.headers.get('etag'), body: body.byteLength };
}

function jobOf({ job }, connections, seconds) {
  return { ...job, connections, seconds, warmUp: WARM_UP };
}
