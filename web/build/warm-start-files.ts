/** Makes generated/*.json before anything imports them, and again when what they are made of has changed. */
import { existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { type Plugin, runnerImport } from 'vite';

/** Each `build/<page>-start.ts` counts what `generated/<page>-*.json` hold. */
interface Start {
  count(): Promise<Readonly<Record<string, unknown>>>;
}

/** What the crowd of each page is made of. */
const PAGES: Readonly<Record<string, readonly string[]>> = {
  warm: ['src/demo-knows/truth.ts', 'src/demo-knows/visit.ts', 'src/shared/experiment.ts'],
  personal: of('demos/personal', ['cards', 'experiment', 'features']),
  slate: of('demos/several', ['cards', 'experiment']),
  ab: [...of('demos/ab', ['experiment', 'variants']), '../bindings/ts/recommend/stopping.ts'],
  tune: of('demos/sliders', ['experiment', 'settings']),
  prices: ['src/shared/prices.ts', '../bindings/ts/recommend/price.ts'],
  play: ['presets', 'build-spec', 'draft'].map((file) => `src/playground/${file}.ts`),
};

export function warmStartFiles(root: string): Plugin {
  return {
    name: 'ldp-warm-start',
    async config() {
      mkdirSync(`${root}generated`, { recursive: true });
      const scenes = readdirSync(`${root}src/how`)
        .filter((file) => /^[a-z-]+\.ts$/.test(file) && file !== 'start.ts')
        .map((file) => `src/how/${file}`);
      for (const [page, files] of Object.entries({ ...PAGES, how: scenes })) {
        const start = `build/${page}-start.ts`;
        const output = (name: string) => `${root}generated/${page}-${name}.json`;
        if (!isOlder(output('start'), inputs(root, [start, ...files]))) continue;
        const { module } = await runnerImport<Start>(root + start, { root, configFile: false });
        // In this order: the last one says that all are there.
        const { start: last, ...others } = await module.count();
        for (const [name, value] of Object.entries({ ...others, start: last })) {
          writeFileSync(output(name), JSON.stringify(value));
        }
      }
    },
  };
}

function of(folder: string, shared: readonly string[]): string[] {
  const files = ['demo-knows/truth', 'demo-knows/visit', ...shared.map((file) => `shared/${file}`)];
  return files.map((file) => `src/${folder}/${file}.ts`);
}

/** These files, and what they call of the package. */
function inputs(root: string, files: readonly string[]): string[] {
  const entries = ['server/index.js', 'simulation/index.js', 'url.js'];
  return [...files.map((file) => root + file), ...entries.map((file) => `${root}../dist/${file}`)];
}

function isOlder(file: string, than: readonly string[]): boolean {
  if (!existsSync(file)) return true;
  const { mtimeMs } = statSync(file);
  return than.some((input) => statSync(input).mtimeMs >= mtimeMs);
}
