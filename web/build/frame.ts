/** What every page has around its own text: a page names it in a comment, and here it is written out. */

import type { Plugin } from 'vite';

/** Address below the site's root, and the word for it. The name of the site leads to the first page. */
const PAGES = [
  ['demos/', 'Demos'],
  ['how/', 'How it works'],
  ['playground/', 'Playground'],
  ['start/', 'Get started'],
  ['limits/', 'Limits'],
  ['docs/', 'Docs'],
] as const;

/** The demos, each a tab of one page to the visitor and a page of its own to the browser. */
const DEMOS = [
  ['demos/', 'Pick one'],
  ['demos/personal/', 'Personal'],
  ['demos/several/', 'Several'],
  ['demos/ab/', 'A/B test'],
  ['demos/sliders/', 'Sliders'],
] as const;

/** Where the site will be served, with a slash at its end: some readers of og:image take absolute addresses only. */
const SITE = process.env['LDP_SITE_URL'];

/** The picture for links to a page, drawn by `npm run share-pictures`. */
const pictureOf = (path: string) => path.split('/').slice(1, -1).join('-') || 'home';

export function pageFrame(): Plugin {
  return {
    name: 'ldp-page-frame',
    transformIndexHtml: { order: 'pre', handler: (html, { path }) => framed(html, path) },
  };
}

/**
 * Replaces `<!--name-->` and `<!--name of-->` by the part `name`. `of` is, of header and stage, the page that its
 * ids begin with; of files, the style sheet and the module; of data, their ids. The end tag of the page is added.
 *
 * @param path of the page below the site's root, such as `/how/index.html`
 */
function framed(html: string, path: string): string {
  // The way from this page to the site's root.
  const root = '../'.repeat(path.split('/').length - 2) || './';
  const prefixOf = (page: string) => (page ? `${page}-` : '');
  const parts: Record<string, (of: string) => string> = {
    head: () => `<!doctype html>
<html lang="en" data-root="${root}">
<head>
<meta charset="utf-8">
<!--csp-->
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">`,
    site: () => `<meta property="og:type" content="website">
<meta property="og:site_name" content="ldp-bandits">
<meta property="og:image" content="${SITE ?? root}share/${pictureOf(path)}.png">
<meta name="twitter:card" content="summary_large_image">`,
    files: (names) => `<link rel="icon" href="${root}icon.svg" type="image/svg+xml">
<script src="${root}early.js" vite-ignore></script>
${['main.css', ...words(names)].map(file).join('\n')}
</head>`,
    header: (page) => `<header class="site-header">
<a class="brand" href="${root}"><svg class="brand-mark" aria-hidden="true" viewBox="0 0 24 24"><path d="M12 1v7M12 16v7"/><path class="brand-dot" d="M3 9h5v6H3zM16 9h5v6h-5z"/></svg>ldp-bandits</a>
${navigation(root, path)}
<div class="tools" id="${prefixOf(page)}tools"></div>
</header>`,
    nav: () => navigation(root, path),
    tabs: () => links('Demos', 'tabs', root, DEMOS, (page) => path === `/${page}index.html`),
    // What the page needs to come alive.
    boot: (
      needs,
    ) => `<p class="notice file-notice">You opened this page as a file. Browsers run no modules from files: serve the folder, for example with <code>npm start</code>.</p>
<p class="notice boot-notice">The page is not alive yet. If this stays, reload, or allow ${needs} for this site.</p>`,
    stage: (page) => `<div class="notices" id="notices" role="status"></div>
<div class="stage${page ? ` stage-${page}` : ''}">
<section class="zone zone-device" id="${prefixOf(page)}device" aria-labelledby="device-title"></section>
<section class="gap" id="${prefixOf(page)}gap" aria-label="The gap in the wall"></section>
<section class="zone zone-server" id="${prefixOf(page)}server" aria-labelledby="server-title"></section>
</div>
${page === 'home' ? '' : dialOf(prefixOf(page))}
<section class="zone zone-demo" id="${prefixOf(page)}demo" aria-labelledby="demo-title"></section>`,
    data: (ids) => words(ids).map(data).join('\n'),
    footer: (claim) =>
      `<footer class="site-footer"><p>ldp-bandits, Apache-2.0. No cookies, no web fonts, no third parties${claim && `: ${claim}`}.</p></footer>`,
  };
  return `${html}</html>\n`.replaceAll(
    /<!--(\w+)(?: ([^>]*))?-->/g,
    (comment, name, of = '') => parts[name]?.(of) ?? comment,
  );
}

/** The privacy level is for those who come to try it: the first page has none. */
const dialOf = (prefix: string) =>
  `<section class="epsilon" id="${prefix}epsilon" aria-labelledby="epsilon-title"></section>`;

const words = (text: string) => text.split(' ').filter((word) => word !== '');
const data = (id: string) => `<script type="application/json" id="${id}"></script>`;
const file = (name: string) =>
  name.endsWith('.css')
    ? `<link rel="stylesheet" href="/styles/${name}">`
    : `<script type="module" src="/src/${name}"></script>`;

const navigation = (root: string, path: string) =>
  links('Pages', 'pages', root, PAGES, (page) => path.startsWith(`/${page}`));

function links(
  label: string,
  name: string,
  root: string,
  pages: readonly (readonly [string, string])[],
  isCurrent: (page: string) => boolean,
): string {
  const all = pages.map(([page, word]) => {
    const current = isCurrent(page) ? ' aria-current="page"' : '';
    return `<a href="${root}${page}"${current}>${word}</a>`;
  });
  return `<nav class="${name}" aria-label="${label}">${all.join('')}</nav>`;
}
