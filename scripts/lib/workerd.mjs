// What tests/edge and the load runs start: the workerd of tests/edge/tools, with the classes of a collector at the edge.
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { root } from './run.mjs';

const BINDINGS = { STORE: 'StoreObject', COLLECTOR: 'CollectorObject' };

/** The package's own command is a script that starts it: killing that would leave workerd alive. */
export function workerdProgram() {
  return createRequire(join(root, 'tests/edge/tools/node_modules/x.js'))('workerd').default;
}

/**
 * Writes a config for `workerd serve` beside the bundle.
 *
 * @param {{folder: string, script: string, modules: readonly string[]}} bundle The names of its files.
 * @param {{port: number | string, disk: string, variables?: Readonly<Record<string, string>>}} place `disk`: a folder
 *   for what the objects store; `variables`: texts in `env`.
 * @returns {string} Its path.
 */
export function writeWorkerdConfig({ folder, script, modules }, { port, disk, variables = {} }) {
  const text = (value) => JSON.stringify(value);
  const list = (items) => `[\n    ${items.join(',\n    ')}\n  ]`;
  const file = join(folder, `workerd-${port}.capnp`);
  writeFileSync(
    file,
    `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "main", worker = .main),
    (name = "disk", disk = (path = ${text(disk)}, writable = true)),
  ],
  sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "main")],
);
const main :Workerd.Worker = (
  modules = ${list([
    `(name = "worker", esModule = embed ${text(script)})`,
    ...modules.map((name) => `(name = ${text(`./${name}`)}, wasm = embed ${text(name)})`),
  ])},
  compatibilityDate = "2026-04-01",
  durableObjectNamespaces = ${list(
    Object.values(BINDINGS).map(
      (name) => `(className = "${name}", uniqueKey = "${name}", enableSql = true)`,
    ),
  )},
  durableObjectStorage = (localDisk = "disk"),
  bindings = ${list([
    ...Object.entries(BINDINGS).map(
      ([name, type]) => `(name = "${name}", durableObjectNamespace = "${type}")`,
    ),
    ...Object.entries(variables).map(
      ([name, value]) => `(name = ${text(name)}, text = ${text(value)})`,
    ),
  ])},
);
`,
  );
  return file;
}
