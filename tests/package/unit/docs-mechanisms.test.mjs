// What a page of docs/mechanisms refers to is there: sections of the specification, and rows of the audit.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { kClaims } from '../../statistical/claims.mjs';
import { kCodebookClaims } from '../../statistical/codebook-claims.mjs';
import { kPointClaims } from '../../statistical/point-claims.mjs';
import { kScoreClaims } from '../../statistical/score-claims.mjs';
import { kSlateClaims } from '../../statistical/slate-claims.mjs';
import { kVectorClaims } from '../../statistical/vector-claims.mjs';

const folder = join(import.meta.dirname, '../../../docs/mechanisms');
const read = (page) => readFileSync(join(folder, page), 'utf8');
const pages = readdirSync(folder).filter((page) => page !== 'README.md');

const audited = new Set(
  [kClaims, kCodebookClaims, kPointClaims, kScoreClaims, kSlateClaims, kVectorClaims]
    .flat()
    .map(({ mechanism }) => mechanism),
);

test.each(pages)('%s: its sections of the specification exist', (page) => {
  const cited = [...read(page).matchAll(/\]\((\S+\.md)\), sections? (\d[\d., and]*)/g)];
  for (const [, path, numbers] of cited) {
    const target = read(path);
    for (const number of numbers.match(/\d+(\.\d+)*/g))
      expect(target).toMatch(new RegExp(`^#+ ${number.replace('.', '\\.')}[. ]`, 'm'));
  }
  expect(cited.length).toBeGreaterThan(0);
});

test('the rows of the audit that the pages name are all that there are, but for published constants', () => {
  const named = pages.flatMap((page) =>
    Array.from(read(page).matchAll(/--mechanism '([^']+)'/g), ([, name]) => name),
  );
  const published = ['pair, published', 'published score', 'published score, as claimed'];
  expect(named.filter((name) => !audited.has(name))).toEqual([]);
  expect([...audited].filter((name) => !named.includes(name) && !published.includes(name))).toEqual(
    [],
  );
});
