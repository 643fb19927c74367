// Words and old phrases of the built site and of its sources.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, run } from '../run.mjs';
import { OLD_PHRASES, OLD_WORDS } from './old-phrases.mjs';
import { findClaims } from './privacy-claims.mjs';
import { visibleText, wordsOf } from './visible-text.mjs';

/** The most words that all pages have together. */
export const MOST_WORDS = 8_000;

/** Letters shown before and after what was found. */
const AROUND = 24;

const site = join(root, 'web/dist');

/**
 * The pages of the built site: not the documents below docs/ and reference/, not those that only lead to a new address.
 * @returns {{file: string, text: string, words: number}[]} longest first
 */
export function readPages() {
  return readdirSync(site, { recursive: true })
    .filter((file) => /(^|\/)index\.html$/.test(file) && !/^(docs|reference)\//.test(file))
    .map((file) => ({ file, html: readFileSync(join(site, file), 'utf8') }))
    .filter(({ html }) => !html.includes('<meta name="robots" content="noindex">'))
    .map(({ file, html }) => {
      const text = visibleText(html);
      return { file: `web/dist/${file}`, text, words: wordsOf(text).length };
    })
    .sort((a, b) => b.words - a.words);
}

/** @returns {string[]} where, what is said, and what to say instead */
export const oldInPages = (pages) =>
  pages.flatMap(({ file, text }) => findOld(text, [...OLD_PHRASES, ...OLD_WORDS], () => file));

/** @returns {string[]} claims about privacy without their condition: where, what is said, and what to say instead */
export const claimsInPages = (pages) =>
  pages.flatMap(({ file, text }) =>
    findClaims(text).map(({ sentence, better }) => `${file}: “${sentence}”; say: ${better}`),
  );

/** @returns {string[]} as {@link oldInPages} */
export function oldInSources() {
  const list = ['ls-files', '--cached', '--others', '--exclude-standard', '--deduplicate', '--'];
  return run('git', [...list, 'web/*.html', 'web/*.ts', 'web/*.tsx'], { quiet: true })
    .split('\n')
    .filter((file) => file !== '' && existsSync(join(root, file)))
    .flatMap((file) => {
      const text = readFileSync(join(root, file), 'utf8');
      const lineAt = (index) => text.slice(0, index).split('\n').length;
      return findOld(text, OLD_PHRASES, (index) => `${file}:${lineAt(index)}`);
    });
}

/** @param where from the position of the first letter */
export function findOld(text, phrases, where) {
  return phrases.flatMap(([phrase, better]) => {
    const anySpace = new RegExp(phrase.source.replaceAll(' ', '\\s+'), `g${phrase.flags}`);
    return [...text.matchAll(anySpace)].map(({ 0: said, index }) => {
      const around = text.slice(Math.max(0, index - AROUND), index + said.length + AROUND);
      return `${where(index)}: “${around.replaceAll(/\s+/g, ' ')}”; for “${said}” say: ${better}`;
    });
  });
}
