/** A collector that is made at the first request: for hosts that start a script for every reason. */
import { LdpError } from '../internal/errors.js';
import { problem } from './problem.js';
import { serveAt } from './serve-at.js';
import type { Collector } from './types/index.js';

/** Calls `start` once; again after a failure. */
export function lazily(start: () => Promise<Collector>): () => Promise<Collector> {
  let running: Promise<Collector> | null = null;
  return () => {
    if (running) return running;
    const started = start();
    started.catch(() => {
      running = null;
    });
    running = started;
    return started;
  };
}

/**
 * The collector's answer; a problem that says why where it does not start.
 *
 * @param basePath Where the request's address has the collector. Default: its own `basePath`.
 */
export async function answerFrom(
  get: () => Promise<Collector>,
  request: Request,
  basePath?: string,
): Promise<Response> {
  let collector: Collector;
  try {
    collector = await get();
  } catch (error) {
    return notStarted(error);
  }
  return basePath === undefined ? collector.fetch(request) : serveAt(collector, request, basePath);
}

/** A problem that says why. */
export function notStarted(error: unknown): Response {
  const why = LdpError.is(error) ? `${error.code}: ${error.message}` : 'unknown error';
  return problem('unavailable', `The collector did not start: ${why}`).response;
}
