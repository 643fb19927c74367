// postgresStore on a PostgreSQL server that the test starts.
import type { DefinitionStore } from 'ldp-bandits/server';
import { postgresStore } from 'ldp-bandits/server/postgres';
import { definitionCases, type StoreUnderTest, storeCases } from 'ldp-bandits/server/testing';
import pg from 'pg';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { startPostgres } from './postgres.mjs';

let server: Awaited<ReturnType<typeof startPostgres>>;
beforeAll(async () => {
  server = await startPostgres();
}, 120_000);
afterAll(() => server.stop());

const names = new WeakMap<object, string>();
function open(database: string, shards: number): DefinitionStore {
  const pool = new pg.Pool({ ...server.connect(database), max: 4, idleTimeoutMillis: 500 });
  const store = postgresStore(pool, { shards });
  names.set(store, database);
  return store;
}

describe.each([1, 16])('postgresStore with %d shards', (shards) => {
  const another = (store: object) => open(names.get(store) ?? '', shards);
  const create = async () => open(await server.create(), shards);
  const under: StoreUnderTest<DefinitionStore> = { create, reopen: another, another };
  for (const { name, run } of storeCases(under as StoreUnderTest)) test(name, run);
  for (const { name, run } of definitionCases(under)) test(name, run);
});
