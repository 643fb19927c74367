// A collector on Node: node examples/node-collector.mjs [port]
//
// memoryStore() forgets everything when the process ends: put a store of your own behind the AggregateStore
// interface to keep it. The other folders here mount a collector in frameworks and other runtimes (docs/mounts.md).
import { createServer } from 'node:http';
import { toNodeHandler } from 'ldp-bandits/node';
import { createCollector, memoryStore } from 'ldp-bandits/server';

const collector = await createCollector({
  basePath: '/collector',
  store: memoryStore(),
  experiments: {
    headlines: {
      algorithm: { type: 'ldp-thompson', arms: 3 },
      perReport: { epsilon: 1 },
      labels: ['A quiet week', 'What the sea knows', 'Ten small forests'],
      // Some hundred pages see the same snapshot: let them share out the arms that are in doubt.
      serve: 'distribution',
    },
  },
  // Pages of these origins may report; without the line, only those of this server. A collector with an
  // origin of its own cannot clear the storage of the page, where the visitor's budget is kept.
  cors: ['https://www.example.org'],
  publishEvery: { reports: 100, ms: 10_000 },
  // What was refused, and what failed. Nothing in it is about a visitor.
  onError: (error, { experiment, operation }) =>
    console.warn(experiment ?? 'collector', operation, error.code, error.message),
});

const port = Number(process.argv[2] ?? 8787);
const server = createServer(toNodeHandler(collector)).listen(port, '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${server.address().port}/collector/`);
});

process.once('SIGTERM', async () => {
  server.close();
  await collector.dispose();
});
