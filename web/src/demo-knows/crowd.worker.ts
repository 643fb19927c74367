/** The crowd's Worker: visitors on request. Requests travel through the page, which knows the collector. */
import type { Stop } from '../shared/experiment.js';
import { portFetch } from './port-fetch.js';
import { visit } from './visit.js';

export interface VisitRequest {
  readonly endpoint: string;
  readonly stop: Stop;
  readonly visitors: number;
}
export type VisitResult =
  | { readonly shown: readonly number[] }
  | { readonly failed: string };

let fetch: ((request: Request) => Promise<Response>) | undefined;

addEventListener('message', async (event: MessageEvent<VisitRequest | { port: MessagePort }>) => {
  if ('port' in event.data) {
    fetch = portFetch(event.data.port);
    return;
  }
  if (!fetch) return;
  const { endpoint, stop, visitors } = event.data;
  const result: VisitResult = await visit({ endpoint: new URL(endpoint), stop, visitors, fetch }).then(
    (shown) => ({ shown }),
    (error: unknown) => ({ failed: error instanceof Error ? error.message : String(error) }),
  );
  postMessage(result);
});
