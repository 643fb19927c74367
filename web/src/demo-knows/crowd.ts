/**
 * Runs the crowd: once a second a batch of visitors, while the tab is visible. One tab at a time:
 * two tabs would run two crowds, and the regret on show would be that of neither.
 */
import { notify, withdraw } from '../shared/notices.js';
import { stop } from '../shared/selection.js';
import { recordVisitors } from './history.js';
import { servePort } from './port-fetch.js';
import type { VisitRequest, VisitResult } from './serve-visits.js';
import { crowd, perSecond, wanted } from './state.js';

const BEAT_MS = 1000;
/** Visitors after which the crowd waits for a press, to spare the battery. */
const REST_AFTER = 6000;

export interface CrowdOptions {
  readonly fetch: (request: Request) => Promise<Response>;
  readonly endpoint: URL;
  readonly signal: AbortSignal;
  /** Starts the Worker whose visitors come. */
  readonly worker: () => Worker;
}

export async function startCrowd(options: CrowdOptions): Promise<void> {
  const { signal } = options;
  const worker = openWorker(options);
  let sinceRest = 0;
  while (!signal.aborted) {
    if (!document.hidden) {
      await alone(async () => {
        while (!document.hidden && !signal.aborted) {
          const started = performance.now();
          if (sinceRest >= REST_AFTER) {
            wanted.value = false;
            sinceRest = 0;
            crowd.value = 'resting';
          } else if (wanted.value) {
            sinceRest += await batch(worker, options);
          } else if (crowd.value !== 'resting') {
            crowd.value = 'paused';
          }
          await pause(Math.max(50, BEAT_MS - (performance.now() - started)), signal);
        }
      });
    }
    await pause(BEAT_MS, signal);
  }
  worker.terminate();
}

/** Runs `work` if no other tab does, else says so. Without Web Locks every tab is alone. */
async function alone(work: () => Promise<void>): Promise<void> {
  if (!navigator.locks) return work();
  await navigator.locks.request('ldp-demo-crowd', { ifAvailable: true }, async (lock) => {
    if (lock) await work();
    else crowd.value = 'elsewhere';
  });
}

/** @returns how many visitors came */
async function batch(worker: Worker, { endpoint, signal }: CrowdOptions): Promise<number> {
  crowd.value = 'running';
  const at = stop.value;
  const request: VisitRequest = { endpoint: endpoint.href, stop: at, visitors: perSecond.value };
  const result = await ask(worker, request);
  if (signal.aborted) return 0;
  if ('lost' in result) {
    withdraw('crowd');
    recordVisitors(at, result.lost);
    return result.lost.length;
  }
  notify({ id: 'crowd', text: `The simulated crowd is held up: ${result.failed}.` });
  return 0;
}

function openWorker({ fetch, worker: start }: CrowdOptions): Worker {
  const worker = start();
  const { port1, port2 } = new MessageChannel();
  servePort(port1, fetch);
  worker.postMessage({ port: port2 }, [port2]);
  return worker;
}

function ask(worker: Worker, request: VisitRequest): Promise<VisitResult> {
  return new Promise((resolve) => {
    worker.onmessage = ({ data }: MessageEvent<VisitResult>) => resolve(data);
    worker.onerror = (event) => {
      event.preventDefault();
      resolve({ failed: event.message || 'its Worker could not start' });
    };
    worker.postMessage(request);
  });
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal.addEventListener('abort', done);
  });
}
