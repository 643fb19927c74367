// Compiled by collector.test.ts: a Worker in TypeScript, without the types of Cloudflare.
import wasm from 'ldp-bandits/learner.wasm';
import {
  durableObjectStore,
  type ObjectNamespace,
  StoreObject,
} from 'ldp-bandits/server/durable-object';
import { type CollectorNamespace, createEdgeCollector } from 'ldp-bandits/server/workerd';

interface Env {
  readonly STORE: ObjectNamespace;
  readonly COLLECTOR: CollectorNamespace;
}

const module: WebAssembly.Module = wasm;
const collector = createEdgeCollector<Env>(
  (env) => ({
    wasm: module,
    store: durableObjectStore(env.STORE),
    experiments: {
      headlines: { algorithm: { type: 'weighted-ldp-ucb', arms: 3 }, perReport: { epsilon: 1 } },
    },
  }),
  { namespace: (env) => env.COLLECTOR },
);

export { StoreObject };
export const CollectorObject = collector.DurableObject;
export default { fetch: collector.fetch };
