/** Gives the errors of any store a code: drivers throw what they like. */
import { LdpError } from '../internal/errors.js';
import type { AggregateStore } from './store.js';

/** @returns A store whose methods reject with LdpError only; unknown errors become `transport`. */
export function guardedStore(store: AggregateStore): AggregateStore {
  return {
    commit: (epoch, batch, options) => guard(() => store.commit(epoch, batch, options)),
    read: (epoch) => guard(() => store.read(epoch)),
    head: (experiment) => guard(() => store.head(experiment)),
    latest: (experiment) => guard(() => store.latest(experiment)),
    publish: (experiment, expected, next) => guard(() => store.publish(experiment, expected, next)),
    [Symbol.asyncDispose]: async () => {},
  };
}

async function guard<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (LdpError.is(error)) throw error;
    throw new LdpError('transport', 'The store failed.', { cause: error, retryable: true });
  }
}
