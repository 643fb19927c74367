/**
 * Any store, made safe to wait for: its errors have a code, for drivers throw what they like, and no call takes
 * longer than the deadline. A commit that finishes after its deadline does no harm: its reports are in under
 * their ids, so a retry counts as duplicate. Nor does a publication, which compares before it swaps.
 */
import { LdpError } from '../internal/errors.js';
import type { Reporter, Where } from './reporter.js';
import type { AggregateStore } from './store.js';

/** @returns A store whose methods reject with LdpError only; unknown errors become `transport`. */
export function guardedStore(
  store: AggregateStore,
  deadlineMs: number,
  reporter: Reporter,
): AggregateStore {
  const guard = async <T>(
    operation: string,
    experiment: string,
    call: (signal: () => AbortSignal) => Promise<T>,
  ): Promise<T> => {
    try {
      return await within(deadlineMs, operation, call);
    } catch (cause) {
      const error = LdpError.is(cause)
        ? cause
        : new LdpError('transport', `The store failed: ${operation}.`, { cause, retryable: true });
      if (!isRefusal(error)) reporter.failed(error, { experiment, operation } satisfies Where);
      throw error;
    }
  };
  return {
    commit: (epoch, batch, options) =>
      guard('commit', epoch.experiment, (signal) =>
        store.commit(epoch, batch, { ...options, signal: signal() }),
      ),
    read: (epoch) => guard('read', epoch.experiment, () => store.read(epoch)),
    head: (experiment) => guard('head', experiment, () => store.head(experiment)),
    latest: (experiment) => guard('latest', experiment, () => store.latest(experiment)),
    publish: (experiment, expected, next) =>
      guard('publish', experiment, () => store.publish(experiment, expected, next)),
    [Symbol.asyncDispose]: async () => {},
  };
}

/** An epoch that is closed or full: a report's fault, not the store's. */
function isRefusal(error: LdpError): boolean {
  const { accepts, problem } = error.details;
  return error.code === 'store_conflict' && (accepts !== undefined || problem === 'epoch_full');
}

async function within<T>(
  deadlineMs: number,
  operation: string,
  call: (signal: () => AbortSignal) => Promise<T>,
): Promise<T> {
  let controller: AbortController | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      const text = `The store did not answer within ${deadlineMs} ms: ${operation}.`;
      const error = new LdpError('transport', text, { retryable: true, details: { deadlineMs } });
      reject(error);
      controller?.abort(error);
    }, deadlineMs);
  });
  try {
    const answer = call(() => {
      controller = new AbortController();
      return controller.signal;
    });
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}
