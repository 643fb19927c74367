// The header of every page leads to every page, the demos to each other, earlier addresses to today's.
import { expect, it } from 'vitest';
import { server, useServer } from '../support/visit.js';

const kHeader = ['demos/', 'how/', 'playground/', 'start/', 'limits/', 'docs/'];
const kDemos = ['demos/', 'demos/personal/', 'demos/several/', 'demos/ab/', 'demos/sliders/'];
const kPages = ['', ...kDemos, 'how/', 'playground/', 'playground/papers/', 'start/', 'limits/'];
const kMoved = {
  'personal/': 'demos/personal/',
  'slate/': 'demos/several/',
  'ab/': 'demos/ab/',
  'tune/': 'demos/sliders/',
  'play/': 'playground/',
  'lab/': 'playground/papers/',
  'embed/': 'start/',
};

useServer();

const htmlOf = async (path: string) => (await fetch(`${server.origin}/${path}`)).text();

function linksIn(html: string, label: string, path: string) {
  const nav = new RegExp(`<nav [^>]*aria-label="${label}">(.*?)</nav>`, 's').exec(html)?.[1] ?? '';
  return Array.from(nav.matchAll(/href="([^"]*)"( aria-current="page")?/g), (match) => ({
    to: new URL(match[1] ?? '', `${server.origin}/${path}`).pathname.slice(1),
    current: match[2] !== undefined,
  }));
}

it.each(kPages)(
  'the header of /%s leads to every page and says which one this is',
  async (path) => {
    const links = linksIn(await htmlOf(path), 'Pages', path);
    expect(links).toEqual(
      kHeader.map((page) => ({ to: page, current: path !== '' && path.startsWith(page) })),
    );
    for (const { to } of links) expect((await fetch(`${server.origin}/${to}`)).status).toBe(200);
  },
);

it.each(kDemos)('the tabs of /%s lead to the five demos', async (path) => {
  expect(linksIn(await htmlOf(path), 'Demos', path)).toEqual(
    kDemos.map((page) => ({ to: page, current: page === path })),
  );
});

it.each(Object.entries(kMoved))('the earlier address /%s leads to /%s', async (from, to) => {
  const html = await htmlOf(from);
  const target = /http-equiv="refresh" content="0; url=([^"]*)"/.exec(html)?.[1] ?? '';
  expect(new URL(target, `${server.origin}/${from}`).pathname).toBe(`/${to}`);
  expect(/rel="canonical" href="([^"]*)"/.exec(html)?.[1]).toBe(target);
});

it('the page that is not there leads to every page', async () => {
  const html = await htmlOf('404.html');
  for (const page of kHeader) expect(html).toContain(`href="./${page}"`);
});
