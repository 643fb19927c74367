// What the load runs measure at the edge: a collector over Durable Objects, as an upload to workerd.
import wasm from 'ldp-bandits/learner.wasm';
import { durableObjectStore, StoreObject } from 'ldp-bandits/server/durable-object';
import { createEdgeCollector } from 'ldp-bandits/server/workerd';

const collector = createEdgeCollector(
  ({ CONFIG, STORE }) => ({ ...JSON.parse(CONFIG), wasm, store: durableObjectStore(STORE) }),
  { namespace: ({ COLLECTOR }) => COLLECTOR },
);

export { StoreObject };
export const CollectorObject = collector.DurableObject;
export default { fetch: (request, env) => collector.fetch(request, env) };
