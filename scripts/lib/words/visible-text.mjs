// The text of a built page as a reader can see it, folded parts included.
import { parse } from 'parse5';

/** Never shown, or code to copy, or shown only where the page fails to start. */
const LEFT_OUT = new Set([
  'head',
  'script',
  'style',
  'template',
  'noscript',
  'pre',
  'title',
  'desc',
]);
const LEFT_OUT_CLASSES = ['visually-hidden', 'file-notice', 'boot-notice', 'skip'];
/** Tags that do not end a word. */
const INLINE = new Set([
  'a',
  'abbr',
  'b',
  'code',
  'em',
  'i',
  'kbd',
  'span',
  'strong',
  'sub',
  'sup',
]);

/**
 * @param {string} html of a whole page
 * @returns {string} with single spaces
 */
export function visibleText(html) {
  const parts = [];
  const visit = (node) => {
    if (node.nodeName === '#text') return parts.push(node.value);
    if (LEFT_OUT.has(node.nodeName) || classesOf(node).some(isLeftOut)) return parts.push(' ');
    const gap = INLINE.has(node.nodeName) ? '' : ' ';
    parts.push(gap);
    node.childNodes?.forEach(visit);
    parts.push(gap);
  };
  // Without scripting, so that `noscript` is an element and not text.
  visit(parse(html, { scriptingEnabled: false }));
  return parts.join('').replaceAll(/\s+/g, ' ').trim();
}

/** Words: what stands between spaces and has a letter in it. A number is no word. */
export const wordsOf = (text) => text.split(' ').filter((word) => /\p{L}/u.test(word));

const isLeftOut = (name) => LEFT_OUT_CLASSES.includes(name);

const classesOf = ({ attrs = [] }) =>
  (attrs.find(({ name }) => name === 'class')?.value ?? '').split(/\s+/);
