// Bundles a Worker as an upload would be, by wrangler, and runs it in the real workerd with storage on disk.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { workerdProgram, writeWorkerdConfig } from '../../scripts/lib/workerd.mjs';

const tools = join(import.meta.dirname, 'tools/node_modules');

export interface Bundle {
  readonly folder: string;
  readonly script: string;
  readonly modules: readonly string[];
}

/** @param config A wrangler.toml. @param folder For the bundle. */
export function bundle(config: string, folder: string): Bundle {
  const wrangler = join(tools, 'wrangler/bin/wrangler.js');
  if (!existsSync(wrangler)) throw new Error('first: npm ci --prefix tests/edge/tools');
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [wrangler, 'deploy', '--dry-run', '--config', config, '--outdir', folder],
    {
      encoding: 'utf8',
      env: { ...process.env, XDG_CONFIG_HOME: folder, WRANGLER_SEND_METRICS: 'false', CI: '1' },
    },
  );
  if (status !== 0) throw new Error(`wrangler failed:\n${stdout}\n${stderr}`);
  const files = readdirSync(folder);
  const [script] = files.filter((name) => /\.m?js$/.test(name));
  return {
    folder,
    script: script as string,
    modules: files.filter((name) => name.endsWith('.wasm')),
  };
}

export interface Running {
  readonly base: string;
  /** Ends workerd without a goodbye; what it had acknowledged must be on the disk. */
  kill(): Promise<void>;
}

/** @param disk A folder for what the objects store. @param variables Texts in `env`. */
export async function startWorkerd(
  built: Bundle,
  disk: string,
  variables: Readonly<Record<string, string>> = {},
): Promise<Running> {
  mkdirSync(disk, { recursive: true });
  const port = await freePort();
  const config = writeWorkerdConfig(built, { port, disk, variables });
  const child = spawn(workerdProgram(), ['serve', config], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const base = `http://127.0.0.1:${port}`;
  await listening(child, base);
  return {
    base,
    kill: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
  };
}

async function listening(child: ChildProcess, base: string): Promise<void> {
  for (let tries = 0; tries < 400; tries++) {
    if (child.exitCode !== null) throw new Error(`workerd ended with ${child.exitCode}`);
    const answered = await fetch(`${base}/collector/healthz`).then(
      () => true,
      () => false,
    );
    if (answered) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('workerd does not listen');
}

async function freePort(): Promise<number> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}

/** The number of bytes of a file of the bundle. */
export function sizeOf({ folder }: Bundle, name: string): number {
  return readFileSync(join(folder, name)).length;
}
