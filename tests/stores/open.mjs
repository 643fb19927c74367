// How the child processes of the tests open a store: `sqlite` with a file, `postgres` with the settings of a pool as JSON.

import { postgresStore } from 'ldp-bandits/server/postgres';
import { sqliteStore } from 'ldp-bandits/server/sqlite';
import Database from 'libsql';
import pg from 'pg';

/** @param before Called before each statement that goes to the database. */
export function openStore(kind, target, before = () => {}) {
  if (kind === 'sqlite') return sqliteStore(watchedHandle(new Database(target), before));
  const pool = new pg.Pool(JSON.parse(target));
  const { connect } = pool;
  pool.connect = async () => {
    const client = await connect.call(pool);
    const { query } = client;
    client.query = (...call) => {
      before();
      return query.apply(client, call);
    };
    const { release } = client;
    client.release = (destroy) => {
      client.query = query;
      client.release = release;
      release.call(client, destroy);
    };
    return client;
  };
  return postgresStore(pool);
}

function watchedHandle(db, before) {
  const watched =
    (call) =>
    (...values) => {
      before();
      return call(...values);
    };
  return {
    exec: watched((sql) => db.exec(sql)),
    prepare(sql) {
      const statement = db.prepare(sql);
      const method = (name) => watched((...values) => statement[name](...values));
      return { run: method('run'), get: method('get'), all: method('all') };
    },
    close: () => db.close(),
  };
}

export const publication = (snapshot, open, folded, total = 0n) => ({
  ...{ snapshot, open, folded, revision: `r${snapshot}` },
  state: new TextEncoder().encode(String(total)),
});

export const totalOf = ({ state }) => BigInt(new TextDecoder().decode(state));

/** Reports that add 1 to two sums that lie far apart. */
export const batchOf = (name, count) =>
  Array.from({ length: count }, (_, i) => ({
    id: Buffer.from(`${name} ${i}`.padEnd(16).slice(0, 16)).toString('base64url'),
    delta: {
      schema: 's',
      size: 2000,
      indices: Uint32Array.of(0, 1999),
      values: BigInt64Array.of(1n, 1n),
    },
  }));
