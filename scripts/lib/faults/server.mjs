// node scripts/lib/faults/server.mjs CONFIG --port PORT --store STORE [--export FILE]
//
// A collector over node:http as small as one can be, for runs without `npx ldp-bandits serve`: `memory` has no other
// server. STORE: memory, a file of SQLite, or postgres://…. On SIGTERM it writes the state of each experiment to
// FILE and ends.
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { parseArgs } from 'node:util';
import { toNodeHandler } from 'ldp-bandits/node';
import { createCollector } from 'ldp-bandits/server';
import { openStore } from './stores.mjs';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { port: { type: 'string' }, store: { type: 'string' }, export: { type: 'string' } },
});
const config = JSON.parse(readFileSync(positionals[0], 'utf8'));
const { store, close } = await openStore(values.store);
const collector = await createCollector({ ...config, store });
const server = createServer(toNodeHandler(collector));
server.listen(Number(values.port), '127.0.0.1');

process.once('SIGTERM', async () => {
  server.close();
  server.closeAllConnections();
  if (values.export) {
    for (const name of Object.keys(config.experiments)) {
      writeFileSync(values.export, await collector.export(name));
    }
  }
  await collector.dispose();
  await close();
  process.exit(0);
});
