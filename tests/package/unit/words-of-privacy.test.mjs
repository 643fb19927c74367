// Sentences about privacy: each is a theorem with its condition (docs/spec/privacy.md, section 1.1).
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { root, run } from '../../../scripts/lib/run.mjs';
import { findClaims } from '../../../scripts/lib/words/privacy-claims.mjs';

const TEXTS = [
  ...['*.md', 'package.json', 'docs/*.md', 'docs/*.svg', 'web/*.html', 'web/*.ts', 'web/*.tsx'],
  ...['bindings/*.ts', 'bindings/*.html', 'bindings/*.py', 'bindings/*.md', 'bindings/*.toml'],
  ...['examples/*', 'deploy/*', 'src/protocol/*.json'],
];
/** What was true of an earlier version; figures of papers; numbers of audits. */
const LEFT_OUT = ['CHANGELOG.md', 'docs/figures/*', 'docs/audit/*', 'bindings/ts/generated/*'];

const listed = () =>
  run(
    'git',
    [
      ...['ls-files', '--cached', '--others', '--exclude-standard', '--deduplicate', '--'],
      ...TEXTS,
      ...LEFT_OUT.map((path) => `:!${path}`),
    ],
    { quiet: true, cwd: root },
  )
    .split('\n')
    .filter(
      (file) =>
        existsSync(join(root, file)) &&
        /\.(md|json|html|ts|tsx|mjs|js|py|toml|svg|vue|svelte|yaml|conf|ipynb)$/.test(file),
    );

test('no text of the repository makes a claim without its condition', () => {
  const files = listed();
  expect(files.length).toBeGreaterThan(300);
  for (const file of ['README.md', 'docs/guides/privacy-notice.md', 'web/limits/index.html'])
    expect(files).toContain(file);
  const found = files.flatMap((file) =>
    findClaims(readFileSync(join(root, file), 'utf8')).map(
      ({ sentence, better }) => `${file}: “${sentence.slice(0, 300)}”; say: ${better}`,
    ),
  );
  expect(found).toEqual([]);
});

describe('what is found', () => {
  test.each([
    'at ε = 1, someone who sees the report guesses the answer right at most 73.2% of the time.',
    'At ε&nbsp;1 a guess between two answers is right at most <b id="limit-guess"></b> of the time, whatever else is known.',
    'Play the attacker: at ε 1 you are right at most 73% of the time.',
    'so the server never knows what you said.',
    'From one report its best guess\n  is right {percent} of the time.',
    'The server never learns which\nyou preferred.',
    'It never learns the answer.',
    'Nobody can tell what you chose.',
    'Your reports are anonymous.',
    'A report cannot be traced to you.',
    'This is completely private.',
    'Your device flips a coin, so one report proves nothing.',
    'Neither the wishes nor the choice leave it.',
    '62.3% of guesses at your answer are right.',
  ])('%s', (text) => {
    expect(findClaims(text)).toHaveLength(1);
  });
});

describe('what is no such claim', () => {
  test.each([
    'Someone who gave your answer even odds is right at most 73.2% of the time after seeing it.',
    'A report changes anyone’s odds of guessing your answer by at most 2.72 times.',
    'Where 2 of 100 click, "no" is right 98% of the time without any report.',
    'You guess. The error is 5%.',
    'A token, compared in constant time, so that its time tells nothing.',
  ])('%s', (text) => {
    expect(findClaims(text)).toEqual([]);
  });
});
