/**
 * Builds sw.ts to dist/sw.js: one classic script under a fixed name, because a Service Worker's address is
 * its identity and Firefox has had module workers of this kind for a short time only. In dev the browser
 * loads the module itself.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, type Plugin } from 'vite';

export function serviceWorker(root: string): Plugin {
  let building = false;
  return {
    name: 'ldp-service-worker',
    apply: 'build',
    config: (_, { command }) => {
      building = command === 'build';
    },
    async closeBundle() {
      if (!building) return;
      await build({
        root,
        configFile: false,
        publicDir: false,
        logLevel: 'warn',
        define: { SITE_VERSION: JSON.stringify(versionOf(join(root, 'dist'))) },
        build: {
          outDir: 'dist',
          emptyOutDir: false,
          target: 'es2022',
          rolldownOptions: {
            input: `${root}sw.ts`,
            output: { format: 'iife', entryFileNames: 'sw.js', codeSplitting: false },
          },
        },
      });
    },
  };
}

/** Pages by what they say, assets by their names, which have a hash of what they hold. */
function versionOf(dist: string): string {
  const hash = createHash('sha256');
  const files = readdirSync(dist, { recursive: true, encoding: 'utf8' }).sort();
  for (const file of files) {
    hash.update(file);
    if (file.endsWith('.html')) hash.update(readFileSync(join(dist, file)));
  }
  return hash.digest('hex').slice(0, 16);
}
