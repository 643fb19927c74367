/** What the publication object of an experiment keeps: the newest snapshot, its state, and how ids are spread. */
import { type Head, type Publication, requireSuccessor } from '../store.js';
import type { ObjectState, Sql } from './cloudflare.js';
import { encodeFrame, type Frame } from './frame.js';
import type { Place, PublishMessage, PublishReply } from './messages.js';

/** A row may have 2 MB, and a state more. */
const PIECE = 1_000_000;

export const PUBLICATION_TABLES = [
  'CREATE TABLE IF NOT EXISTS place (one INTEGER PRIMARY KEY, shards INTEGER NOT NULL, shard_key BLOB NOT NULL)',
  'CREATE TABLE IF NOT EXISTS publication (one INTEGER PRIMARY KEY, snapshot INTEGER NOT NULL, open INTEGER NOT NULL, folded INTEGER NOT NULL, revision TEXT NOT NULL)',
  'CREATE TABLE IF NOT EXISTS state (piece INTEGER PRIMARY KEY, bytes BLOB NOT NULL)',
];

export class PublicationRows {
  readonly #storage: ObjectState['storage'];
  readonly #sql: Sql;

  constructor({ storage }: ObjectState) {
    this.#storage = storage;
    this.#sql = storage.sql;
  }

  /** `shards` is 0, and `key` empty, before the first publication. */
  place(): Place {
    const [row] = this.#sql.exec('SELECT shards, shard_key FROM place').toArray();
    const publication = this.#head();
    if (row === undefined) return { shards: 0, key: [], publication };
    const key = [...new Uint32Array(row['shard_key'] as ArrayBuffer)];
    return { shards: Number(row['shards']), key, publication };
  }

  /** @returns A frame: the place, and the pieces of the state. */
  latest(): Uint8Array<ArrayBuffer> {
    const rows = this.#sql.exec('SELECT bytes FROM state ORDER BY piece').toArray();
    const pieces = rows.map(({ bytes }) => new Uint8Array(bytes as ArrayBuffer));
    return encodeFrame(this.place(), pieces);
  }

  /** @throws LdpError `invalid_argument` if `next` may not follow. */
  publish({ head, blobs }: Frame<PublishMessage>): PublishReply {
    return this.#storage.transactionSync(() => {
      const publication = this.#head();
      if ((publication?.snapshot ?? null) !== head.expected) return { published: false };
      requireSuccessor(publication, head.next);
      this.#write({ ...head.next, state: blobs[0] as Uint8Array<ArrayBuffer> });
      this.#sql.exec(
        'INSERT OR REPLACE INTO place (one, shards, shard_key) VALUES (1, ?, ?)',
        ...[head.shards, Uint32Array.from(head.key).buffer],
      );
      return { published: true };
    });
  }

  #head(): Head | null {
    const query = 'SELECT snapshot, open, folded, revision FROM publication';
    const [row] = this.#sql.exec(query).toArray();
    return (row as unknown as Head | undefined) ?? null;
  }

  #write({ snapshot, open, folded, revision, state }: Publication): void {
    this.#sql.exec(
      'INSERT OR REPLACE INTO publication (one, snapshot, open, folded, revision) VALUES (1, ?, ?, ?, ?)',
      ...[snapshot, open, folded, revision],
    );
    this.#sql.exec('DELETE FROM state');
    for (let at = 0; at < state.length; at += PIECE) {
      this.#sql.exec(
        'INSERT INTO state (piece, bytes) VALUES (?, ?)',
        ...[at / PIECE, state.slice(at, at + PIECE).buffer],
      );
    }
  }
}
