import { createServer } from 'node:http';
import { type NodeHandler, toNodeHandler } from 'ldp-bandits/node';
import { type Collector, createCollector, type LdpError, memoryStore } from 'ldp-bandits/server';

const collector: Collector = await createCollector({
  store: memoryStore(),
  experiments: {
    headlines: { algorithm: { type: 'ldp-thompson', arms: 3 }, perReport: { epsilon: 1 } },
  },
  cors: ['https://www.example.org'],
  onError: (error: LdpError, { experiment, operation }) =>
    console.warn(experiment ?? 'collector', operation, error.code, error.message),
});

const handler: NodeHandler = toNodeHandler(collector);
const server = createServer(handler).listen(Number(process.env['PORT'] ?? 8787), '127.0.0.1');

process.once('SIGTERM', async () => {
  server.close();
  await collector.dispose();
});
