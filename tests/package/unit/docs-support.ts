// The fenced blocks of README and of the guides, what runs those in JavaScript, and the collector that they run against.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  type Collector,
  createCollector,
  type ExperimentOptions,
  memoryStore,
} from 'ldp-bandits/server';

export const root = join(import.meta.dirname, '../../..');
export const text = (file: string) => readFileSync(join(root, file), 'utf8');

export interface Block {
  /** The document and the number of the block in it. */
  readonly name: string;
  readonly language: string;
  readonly code: string;
}

/** README, and every guide. */
export const documents = [
  'README.md',
  ...readdirSync(join(root, 'docs/guides'))
    .sort()
    .map((file) => `docs/guides/${file}`),
];

export const blocks: readonly Block[] = documents.flatMap((file) =>
  Array.from(text(file).matchAll(/```(\w*)\n(.*?)```/gs), ([, language = '', code = ''], at) => ({
    name: `${file} #${at + 1}`,
    language,
    code,
  })),
);

mkdirSync(join(root, 'build'), { recursive: true });
// In the repository, so that `ldp-bandits` is found as in a project that has it installed.
const folder = mkdtempSync(join(root, 'build/docs-snippets-'));
let written = 0;
export const removeModules = () => rmSync(folder, { recursive: true, force: true });

/** The address of a module with this code. */
export function moduleOf(code: string, extension: 'mjs' | 'jsx' = 'mjs'): string {
  const file = join(folder, `${written++}.${extension}`);
  writeFileSync(file, code);
  return pathToFileURL(file).href;
}

/** Runs a block as a module, and gives what it calls these names. */
export const run = (code: string, names: string) =>
  import(moduleOf(`${code}\nexport { ${names} };\n`));

/** The options that a page pins: the object literal in `createBandit({…})`. */
export function optionsOf(code: string) {
  const [, literal] = /createBandit\((\{.*?\n *\})\)/s.exec(code) ?? [];
  // What the server has put into the page is no part of the options that a collector is made for.
  return new Function('bootstrap', `return (${literal})`)();
}

type Experiments = Readonly<Record<string, ExperimentOptions>>;

/** The experiments of a config of `serve`, as the collector takes them. */
const experimentsOf = (config: string): Experiments =>
  Object.fromEntries(
    Object.entries<Record<string, unknown>>(JSON.parse(config).experiments ?? {}).map(
      ([name, { control: _, visitorsPerDay: __, ...options }]) => [name, options as never],
    ),
  );

/** Those of the config that `npx ldp-bandits init` writes. */
export const initExperiments: Experiments = (() => {
  const cwd = mkdtempSync(join(root, 'build/docs-init-'));
  try {
    const command = join(root, 'dist/command/ldp-bandits.js');
    execFileSync(process.execPath, [command, 'init'], { cwd, stdio: 'ignore' });
    return experimentsOf(readFileSync(join(cwd, 'ldp-bandits.json'), 'utf8'));
  } finally {
    rmSync(cwd, { recursive: true, force: true });
  }
})();

/**
 * The collector that the snippets of a document meet: that of the config of `init`, with the experiments of the configs
 * that the document shows. An experiment of neither is served by the collector that the document shows.
 */
export async function collectorFor(document: string, experiment: string): Promise<Collector> {
  const own = blocks.filter(({ name }) => name.startsWith(`${document} `));
  const configs = own.filter(
    ({ language, code }) => language === 'json' && /"experiments"/.test(code),
  );
  const experiments = Object.assign(
    {},
    initExperiments,
    ...configs.map(({ code }) => experimentsOf(code)),
  );
  if (experiment in experiments)
    return createCollector({ basePath: '/collector', store: memoryStore(), experiments });
  const shown = own.find(({ code }) => code.includes('createCollector('));
  if (!shown) throw new Error(`${document} shows no config with "${experiment}"`);
  return (await run(shown.code, 'collector')).collector;
}
