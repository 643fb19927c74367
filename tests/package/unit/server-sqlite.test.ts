// sqliteStore on a real file, through libsql. node:sqlite and better-sqlite3: tests/stores.
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DefinitionStore, Publication } from 'ldp-bandits/server';
import { backupSqlite, closeSqlite, sqliteStore } from 'ldp-bandits/server/sqlite';
import Database from 'libsql';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { FAMILIES_OF_010, opensStateOf010 } from '../../stores/upgrade.js';
import { describeDefinitionStore } from './server-store-conformance.js';

const folder = mkdtempSync(join(tmpdir(), 'ldp-sqlite-'));
afterAll(() => rmSync(folder, { recursive: true }));

let files = 0;
const fresh = () => join(folder, `${++files}.db`);
const names = new WeakMap<object, string>();
const open = (file: string) => {
  const store = sqliteStore(new Database(file));
  names.set(store, file);
  return store;
};
const another = (store: object) => open(names.get(store) ?? '');

describeDefinitionStore('sqliteStore', { create: () => open(fresh()), reopen: another, another });

const SIZE = 6;
const EPOCH = { experiment: 'demo', snapshot: 1 };
const publication = (snapshot: number, open = 0, folded = 0): Publication => ({
  ...{ snapshot, open, folded, revision: `r${snapshot}` },
  state: Uint8Array.of(snapshot),
});
const batch = (count: number, first = 0) =>
  Array.from({ length: count }, (_, i) => {
    const id = Buffer.alloc(16);
    id.writeUInt32LE(first + i, 3);
    const [indices, values] = [Uint32Array.of(0, 3), BigInt64Array.of(1n, 2n)];
    return { id: id.toString('base64url'), delta: { schema: 's', size: SIZE, indices, values } };
  });

/** Makes `db` count how often it is asked to begin a transaction that writes. */
function countBegins(db: Database.Database): () => number {
  const prepare = db.prepare.bind(db);
  const exec = db.exec.bind(db);
  let begins = 0;
  db.exec = (sql) => {
    if (sql === 'BEGIN IMMEDIATE') begins++;
    return exec(sql);
  };
  db.prepare = ((sql: string) => {
    const statement = prepare(sql);
    if (sql !== 'BEGIN IMMEDIATE') return statement;
    const run = statement.run.bind(statement);
    statement.run = () => {
      begins++;
      return run();
    };
    return statement;
  }) as typeof db.prepare;
  return () => begins;
}

const count = (db: Database.Database, table: string) =>
  (db.prepare(`SELECT count(*) AS n FROM ${table}`).get() as { n: number }).n;

describe('sqliteStore', () => {
  test('stores nothing beside a report but its random id', async () => {
    const db = new Database(fresh());
    await using store = sqliteStore(db);
    await store.publish('demo', null, publication(1));
    await store.commit(EPOCH, batch(2));
    const tables = "SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name";
    const stored = db
      .prepare(tables)
      .all()
      .map((row) => (row as { name: string }).name);
    expect(stored).toEqual([
      'closed',
      'definition',
      'epoch',
      'publication',
      'report_ids',
      'sqlite_sequence',
      'sums',
    ]);
    expect(db.prepare('SELECT * FROM epoch').all()).toEqual([
      { no: 1, experiment: 'demo', snapshot: 1, schema: 's', size: SIZE, reports: 2 },
    ]);
    const ids = `${'00'.repeat(16)}${'00'.repeat(3)}01${'00'.repeat(12)}`;
    expect(db.prepare('SELECT epoch, part, hex(ids) AS ids FROM report_ids').all()).toEqual([
      { epoch: 1, part: 1, ids },
    ]);
    db.close();
  });

  test.each(FAMILIES_OF_010)(
    'holds what 0.1.0 stored, %s: a collector of today counts every report of it',
    async (family) => {
      await using store = open(fresh());
      await opensStateOf010(store, family);
    },
  );

  test('answers when what it answers is on the disk: a write-ahead log that is synced', () => {
    const db = new Database(fresh());
    sqliteStore(db);
    expect(db.prepare('PRAGMA journal_mode').get()).toMatchObject({ journal_mode: 'wal' });
    expect(db.prepare('PRAGMA synchronous').get()).toMatchObject({ synchronous: 2 });
    db.close();
  });

  test('deletes 40,000 ids of a closed epoch in steps, while other calls are answered', async () => {
    const db = new Database(fresh());
    await using store = sqliteStore(db);
    // 2,000 commits that each wait for the disk took 37 s on a busy machine.
    db.exec('PRAGMA synchronous = OFF');
    await store.publish('demo', null, publication(1));
    for (let first = 0; first < 40_000; first += 20) await store.commit(EPOCH, batch(20, first));
    await store.publish('demo', 1, publication(2, 2));
    // The publication has not deleted them all.
    expect(count(db, 'report_ids')).toBeGreaterThan(0);
    expect((await store.commit({ ...EPOCH, snapshot: 2 }, batch(3))).accepted).toBe(3);
    await vi.waitFor(() => expect(count(db, 'closed')).toBe(0), { timeout: 20_000 });
    expect(count(db, 'report_ids')).toBe(1);
    expect((await store.read(EPOCH))?.reports).toBe(40_000n);
    db.close();
  });

  test('deletes the ids that a process left which died before it could', async () => {
    const file = fresh();
    const first = new Database(file);
    const dying = sqliteStore(first);
    first.exec('PRAGMA synchronous = OFF');
    await dying.publish('demo', null, publication(1));
    for (let first = 0; first < 1000; first++) await dying.commit(EPOCH, batch(1, first));
    const published = dying.publish('demo', 1, publication(2, 2));
    await dying.dispose();
    await published;
    first.close();
    const db = new Database(file);
    expect(count(db, 'report_ids')).toBeGreaterThan(0);
    await using store = sqliteStore(db);
    await store.publish('demo', 2, publication(3, 2));
    await vi.waitFor(() => expect(count(db, 'report_ids')).toBe(0), { timeout: 20_000 });
    db.close();
  });

  test('knows 60,000 ids that two processes wrote in turn, the ones of zeros and of equal words too', async () => {
    const file = fresh();
    const [one, two] = [open(file), open(file)];
    await one.publish('demo', null, publication(1));
    const repeated = batch(60_000);
    const known = new Set<string>();
    let accepted = 0;
    for (let first = 0; first < repeated.length; first += 500) {
      // A third of them are known, by this process or the other one.
      const part = repeated.slice(Math.max(0, first - 250), first + 500);
      const result = await (first % 1000 === 0 ? one : two).commit(EPOCH, part);
      const expected = part.flatMap(({ id }, i) => (known.has(id) ? [i] : []));
      expect(result.duplicates).toEqual(expected);
      accepted += result.accepted;
      for (const { id } of part) known.add(id);
    }
    expect([accepted, known.size]).toEqual([60_000, 60_000]);
    const again = await open(file).commit(EPOCH, repeated);
    expect(again).toMatchObject({ accepted: 0, duplicate: 60_000 });
  });

  test('opens, and reads, while another process writes for longer than a store waits', async () => {
    const file = fresh();
    const first = open(file);
    await first.publish('demo', null, publication(1));
    const writer = new Database(file);
    writer.exec('BEGIN IMMEDIATE');
    try {
      expect((await open(file).head('demo'))?.snapshot).toBe(1);
    } finally {
      writer.exec('ROLLBACK');
    }
  });

  test('refuses a database of a newer release, and names both versions', () => {
    const file = fresh();
    const db = new Database(file);
    sqliteStore(db);
    db.exec('PRAGMA user_version = 7');
    expect(() => sqliteStore(new Database(file))).toThrow(
      expect.objectContaining({
        code: 'store_conflict',
        message: expect.stringMatching(/version 7.*version 1/),
      }),
    );
    db.close();
  });

  test('refuses the database of another program, and leaves it as it was', () => {
    const db = new Database(fresh());
    db.exec('CREATE TABLE customers (name TEXT); PRAGMA user_version = 1');
    expect(() => sqliteStore(db)).toThrow(
      expect.objectContaining({ code: 'store_conflict', retryable: false }),
    );
    expect(count(db, "sqlite_schema WHERE name <> 'customers'")).toBe(0);
    expect(db.prepare('PRAGMA journal_mode').get()).toMatchObject({ journal_mode: 'delete' });
    db.close();
  });

  test('reports a full disk as retryable, loses nothing, and goes on when there is room', async () => {
    const db = new Database(fresh());
    await using store = sqliteStore(db);
    await store.publish('demo', null, publication(1));
    await store.commit(EPOCH, batch(10));
    const { page_count: pages } = db.prepare('PRAGMA page_count').get() as { page_count: number };
    db.exec(`PRAGMA max_page_count = ${pages + 2}`);
    await expect(store.commit(EPOCH, batch(2000, 10))).rejects.toMatchObject({
      code: 'transport',
      retryable: true,
      details: { sqlite: 'SQLITE_FULL' },
    });
    expect((await store.read(EPOCH))?.reports).toBe(10n);
    db.exec('PRAGMA max_page_count = 1000000');
    expect((await store.commit(EPOCH, batch(2000, 5))).accepted).toBe(1995);
    db.close();
  });

  test('waits for another process that writes, and then goes on', async () => {
    const file = fresh();
    const db = new Database(file);
    const begins = countBegins(db);
    await using store = sqliteStore(db);
    await store.publish('demo', null, publication(1));
    const other = new Database(file);
    other.exec('BEGIN IMMEDIATE');
    const committed = store.commit(EPOCH, batch(1));
    other.exec('COMMIT');
    expect((await committed).accepted).toBe(1);
    other.exec('BEGIN IMMEDIATE');
    const controller = new AbortController();
    const aborted = store.commit(EPOCH, batch(1, 9), { signal: controller.signal });
    controller.abort(new Error('enough'));
    await expect(aborted).rejects.toThrow('enough');
    const before = begins();
    await expect(store.commit(EPOCH, batch(1, 9))).rejects.toMatchObject({
      code: 'transport',
      retryable: true,
    });
    // In 4 s: SQLite waits for up to 10 ms, which stops this process, and the store for 40 ms between two attempts.
    expect(db.prepare('PRAGMA busy_timeout').get()).toMatchObject({ timeout: 10 });
    expect(begins() - before).toBeLessThan(120);
    expect(begins() - before).toBeGreaterThan(2);
    other.exec('COMMIT');
    other.close();
    expect((await store.commit(EPOCH, batch(1, 9))).accepted).toBe(1);
    db.close();
  });

  test('waits inside SQLite while another process makes the tables: it does not try without a pause', () => {
    const file = fresh();
    const other = new Database(file);
    other.exec('PRAGMA journal_mode = WAL; BEGIN IMMEDIATE');
    const db = new Database(file);
    const begins = countBegins(db);
    expect(() => sqliteStore(db)).toThrow(
      expect.objectContaining({ code: 'transport', retryable: true }),
    );
    expect(begins()).toBeGreaterThan(0);
    expect(begins()).toBeLessThan(10);
    other.exec('COMMIT');
    other.close();
    expect(() => sqliteStore(db)).not.toThrow();
    db.close();
  });

  test('copies a live database into one that opens, and does not overwrite a file', async () => {
    const db = new Database(fresh());
    await using store: DefinitionStore = sqliteStore(db);
    await store.publish('demo', null, publication(1));
    await store.commit(EPOCH, batch(100));
    const copy = fresh();
    backupSqlite(db, copy);
    await store.commit(EPOCH, batch(1, 200));
    const copied = new Database(copy);
    await using restored = sqliteStore(copied);
    expect((await restored.read(EPOCH))?.reports).toBe(100n);
    expect((await restored.commit(EPOCH, batch(100))).duplicate).toBe(100);
    expect(() => backupSqlite(db, copy)).toThrow(expect.objectContaining({ code: 'transport' }));
    copied.close();
    db.close();
  });

  test('leaves one file behind when it is closed', async () => {
    const file = fresh();
    const db = new Database(file);
    const store = sqliteStore(db);
    await store.publish('demo', null, publication(1));
    await store.dispose();
    closeSqlite(db);
    expect(statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0).toBe(0);
    await using again = sqliteStore(new Database(file));
    expect(await again.latest('demo')).toEqual(publication(1));
  });

  test('says so when it was disposed, or when it gets no database', async () => {
    const store = open(fresh());
    await store.dispose();
    await expect(store.latest('demo')).rejects.toMatchObject({ code: 'disposed' });
    for (const none of [undefined, null, 'file.db', {}])
      expect(() => sqliteStore(none as never)).toThrow(/^db: must be an open database/);
    const db = new Database(fresh());
    for (const none of ['', 7])
      expect(() => backupSqlite(db, none as never)).toThrow(/^file: must be a path/);
    db.close();
  });
});
