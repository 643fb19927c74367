/**
 * Builds sw.ts to dist/sw.js: one classic script under a fixed name, because a Service Worker's address is
 * its identity and Firefox has had module workers of this kind for a short time only. In dev the browser
 * loads the module itself.
 */
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
