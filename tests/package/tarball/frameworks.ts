// The pages of fixtures/frameworks, built by Vite with the current or the previous major of each framework.
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import * as vite from 'vite';

const repository = join(import.meta.dirname, '../../..');
/** Where the current majors are installed, and where the previous ones are. */
export const MAJORS = {
  current: repository,
  previous: join(import.meta.dirname, 'previous'),
} as const;
export type Major = keyof typeof MAJORS;

export function installPrevious(): void {
  const options = ['--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund'];
  execFileSync('npm', ['ci', ...options], { cwd: MAJORS.previous, stdio: 'ignore' });
}

const FRAMEWORK = /^(react|react-dom|svelte|vue)(\/|$)/;

/** Frameworks from the folder of the major; components of Svelte by its compiler. */
function frameworksOf(major: Major): vite.Plugin {
  const beside = join(MAJORS[major], 'page.js');
  const { compile } = createRequire(beside)('svelte/compiler');
  return {
    name: 'frameworks',
    enforce: 'pre',
    resolveId(source) {
      return FRAMEWORK.test(source) ? this.resolve(source, beside, { skipSelf: true }) : null;
    },
    transform(code, id) {
      if (!id.endsWith('.svelte')) return null;
      const { js } = compile(code, { filename: id, css: 'injected' });
      return { code: js.code, map: js.map };
    },
  };
}

/** Builds pages into `out/<into>`, as for production or for a developer. */
export async function buildPages(
  project: string,
  options: {
    readonly pages: readonly string[];
    readonly major: Major;
    readonly into: string;
    readonly mode?: 'production' | 'development';
  },
): Promise<void> {
  const { pages, major, into, mode = 'production' } = options;
  const root = join(project, 'frameworks');
  writePages(project, pages);
  const before = process.env['NODE_ENV'];
  process.env['NODE_ENV'] = mode; // vitest has set it to "test"
  await vite.build({
    root,
    base: './',
    mode,
    configFile: false,
    logLevel: 'error',
    plugins: [frameworksOf(major)],
    build: {
      outDir: join(project, 'out', into),
      emptyOutDir: true,
      modulePreload: { polyfill: false },
      rolldownOptions: { input: pages.map((page) => join(root, `${page}.html`)) },
    },
  });
  process.env['NODE_ENV'] = before;
}

export function writePages(project: string, pages: readonly string[]): void {
  mkdirSync(join(project, 'frameworks'), { recursive: true });
  for (const page of pages)
    writeFileSync(
      join(project, 'frameworks', `${page}.html`),
      `<!doctype html>\n<html lang="en"><meta charset="utf-8">\n<title>${page}</title>\n<main></main>\n<script type="module" src="./${page}.js"></script>\n`,
    );
}
