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
  'npx ldp-bandits evaluate log.csv.gz --target uniform': [
    'tests/package/unit/evaluate-command.test.ts',
    "'log.csv.gz', '--target', 'uniform'",
  ],
  'npx ldp-bandits evaluate reports.csv --private --target always=2': [
    'tests/package/unit/evaluate-command.test.ts',
    "'reports.csv', '--private', '--target', 'always=2'",
  ],
  'python3 -m venv --system-site-packages env': ['scripts/python.mjs', "'--system-site-packages'"],
  'env/bin/pip install --no-build-isolation --no-deps ./bindings/python': [
    'scripts/python.mjs',
    "['--no-build-isolation', '--no-deps', '--no-index']",
  ],
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

/** Blocks of the other pages of docs/, and the check that runs each. */
const OTHERS: Readonly<Record<string, string>> = {
  'docs/audit.md: 1 sh':
    'writes that page, in five hours: the stage audit runs it at normal size, full-auditor.test.mjs a small one',
  'docs/best-arm.md: 1 js': 'docs-pages.test.ts',
  'docs/collector.md: 5 js': 'docs-collector.test.ts',
  'docs/edge.md: 2 js, 1 sh':
    'mounts-docs.test.ts and the stage edge; wrangler deploys nothing in a test',
  'docs/mounts.md: 13 js, 3 ts': 'mounts-docs.test.ts and the stage environments',
  'docs/operating.md: 6 sh':
    'docs-operating.test.ts; two lines for PostgreSQL by the stage stores, the first three by new-user.test.ts',
  'docs/scale.md: 1 sh': 'writes that page, in ten minutes: no check runs it',
  'docs/stores.md: 1 js, 1 sh, 2 ts':
    'docs-stores.test.ts; SQLite, PostgreSQL and the log by the stages stores and faults',
};

test('every block of the other pages is known here, with the check that runs it', () => {
  const pages = readdirSync(join(root, 'docs')).filter((file) => file.endsWith('.md'));
  const found = pages.flatMap((file) => {
    const languages = Array.from(
      text(`docs/${file}`).matchAll(/^```(js|sh|ts)$/gm),
      ([, language = '']) => language,
    );
    const said = ['js', 'sh', 'ts'].flatMap((language) => {
      const count = languages.filter((one) => one === language).length;
      return count ? [`${count} ${language}`] : [];
    });
    return said.length ? [`docs/${file}: ${said.join(', ')}`] : [];
  });
  expect(found.sort()).toEqual(Object.keys(OTHERS).sort());
});

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
