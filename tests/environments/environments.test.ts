// Every environment that docs/mounts.md shows, run as a user would run it, and the same client against each.
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, inject, test } from 'vitest';

const project = inject('project');
const run = promisify(execFile);
const modules = join(project, 'node_modules');
const node = process.execPath;

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** The binary of a runtime for this machine; its package has it, so that no script downloads one. */
function binary(name: 'bun' | 'deno'): string {
  const { platform, arch } = process;
  const cpu = arch === 'arm64' && name === 'bun' ? 'aarch64' : arch;
  const packages = {
    bun: `@oven/bun-${platform}-${cpu}/bin/bun`,
    deno: `@deno/${platform}-${cpu}${platform === 'linux' ? '-glibc' : ''}/deno`,
  };
  return join(modules, packages[name]);
}

/** Only for what never starts: a busy machine takes 10 s. */
const STARTED_WITHIN_MS = 120_000;

/** A server that a command starts, and the address of its collector. */
async function serve([command, ...args]: readonly [string, ...string[]], cwd: string) {
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const env = { ...process.env, PORT: String(port), HOST: '127.0.0.1', ORIGIN: origin };
  const child: ChildProcess = spawn(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk) => {
      printed += chunk;
    });
  }
  const exited = once(child, 'exit');
  const ended = exited.then(() => {
    throw new Error(`${command} ${args.join(' ')} ended: ${printed}`);
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
    throw new Error(`${command} ${args.join(' ')} does not answer: ${printed}`);
  };
  await Promise.race([answers(), ended]);
  return {
    endpoint: `${origin}/collector`,
    printed: () => printed,
    [Symbol.asyncDispose]: stop,
  };
}

interface Environment {
  /** Folder of the project. */
  readonly cwd?: string;
  readonly build?: readonly [string, ...string[]];
  readonly start: readonly [string, ...string[]];
}

const next = join(modules, 'next/dist/bin/next');
const environments: Record<string, Environment> = {
  'node:http': { start: [node, 'node-http/server.js'] },
  'Express 5': { start: [node, 'express/server.js'] },
  'Fastify 5': { start: [node, 'fastify/server.js'] },
  'Hono on Node': { start: [node, 'hono/server.js'] },
  'require() in CommonJS': { start: [node, 'commonjs/server.cjs'] },
  Bun: { start: [binary('bun'), 'bun/server.js'] },
  'TypeScript that checks its libraries': {
    build: [node, join(modules, 'typescript/bin/tsc'), '-p', 'typescript'],
    start: [binary('bun'), 'typescript/server.ts'],
  },
  Deno: {
    start: [
      binary('deno'),
      'run',
      '--no-remote',
      '--node-modules-dir=manual',
      '--allow-net=127.0.0.1',
      '--allow-env',
      '--allow-read',
      'deno/server.js',
    ],
  },
  'AWS Lambda': { start: [node, 'lambda-gateway.js'] },
  SvelteKit: {
    cwd: 'sveltekit',
    build: [node, join(modules, 'vite/bin/vite.js'), 'build'],
    start: [node, 'build/index.js'],
  },
  'Next.js': {
    cwd: 'next',
    build: [node, next, 'build'],
    start: [node, next, 'start', '--hostname', '127.0.0.1'],
  },
};

describe.each(Object.keys(environments))('%s', (name) => {
  const { cwd = '.', build, start } = environments[name]!;
  const folder = join(project, cwd);

  test('serves a collector', async () => {
    if (build) {
      const env = { ...process.env, NEXT_TELEMETRY_DISABLED: '1', NODE_ENV: 'production' };
      await run(build[0], build.slice(1), { cwd: folder, env });
    }
    await using server = await serve(start, folder);
    await run(node, ['client.js', server.endpoint], { cwd: project });
  });
});

describe.each([
  ['express.json()', 'express-after-json.js'],
  ['the parser of Fastify', 'fastify-after-json.js'],
])('%s before the collector', (_, file) => {
  test('is named to the page and to the operator', async () => {
    await using server = await serve([node, file], project);
    const visit = await run(node, ['client.js', server.endpoint], { cwd: project }).catch(
      (error) => error,
    );
    expect(visit.stderr).toContain('body_consumed');
    expect(server.printed()).toContain('body_consumed (headlines, receive)');
    expect(server.printed()).toContain('Mount the collector before it.');
  });
});

test('a page in jsdom sends its reports to a collector in the same process', async () => {
  const vitest = join(modules, 'vitest/vitest.mjs');
  const env = { PATH: process.env['PATH'], NO_COLOR: '1' };
  const { stdout } = await run(node, [vitest, 'run', '--root=vitest'], { cwd: project, env });
  expect(stdout).toMatch(/Tests +1 passed/);
});

test('the runtimes are in their packages', () => {
  expect([binary('bun'), binary('deno')].map((file) => existsSync(file))).toEqual([true, true]);
});
