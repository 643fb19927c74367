// What the tests of this folder run in workerd: a collector over Durable Objects, and doors that only tests have.
import wasm from 'ldp-bandits/learner.wasm';
import { durableObjectStore, StoreObject } from 'ldp-bandits/server/durable-object';
import { storeCases } from 'ldp-bandits/server/testing';
import { createEdgeCollector } from 'ldp-bandits/server/workerd';

const AT_ONCE = { responseWindowMs: 0, maxDelayMs: 0, snapshotAgeMs: 0, slackMs: 0 };
const algorithm = { type: 'weighted-ldp-ucb', arms: 3 };
const perReport = { epsilon: 1 };

const optionsFor = (env) => ({
  wasm,
  basePath: '/collector',
  store: durableObjectStore(env.STORE, { shards: Number(env.SHARDS ?? 4) }),
  experiments: {
    demo: { algorithm, perReport, timing: AT_ONCE },
    visit: {
      algorithm,
      perReport,
      timing: { ...AT_ONCE, responseWindowMs: 200, snapshotAgeMs: 20_000 },
    },
  },
  maxReportsPerBody: 50,
  publishEvery: { reports: Number(env.PUBLISH_EVERY ?? 100), ms: 1000 },
});

// At the top level of the script: this must do nothing that workerd refuses there.
const collector = createEdgeCollector(optionsFor, { namespace: (env) => env.COLLECTOR });
const inIsolate = createEdgeCollector((env) => ({ ...optionsFor(env), basePath: '/isolate' }));

let stores = 0;
const prefixes = new WeakMap();

/** A store whose objects have names of their own. */
function storeIn({ STORE }, shards, prefix = `${crypto.randomUUID()}${++stores}:`) {
  const objects = {
    idFromName: (name) => STORE.idFromName(prefix + name),
    get: (id) => STORE.get(id),
  };
  const store = durableObjectStore(objects, { shards });
  prefixes.set(store, prefix);
  return store;
}

/** One case of the suite that every store must pass. */
async function runCase(env, shards, number) {
  const another = (store) => storeIn(env, shards, prefixes.get(store));
  const create = () => storeIn(env, shards);
  const { name, run } = storeCases({ create, another, reopen: another })[number];
  const failure = await run().then(
    () => null,
    (error) => String(error?.stack ?? error),
  );
  return Response.json({ name, failure });
}

let rowsWritten = 0;

/** Counts what Cloudflare bills. */
class CountedStoreObject extends StoreObject {
  constructor({ storage }, env) {
    const exec = (query, ...bindings) => {
      const cursor = storage.sql.exec(query, ...bindings);
      const rows = cursor.toArray();
      rowsWritten += cursor.rowsWritten;
      return { toArray: () => rows };
    };
    const transactionSync = (work) => storage.transactionSync(work);
    super({ storage: { sql: { exec }, transactionSync } }, env);
  }
}

/** The rows that 100 reports write, in batches of `size`. */
async function countRows(env, shards, size) {
  const store = storeIn(env, shards);
  const state = new Uint8Array(8);
  await store.publish('demo', null, { snapshot: 1, open: 0, folded: 0, revision: '1', state });
  const item = (n) => {
    const id = `${String(n).padStart(21, '0')}A`;
    const [indices, values] = [
      Uint32Array.of(2 * (n % 3), 2 * (n % 3) + 1),
      BigInt64Array.of(1n, 1n),
    ];
    return { id, delta: { schema: 's', size: 6, indices, values } };
  };
  const items = Array.from({ length: 100 }, (_, n) => item(n));
  const epoch = { experiment: 'demo', snapshot: 1 };
  const before = rowsWritten;
  while (items.length > 0) await store.commit(epoch, items.splice(0, size));
  const commits = rowsWritten - before;
  await store.publish('demo', 1, { snapshot: 2, open: 2, folded: 0, revision: '2', state });
  return Response.json({ commits, publication: rowsWritten - before - commits });
}

export { CountedStoreObject as StoreObject };
export const CollectorObject = collector.DurableObject;

export default {
  async fetch(request, env) {
    const { pathname } = new URL(request.url);
    const [, door, name, operation] = pathname.split('/');
    // For a store outside of workerd, whose objects are in it.
    if (door === 'objects') {
      const { STORE } = env;
      const body = await request.arrayBuffer();
      return STORE.get(STORE.idFromName(decodeURIComponent(name))).fetch(
        `https://store/${operation}`,
        { method: 'POST', body },
      );
    }
    if (door === 'cases') return runCase(env, Number(name), Number(operation));
    if (door === 'rows') return countRows(env, Number(name), Number(operation));
    if (door === 'isolate') return inIsolate.fetch(request, env);
    return collector.fetch(request, env);
  },
};
