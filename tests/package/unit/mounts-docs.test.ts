// The documents show the files of examples/ as they are, which the stages `environments` and `edge` run.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const repository = join(import.meta.dirname, '../../..');
const text = ['mounts', 'edge', 'guides/server-rendering']
  .map((page) => readFileSync(join(repository, `docs/${page}.md`), 'utf8'))
  .join('\n');
const shown = new Map(
  [...text.matchAll(/\]\((?:\.\.\/)+(examples\/[^\s)]+)\)\)?:?\n\n```\w+\n(.*?)```\n/gs)].map(
    ([, file, code]) => [file as string, code as string],
  ),
);

/** No mount: docs/stores.md links them, and the fault run `jetstream-leader` runs them. */
const LOG = ['consumer', 'front', 'log'].map((name) => `examples/jetstream/${name}.js`);

/** What is about no mount: the example of the README, and what a framework needs beside its route. */
const BESIDE = ['examples/astro/package.json', 'examples/node-collector.mjs'];

/** Servers that render pages: docs/guides/server-rendering.md shows some of their files, and links the others. */
const RENDERED = ['astro-server', 'next', 'nuxt', 'plain-html', 'sveltekit'];
/** No mounts either: docs/guides/python.md links them, and the stage `python` runs them. */
const isNotebook = (file: string) => file.startsWith('examples/notebooks/');
const isLinked = (file: string) =>
  isNotebook(file) ||
  (RENDERED.some((folder) => file.startsWith(`examples/${folder}/`)) && !shown.has(file));

const examples = readdirSync(join(repository, 'examples'), { recursive: true, encoding: 'utf8' })
  .map((file) => join('examples', file))
  .filter((file) => statSync(join(repository, file)).isFile());

test('the documents show every example but what they link', () => {
  const others = examples.filter((file) => !isLinked(file));
  expect([...shown.keys(), ...LOG, ...BESIDE].sort()).toEqual(others.sort());
  const rendering = readFileSync(join(repository, 'docs/guides/server-rendering.md'), 'utf8');
  for (const folder of RENDERED) expect(rendering).toContain(`](../../examples/${folder}`);
  const python = readFileSync(join(repository, 'docs/guides/python.md'), 'utf8');
  for (const file of examples.filter(isNotebook)) expect(python).toContain(`](../../${file})`);
  const stores = readFileSync(join(repository, 'docs/stores.md'), 'utf8');
  for (const file of LOG) expect(stores).toContain(`](../${file})`);
});

test.each([...shown])('%s is shown as it runs', (file, code) => {
  expect(code).toBe(readFileSync(join(repository, file), 'utf8'));
});
