// npm start: sets up, builds, serves the built site and prints its address. PORT chooses the port; if it is
// taken, the next free one is used.
import { join } from 'node:path';
import { root, run } from './lib/run.mjs';

function step(title, command, ...args) {
  console.log(`\n— ${title}`);
  run(command, args);
}

try {
  step('What this machine needs', 'node', 'scripts/setup.mjs', 'start');
  step('WebAssembly modules', 'node', 'scripts/build-wasm.mjs');
  step('Package', 'node', 'scripts/build-package.mjs');
  step('Site and docs', 'npm', 'run', '--silent', 'build:site');
} catch (error) {
  console.error(`\nstart: ${error.message}`);
  process.exit(1);
}

// Not a static import: before the set-up there may be no node_modules.
const { preview } = await import('vite');
const server = await preview({
  configFile: join(root, 'web/vite.config.ts'),
  preview: { port: Number(process.env.PORT ?? 4173), strictPort: false },
});
const [address] = server.resolvedUrls.local;
console.log(`\nThe site is at ${address}, its docs at ${address}docs/ (Ctrl+C stops it)`);
