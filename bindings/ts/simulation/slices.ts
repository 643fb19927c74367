// Long work in the calling thread without freezing it: short slices, and a turn of the event loop
// between them.

/** Aim of a slice: one frame at 60 Hz, less some room for the page. */
export const kSliceMs = 12;
/** A slice must never come near the 50 ms within which a cancel, or a tap, has to be answered. */
const kMostGrowth = 4;

/**
 * How much work to do at once, learnt from how long the last slice took. The amount never changes a
 * result: a trial that is played in other slices draws the same numbers.
 */
export class SliceSize {
  #size: number;

  constructor(initial: number) {
    this.#size = initial;
  }

  get size(): number {
    return this.#size;
  }

  /** `aimMs`: how long the next slice should take. */
  learn(work: number, tookMs: number, aimMs: number): void {
    const next = (work * aimMs) / Math.max(tookMs, 0.01);
    this.#size = Math.max(1, Math.round(Math.min(next, work * kMostGrowth)));
  }
}

interface NodeGlobal {
  readonly setImmediate?: (callback: () => void) => unknown;
}

const waiting: (() => void)[] = [];
let channel: MessageChannel | undefined;

/**
 * Resolves after the event loop has had a turn, so that input, painting, timers and aborts come
 * through. A message, because in browsers `setTimeout` waits 4 ms once nested and promises never
 * let the loop turn at all. Node delivers up to a thousand messages before it looks at a timer, but
 * has `setImmediate`.
 */
export function turn(): Promise<void> {
  const { setImmediate } = globalThis as NodeGlobal;
  return new Promise((resolve) => {
    if (setImmediate !== undefined) {
      setImmediate(resolve);
      return;
    }
    if (channel === undefined) {
      channel = new MessageChannel();
      channel.port1.onmessage = () => waiting.shift()?.();
    }
    waiting.push(resolve);
    channel.port2.postMessage(null);
  });
}
