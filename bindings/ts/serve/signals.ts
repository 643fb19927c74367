/** What the process is told to do from outside. */
import { constants } from 'node:os';

/**
 * Resolves at the first SIGTERM or SIGINT. A second one ends the process at once, which is safe: what was
 * acknowledged is in the store.
 */
export function untilSignal(onHangup: () => void): Promise<void> {
  process.on('SIGHUP', onHangup);
  return new Promise((resolve) => {
    let isEnding = false;
    const end = (signal: 'SIGTERM' | 'SIGINT') => {
      if (isEnding) process.exit(128 + constants.signals[signal]);
      isEnding = true;
      resolve();
    };
    process.on('SIGTERM', end);
    process.on('SIGINT', end);
  });
}
