/**
 * One writer, any number of readers, none of which can hold up the writer or grow without bound: a
 * reader that falls behind loses the oldest items, and the next item that it gets says how many.
 */
export interface BroadcastLimits {
  /** At most this many items are queued per reader. */
  readonly items: number;
  /** At most this many units of `weigh` are queued per reader, unless a single item is heavier. */
  readonly weight: number;
}

/** Of a tap: what waits for a slow reader. */
export const TAP_LIMITS: BroadcastLimits = { items: 256, weight: 2 ** 20 };

export type Delivered<T> = T & {
  /** Items that this reader lost just before this one, because it was too slow. */
  readonly missed: number;
};

export class Broadcast<T extends object> {
  readonly #limits: BroadcastLimits;
  readonly #weigh: (item: T) => number;
  readonly #readers = new Set<Reader<T>>();
  #ended = false;

  constructor(limits: BroadcastLimits, weigh: (item: T) => number = () => 0) {
    this.#limits = limits;
    this.#weigh = weigh;
  }

  /** Whether there is a reader. Without one the writer need not describe its items. */
  get observed(): boolean {
    return this.#readers.size > 0;
  }

  write(item: T): void {
    const weight = this.#weigh(item);
    for (const reader of this.#readers) reader.push(item, weight, this.#limits);
  }

  /** Ends every reader once it has drained what waits for it. */
  end(): void {
    this.#ended = true;
    for (const reader of this.#readers) reader.end();
  }

  /** Items from this call on. Ends on abort, on {@link end}, or when the loop is left. */
  read(signal?: AbortSignal): AsyncIterableIterator<Delivered<T>> {
    const reader = new Reader<T>();
    const leave = () => {
      this.#readers.delete(reader);
      signal?.removeEventListener('abort', leave);
      reader.end();
    };
    if (this.#ended || signal?.aborted) {
      reader.end();
    } else {
      this.#readers.add(reader);
      signal?.addEventListener('abort', leave);
    }
    return {
      next: () => reader.next(),
      return: async () => {
        leave();
        reader.drop();
        return { done: true, value: undefined };
      },
      [Symbol.asyncIterator]() {
        return this;
      },
    };
  }
}

interface Waiting<T> {
  readonly item: T;
  readonly weight: number;
}

class Reader<T extends object> {
  #queue: Waiting<T>[] = [];
  #weight = 0;
  #missed = 0;
  #ended = false;
  #waiting: ((result: IteratorResult<Delivered<T>>) => void)[] = [];

  push(item: T, weight: number, limits: BroadcastLimits): void {
    const waiting = this.#waiting.shift();
    if (waiting) {
      waiting({ done: false, value: this.#deliver(item) });
      return;
    }
    this.#queue.push({ item, weight });
    this.#weight += weight;
    while (
      this.#queue.length > limits.items ||
      (this.#weight > limits.weight && this.#queue.length > 1)
    ) {
      const { item: lost, weight: relief } = this.#queue.shift() as Waiting<T>;
      this.#weight -= relief;
      this.#missed += 1 + missedBefore(lost);
    }
  }

  next(): Promise<IteratorResult<Delivered<T>>> {
    const head = this.#queue.shift();
    if (head) {
      this.#weight -= head.weight;
      return Promise.resolve({ done: false, value: this.#deliver(head.item) });
    }
    if (this.#ended) return Promise.resolve({ done: true, value: undefined });
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  end(): void {
    this.#ended = true;
    for (const resolve of this.#waiting.splice(0)) resolve({ done: true, value: undefined });
  }

  drop(): void {
    this.#queue = [];
  }

  #deliver(item: T): Delivered<T> {
    const missed = this.#missed + missedBefore(item);
    this.#missed = 0;
    return { ...item, missed };
  }
}

/** Items may have come through another broadcast, which has counted already. */
function missedBefore(item: object): number {
  return (item as { readonly missed?: number }).missed ?? 0;
}
