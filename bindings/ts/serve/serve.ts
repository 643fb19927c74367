/** `ldp-bandits serve`: puts store, collector, admin API and sockets together, and takes them down again. */
import type { IncomingMessage } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import type { Hono } from 'hono';
import { toNodeHandler } from '../node/node-handler.js';
import { createCollector } from '../server/create-collector.js';
import { servedBy } from '../server/serve-at.js';
import { createAdmin } from './admin.js';
import { adminToken, verifier } from './admin-token.js';
import { type Config, readConfig } from './config.js';
import { answerHealth, type NotReady } from './health.js';
import { type Listening, listen } from './listen.js';
import { causeOf, createLog, type Log } from './log.js';
import { answerMetrics, createMetrics } from './metrics.js';
import { observedStore, StoreObserver } from './observed-store.js';
import { type OpenedStore, openStore } from './open-store.js';
import { pagesOf } from './pages.js';
import { Rate } from './rate.js';
import { Registry } from './registry.js';
import {
  listenAddress,
  parseServeFlags,
  type ServeFlags,
  serveHelp,
  storeAddress,
} from './serve-options.js';
import { untilSignal } from './signals.js';
import { Traffic } from './traffic.js';

/** Reports are counted so often, whether a person looks at the results or not. */
const COUNT_EVERY_MS = 60_000;

/** The exit code. @throws {Problem} for what the person at the keyboard can put right. */
export async function runServe(args: readonly string[]): Promise<number> {
  const flags = parseServeFlags(args);
  if (flags === null) {
    process.stdout.write(serveHelp);
    return 0;
  }
  // Reports are worth more than the log: a full disk or a closed pipe ends the log, not the process.
  process.stdout.on('error', () => {});
  process.stderr.on('error', () => {});
  const { config } = await readConfig(flags.config);
  const token = flags.admin
    ? await adminToken({
        file: flags.adminTokenFile,
        variable: process.env['LDP_ADMIN_TOKEN'],
        isTerminal: process.stderr.isTTY === true,
      })
    : null;
  const address = storeAddress(flags.store, process.env, config);
  let log: Log = () => {};
  const opened = await openStore(address, (error) =>
    log('error', 'store_connection_failed', { message: error.message }),
  );
  log = createLog((line) => process.stdout.write(line), [...opened.secrets, token?.token ?? '']);
  try {
    const running = await start(flags, config, opened, log, token?.token ?? null);
    tell(running, token?.isNew ? token.token : null);
    await untilSignal(() => running.reload());
    await running.stop();
  } finally {
    await opened.close();
  }
  log('info', 'stopped');
  return 0;
}

interface Running {
  readonly collectorUrl: string;
  readonly adminUrl: string | null;
  readonly pages: boolean;
  readonly experiments: number;
  reload(): Promise<void>;
  stop(): Promise<void>;
}

async function start(
  flags: ServeFlags,
  config: Config,
  opened: OpenedStore,
  log: Log,
  token: string | null,
): Promise<Running> {
  const { limits, shared } = config;
  const observer = new StoreObserver();
  observer.add({
    published: (experiment, { snapshot, open }) =>
      log('info', 'snapshot', { experiment, snapshot, open }),
  });
  const rate = new Rate(observer);
  const store = observedStore(opened.store, observer);
  const collector = await createCollector({
    ...shared,
    experiments: {},
    store,
    onError: (error, { experiment, operation }) => {
      const { problem, count } = error.details as { problem?: string; count?: number };
      const cause = causeOf(error);
      log(problem === undefined ? 'error' : 'warn', 'failed', {
        ...(experiment !== undefined && { experiment }),
        operation,
        code: problem ?? error.code,
        message: error.message,
        ...(count !== undefined && { count }),
        ...(cause !== undefined && { cause }),
      });
    },
  });
  const registry = new Registry({ store, collector, shared, log });
  const basePath = (shared.basePath ?? '').replace(/\/$/, '');
  const traffic = new Traffic(basePath, (name) => registry.entries().has(name));
  const sockets: Listening[] = [];
  let isStopping = false;
  const notReady = (): NotReady | null => {
    if (isStopping) return 'shutting down';
    if (!observer.isWell) return 'the store does not answer';
    return observer.takesWrites ? null : 'the store takes no reports';
  };
  let countEvery: NodeJS.Timeout | undefined;
  const count = async () => {
    for (const name of registry.entries().keys()) {
      // A failure is logged by the collector.
      const results = await collector.results(name).catch(() => null);
      if (results !== null) rate.perDay(name, results.reports);
    }
  };
  const release = async () => {
    clearInterval(countEvery);
    await Promise.all(sockets.map((socket) => socket.close(limits.shutdownMs)));
    await registry.stop();
    await collector.dispose();
  };

  try {
    await ensure(registry, config);
    await registry.start();
    if (token !== null) void count();
    const queue = () => servedBy(collector)?.queue() ?? 0;
    const metrics =
      flags.metrics === undefined ? null : await createMetrics(observer, traffic, queue);
    const serve = toNodeHandler(collector);
    const pages = config.pages === undefined ? null : nodeListener(pagesOf(config.pages));
    const isPage = ({ url = '/' }: IncomingMessage) => !url.startsWith(`${basePath}/`);
    const { host, port } = listenAddress(flags, process.env, config);
    const main = await listen({
      flag: '--port',
      host,
      port,
      limits,
      handler: (request, response) => {
        if (answerHealth(request, response, notReady)) return;
        if (pages !== null && isPage(request)) return void pages(request, response);
        traffic.watch(response);
        serve(request, response);
      },
    });
    sockets.push(main);
    let adminUrl: string | null = null;
    if (token !== null) {
      const admin = await createAdmin({ collector, registry, rate, log, verify: verifier(token) });
      const answer = nodeListener(admin);
      const socket = await listen({
        limits,
        flag: '--admin-port',
        host: flags.adminHost,
        port: flags.adminPort,
        handler: (request, response) => {
          if (!answerHealth(request, response, notReady)) void answer(request, response);
        },
      });
      sockets.push(socket);
      adminUrl = socket.url;
    }
    if (metrics !== null) {
      const socket = await listen({
        limits,
        flag: '--metrics',
        host: flags.metricsHost,
        port: flags.metrics ?? 0,
        handler: (_request, response) => answerMetrics(metrics, response, log),
      });
      sockets.push(socket);
      log('info', 'metrics', { url: socket.url });
    }
    const stopLogging = traffic.logTo(log);
    if (token !== null) countEvery = setInterval(count, COUNT_EVERY_MS).unref();
    const experiments = registry.entries().size;
    log('info', 'started', {
      url: `${main.url}${basePath}`,
      ...(adminUrl !== null && { admin: adminUrl }),
      store: opened.address,
      experiments,
      node: process.versions.node,
    });
    return {
      collectorUrl: `${main.url}${basePath}`,
      adminUrl,
      pages: pages !== null,
      experiments,
      reload: () => reload(flags, registry, log),
      stop: async () => {
        isStopping = true;
        log('info', 'stopping', { open: traffic.open });
        await release();
        stopLogging();
      },
    };
  } catch (error) {
    const cause = causeOf(error);
    // The sentence goes to the person; why the store failed, to the log.
    if (cause !== undefined) {
      log('error', 'start_failed', { message: (error as Error).message, cause });
    }
    await release();
    throw error;
  }
}

function nodeListener(app: Hono) {
  // Hono's bodyLimit makes requests out of requests, which needs the listener's own class. The process is ours.
  return getRequestListener(async (request) => app.fetch(request), {
    overrideGlobalObjects: true,
  });
}

/** What the config names has to be there; what an operator removed or archived stays away. */
async function ensure(registry: Registry, { experiments }: Config): Promise<void> {
  for (const [name, entry] of Object.entries(experiments)) {
    await registry.define(name, entry, false);
  }
}

/** Experiments only: what the process listens on, and its store, need a restart. */
async function reload(flags: ServeFlags, registry: Registry, log: Log): Promise<void> {
  try {
    const { config, file } = await readConfig(flags.config);
    await ensure(registry, config);
    log('info', 'reloaded', { file: file ?? 'none' });
  } catch (error) {
    log('error', 'reload_refused', { message: (error as Error).message });
  }
}

/** For a person, on standard error; standard output has the log. */
function tell({ collectorUrl, adminUrl, pages, experiments }: Running, token: string | null) {
  const say = (line: string) => process.stderr.write(`${line}\n`);
  say(`Collector  ${collectorUrl}/`);
  if (pages) say(`Pages      ${new URL('/', collectorUrl)}`);
  if (adminUrl !== null) {
    // A fragment never leaves the browser.
    say(`Results    ${adminUrl}/${token === null ? '' : `#${token}`}`);
  }
  if (experiments > 0) return;
  say('No experiment yet. npx ldp-bandits init writes a config with one; or send one:');
  say(
    `  curl -X PUT ${adminUrl ?? 'http://…'}/admin/experiments/headlines -H "authorization: Bearer $TOKEN" \\`,
  );
  say(`    -d '{"algorithm": {"type": "ldp-thompson", "arms": 3}, "perReport": {"epsilon": 1}}'`);
}
