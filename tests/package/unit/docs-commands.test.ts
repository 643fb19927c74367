// Every command in a block of README or of a guide is run by a check, here or in a file that is named here.
import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { blocks, root, text } from './docs-support.js';

const folder = mkdtempSync(join(tmpdir(), 'ldp-docs-commands-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const commands = new Set(
  blocks
    .filter(({ language }) => language === 'sh')
    .flatMap(({ code }) => code.split('\n').map((line) => line.replace(/\s+#.*/, '')))
    .filter((line) => line !== ''),
);
const simulations = [...commands].filter((line) => line.startsWith('npx ldp-bandits simulate '));

/** Commands that other files run, and how these say it. */
const RUN_ELSEWHERE: Readonly<Record<string, readonly [file: string, how: string]>> = {
  'npm install ldp-bandits': [
    'tests/package/tarball/new-user.test.ts',
    "'npm install ldp-bandits'",
  ],
  'npx ldp-bandits init': ['tests/package/tarball/new-user.test.ts', "'npx ldp-bandits init'"],
  'npx ldp-bandits serve': ['tests/package/tarball/new-user.test.ts', "'npx ldp-bandits serve'"],
  'npm pack': ['tests/package/tarball/pack.ts', "'pack'"],
};

/** Commands that no test runs, and why. */
const NOT_RUN: Readonly<Record<string, string>> = {
  'npm start': 'ends by Ctrl+C only; its parts are the stages build and site',
  'npm test': 'is what runs this test',
};

test('every command of README and the guides is run, or is known not to be', () => {
  const known = [...simulations, ...Object.keys(RUN_ELSEWHERE), ...Object.keys(NOT_RUN)];
  expect([...commands].sort()).toEqual(known.sort());
});

test.each(Object.entries(RUN_ELSEWHERE))(
  '%s is run where it is said to be',
  (_command, [file, how]) => {
    expect(text(file)).toContain(how);
  },
);

test.each(simulations)(
  '%s',
  async (line) => {
    const guide = blocks.filter(
      ({ language, name }) => language === 'json' && name.includes('simulate'),
    );
    writeFileSync(join(folder, 'spec.json'), guide[0]?.code ?? '');
    const [, , ...args] = line.split(' ');
    const command = join(root, 'dist/command/ldp-bandits.js');
    const { stdout } = await promisify(execFile)(process.execPath, [command, ...args], {
      cwd: folder,
    });
    const written = args.at(-1) ?? '';
    expect(stdout).toContain(written);
    expect(readFileSync(join(folder, written), 'utf8').length).toBeGreaterThan(100);
  },
  60_000,
);

test('every `npm run` of the documents is a script of package.json', () => {
  const { scripts } = JSON.parse(text('package.json'));
  const pages = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md'))
    .map((file) => `docs/${file}`);
  const named = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', ...pages].flatMap((file) =>
    Array.from(text(file).matchAll(/npm run ([\w:-]+)/g), ([, name = '']) => name),
  );
  expect(named.length).toBeGreaterThan(20);
  expect([...new Set(named)].filter((name) => !(name in scripts))).toEqual([]);
});
