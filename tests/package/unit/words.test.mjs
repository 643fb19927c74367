// `npm run words`: what it counts, and what it finds.
import { expect, test } from 'vitest';
import { OLD_PHRASES, OLD_WORDS } from '../../../scripts/lib/words/old-phrases.mjs';
import { findOld } from '../../../scripts/lib/words/site-words.mjs';
import { visibleText, wordsOf } from '../../../scripts/lib/words/visible-text.mjs';

const page = (body) => `<!doctype html><html><head><title>Not seen</title></head>${body}</html>`;

test('folded text counts', () => {
  const html = page('<body><details><summary>More</summary><p>Folded text</p></details></body>');
  expect(visibleText(html)).toBe('More Folded text');
});

test.each([
  ['a script', '<script>let words = 1</script>'],
  ['code to copy', '<pre><code>let words = 1</code></pre>'],
  [
    'what is for screen readers only',
    '<span class="fine visually-hidden">beyond the budget</span>',
  ],
  ['what a page shows only if it does not start', '<p class="notice boot-notice">Reload</p>'],
  ['what a page shows only without script', '<noscript><p>Turn it on</p></noscript>'],
])('%s does not count', (_, html) => {
  expect(visibleText(page(`<body>seen ${html}</body>`))).toBe('seen');
});

test('tags inside a word do not part it, blocks do', () => {
  expect(visibleText(page('<p>e<sup>ε</sup></p><p>one</p>'))).toBe('eε one');
});

test('a number is no word, a name with a digit is', () => {
  expect(wordsOf('At ε 1 it takes 4.7 times: ldp-exp3')).toEqual([
    'At',
    'ε',
    'it',
    'takes',
    'times:',
    'ldp-exp3',
  ]);
});

test.each([
  ['right 73\n times in 100', 'percent'],
  ['Tell your boss it was the coin', 'Who else sends this report'],
  ['Your packet', 'report'],
])('an old phrase is found: %s', (text, better) => {
  const found = findOld(text, [...OLD_PHRASES, ...OLD_WORDS], (index) => `page:${index}`);
  expect(found).toHaveLength(1);
  expect(found[0]).toContain(`” say: ${better}`);
});
