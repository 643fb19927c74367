// The links of pages on their way to the docs site.
import { expect, test } from 'vitest';
import { linksForSite, sourceAddress } from '../../../scripts/lib/docs/links.mjs';

const made = (page, text, source) => linksForSite(page, text, source).text;

test.each([
  [
    'docs/spec/linear.md',
    '[one](../linear-moments.md#privacy)',
    '[one](../linear-moments.md#privacy)',
  ],
  ['docs/guides/page.md', '[one](../spec/README.md)', '[one](../spec/index.md)'],
  ['docs/guides/limits.md', '[one](../../SECURITY.md)', '[one](../security.md)'],
  ['CHANGELOG.md', '[one](docs/best-arm.md)', '[one](best-arm.md)'],
  [
    'docs/a.md',
    '[one](#here) [two](https://example.org/)',
    '[one](#here) [two](https://example.org/)',
  ],
  ['docs/a.md', '```js\n[one](../src/a.ts)\n```', '```js\n[one](../src/a.ts)\n```'],
])('in %s, %s leads to the page of the site', (page, text, expected) => {
  expect(made(page, text)).toBe(expected);
});

test('a file that the site does not have is code, or a link where the repository has an address', () => {
  const text = 'See [src/a.hpp](../src/a.hpp) and [the header](../src/a.hpp).';
  expect(made('docs/a.md', text)).toBe('See `src/a.hpp` and the header (`src/a.hpp`).');
  const source = sourceAddress({ repository: { url: 'git+https://example.org/a/b.git' } });
  expect(made('docs/a.md', text, source)).toBe(
    'See [src/a.hpp](https://example.org/a/b/blob/main/src/a.hpp) and [the header](https://example.org/a/b/blob/main/src/a.hpp).',
  );
});

test('a file of data beside a page is served with it', () => {
  const { text, files } = linksForSite('docs/figures/a.md', '[runs](a/runs.jsonl)');
  expect(text).toBe('[runs](a/runs.jsonl)');
  expect(files).toEqual(['figures/a/runs.jsonl']);
});
