/**
 * A queue that keeps only the latest event of each kind, so that a slow reader is never behind. Any
 * number of readers; one that comes late starts with the latest of each kind.
 */
export class Latest<Event extends { readonly type: string }> {
  readonly #readers = new Set<Reader<Event>>();
  readonly #last = new Map<string, Event>();
  readonly #onAbandon: () => void;
  #end: { readonly error?: unknown } | undefined;

  /** `onAbandon` runs when a reader stops early (`break`, `return`, an exception in its loop). */
  constructor(onAbandon: () => void) {
    this.#onAbandon = onAbandon;
  }

  push(event: Event): void {
    this.#last.set(event.type, event);
    for (const reader of this.#readers) reader.push(event);
  }

  /** With an error the readers throw it after what is still queued; without they end. */
  close(end: { readonly error?: unknown }): void {
    this.#end ??= end;
    for (const reader of this.#readers) reader.close(this.#end);
    this.#readers.clear();
  }

  read(): AsyncIterator<Event> {
    const reader = new Reader<Event>();
    for (const event of this.#last.values()) reader.push(event);
    if (this.#end === undefined) this.#readers.add(reader);
    else reader.close(this.#end);
    return {
      next: () => reader.next(),
      return: async () => {
        this.#readers.delete(reader);
        reader.close({});
        this.#onAbandon();
        return { done: true, value: undefined };
      },
    };
  }
}

class Reader<Event extends { readonly type: string }> {
  // A Map keeps the order of insertion: what changed longest ago comes out first.
  readonly #pending = new Map<string, Event>();
  #wake: (() => void) | undefined;
  #end: { readonly error?: unknown } | undefined;

  push(event: Event): void {
    this.#pending.set(event.type, event);
    this.#wake?.();
  }

  close(end: { readonly error?: unknown }): void {
    this.#end = end;
    this.#wake?.();
  }

  async next(): Promise<IteratorResult<Event>> {
    while (this.#pending.size === 0 && this.#end === undefined) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    for (const [type, event] of this.#pending) {
      this.#pending.delete(type);
      return { done: false, value: event };
    }
    const end = this.#end ?? {};
    this.#end = {};
    if ('error' in end) throw end.error;
    return { done: true, value: undefined };
  }
}
