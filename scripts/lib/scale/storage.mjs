// What a report and an epoch occupy in a database: measured on a new one, for which a collector makes the first
// snapshot and the reports of one epoch are committed in groups, as a collector does it.
import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createCollector } from 'ldp-bandits/server';
import { Postgres } from '../faults/postgres.mjs';
import { openStore } from '../faults/stores.mjs';
import { configuration, NAME } from '../faults/wire.mjs';

const REPORTS = 100_000;
const WARM_UP = 10_000;
/** An id takes 16 bytes at least. */
const SMALLEST_KEPT = 16;
const GROUP = 50;
/** For the bytes that a commit writes. */
const COMMITS = 400;
const SUMS = 32;

/** @returns Per store: bytes an id, and of everything else once. */
export async function storage() {
  return {
    sqlite: await sizes('sqlite', sqliteBytes, writtenHere),
    postgres: await sizes('postgres', postgresBytes, postgresLog),
  };
}

async function sizes(kind, bytesOf, writtenBy) {
  const folder = mkdtempSync(join(tmpdir(), 'ldp-storage-'));
  chmodSync(folder, 0o755);
  let postgres = null;
  try {
    if (kind === 'postgres') {
      postgres = new Postgres(join(folder, 'pg'), join(folder, 'postgres.log'));
      await postgres.create();
    }
    const name = postgres?.url ?? join(folder, 'f.db');
    const { store, close } = await openStore(name);
    const config = configuration({ slackMs: 60_000, everyMs: 1000, serve: 'index' });
    const collector = await createCollector({ ...config, store });
    // The first reports make the rows that there are once, and the code that Node keeps.
    for (let i = 0; i < WARM_UP; i += GROUP) await commit(store, GROUP);
    const before = await bytesOf(name);
    const heapBefore = usedMemory();
    for (let i = 0; i < REPORTS; i += GROUP) await commit(store, GROUP);
    const after = await bytesOf(name);
    const grown = (usedMemory() - heapBefore) / REPORTS;
    // The heap of a process that keeps no ids changes by a few bytes for each, up or down.
    const memoryAnId = grown < SMALLEST_KEPT ? 0 : grown;
    const written = async (group) => {
      const begun = await writtenBy(name);
      for (let i = 0; i < COMMITS; i++) await commit(store, group);
      return ((await writtenBy(name)) - begun) / (COMMITS * group);
    };
    const [writtenALone, writtenInGroup] = [await written(1), await written(GROUP)];
    await collector.dispose();
    await close();
    const bytesAnId = (after - before) / REPORTS;
    return {
      reports: REPORTS,
      bytesAnId,
      memoryAnId,
      emptyBytes: before,
      writtenALone,
      writtenInGroup,
    };
  } finally {
    await postgres?.remove();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Of this process, without what is garbage. */
function usedMemory() {
  setFlagsFromString('--expose-gc');
  // What the first one frees is other memory than what the next one does.
  for (let i = 0; i < 3; i++) runInNewContext('gc')();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

/** Two sums of the first arm, as a bit adds to them. */
function commit(store, count) {
  const schema = 'multi-armed/1 bit arms=16 levels=1';
  const values = BigInt64Array.of(1n, 1n);
  const delta = { schema, size: SUMS, indices: Uint32Array.of(0, 1), values };
  const batch = Array.from({ length: count }, () => ({
    id: randomBytes(16).toString('base64url'),
    delta,
  }));
  return store.commit({ experiment: NAME, snapshot: 1 }, batch);
}

async function sqliteBytes(file) {
  const { default: Database } = await import('libsql');
  const db = new Database(file);
  db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  const [{ page_count: count }] = db.prepare('PRAGMA page_count').all();
  const [{ page_size: size }] = db.prepare('PRAGMA page_size').all();
  db.close();
  return count * size;
}

async function postgresBytes(url) {
  const [{ bytes }] = await ask(url, 'SELECT pg_database_size(current_database()) AS bytes');
  return Number(bytes);
}

async function ask(url, sql) {
  const { default: pg } = await import('pg');
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query(sql);
  await client.end();
  return rows;
}

/** Bytes that this process has handed to the system to write, all of them to files. */
function writtenHere() {
  return Number(/^wchar: (\d+)/m.exec(readFileSync('/proc/self/io', 'utf8'))[1]);
}

/** Bytes of the write-ahead log so far. */
async function postgresLog(url) {
  const [{ bytes }] = await ask(
    url,
    "SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0') AS bytes",
  );
  return Number(bytes);
}
