// The docs site: what scripts/docs.mjs has put into build/docs becomes web/dist/docs.
import { join, posix } from 'node:path';
import { defineConfig } from 'vitepress';
import { requireAnchors } from './anchors.mjs';
import { licenses } from './licenses.mjs';
import { searchRanks } from './search-ranks.mjs';
import { sidebar } from './sidebar.mjs';
import { adaptMarkdown, colours, strictPage, writeTaken } from './strict.mjs';

const root = join(import.meta.dirname, '../../..');
const outDir = join(root, 'web/dist/docs');
const base = process.env['DOCS_BASE'] ?? '/docs/';

/** As GitHub makes them of headings: the same link leads to a heading there and here. */
const slugOf = (heading) =>
  heading
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '')
    .replaceAll(' ', '-');

/** A page that is neither in the sidebar nor below a page of it would be found by search only. */
function requireSidebar(pages) {
  const linked = sidebar.flatMap(({ items }) => items.map(({ link }) => link));
  const known = pages.map((page) => `/${page.replace(/(^|\/)index\.md$|\.md$/, '$1')}`);
  const isFound = (page) => linked.includes(page) || linked.includes(posix.join(page, '../'));
  const lost = known.filter((page) => page !== '/' && !isFound(page));
  const dead = linked.filter((page) => !known.includes(page));
  if (lost.length || dead.length)
    throw new Error(`sidebar.mjs lacks: ${lost.join(', ')}; leads nowhere: ${dead.join(', ')}`);
}

export default defineConfig({
  srcDir: join(root, 'build/docs'),
  outDir,
  cacheDir: join(root, 'build/docs-cache'),
  base,
  lang: 'en',
  title: 'ldp-bandits docs',
  description: 'Guides, API reference, specification and measurements of ldp-bandits.',
  metaChunk: true,
  // Firefox counts a page that is fetched in advance under default-src, which is 'none'.
  router: { prefetchLinks: false },
  // The choice that the main site keeps. Without its transition, which is a style element.
  appearance: { storageKey: 'ldp-theme', disableTransition: false },
  head: [
    ['link', { rel: 'icon', href: `${base}../icon.svg`, type: 'image/svg+xml' }],
    ['link', { rel: 'stylesheet', href: `${base}assets/code.css` }],
  ],
  markdown: {
    codeTransformers: [colours],
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
    // Braces are sets of numbers here.
    attrs: { disable: true },
    config: adaptMarkdown,
    anchor: { slugify: slugOf },
  },
  themeConfig: {
    nav: [
      { text: 'Guides', link: '/guides/install' },
      { text: 'API', link: '/reference/' },
      { text: 'Mechanisms', link: '/mechanisms/' },
      { text: 'Demo site', link: '/../', target: '_self' },
    ],
    sidebar,
    outline: [2, 3],
    search: { provider: 'local' },
  },
  transformHtml: (html) => strictPage(html, base),
  buildEnd({ pages }) {
    requireSidebar(pages);
    writeTaken(outDir);
    requireAnchors(outDir, base);
  },
  vite: {
    plugins: [licenses(), searchRanks()],
    // A data: address would need a wider policy.
    build: { assetsInlineLimit: 0, chunkSizeWarningLimit: 4000 },
  },
});
