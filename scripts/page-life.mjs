// npm run page-life -- [options]; `--help` names them.
//
// Bundles the harness of tests/browser/page-life, which is TypeScript, and runs it.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { findChromium, findFirefox, findWebKit } from './lib/browsers.mjs';

const root = join(import.meta.dirname, '..');
const outfile = join(root, 'build/page-life/command.mjs');
await build({
  entryPoints: [join(root, 'tests/browser/page-life/command.ts')],
  outfile,
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  packages: 'external',
  logLevel: 'error',
});
process.env.CHROMIUM_PATH ??= await findChromium();
process.env.FIREFOX_PATH ??= await findFirefox();
const webkit = findWebKit();
if (webkit) process.env.WEBKIT_PATH = webkit;
const { run } = await import(pathToFileURL(outfile).href);
await run(root, process.argv.slice(2));
