// Events as async iterables: every reader has a queue of its own, bounded, so that a forgotten
// reader costs little.
import { signalOf } from '../internal/checks.js';

const LONGEST_QUEUE = 1000;

export class EventHub<E> {
  readonly #readers = new Set<Reader<E>>();
  #ended = false;

  /** No reader: the caller may skip building the event. */
  get idle(): boolean {
    return this.#readers.size === 0;
  }

  emit(event: E): void {
    for (const reader of this.#readers) reader.push(event);
  }

  end(): void {
    this.#ended = true;
    for (const reader of this.#readers) reader.end();
  }

  /** Listening starts with this call, not with the first `next`. */
  subscribe(options: { readonly signal?: AbortSignal } = {}): AsyncIterableIterator<E> {
    const signal = signalOf(options);
    const reader = new Reader<E>(() => this.#readers.delete(reader));
    if (this.#ended) reader.end();
    else this.#readers.add(reader);
    signal?.addEventListener('abort', () => reader.end(), { once: true });
    return reader;
  }
}

class Reader<E> implements AsyncIterableIterator<E> {
  readonly #queue: E[] = [];
  readonly #waiting: ((result: IteratorResult<E>) => void)[] = [];
  readonly #leave: () => void;
  #ended = false;

  constructor(leave: () => void) {
    this.#leave = leave;
  }

  push(event: E): void {
    const next = this.#waiting.shift();
    if (next) {
      next({ done: false, value: event });
      return;
    }
    this.#queue.push(event);
    if (this.#queue.length > LONGEST_QUEUE) this.#queue.shift();
  }

  end(): void {
    this.#ended = true;
    this.#leave();
    for (const next of this.#waiting.splice(0)) next({ done: true, value: undefined });
  }

  next(): Promise<IteratorResult<E>> {
    const event = this.#queue.shift();
    if (event !== undefined) return Promise.resolve({ done: false, value: event });
    if (this.#ended) return Promise.resolve({ done: true, value: undefined });
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  return(): Promise<IteratorResult<E>> {
    this.#queue.length = 0;
    this.end();
    return Promise.resolve({ done: true, value: undefined });
  }

  [Symbol.asyncIterator](): this {
    return this;
  }
}
