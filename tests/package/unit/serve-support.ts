// The real command as a child process, on free ports of the loopback interface, in a folder of its own.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { AT_ONCE, type SnapshotBody } from './server-support.js';

export const COMMAND = join(import.meta.dirname, '../../../dist/command/ldp-bandits.js');
export const TOKEN = 'a-token-of-the-tests-0123456789abcdef';
const PATIENCE_MS = 20_000;

export const EXPERIMENT = {
  algorithm: { type: 'weighted-ldp-ucb', arms: 3 },
  perReport: { epsilon: 1 },
  labels: ['city', 'sea', 'forest'],
  serve: 'distribution',
  timing: AT_ONCE,
};
export const CONFIG = { experiments: { demo: EXPERIMENT }, publishEvery: { reports: 1 } };

export function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'ldp-serve-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

/** Polls, for machines are busy. */
export async function until<T>(what: string, look: () => T | Promise<T>): Promise<NonNullable<T>> {
  const end = performance.now() + PATIENCE_MS;
  for (;;) {
    const found = await look();
    if (found) return found;
    if (performance.now() > end) throw new Error(`${what}: not within ${PATIENCE_MS} ms`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** An arm that a snapshot makes devices play. */
export function armOf({ forced, weights = [] }: SnapshotBody): number {
  return forced ?? weights.indexOf(Math.max(...weights));
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

type Line = Readonly<Record<string, unknown>> & { readonly event: string };

export interface Command {
  readonly child: ChildProcess;
  /** Standard output, then standard error. */
  readonly text: () => string;
  readonly errors: () => string;
  readonly exit: Promise<number | NodeJS.Signals | null>;
}

/** Runs the command; it is killed when the test ends. */
export function command(
  cwd: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  node = process.execPath,
): Command {
  const { LDP_STORE: _, PORT: __, HOST: ___, LDP_ADMIN_TOKEN: ____, ...outer } = process.env;
  const child = spawn(node, [COMMAND, ...args], {
    cwd,
    env: { ...outer, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let out = '';
  let errors = '';
  child.stdout.on('data', (data) => {
    out += data;
  });
  child.stderr.on('data', (data) => {
    errors += data;
  });
  const exit = once(child, 'close').then(([code, signal]) => code ?? signal);
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await exit;
  });
  return { child, text: () => out + errors, errors: () => errors, exit };
}

/** Runs a command to its end. */
export async function run(
  cwd: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  node = process.execPath,
) {
  const { exit, text } = command(cwd, args, env, node);
  return { code: await exit, text: text() };
}

export interface Serving extends Command {
  readonly url: string;
  readonly admin: string;
  readonly lines: () => Line[];
  /** A request to the admin API, with the token. */
  readonly ask: (path: string, init?: RequestInit) => Promise<Response>;
  readonly report: (body: string, experiment?: string) => Promise<Response>;
}

/** `serve`, once it is ready. */
export async function serve(
  cwd: string,
  config: object | null = CONFIG,
  args: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
): Promise<Serving> {
  if (config !== null) writeFileSync(join(cwd, 'ldp-bandits.json'), JSON.stringify(config));
  const all = ['serve', '--port', '0', '--admin-port', '0', ...args];
  const started = command(cwd, all, { LDP_ADMIN_TOKEN: TOKEN, ...env });
  const lines = () => linesOf(started.text());
  const line = await until('started', () => {
    if (started.child.exitCode !== null) throw new Error(started.text());
    return lines().find(({ event }) => event === 'started');
  });
  const url = String(line['url']);
  const admin = String(line['admin']);
  return {
    ...started,
    url,
    admin,
    lines,
    ask: (path, init = {}) =>
      fetch(admin + path, { ...init, headers: { authorization: `Bearer ${TOKEN}` } }),
    report: (body, experiment = 'demo') =>
      fetch(`${url}/${experiment}/reports`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      }),
  };
}

function linesOf(text: string): Line[] {
  return text
    .split('\n')
    .filter((line) => line.startsWith('{') && line.endsWith('}'))
    .map((line) => JSON.parse(line) as Line);
}
