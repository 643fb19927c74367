// node scripts/lib/load/workerd.mjs CONFIG --port PORT --store FOLDER
//
// Runs worker.mjs in the real workerd, with its objects in FOLDER. Needs `npm ci --prefix tests/edge/tools`.
import { spawn } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';
import { root } from '../run.mjs';
import { workerdProgram, writeWorkerdConfig } from '../workerd.mjs';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { port: { type: 'string' }, store: { type: 'string' } },
});
const folder = join(values.store, `bundle-${values.port}`);
const disk = join(values.store, 'disk');
for (const path of [folder, disk]) mkdirSync(path, { recursive: true });
await build({
  entryPoints: [join(import.meta.dirname, 'worker.mjs')],
  outfile: join(folder, 'worker.mjs'),
  bundle: true,
  format: 'esm',
  platform: 'neutral',
  conditions: ['workerd', 'worker', 'import'],
  logLevel: 'error',
  external: ['cloudflare:*', 'node:*'],
  plugins: [
    {
      name: 'wasm modules stay beside the bundle',
      setup: ({ onResolve }) =>
        onResolve({ filter: /learner\.wasm$/ }, () => ({ path: './learner.wasm', external: true })),
    },
  ],
});
copyFileSync(join(root, 'dist/learner.wasm'), join(folder, 'learner.wasm'));
const bundle = { folder, script: 'worker.mjs', modules: ['learner.wasm'] };
const variables = { CONFIG: readFileSync(positionals[0], 'utf8') };
const config = writeWorkerdConfig(bundle, { port: values.port, disk, variables });
const workerd = spawn(workerdProgram(), ['serve', config], { stdio: 'inherit' });
workerd.on('exit', (code) => process.exit(code ?? 1));
process.once('SIGTERM', () => workerd.kill('SIGTERM'));
