// The collector of the examples. It has no basePath: it serves below whatever path it is mounted at.
import { createCollector, memoryStore } from 'ldp-bandits/server';

export const collector = await createCollector({
  store: memoryStore(), // forgets everything when the process ends
  experiments: {
    headlines: {
      algorithm: { type: 'ldp-thompson', arms: 3 },
      perReport: { epsilon: 1 },
      labels: ['A quiet week', 'What the sea knows', 'Ten small forests'],
    },
  },
  cors: ['https://www.example.org'], // pages of other origins; those of this server need no entry
});
