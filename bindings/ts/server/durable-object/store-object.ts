/** The class of Durable Objects that a Worker binds: an object is a shard, or holds a publication, by what it is asked. */
import type { ObjectState } from './cloudflare.js';
import { decodeFrame, encodeFrame } from './frame.js';
import type { CloseMessage, CommitMessage, PublishMessage, ReadMessage } from './messages.js';
import { PUBLICATION_TABLES, PublicationRows } from './publication.js';
import { SHARD_TABLES, Shard } from './shard.js';

/**
 * Export it from the script of a Worker, and bind it as a class with SQLite (`new_sqlite_classes`). It answers
 * {@link durableObjectStore} of the same version only, and no address leads to it from outside.
 */
export class StoreObject {
  readonly #shard: Shard;
  readonly #publication: PublicationRows;

  constructor(state: ObjectState, _env?: unknown) {
    for (const table of [...SHARD_TABLES, ...PUBLICATION_TABLES]) state.storage.sql.exec(table);
    this.#shard = new Shard(state);
    this.#publication = new PublicationRows(state);
  }

  /** Answered when it is durable: an object holds its answers back until its writes are. */
  async fetch(request: Request): Promise<Response> {
    const operation = new URL(request.url).pathname.slice(1);
    const answer = this.#answer(operation, await request.arrayBuffer());
    return answer === null ? new Response(null, { status: 404 }) : new Response(answer);
  }

  #answer(operation: string, body: ArrayBuffer): Uint8Array<ArrayBuffer> | null {
    switch (operation) {
      case 'commit':
        return encodeFrame(this.#shard.commit(decodeFrame<CommitMessage>(body)));
      case 'close':
        this.#shard.close(decodeFrame<CloseMessage>(body).head);
        return encodeFrame({});
      case 'read':
        return this.#shard.read(decodeFrame<ReadMessage>(body).head);
      case 'head':
        return encodeFrame(this.#publication.place());
      case 'latest':
        return this.#publication.latest();
      case 'publish':
        return encodeFrame(this.#publication.publish(decodeFrame<PublishMessage>(body)));
      default:
        return null;
    }
  }
}
