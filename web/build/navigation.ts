/** The links of the header: one list for every page, so that no page can forget another. */

/** Address below the site's root, and the word for it. */
const PAGES = [
  ['', 'Try it'],
  ['personal/', 'Personal'],
  ['slate/', 'Slates'],
  ['ab/', 'A/B&nbsp;test'],
  ['tune/', 'Tune'],
  ['how/', 'How&nbsp;<span class="tool-word">it works</span>'],
  ['play/', 'Play'],
  ['lab/', 'Lab'],
  ['embed/', 'Embed'],
  ['limits/', 'Limits'],
] as const;

/**
 * Puts the links where a page says `<!--nav-->`.
 *
 * @param html with `data-root`, the way from this page to the site's root
 * @param path of the page below the root, such as `/how/index.html`
 */
export function withNavigation(html: string, path: string): string {
  const root = /data-root="([^"]*)"/.exec(html)?.[1] ?? './';
  const links = PAGES.map(([page, word]) => {
    const current = path === `/${page}index.html` ? ' aria-current="page"' : '';
    return `<a href="${root}${page}"${current}>${word}</a>`;
  });
  return html.replace('<!--nav-->', `<nav aria-label="Pages">${links.join('')}</nav>`);
}
