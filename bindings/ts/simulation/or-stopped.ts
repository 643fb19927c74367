/**
 * Like the promise, but rejects with the signal's reason as soon as there is one. What the promise gives
 * after that goes to `tooLate`.
 */
export async function orStopped<T>(
  promise: Promise<T>,
  stopped: AbortSignal,
  tooLate: (value: T) => void = () => {},
): Promise<T> {
  let stop: () => void = () => {};
  const stopping = new Promise<never>((_, reject) => {
    stop = () => reject(stopped.reason);
    stopped.addEventListener('abort', stop, { once: true });
  });
  if (stopped.aborted) stop();
  try {
    return await Promise.race([stopping, promise]);
  } catch (error) {
    promise.then(tooLate, () => {});
    throw error;
  } finally {
    stopped.removeEventListener('abort', stop);
  }
}
