import { createCollector, memoryStore, sharedCollector } from 'ldp-bandits/server';

// `next build` imports this file as well, and `next dev` again after every change.
const collector = sharedCollector(() =>
  createCollector({
    store: memoryStore(),
    experiments: {
      headlines: { algorithm: { type: 'ldp-thompson', arms: 3 }, perReport: { epsilon: 1 } },
    },
    cors: ['https://www.example.org'],
  }),
);

async function serve(request: Request): Promise<Response> {
  return (await collector()).fetch(request);
}

export { serve as GET, serve as HEAD, serve as OPTIONS, serve as POST };
