/** Asks the objects of an experiment. Each call is one request to one object. */
import { LdpError } from '../../internal/errors.js';
import { joinBytes } from '../../internal/join-bytes.js';
import type { Publication } from '../store.js';
import type { ObjectNamespace } from './cloudflare.js';
import { decodeFrame, encodeFrame, type Frame } from './frame.js';
import type {
  CloseMessage,
  CommitMessage,
  CommitReply,
  Place,
  PublishMessage,
  PublishReply,
  ReadMessage,
  ReadReply,
} from './messages.js';

export class Objects {
  readonly #namespace: ObjectNamespace;

  constructor(namespace: ObjectNamespace) {
    this.#namespace = namespace;
  }

  async place(experiment: string): Promise<Place> {
    return (await this.#ask<Place>(`${experiment}/publication`, 'head', {})).head;
  }

  async latest(experiment: string): Promise<Publication | null> {
    const { head, blobs } = await this.#ask<Place>(`${experiment}/publication`, 'latest', {});
    return head.publication && { ...head.publication, state: joinBytes(blobs) };
  }

  async publish(experiment: string, message: PublishMessage, state: Uint8Array) {
    const name = `${experiment}/publication`;
    return (await this.#ask<PublishReply>(name, 'publish', message, [state])).head;
  }

  async commit(
    experiment: string,
    shard: number,
    message: CommitMessage,
    blobs: readonly Uint8Array[],
  ): Promise<CommitReply> {
    return (await this.#ask<CommitReply>(shardName(experiment, shard), 'commit', message, blobs))
      .head;
  }

  async read(experiment: string, shard: number, message: ReadMessage): Promise<Frame<ReadReply>> {
    return this.#ask<ReadReply>(shardName(experiment, shard), 'read', message);
  }

  /** Tells all shards. */
  async close(experiment: string, shards: number, message: CloseMessage): Promise<void> {
    await Promise.all(
      Array.from({ length: shards }, (_, shard) =>
        this.#ask(shardName(experiment, shard), 'close', message),
      ),
    );
  }

  /** @throws LdpError `transport`: whether the object has done it is not known then. */
  async #ask<Head>(
    name: string,
    operation: string,
    message: object,
    blobs: readonly Uint8Array[] = [],
  ): Promise<Frame<Head>> {
    try {
      // A new stub each time: one that has failed once stays broken.
      const stub = this.#namespace.get(this.#namespace.idFromName(name) as never);
      const body = encodeFrame(message, blobs);
      const response = await stub.fetch(`https://store/${operation}`, { method: 'POST', body });
      const bytes = await response.arrayBuffer();
      if (response.status !== 200) throw new Error(`HTTP status ${response.status}`);
      return decodeFrame<Head>(bytes);
    } catch (cause) {
      throw new LdpError('transport', `A Durable Object of the store failed: ${operation}.`, {
        cause,
        retryable: true,
      });
    }
  }
}

/** A name of an experiment has no slash. */
const shardName = (experiment: string, shard: number) => `${experiment}/shard/${shard}`;
