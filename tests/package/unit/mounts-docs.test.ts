// docs/mounts.md shows the files of examples/ as they are, which the stage `environments` runs.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const repository = join(import.meta.dirname, '../../..');
const text = readFileSync(join(repository, 'docs/mounts.md'), 'utf8');
const shown = new Map(
  [...text.matchAll(/\]\(\.\.\/(examples\/[^\s]+)\)\n\n```\w+\n(.*?)```\n/gs)].map(
    ([, file, code]) => [file as string, code as string],
  ),
);

/** What is about no mount: the example of the README, and what a framework needs beside its route. */
const BESIDE = [
  'examples/next/package.json',
  'examples/node-collector.mjs',
  'examples/sveltekit/package.json',
  'examples/sveltekit/src/app.html',
  'examples/sveltekit/svelte.config.js',
  'examples/sveltekit/vite.config.js',
];

const examples = readdirSync(join(repository, 'examples'), { recursive: true, encoding: 'utf8' })
  .map((file) => join('examples', file))
  .filter((file) => statSync(join(repository, file)).isFile());

test('docs/mounts.md shows every example', () => {
  expect([...shown.keys(), ...BESIDE].sort()).toEqual(examples.sort());
});

test.each([...shown])('%s is shown as it runs', (file, code) => {
  expect(code).toBe(readFileSync(join(repository, file), 'utf8'));
});
