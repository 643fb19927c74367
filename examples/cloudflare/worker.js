// A collector in a Cloudflare Worker: npx wrangler deploy
import wasm from 'ldp-bandits/learner.wasm';
import { durableObjectStore, StoreObject } from 'ldp-bandits/server/durable-object';
import { createEdgeCollector } from 'ldp-bandits/server/workerd';

const collector = createEdgeCollector(
  (env) => ({
    wasm,
    basePath: '/collector',
    store: durableObjectStore(env.STORE, { shards: 4 }),
    experiments: {
      headlines: {
        algorithm: { type: 'ldp-thompson', arms: 3 },
        perReport: { epsilon: 1 },
        labels: ['A quiet week', 'What the sea knows', 'Ten small forests'],
      },
    },
    // Pages of these origins may report; without the line, only those of this Worker.
    cors: ['https://www.example.org'],
    onError: (error, { experiment, operation }) =>
      console.warn(experiment ?? 'collector', operation, error.code, error.message),
  }),
  { namespace: (env) => env.COLLECTOR },
);

export { StoreObject };
export const CollectorObject = collector.DurableObject;
export default { fetch: collector.fetch };
