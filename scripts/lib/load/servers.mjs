// The servers that a load run measures: bare node:http, and collectors over each store.
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Collectors } from '../faults/collectors.mjs';
import { SMALL } from '../faults/command.mjs';
import { Postgres } from '../faults/postgres.mjs';
import { freePort, kill, startProgram, until } from '../faults/processes.mjs';
import { call } from '../faults/sender.mjs';
import { configuration, NAME } from '../faults/wire.mjs';
import { root } from '../run.mjs';

const WORKERD = [process.execPath, join(import.meta.dirname, 'workerd.mjs')];

/** What is measured: a name, a store, the number of collectors. */
export const SERVERS = [
  { name: 'memory', kind: 'memory', collectors: 1 },
  { name: 'sqlite', kind: 'sqlite', collectors: 1 },
  { name: 'postgres', kind: 'postgres', collectors: 1 },
  { name: 'postgres-2', kind: 'postgres', collectors: 2 },
  { name: 'durable-object', kind: 'durable-object', collectors: 1 },
];

/** Whether the runtime of the edge is installed. */
export function hasWorkerd() {
  return existsSync(join(root, 'tests/edge/tools/node_modules/workerd'));
}

/** @returns `job`: what the generator needs to know; `groups`: whose use counts; `stop`. */
export async function startBare() {
  const folder = mkdtempSync(join(tmpdir(), 'ldp-load-'));
  const port = await freePort();
  const file = join(import.meta.dirname, 'bare.mjs');
  const log = join(folder, 'log');
  const program = startProgram(process.execPath, [file, '--port', String(port)], { log });
  const isThere = async () => (await call(`http://127.0.0.1:${port}/`)).status !== 0;
  await until(isThere, { what: 'The bare server did not answer', limitMs: 20_000, log });
  return {
    job: { ports: [port], path: '/' },
    groups: { server: () => [program.child.pid] },
    stop: async () => {
      await kill(program);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/**
 * @param serve The command that starts a collector, except in memory and in workerd.
 * @param env Of the collectors.
 */
export async function startCollectors({ kind, collectors: count }, { serve, timing, env } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'ldp-load-'));
  chmodSync(folder, 0o755);
  let postgres = null;
  let collectors = null;
  const stop = async () => {
    await collectors?.stop();
    await postgres?.remove();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    if (kind === 'postgres') {
      postgres = new Postgres(join(folder, 'pg'), join(folder, 'postgres.log'));
      await postgres.create();
    }
    const config = join(folder, 'config.json');
    const content = configuration({ slackMs: 30_000, everyMs: 1000, serve: 'index', ...timing });
    writeFileSync(config, JSON.stringify(content));
    const stores = { memory: 'memory', sqlite: join(folder, 'f.db'), postgres: postgres?.url };
    const store = stores[kind] ?? join(folder, 'objects');
    const command = { memory: SMALL, 'durable-object': WORKERD }[kind] ?? serve;
    const log = join(folder, 'log');
    collectors = new Collectors({ serve: command, config, store, log, cwd: folder, env });
    await collectors.start(count);
  } catch (error) {
    await stop();
    throw error;
  }
  const ports = collectors.targets.map((url) => Number(new URL(url).port));
  return {
    job: { ports, path: `/${NAME}/reports`, snapshotPath: `/${NAME}/snapshot` },
    groups: {
      server: () => collectors.pids,
      ...(postgres ? { database: () => postgres.pids } : {}),
    },
    folder,
    postgres,
    url: collectors.targets[0],
    stop,
  };
}
