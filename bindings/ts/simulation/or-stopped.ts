/** Like the promise, but rejects with the signal's reason as soon as there is one. */
export async function orStopped<T>(promise: Promise<T>, stopped: AbortSignal): Promise<T> {
  stopped.throwIfAborted();
  let stop: () => void = () => {};
  const stopping = new Promise<never>((_, reject) => {
    stop = () => reject(stopped.reason);
    stopped.addEventListener('abort', stop, { once: true });
  });
  try {
    return await Promise.race([promise, stopping]);
  } finally {
    stopped.removeEventListener('abort', stop);
  }
}
