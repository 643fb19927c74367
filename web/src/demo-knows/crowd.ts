/**
 * Runs the crowd: once a second a batch of visitors, while somebody is looking. One tab at a time, or
 * two tabs would be two crowds and the regret on show would be nobody's.
 */
import { effect } from '@preact/signals';
import { notify, withdraw } from '../shared/notices.js';
import { stop } from '../shared/selection.js';
import type { VisitRequest, VisitResult } from './crowd.worker.js';
import { recordVisitors } from './history.js';
import { servePort } from './port-fetch.js';
import { crowd, perSecond } from './state.js';

const BEAT_MS = 1000;
/** Visitors after which the crowd waits for a press: nobody's battery is for our curve. */
const REST_AFTER = 6000;

export function startCrowd(options: {
  readonly fetch: (request: Request) => Promise<Response>;
  readonly endpoint: URL;
  readonly signal: AbortSignal;
}): void {
  const { signal } = options;
  const run = () => beat(options);
  if (!navigator.locks) {
    void run();
    return;
  }
  void navigator.locks
    .request('ldp-demo-crowd', { ifAvailable: true }, async (lock) => {
      if (lock) return run();
      crowd.value = 'elsewhere';
      return navigator.locks.request('ldp-demo-crowd', { signal }, run);
    })
    .catch(() => undefined);
}

async function beat(options: Parameters<typeof startCrowd>[0]): Promise<void> {
  const { fetch, endpoint, signal } = options;
  const worker = new Worker(new URL('./crowd.worker.ts', import.meta.url), { type: 'module' });
  const { port1, port2 } = new MessageChannel();
  servePort(port1, fetch);
  worker.postMessage({ port: port2 }, [port2]);
  crowd.value = 'running';
  let visitors = 0;
  effect(() => {
    if (crowd.value === 'running' && visitors >= REST_AFTER) visitors = 0;
  });
  while (!signal.aborted) {
    const started = performance.now();
    if (crowd.value === 'running' && !document.hidden) {
      const at = stop.value;
      const request: VisitRequest = {
        endpoint: endpoint.href,
        stop: at,
        visitors: perSecond.value,
      };
      const result = await ask(worker, request);
      if ('shown' in result) {
        withdraw('crowd');
        visitors += result.shown.length;
        recordVisitors(at, result.shown);
        if (visitors >= REST_AFTER) crowd.value = 'resting';
      } else if (!signal.aborted) {
        notify({ id: 'crowd', text: `The simulated crowd is held up: ${result.failed}.` });
      }
    }
    await pause(Math.max(50, BEAT_MS - (performance.now() - started)), signal);
  }
  worker.terminate();
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
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
