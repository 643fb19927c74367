/**
 * The tables, in the schema `ldp`:
 *
 *     publication    experiment                     the newest snapshot, the learner's state, and the slot in use
 *     epoch          [no, snapshot]                 an epoch that has reports: schema, number of sums, slot
 *     reports        [no, snapshot, shard]          number of reports, and a bound of every sum of the shard
 *     sums           [no, snapshot, shard, chunk]   128 int64; the sums of an epoch are the sums over its shards
 *     ids_<no>_<slot>  [snapshot, id]               16 bytes; nothing is stored beside a report's id
 *     definition     experiment                     text of the caller's
 *     meta           -                              the version
 *
 * Collectors add to different shards, so that they do not wait for each other's rows. An id is unique in its epoch,
 * not in a shard. Rows of 1 KB stay below what PostgreSQL compresses, and have room to be updated in their page.
 */
import { LdpError } from '../../internal/errors.js';
import type { Query } from './connection.js';
import { BEGIN, LOCK } from './transaction.js';

export const VERSION = 1;
/** Sums in one row. */
export const CHUNK = 128;
/** Tables of ids of an experiment, used in turn: each is emptied as a whole when its epochs are closed. */
export const SLOTS = 3;

const TABLES = `
CREATE SCHEMA IF NOT EXISTS ldp;
CREATE TABLE ldp.meta (version int NOT NULL);
INSERT INTO ldp.meta VALUES (${VERSION});
CREATE TABLE ldp.publication (
  experiment text PRIMARY KEY, no int GENERATED ALWAYS AS IDENTITY UNIQUE, slot int NOT NULL DEFAULT 0,
  snapshot bigint NOT NULL, open bigint NOT NULL, folded bigint NOT NULL, revision text NOT NULL,
  state bytea NOT NULL);
CREATE TABLE ldp.epoch (
  no int, snapshot bigint, slot int NOT NULL, schema text NOT NULL, size int NOT NULL,
  large boolean NOT NULL DEFAULT false, PRIMARY KEY (no, snapshot));
CREATE TABLE ldp.reports (
  no int, snapshot bigint, shard int, reports bigint NOT NULL, bound bigint NOT NULL,
  PRIMARY KEY (no, snapshot, shard)) WITH (fillfactor = 50);
CREATE TABLE ldp.sums (
  no int, snapshot bigint, shard int, chunk int, sums bigint[] NOT NULL,
  PRIMARY KEY (no, snapshot, shard, chunk)) WITH (fillfactor = 50);
CREATE TABLE ldp.definition (experiment text PRIMARY KEY, text text NOT NULL);`;

export const idTable = (no: number, slot: number): string => `ldp.ids_${no}_${slot}`;

const slots = (no: number) => Array.from({ length: SLOTS }, (_, slot) => idTable(no, slot));

/** Rows are never deleted one by one, so there is nothing to vacuum. */
export const createIdTables = (no: number): string =>
  slots(no)
    .map(
      (table) =>
        `CREATE TABLE ${table} (snapshot bigint, id bytea, PRIMARY KEY (snapshot, id)) WITH (autovacuum_enabled = off);`,
    )
    .join('\n');

/**
 * Makes the tables if there are none. Collectors may do so at once: one does, the others wait.
 *
 * @throws LdpError `store_conflict` if the tables are of a newer version (the message names both), or if the server
 *   answers before a commit is on its disk.
 */
export async function prepareSchema(query: Query): Promise<void> {
  const [setting] = await query('SHOW synchronous_commit');
  if (setting?.['synchronous_commit'] === 'off') {
    const text = 'PostgreSQL answers before a commit is on its disk: set synchronous_commit to on.';
    throw new LdpError('store_conflict', text, {
      details: { parameter: 'synchronous_commit', value: 'off' },
    });
  }
  await query(`${BEGIN}; SELECT pg_advisory_xact_lock(${LOCK}, 0)`);
  const [found] = await query(`SELECT to_regclass('ldp.meta') IS NOT NULL AS present`);
  if (found?.['present'] !== true) await query(TABLES);
  const [meta] = await query('SELECT version FROM ldp.meta');
  const version = Number(meta?.['version']);
  if (version !== VERSION) {
    const text = `The tables have version ${version}; this release knows version ${VERSION}. Install a newer release.`;
    throw new LdpError('store_conflict', text, {
      details: { parameter: 'version', version, known: VERSION },
    });
  }
  await query('COMMIT');
}
