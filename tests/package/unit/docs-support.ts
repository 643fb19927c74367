// The fenced blocks of README and of the guides, and what runs those in JavaScript.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

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
  const [, literal] = /createBandit\((\{.*?\n\})\)/s.exec(code) ?? [];
  // What the server has put into the page is no part of the options that a collector is made for.
  return new Function('bootstrap', `return (${literal})`)();
}
