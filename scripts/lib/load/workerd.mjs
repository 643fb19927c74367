// node scripts/lib/load/workerd.mjs CONFIG --port PORT --store FOLDER
//
// Runs worker.mjs in the real workerd, with its objects in FOLDER. Needs `npm ci --prefix tests/edge/tools`.
import { spawn } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';
import { root } from '../run.mjs';

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
const text = (value) => JSON.stringify(value);
const classes = { STORE: 'StoreObject', COLLECTOR: 'CollectorObject' };
const namespaces = Object.values(classes).map(
  (name) => `(className = "${name}", uniqueKey = "${name}", enableSql = true)`,
);
const bindings = Object.entries(classes).map(
  ([name, type]) => `(name = "${name}", durableObjectNamespace = "${type}")`,
);
const config = join(folder, 'workerd.capnp');
writeFileSync(
  config,
  `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "main", worker = .main),
    (name = "disk", disk = (path = ${text(disk)}, writable = true)),
  ],
  sockets = [(name = "http", address = "127.0.0.1:${values.port}", http = (), service = "main")],
);
const main :Workerd.Worker = (
  modules = [
    (name = "worker", esModule = embed "worker.mjs"),
    (name = "./learner.wasm", wasm = embed "learner.wasm"),
  ],
  compatibilityDate = "2026-04-01",
  durableObjectNamespaces = [${namespaces.join(', ')}],
  durableObjectStorage = (localDisk = "disk"),
  bindings = [
    ${bindings.join(',\n    ')},
    (name = "CONFIG", text = ${text(readFileSync(positionals[0], 'utf8'))}),
  ],
);
`,
);
const tools = join(root, 'tests/edge/tools/node_modules/x.js');
const { default: program } = createRequire(tools)('workerd');
const workerd = spawn(program, ['serve', config], { stdio: 'inherit' });
workerd.on('exit', (code) => process.exit(code ?? 1));
process.once('SIGTERM', () => workerd.kill('SIGTERM'));
