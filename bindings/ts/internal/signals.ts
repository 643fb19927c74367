// Signals out of signals. `AbortSignal.any` and `AbortSignal.timeout` are younger than the oldest browsers that
// docs/guides/install.md names.

/** A signal that follows others, until `end`. */
export interface Follower {
  readonly signal: AbortSignal;
  /** Takes the listeners away: signals that live as long as the page would collect them. */
  end(): void;
}

/** Aborted with the first of the given signals, and with its reason. */
export function follow(...leaders: readonly (AbortSignal | undefined)[]): Follower {
  const controller = new AbortController();
  const stops = leaders.map((leader) => {
    const abort = () => controller.abort(leader?.reason);
    if (leader?.aborted) abort();
    leader?.addEventListener('abort', abort);
    return () => leader?.removeEventListener('abort', abort);
  });
  return { signal: controller.signal, end: () => stops.forEach((stop) => void stop()) };
}

/** Aborted with `leader`, or after `ms` with a `TimeoutError`. In Node it keeps no process alive. */
export function timeLimit(ms: number, leader?: AbortSignal): Follower {
  const controller = new AbortController();
  const { signal, end } = follow(leader, controller.signal);
  const timer = setTimeout(() => {
    controller.abort(new DOMException(`Nothing came within ${ms} ms.`, 'TimeoutError'));
  }, ms);
  (timer as { unref?: () => void }).unref?.();
  return {
    signal,
    end() {
      clearTimeout(timer);
      end();
    },
  };
}
