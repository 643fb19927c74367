// Long work in the calling thread without freezing it: short slices, and a turn of the event loop between them.

/** Aim of a slice: one frame at 60 Hz, less some room for the page. */
export const kSliceMs = 12;
/** A slice must never come near the 50 ms within which a cancel, or a tap, has to be answered. */
const kMostGrowth = 4;

/**
 * How much work to do at once, learnt from how long the last slice took. The amount never changes a result: a trial that is
 * played in other slices draws the same numbers.
 */
export class SliceSize {
  #size: number;

  constructor(initial: number) {
    this.#size = initial;
  }

  get size(): number {
    return this.#size;
  }

  learn(work: number, tookMs: number): void {
    const next = (work * kSliceMs) / Math.max(tookMs, 0.01);
    this.#size = Math.max(1, Math.round(Math.min(next, work * kMostGrowth)));
  }
}

const waiting: (() => void)[] = [];
let channel: MessageChannel | undefined;

/**
 * Resolves after the event loop has had a turn, so that input, painting and aborts come through. A message, because
 * `setTimeout` waits 4 ms once nested and promises never let the loop turn at all.
 */
export function turn(): Promise<void> {
  return new Promise((resolve) => {
    if (channel === undefined) {
      channel = new MessageChannel();
      channel.port1.onmessage = () => {
        waiting.shift()?.();
        if (waiting.length === 0) unrefPort(channel?.port1);
      };
    }
    refPort(channel.port1);
    waiting.push(resolve);
    channel.port2.postMessage(null);
  });
}

/** In Node an open port keeps the process alive: hold it only while somebody waits. */
interface NodePort {
  ref?(): void;
  unref?(): void;
}

function refPort(port: MessagePort): void {
  (port as NodePort).ref?.();
}

function unrefPort(port: MessagePort | undefined): void {
  (port as NodePort | undefined)?.unref?.();
}
