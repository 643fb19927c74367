import { createCollector, memoryStore, sharedCollector } from 'ldp-bandits/server';

// `astro dev` imports this file again after every change.
export const collector = sharedCollector(() =>
  createCollector({
    store: memoryStore(),
    experiments: {
      headlines: { algorithm: { type: 'ldp-thompson', arms: 3 }, perReport: { epsilon: 1 } },
    },
  }),
);
