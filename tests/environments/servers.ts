// Servers that a command starts, as a user starts them.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Command = readonly [string, ...string[]];

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** Only for what never starts: a busy machine takes 10 s. */
const STARTED_WITHIN_MS = 120_000;

/** A server that a command starts, and the address of its collector. `more`: arguments for this port. */
export async function serve(
  [command, ...args]: Command,
  cwd: string,
  more: (port: number) => readonly string[] = () => [],
) {
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const env = { ...process.env, PORT: String(port), HOST: '127.0.0.1', ORIGIN: origin };
  const given = [...args, ...more(port)];
  const child: ChildProcess = spawn(command, given, {
    cwd,
    env: { ...env, NEXT_TELEMETRY_DISABLED: '1', ASTRO_TELEMETRY_DISABLED: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk) => {
      printed += chunk;
    });
  }
  const exited = once(child, 'exit');
  const ended = exited.then(() => {
    throw new Error(`${command} ${given.join(' ')} ended: ${printed}`);
  });
  ended.catch(() => {});
  const stop = async () => {
    child.kill('SIGKILL');
    await exited;
  };
  const answers = async () => {
    for (let waited = 0; waited < STARTED_WITHIN_MS; waited += 50) {
      const response = await fetch(`${origin}/collector/healthz`).catch(() => null);
      if (response !== null) return;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    await stop();
    throw new Error(`${command} ${given.join(' ')} does not answer: ${printed}`);
  };
  await Promise.race([answers(), ended]);
  return {
    origin,
    endpoint: `${origin}/collector`,
    printed: () => printed,
    [Symbol.asyncDispose]: stop,
  };
}
