/** A crowd's Worker: visitors on request. Requests travel through the page, which knows the collector. */
import type { Stop } from '../shared/experiment.js';
import { BatchTransport } from './batch-transport.js';
import { portFetch } from './port-fetch.js';

export interface VisitRequest {
  readonly endpoint: string;
  readonly stop: Stop;
  readonly visitors: number;
}
/** What each visitor lost: pseudo-regret, of those whose report was accepted. */
export type VisitResult = { readonly lost: readonly number[] } | { readonly failed: string };

export interface Visits {
  readonly endpoint: URL;
  readonly stop: Stop;
  readonly visitors: number;
  readonly transport: BatchTransport;
}

/** A snapshot lasts the crowd this long: about as long as it takes to make the next. */
const SNAPSHOT_AGE_MS = 4000;

/** @param visit brings visitors, and says what each of them lost */
export function serveVisits(visit: (visits: Visits) => Promise<readonly number[]>): void {
  let transport: BatchTransport | undefined;
  addEventListener('message', async (event: MessageEvent<VisitRequest | { port: MessagePort }>) => {
    if ('port' in event.data) {
      transport = new BatchTransport(portFetch(event.data.port), SNAPSHOT_AGE_MS);
      return;
    }
    if (!transport) return;
    const { endpoint, stop, visitors } = event.data;
    let result: VisitResult;
    try {
      result = { lost: await visit({ endpoint: new URL(endpoint), stop, visitors, transport }) };
    } catch (error) {
      transport.forgetReads();
      result = { failed: error instanceof Error ? error.message : String(error) };
    }
    postMessage(result);
  });
}
