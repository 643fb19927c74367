const { createServer } = require('node:http');
const { toNodeHandler } = require('ldp-bandits/node');
const { createCollector, memoryStore } = require('ldp-bandits/server');

async function start() {
  const collector = await createCollector({
    store: memoryStore(),
    experiments: {
      headlines: { algorithm: { type: 'ldp-thompson', arms: 3 }, perReport: { epsilon: 1 } },
    },
    cors: ['https://www.example.org'],
  });
  createServer(toNodeHandler(collector)).listen(process.env.PORT ?? 8787, '127.0.0.1');
}

start();
