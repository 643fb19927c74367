/** The command line of `ldp-bandits serve`. Flags go before the environment, which goes before the config. */
import { parseArgs } from 'node:util';
import { Problem } from '../command/problem.js';
import type { Config } from './config.js';
import { DEFAULT_STORE } from './open-store.js';

export const serveHelp = `Usage: ldp-bandits serve [config.json] [options]

Runs a collector that keeps what it has acknowledged: reports and snapshots at http://<host>:<port>/collector,
results and changes at the admin port. The config is ldp-bandits.json unless another is named; without one the
collector serves the experiments that its store has. ldp-bandits init writes a config to begin with.

Options, and the environment variables that they override
  --port <n>                 PORT       of the collector (default 8787)
  --host <address>           HOST       that it listens on (default 127.0.0.1; 0.0.0.0 for all)
  --store <file | postgres://…>  LDP_STORE  where reports live (default ldp-bandits.db, SQLite). A password in a
                             flag is seen by every user of the machine: use the variable.
  --admin-port <n>           of the admin API and the results page (default 8788)
  --admin-host <address>     that the admin port listens on (default 127.0.0.1)
  --admin-token-file <file>  LDP_ADMIN_TOKEN  the bearer token. Without one, a token is made and shown if
                             standard error is a terminal; otherwise the command refuses to start.
  --no-admin                 no admin port
  --metrics <n>              port of Prometheus metrics (default: none); needs the package prom-client
  --metrics-host <address>   that metrics listen on, without a token (default: as --admin-host)
  --help                     this text

Signals: SIGHUP reads the config again; SIGTERM and SIGINT end after the requests under way, a second one at once.
`;

export interface ServeFlags {
  readonly config?: string;
  readonly port?: number;
  readonly host?: string;
  readonly store?: string;
  readonly adminPort: number;
  readonly adminHost: string;
  readonly adminTokenFile?: string;
  readonly admin: boolean;
  readonly metrics?: number;
  readonly metricsHost: string;
}

const OPTIONS = {
  port: { type: 'string' },
  host: { type: 'string' },
  store: { type: 'string' },
  'admin-port': { type: 'string' },
  'admin-host': { type: 'string' },
  'admin-token-file': { type: 'string' },
  'no-admin': { type: 'boolean' },
  metrics: { type: 'string' },
  'metrics-host': { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const;

/** Null: help was asked for. @throws {Problem} with the flag and what it takes. */
export function parseServeFlags(args: readonly string[]): ServeFlags | null {
  const { values, positionals } = parsed(() =>
    parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true }),
  );
  if (values.help) return null;
  const [config, extra] = positionals;
  if (extra !== undefined) throw new Problem(`serve takes one config; got "${extra}" as well.`);
  const { host, store } = values;
  const adminHost = requireText('--admin-host', values['admin-host'] ?? '127.0.0.1');
  return {
    ...(config !== undefined && { config }),
    ...(values.port !== undefined && { port: parsePort('--port', values.port) }),
    ...(host !== undefined && { host: requireText('--host', host) }),
    ...(store !== undefined && { store: requireText('--store', store) }),
    adminPort: parsePort('--admin-port', values['admin-port'] ?? '8788'),
    adminHost,
    ...(values['admin-token-file'] !== undefined && { adminTokenFile: values['admin-token-file'] }),
    admin: !values['no-admin'],
    ...(values.metrics !== undefined && { metrics: parsePort('--metrics', values.metrics) }),
    metricsHost: requireText('--metrics-host', values['metrics-host'] ?? adminHost),
  };
}

/** What Node says of a flag, as a problem of the person at the keyboard. */
export function parsed<T>(parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    throw new Problem((error as Error).message);
  }
}

type Environment = Readonly<Record<string, string | undefined>>;

/** An empty variable counts as none: that is how containers unset one. */
function fromEnvironment(env: Environment, name: string): string | undefined {
  const value = env[name];
  return value === '' ? undefined : value;
}

/** The store that a command opens. */
export function storeAddress(
  flag: string | undefined,
  env: Environment,
  config: Pick<Config, 'store'>,
): string {
  return flag ?? fromEnvironment(env, 'LDP_STORE') ?? config.store ?? DEFAULT_STORE;
}

/** Where the collector listens. @throws {Problem}. */
export function listenAddress(flags: ServeFlags, env: Environment, config: Config) {
  const port = fromEnvironment(env, 'PORT');
  return {
    port:
      flags.port ??
      (port === undefined ? undefined : parsePort('PORT', port)) ??
      config.port ??
      8787,
    host: flags.host ?? fromEnvironment(env, 'HOST') ?? config.host ?? '127.0.0.1',
  };
}

function parsePort(source: string, text: string): number {
  const port = Number(text);
  if (/^\d+$/.test(text) && port <= 65_535) return port;
  throw new Problem(`${source} takes a port, 0 to 65535; got "${text}".`);
}

function requireText(flag: string, text: string): string {
  if (text !== '') return text;
  throw new Problem(`${flag} takes a value; got nothing.`);
}
