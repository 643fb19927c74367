import { createCollector, memoryStore, sharedCollector } from 'ldp-bandits/server';

// `next build` imports this file as well, and `next dev` again after every change.
export const collector = sharedCollector(() =>
  createCollector({
    store: memoryStore(),
    experiments: {
      headlines: { algorithm: { type: 'ldp-thompson', arms: 3 }, perReport: { epsilon: 1 } },
    },
    cors: ['https://www.example.org'],
  }),
);
