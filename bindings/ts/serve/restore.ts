/**
 * Puts a backup in place. Its numbers of snapshots are moved ahead before any collector can use it, so that a restore
 * that stops in the middle leaves nothing that a collector would serve.
 */
import { copyFile, rename, rm, stat } from 'node:fs/promises';
import { Problem } from '../command/problem.js';
import type { Config } from './config.js';
import { loadPostgres } from './drivers.js';
import { fileExists, withStoreAt } from './offline.js';
import { RESTORING, TO_BEGIN_AGAIN } from './open-store.js';
import { runClient } from './postgres-client.js';
import { skipAhead } from './skip-ahead.js';

/** A line an experiment, for the operator. @throws {Problem}; there is nothing at `address` then. */
export async function restoreSqlite(
  file: string,
  address: string,
  config: Config,
): Promise<readonly string[]> {
  await requireNone(address);
  const draft = `${address}.restoring`;
  await removeSqlite(draft); // of a restore that was killed
  try {
    await copyFile(file, draft);
    const lines = await withStoreAt(draft, config, (offline) => skipAhead(offline));
    // A driver may leave the file of the log; closing has moved what was in it.
    const log = await stat(`${draft}-wal`).catch(() => null);
    if (log !== null && log.size > 0) throw new Problem(`Another process uses ${draft}.`);
    await requireNone(address);
    await rename(draft, address);
    await removeSqlite(draft);
    return lines;
  } catch (error) {
    await removeSqlite(draft);
    throw error;
  }
}

async function requireNone(address: string): Promise<void> {
  for (const path of [address, `${address}-wal`]) {
    if (!(await fileExists(path))) continue;
    throw new Problem(`${path} is there already. Stop the collectors and move it away first.`);
  }
}

async function removeSqlite(path: string): Promise<void> {
  for (const suffix of ['', '-wal', '-shm']) await rm(path + suffix, { force: true });
}

/**
 * The schema {@link RESTORING} is there from before the first table to after the last move: no collector of `serve`
 * opens such a database.
 *
 * @returns A line an experiment, for the operator.
 * @throws {Problem} which says what to do where tables were restored and not all experiments are moved.
 */
export async function restorePostgres(
  file: string,
  address: string,
  config: Config,
): Promise<readonly string[]> {
  const pool = await loadPostgres(address);
  pool.on('error', () => {}); // the next query fails, too
  const ask = async (sql: string) => {
    try {
      return (await pool.query(sql)).rows;
    } catch (error) {
      throw new Problem(`PostgreSQL refuses "${sql}": ${(error as Error).message}.`);
    }
  };
  const isThere = async () => {
    const [found] = await ask("SELECT to_regnamespace('ldp') IS NOT NULL AS present");
    return found?.['present'] === true;
  };
  try {
    if (await isThere()) throw new Problem('The database has the schema ldp already.');
    await ask(`CREATE SCHEMA ${RESTORING}`);
    try {
      const whole = ['--exit-on-error', '--no-owner', '--single-transaction'];
      await runClient('pg_restore', [...whole, file], address);
    } catch (error) {
      // It may have failed after its transaction.
      if (await isThere()) throw new Problem(`${(error as Error).message} ${TO_BEGIN_AGAIN}`);
      await ask(`DROP SCHEMA ${RESTORING}`);
      throw error;
    }
    try {
      const lines = await withStoreAt(address, config, (offline) => skipAhead(offline), 'restore');
      await ask(`DROP SCHEMA ${RESTORING}`);
      return lines;
    } catch (error) {
      throw new Problem(`${(error as Error).message} No collector may use it: ${TO_BEGIN_AGAIN}`);
    }
  } finally {
    await pool.end();
  }
}
