// The ids that sqliteStore keeps in memory: what a refusal costs, how much they may take, when they are let go of.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'libsql';
import { afterAll, describe, expect, test, vi } from 'vitest';
import type { SqliteLike, SqliteStatement } from '../../../bindings/ts/server/sqlite/handle.js';
import { IdIndex } from '../../../bindings/ts/server/sqlite/id-index.js';
import { KnownIds } from '../../../bindings/ts/server/sqlite/known-ids.js';
import { statementsOf } from '../../../bindings/ts/server/sqlite/statements.js';
import { sqliteStore } from '../../../bindings/ts/server/sqlite/store.js';

const folder = mkdtempSync(join(tmpdir(), 'ldp-sqlite-ids-'));
afterAll(() => rmSync(folder, { recursive: true }));
let files = 0;
const fresh = () => new Database(join(folder, `${++files}.db`));

const EPOCH = { experiment: 'demo', snapshot: 1 };
const publication = (snapshot: number, open = 0) => ({
  ...{ snapshot, open, folded: 0, revision: `r${snapshot}` },
  state: Uint8Array.of(snapshot),
});
const batch = (count: number, first = 0) =>
  Array.from({ length: count }, (_, i) => {
    const id = Buffer.alloc(16);
    id.writeUInt32LE(first + i, 3);
    const [indices, values] = [Uint32Array.of(0), BigInt64Array.of(1n)];
    return { id: id.toString('base64url'), delta: { schema: 's', size: 6, indices, values } };
  });

/** A handle that counts the rows of the log that are read, and calls `onCommit` in the place of COMMIT. */
function watched(db: Database.Database) {
  const seen = { parts: 0, onCommit: (commit: () => unknown) => commit() };
  const prepare = (sql: string): SqliteStatement => {
    const statement = db.prepare(sql) as unknown as SqliteStatement;
    return {
      get: (...values) => statement.get(...values),
      run(...values) {
        const run = () => statement.run(...values);
        return (sql === 'COMMIT' ? seen.onCommit(run) : run()) as { changes: number };
      },
      all(...values) {
        const rows = statement.all(...values);
        if (sql.includes('FROM report_ids')) seen.parts += rows.length;
        return rows;
      },
    };
  };
  const handle: SqliteLike = { exec: (sql) => db.exec(sql), prepare, close: () => db.close() };
  return { handle, seen };
}

describe('the ids of sqliteStore', () => {
  test('are read once each: not again for a batch that a full epoch refuses', async () => {
    const { handle, seen } = watched(fresh());
    await using store = sqliteStore(handle);
    await store.publish('demo', null, publication(1));
    for (let i = 0; i < 30; i++) await store.commit(EPOCH, batch(10, 10 * i), { maxIds: 300 });
    for (let i = 0; i < 20; i++) {
      await expect(store.commit(EPOCH, batch(1, 300 + i), { maxIds: 300 })).rejects.toMatchObject({
        details: { problem: 'epoch_full' },
      });
    }
    expect(seen.parts).toBe(30);
    // What was refused is not known, and what is known still counts as a duplicate.
    expect(await store.commit(EPOCH, batch(2, 299))).toMatchObject({ duplicates: [0] });
    expect(await store.commit(EPOCH, batch(300), { maxIds: 301 })).toMatchObject({ accepted: 0 });
    expect(seen.parts).toBe(31);
    handle.close();
  });

  test('are read once each: not again after a full disk', async () => {
    const db = fresh();
    const { handle, seen } = watched(db);
    await using store = sqliteStore(handle);
    await store.publish('demo', null, publication(1));
    for (let i = 0; i < 10; i++) await store.commit(EPOCH, batch(1, i));
    const { page_count: pages } = db.prepare('PRAGMA page_count').get() as { page_count: number };
    db.exec(`PRAGMA max_page_count = ${pages + 2}`);
    for (let i = 0; i < 3; i++) {
      await expect(store.commit(EPOCH, batch(2000, 10))).rejects.toThrow(
        'SQLite failed (SQLITE_FULL); nothing was stored.',
      );
    }
    db.exec('PRAGMA max_page_count = 1000000');
    expect((await store.commit(EPOCH, batch(2000, 5))).accepted).toBe(1995);
    expect(seen.parts).toBe(10);
    handle.close();
  });

  test.each([
    ['was stored', true],
    ['was not stored', false],
  ])('are right after a COMMIT that failed, where it %s', async (_, stores) => {
    const { handle, seen } = watched(fresh());
    await using store = sqliteStore(handle);
    await store.publish('demo', null, publication(1));
    await store.commit(EPOCH, batch(5));
    const { onCommit } = seen;
    seen.onCommit = (commit) => {
      if (stores) commit();
      throw Object.assign(new Error('disk I/O error'), { code: 'SQLITE_IOERR' });
    };
    // Ids 3 to 8.
    await expect(store.commit(EPOCH, batch(6, 3))).rejects.toMatchObject({
      code: 'transport',
      retryable: true,
      message: expect.stringMatching(/\(SQLITE_IOERR\); it is unknown whether .* was stored/),
    });
    seen.onCommit = onCommit;
    const again = await store.commit(EPOCH, batch(7, 3));
    expect(again.duplicates).toEqual(stores ? [0, 1, 2, 3, 4, 5] : [0, 1]);
    expect((await store.read(EPOCH))?.reports).toBe(10n);
    handle.close();
  });

  test('are let go of when their epoch closes, and when the experiment begins anew', async () => {
    const close = vi.spyOn(KnownIds.prototype, 'close');
    /** Bytes in memory after the last call. */
    const left = () => (close.mock.contexts.at(-1) as KnownIds | undefined)?.bytes;
    const db = fresh();
    await using store = sqliteStore(db as unknown as SqliteLike);
    await store.publish('demo', null, publication(1));
    for (const close of [
      () => store.publish('demo', 1, publication(2, 2)),
      () => store.publish('demo', 2, publication(3, 3)),
    ]) {
      const snapshot = (await store.head('demo'))?.snapshot ?? 0;
      // The second one reads what the first one wrote.
      for (const _ of [1, 2]) await store.commit({ ...EPOCH, snapshot }, batch(100));
      expect(left()).toBeGreaterThan(1600);
      await close();
      expect(left()).toBe(0);
    }
    close.mockRestore();
    db.close();
  });

  test('take no more memory than they may: those used longest ago are read again when needed', () => {
    const db = fresh();
    sqliteStore(db as unknown as SqliteLike);
    const { handle, seen } = watched(db);
    const maxBytes = 3 * 2048;
    const ids = new KnownIds(statementsOf(handle), maxBytes);
    const commit = (no: number, reports: ReturnType<typeof batch>) => {
      const sorted = ids.sort(no, { experiment: `demo-${no}`, snapshot: 1 }, reports);
      ids.write(no, sorted);
      return sorted.duplicates.length;
    };
    // An index of 90 ids takes 2048 bytes.
    for (let no = 1; no <= 10; no++) expect(commit(no, batch(90))).toBe(0);
    for (let no = 1; no <= 10; no++) {
      expect(commit(no, batch(90))).toBe(90);
      expect(ids.bytes).toBeLessThanOrEqual(maxBytes);
    }
    // The last three are still there, the first is not.
    seen.parts = 0;
    for (const no of [8, 9, 10]) expect(commit(no, batch(90))).toBe(90);
    expect(seen.parts).toBe(0);
    expect(commit(1, batch(90))).toBe(90);
    expect(seen.parts).toBe(1);
    // An epoch that is larger than that by itself still knows its ids.
    expect(commit(11, batch(2000))).toBe(0);
    expect(commit(11, batch(2001))).toBe(2000);
    db.close();
  });

  test('of an epoch whose number another experiment had before are its own', () => {
    const db = fresh();
    sqliteStore(db as unknown as SqliteLike);
    const ids = new KnownIds(statementsOf(db as unknown as SqliteLike));
    // The transaction that began the epoch is rolled back: nothing is written.
    ids.sort(1, { experiment: 'rolled-back', snapshot: 1 }, batch(1));
    ids.write(1, ids.sort(1, EPOCH, batch(2)));
    ids.close('rolled-back', 2);
    expect(ids.bytes).toBeGreaterThan(0);
    expect(ids.sort(1, EPOCH, batch(3)).duplicates).toEqual([0, 1]);
    ids.close(EPOCH.experiment, 2);
    expect(ids.bytes).toBe(0);
    db.close();
  });
});

test('IdIndex answers as a Set does, on ids of zeros, equal words and many that differ in one bit', () => {
  const index = new IdIndex();
  const known = new Set<string>();
  const next = ((state: number) => () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state >>> 8;
  })(7);
  let wrong = 0;
  for (let step = 0; step < 40_000; step++) {
    const word = () => (next() % 3 === 0 ? 0 : 2 ** (next() % 32));
    const words = Uint32Array.of(99, 99, 99, 99, word(), word(), word(), word());
    const key = words.join();
    if (index.has(words, 1) !== known.has(key)) wrong++;
    if (next() % 2 === 0) continue;
    if (index.add(words, 1) === known.has(key)) wrong++;
    known.add(key);
    if (index.size !== known.size) wrong++;
  }
  expect(wrong).toBe(0);
  expect(known.size).toBeGreaterThan(5000);
});
