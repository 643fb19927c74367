// What becomes of the links of a page of docs/ on the docs site: those to other pages stay, those to files that the
// site does not have go to the repository, or become the path as code while the repository has no public address.
import { posix } from 'node:path';

/** Pages of the site that lie outside docs/ in the repository. */
export const BESIDE = { 'CHANGELOG.md': 'changelog.md', 'SECURITY.md': 'security.md' };

const LINK = /\[([^[\]]+)\]\((?!\w+:|#|\/)([^\s#)]+)(#[^\s)]*)?\)/g;

/**
 * @param {string} page the page in the repository, from its root, such as `docs/spec/linear.md`
 * @param {string} text its Markdown
 * @param {string | undefined} source what a path in the repository follows to be an address; undefined: none
 * @returns {{text: string, files: string[]}} the Markdown for the site; the files below docs/ that it links and that
 *   are no pages, from docs/
 */
export function linksForSite(page, text, source) {
  const files = new Set();
  const link = (_link, label, target, hash = '') => {
    const path = posix.normalize(posix.join(posix.dirname(page), target));
    if (path.startsWith('docs/') || path in BESIDE) {
      const place = placeOf(path);
      if (!/\.(md|svg|png)$/.test(place)) files.add(place);
      return `[${label}](${posix.relative(posix.dirname(placeOf(page)), place)}${hash})`;
    }
    if (source) return `[${label}](${source}${path})`;
    const code = `\`${path}\``;
    return label.replaceAll('`', '') === path ? code : `${label} (${code})`;
  };
  const blocks = text.split(/^(```[\s\S]*?^```)$/m);
  const linked = blocks.map((block, index) => (index % 2 ? block : block.replace(LINK, link)));
  return { text: linked.join(''), files: [...files] };
}

/** Where a file of the repository lies on the site. */
export const placeOf = (path) =>
  BESIDE[path] ?? path.replace(/^docs\//, '').replace(/(^|\/)README\.md$/, '$1index.md');

/**
 * What a path in the repository follows to be an address, from `repository` of package.json.
 *
 * @param {{repository?: string | {url: string}}} manifest
 */
export function sourceAddress({ repository }) {
  const url = typeof repository === 'string' ? repository : repository?.url;
  return url && `${url.replace(/^git\+/, '').replace(/\.git$/, '')}/blob/main/`;
}
