// What several processes do to one store, and what a process leaves that is killed.
import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { DefinitionStore } from 'ldp-bandits/server';
import { postgresStore } from 'ldp-bandits/server/postgres';
import { sqliteStore } from 'ldp-bandits/server/sqlite';
import Database from 'libsql';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
// @ts-expect-error Plain JavaScript, which the child processes run.
import { batchOf, publication, totalOf } from './open.mjs';
import { type Server, startPostgres } from './server.js';

const EPOCH = { experiment: 'demo', snapshot: 1 };
const folder = mkdtempSync(join(tmpdir(), 'ldp-processes-'));
const pools: pg.Pool[] = [];
let server: Server;
let files = 0;
beforeAll(async () => {
  server = await startPostgres();
}, 120_000);
afterAll(async () => {
  await Promise.all(pools.map((pool) => pool.end()));
  await server.stop();
  rmSync(folder, { recursive: true });
}, 60_000);

const script = (name: string) => fileURLToPath(new URL(name, import.meta.url));

/** An empty store, and what names it to a child process. */
async function create(kind: string): Promise<{ store: DefinitionStore; target: string }> {
  if (kind === 'sqlite') {
    const target = join(folder, `${++files}.db`);
    return { store: sqliteStore(new Database(target)), target };
  }
  const config = { ...server.connect(await server.create()), max: 2 };
  const pool = new pg.Pool(config);
  pools.push(pool);
  return { store: postgresStore(pool), target: JSON.stringify(config) };
}

describe.each(['sqlite', 'postgres'])('%s', (kind) => {
  test('counts a batch once that a process sent which died before any of its statements', async () => {
    let finished = false;
    let deaths = 0;
    for (; !finished; deaths++) {
      const { store, target } = await create(kind);
      await store.publish('demo', null, publication(1, 0, 0));
      await store.commit(EPOCH, batchOf('before', 1));
      const child = spawnSync(process.execPath, [script('dying.mjs'), kind, target, `${deaths}`]);
      finished = child.status === 0;
      expect(finished || child.signal === 'SIGKILL', String(child.stderr)).toBe(true);
      const newest = (await store.head('demo'))?.snapshot;
      if (newest === 1) {
        const { accepted, duplicate } = await store.commit(EPOCH, batchOf('dying', 3));
        expect([0, 3]).toContain(accepted);
        expect(accepted + duplicate).toBe(3);
      }
      const found = await store.read(EPOCH);
      expect([found?.reports, found?.sums[0], found?.sums[1999]]).toEqual([4n, 4n, 4n]);
      expect(await store.latest('demo')).toEqual(
        newest === 1 ? publication(1, 0, 0) : publication(2, 2, 0),
      );
      await store[Symbol.asyncDispose]();
    }
    // Each of its statements was the last of one process.
    expect(deaths).toBeGreaterThan(10);
  }, 300_000);

  test('keeps exact sums while three processes commit and publish at once', async () => {
    const { store, target } = await create(kind);
    await store.publish('demo', null, publication(1, 1, 0));
    const printed = await Promise.all(
      ['a', 'b', 'c'].map((name) =>
        promisify(execFile)(process.execPath, [script('busy.mjs'), kind, target, name]),
      ),
    );
    const accepted = printed.reduce((sum, { stdout }) => sum + BigInt(stdout.trim()), 0n);
    const latest = await store.latest('demo');
    let total: bigint = totalOf(latest);
    for (let snapshot = latest?.folded ?? 0; snapshot <= (latest?.snapshot ?? 0); snapshot++) {
      const found = await store.read({ ...EPOCH, snapshot });
      expect(found?.sums[0] ?? 0n).toBe(found?.reports ?? 0n);
      total += found?.reports ?? 0n;
    }
    expect(total).toBe(accepted);
    expect(accepted).toBe(7200n);
    expect(latest?.snapshot).toBeGreaterThan(20);
    await store[Symbol.asyncDispose]();
  }, 300_000);
});
