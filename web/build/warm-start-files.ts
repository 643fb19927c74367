/** Makes generated/warm-*.json before anything imports them, and again when the package has changed. */
import { existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { type Plugin, runnerImport } from 'vite';

type WarmStart = typeof import('./warm-start.js');

export function warmStartFiles(root: string): Plugin {
  return {
    name: 'ldp-warm-start',
    async config() {
      const states = `${root}generated/warm-states.json`;
      const start = `${root}generated/warm-start.json`;
      const inputs = [
        `${root}../dist/server/index.js`,
        `${root}../dist/url.js`,
        `${root}build/warm-start.ts`,
        `${root}src/demo-knows/truth.ts`,
        `${root}src/shared/experiment.ts`,
      ];
      if (
        existsSync(start) &&
        inputs.every((file) => statSync(file).mtimeMs < statSync(start).mtimeMs)
      ) {
        return;
      }
      const { module } = await runnerImport<WarmStart>(`${root}build/warm-start.ts`, {
        root,
        configFile: false,
      });
      const warm = await module.warmStart();
      mkdirSync(`${root}generated`, { recursive: true });
      writeFileSync(states, JSON.stringify(warm.states));
      writeFileSync(start, JSON.stringify(warm.start));
    },
  };
}
