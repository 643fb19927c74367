// postgresStore on a PostgreSQL server that the test starts.
import type { BatchItem, DefinitionStore, Publication } from 'ldp-bandits/server';
import { type PgPoolLike, postgresStore } from 'ldp-bandits/server/postgres';
import { definitionCases, type StoreUnderTest, storeCases } from 'ldp-bandits/server/testing';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type Server, startPostgres } from './server.js';
import { FAMILIES_OF_010, opensStateOf010 } from './upgrade.js';

let server: Server;
beforeAll(async () => {
  server = await startPostgres();
}, 120_000);
const pools: pg.Pool[] = [];
afterAll(async () => {
  await Promise.all(pools.map((pool) => pool.end()));
  await server.stop();
}, 60_000);

function poolOf(database: string): pg.Pool {
  const pool = new pg.Pool({ ...server.connect(database), max: 4, idleTimeoutMillis: 500 });
  pools.push(pool);
  return pool;
}

/** For the test itself: what becomes of its connections when the server dies is no matter. */
function tool(database: string): pg.Pool {
  const pool = poolOf(database);
  pool.on('error', () => {});
  return pool;
}

const names = new WeakMap<object, string>();
function open(database: string, shards: number): DefinitionStore {
  const pool = poolOf(database);
  const store = postgresStore(pool, { shards });
  names.set(store, database);
  return store;
}

/** What a session of the database begins with. */
async function set(database: string, setting: string): Promise<void> {
  await tool(database).query(`ALTER DATABASE ${database} SET ${setting}`);
}

/** `pool`, with something that happens before or after each query of the store. */
function watched(pool: pg.Pool, at: { before?: Watch; after?: Watch }): PgPoolLike {
  const connect = async () => {
    const client = await pool.connect();
    const { release, on, removeListener } = client;
    const query = async (text: string, values?: unknown[]) => {
      await at.before?.(text);
      const result = await client.query(text, values);
      await at.after?.(text);
      return result;
    };
    const bound = { release, on: on.bind(client), removeListener: removeListener.bind(client) };
    return { query, ...bound };
  };
  return { connect, on: pool.on.bind(pool) };
}
type Watch = (text: string) => unknown;

describe.each([
  { shards: 1, isolation: 'read committed' },
  { shards: 16, isolation: 'read committed' },
  { shards: 16, isolation: 'serializable' },
])('postgresStore with $shards shards, on a server whose default is $isolation', (one) => {
  const { shards, isolation } = one;
  const another = (store: object) => open(names.get(store) ?? '', shards);
  const create = async () => {
    const database = await server.create();
    await set(database, `default_transaction_isolation = '${isolation}'`);
    return open(database, shards);
  };
  const under: StoreUnderTest<DefinitionStore> = { create, reopen: another, another };
  for (const { name, run } of storeCases(under as StoreUnderTest)) test(name, run);
  for (const { name, run } of definitionCases(under)) test(name, run);
});

const EPOCH = { experiment: 'demo', snapshot: 1 };
const publication = (snapshot: number, open = 0, folded = 0): Publication => ({
  ...{ snapshot, open, folded, revision: `r${snapshot}` },
  state: Uint8Array.of(snapshot),
});
const item = (name: string, value: bigint): BatchItem => ({
  id: Buffer.from(name.padEnd(16)).toString('base64url'),
  delta: { schema: 's', size: 2, indices: Uint32Array.of(1), values: BigInt64Array.of(value) },
});

/** Of the tables of ids of the only experiment. */
async function bytesOfIds(database: string): Promise<number> {
  const text = `SELECT sum(pg_relation_size(oid))::int AS bytes FROM pg_class WHERE relname ~ '^ids_1_.$'`;
  const { rows } = await tool(database).query(text);
  return rows[0].bytes;
}

describe('postgresStore', () => {
  test('refuses a sum beyond int64 that no shard alone would notice', async () => {
    await using store = open(await server.create(), 16);
    await store.publish('demo', null, publication(1));
    const most = 2n ** 63n - 1n;
    // Small sums in several shards, one sum as large as they come, and one more report.
    for (let i = 0; i < 5; i++) await store.commit(EPOCH, [item(`small ${i}`, 1n)]);
    await store.commit(EPOCH, [item('large', most - 5n)]);
    for (let i = 0; i < 20; i++) {
      const refused = store.commit(EPOCH, [item(`over ${i}`, 1n)]);
      await expect(refused).rejects.toMatchObject({ code: 'invalid_argument' });
    }
    await store.commit(EPOCH, [item('below', -7n)]);
    expect((await store.read(EPOCH))?.sums[1]).toBe(most - 7n);
    expect((await store.read(EPOCH))?.reports).toBe(7n);
  });

  test('counts on where the bound of a shard ends', async () => {
    await using store = open(await server.create(), 1);
    await store.publish('demo', null, publication(1));
    for (let i = 0; i < 6; i++) await store.commit(EPOCH, [item(`${i}`, 2n ** 54n)]);
    expect((await store.read(EPOCH))?.sums[1]).toBe(6n * 2n ** 54n);
  });

  test('empties tables of ids as a whole, and forgets no id of an open epoch', async () => {
    const database = await server.create();
    await using store = open(database, 4);
    await store.publish('demo', null, publication(1));
    const pool = tool(database);
    for (let snapshot = 1; snapshot <= 30; snapshot++) {
      const oldest = Math.max(0, snapshot - 3);
      for (let open = Math.max(1, oldest); open <= snapshot; open++) {
        const epoch = { ...EPOCH, snapshot: open };
        const known = open === snapshot ? 0 : 1;
        const result = await store.commit(epoch, [item('a', 1n)]);
        expect(result.duplicate).toBe(known);
      }
      const next = publication(snapshot + 1, Math.max(0, snapshot - 2), Math.max(0, snapshot - 3));
      expect(await store.publish('demo', snapshot, next)).toBe(true);
    }
    const text = 'SELECT count(*) FROM ldp.ids_1_0 UNION ALL SELECT count(*) FROM ldp.ids_1_1';
    await vi.waitFor(async () => {
      const { rows } = await pool.query(`${text} UNION ALL SELECT count(*) FROM ldp.ids_1_2`);
      const left = rows.reduce((sum, row) => sum + Number(row.count), 0);
      expect(left).toBeLessThan(12);
    });
  });

  test('keeps no id of a closed epoch, also if no report and no publication follows', async () => {
    const database = await server.create();
    {
      await using store = open(database, 4);
      await store.publish('demo', null, publication(1));
      for (let snapshot = 1; snapshot <= 9; snapshot++) {
        await store.commit({ ...EPOCH, snapshot }, [item('a', 1n)]);
        const next = publication(snapshot + 1, Math.max(0, snapshot - 3));
        expect(await store.publish('demo', snapshot, next)).toBe(true);
      }
    }
    const last = open(database, 4);
    expect(await last.publish('demo', 10, publication(11, 11, 6))).toBe(true);
    await last[Symbol.asyncDispose]();
    expect(await bytesOfIds(database)).toBe(0);
  });

  test('looks at the window after it has its lock, whatever the default of the server', async () => {
    const database = await server.create();
    await set(database, `default_transaction_isolation = 'repeatable read'`);
    const other = tool(database);
    let closed = false;
    const after = async (text: string) => {
      if (!text.includes('pg_advisory_xact_lock_shared')) return;
      await other.query('UPDATE ldp.publication SET snapshot = 2, open = 2');
      closed = true;
    };
    await using store = postgresStore(watched(poolOf(database), { after }));
    await store.publish('demo', null, publication(1));
    const late = store.commit(EPOCH, [item('a', 1n)]);
    await expect(late).rejects.toMatchObject({ code: 'store_conflict' });
    expect(closed).toBe(true);
  });

  test('stores nothing of the batches that a full epoch refuses', async () => {
    const database = await server.create();
    await using store = open(database, 4);
    await store.publish('demo', null, publication(1));
    const maxIds = 1000;
    const batch = (name: string) => Array.from({ length: 500 }, (_, i) => item(`${name} ${i}`, 1n));
    for (const name of ['a', 'b']) await store.commit(EPOCH, batch(name), { maxIds });
    const full = await bytesOfIds(database);
    for (let i = 0; i < 10; i++) {
      const refused = store.commit(EPOCH, batch(`over ${i}`), { maxIds });
      await expect(refused).rejects.toMatchObject({ details: { problem: 'epoch_full' } });
    }
    expect(await bytesOfIds(database)).toBe(full);
    expect((await store.commit(EPOCH, batch('a'), { maxIds })).duplicate).toBe(500);
  });

  test('stops exactly at maxIds, and takes reports together while there is room', async () => {
    const database = await server.create();
    const texts: string[] = [];
    const after = (text: string) => texts.push(text);
    await using store = postgresStore(watched(poolOf(database), { after }));
    await store.publish('demo', null, publication(1));
    const maxIds = 200;
    const alone = () => texts.filter((text) => text.includes('pg_advisory_xact_lock(')).length;
    const before = alone();
    const commit = (i: number) => store.commit(EPOCH, [item(`${i}`, 1n)], { maxIds });
    await Promise.all(Array.from({ length: 50 }, (_, i) => commit(i)));
    expect(alone()).toBe(before);
    const rest = Array.from({ length: 170 }, (_, i) => commit(50 + i));
    const results = await Promise.allSettled(rest);
    expect(results.filter(({ status }) => status === 'fulfilled').length).toBe(150);
    expect((await store.read(EPOCH))?.reports).toBe(200n);
  });

  test('goes on at once after a pool without a free connection', async () => {
    const config = { ...server.connect(await server.create()), idleTimeoutMillis: 0, max: 1 };
    const pool = new pg.Pool({ ...config, connectionTimeoutMillis: 1000 });
    pools.push(pool);
    await using store = postgresStore(pool);
    await store.ready();
    const client = await pool.connect();
    await expect(store.head('demo')).rejects.toMatchObject({ code: 'transport', retryable: true });
    client.release();
    expect(await store.head('demo')).toBeNull();
  });

  test('goes on at once after an error of the driver, on another connection', async () => {
    const pool = poolOf(await server.create());
    for (const error of [new Error('Query read timeout'), new TypeError('x is not a function')]) {
      let fails = false;
      const before = () => {
        if (!fails) return;
        fails = false;
        throw error;
      };
      await using store = postgresStore(watched(pool, { before }));
      await store.ready();
      const used = pool.totalCount;
      fails = true;
      const failed = store.head('demo');
      await expect(failed).rejects.toMatchObject({ code: 'transport', cause: error });
      expect(pool.totalCount).toBe(used - 1);
      expect(await store.head('demo')).toBeNull();
    }
  });

  test('holds what 0.1.0 stored: a collector of today counts every report of it', async () => {
    await using store = open(await server.create(), 16);
    for (const family of FAMILIES_OF_010) await opensStateOf010(store, family);
  });

  test('makes its tables once, however many collectors start at once', async () => {
    const database = await server.create();
    const stores = Array.from({ length: 6 }, () => postgresStore(poolOf(database)));
    await Promise.all(stores.map((store) => store.ready()));
    expect(await stores[3]?.head('demo')).toBeNull();
  });

  test('refuses tables of a newer release, and names both versions', async () => {
    const database = await server.create();
    const pool = tool(database);
    await postgresStore(pool).ready();
    await pool.query('UPDATE ldp.meta SET version = 7');
    await expect(postgresStore(pool).head('demo')).rejects.toMatchObject({
      code: 'store_conflict',
      message: expect.stringMatching(/version 7.*version 1/),
    });
  });

  test('refuses a server that answers before a commit is on its disk', async () => {
    const database = await server.create();
    await set(database, 'synchronous_commit = off');
    await expect(postgresStore(poolOf(database)).ready()).rejects.toMatchObject({
      code: 'store_conflict',
      details: { parameter: 'synchronous_commit' },
    });
  });

  test('says so when it was disposed, or when it gets no pool', async () => {
    const store = open(await server.create(), 1);
    await store[Symbol.asyncDispose]();
    await expect(store.head('demo')).rejects.toMatchObject({ code: 'disposed' });
    for (const none of [undefined, null, 'postgres://', {}])
      expect(() => postgresStore(none as never)).toThrow(/^pool: must be a Pool of pg/);
    const pool = poolOf('postgres');
    for (const shards of [0, 65, 1.5, '4'])
      expect(() => postgresStore(pool, { shards: shards as never })).toThrow(/^shards: /);
  });

  test('answers 503 while the server is dead, loses nothing, and goes on by itself', async () => {
    await using store = open(await server.create(), 4);
    await store.publish('demo', null, publication(1));
    await store.commit(EPOCH, [item('before', 1n)]);
    const during = store.commit(EPOCH, [item('during', 1n)]).catch((error) => error);
    await server.kill();
    await during;
    // The second one may not even try.
    for (let i = 0; i < 2; i++) {
      const refused = store.commit(EPOCH, [item('after', 1n)]);
      await expect(refused).rejects.toMatchObject({ code: 'transport', retryable: true });
    }
    await server.start();
    await vi.waitFor(() => store.commit(EPOCH, [item('during', 1n)]), { timeout: 100_000 });
    const { reports } = (await store.read(EPOCH)) ?? {};
    expect(reports).toBe(2n);
  });
});
