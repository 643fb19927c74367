// A collector in Next's edge runtime: app/collector/[...path]/route.js
//
// Instances of this runtime share no memory, and each forgets: memoryStore() is for trying it out. To keep what
// is learnt, use the Node runtime and a store, as docs/edge.md says.
import wasm from 'ldp-bandits/learner.wasm?module';
import { memoryStore } from 'ldp-bandits/server';
import { createEdgeCollector } from 'ldp-bandits/server/workerd';

export const runtime = 'edge';

const collector = createEdgeCollector(() => ({
  wasm,
  basePath: '/collector',
  store: memoryStore(),
  experiments: {
    headlines: { algorithm: { type: 'ldp-thompson', arms: 3 }, perReport: { epsilon: 1 } },
  },
}));

export const GET = collector.fetch;
export const POST = collector.fetch;
export const OPTIONS = collector.fetch;
