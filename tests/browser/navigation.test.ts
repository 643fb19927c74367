// The header of every page leads to every page.
import { expect, it } from 'vitest';
import { server, useServer } from './support/visit.js';

const kPages = [
  '',
  'personal/',
  'slate/',
  'ab/',
  'tune/',
  'how/',
  'play/',
  'lab/',
  'embed/',
  'limits/',
];

useServer();

it.each(kPages)(
  'the header of /%s leads to every page and says which one this is',
  async (path) => {
    const html = await (await fetch(`${server.origin}/${path}`)).text();
    const nav = /<nav aria-label="Pages">(.*?)<\/nav>/s.exec(html)?.[1] ?? '';
    const links = Array.from(nav.matchAll(/href="([^"]*)"( aria-current="page")?/g), (match) => ({
      to: new URL(match[1] ?? '', `${server.origin}/${path}`).pathname,
      current: match[2] !== undefined,
    }));
    expect(links).toEqual(kPages.map((page) => ({ to: `/${page}`, current: page === path })));
    for (const { to } of links) expect((await fetch(server.origin + to)).status).toBe(200);
  },
);

it('the page that is not there leads to every page', async () => {
  const html = await (await fetch(`${server.origin}/404.html`)).text();
  for (const page of kPages) expect(html).toContain(`href="./${page}"`);
});
