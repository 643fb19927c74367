// Environments that docs/mounts.md shows, run as a user would run them, and the same client against each. Those that
// render pages are in rendered.test.ts.
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, inject, test } from 'vitest';
import { type Command, serve } from './servers.js';

const project = inject('project');
const run = promisify(execFile);
const modules = join(project, 'node_modules');
const node = process.execPath;

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

interface Environment {
  /** Folder of the project. */
  readonly cwd?: string;
  readonly build?: Command;
  readonly start: Command;
}

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
};

describe.each(Object.keys(environments))('%s', (name) => {
  const { cwd = '.', build, start } = environments[name]!;
  const folder = join(project, cwd);

  test('serves a collector', async () => {
    if (build) {
      await run(build[0], build.slice(1), { cwd: folder });
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
