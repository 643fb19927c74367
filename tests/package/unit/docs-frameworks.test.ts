// @vitest-environment jsdom
// What docs/guides/frameworks.md shows runs as it stands, under each framework and before the collector of
// the config that `init` writes.
import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { indexedDbLedger } from 'ldp-bandits';
import { banditsPlugin } from 'ldp-bandits/vue';
import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { compile } from 'svelte/compiler';
import { render } from 'svelte/server';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { type Component, createApp } from 'vue';
import { compileScript, parse } from 'vue/compiler-sfc';
import { newPage, show } from './components-support.js';
import { blocks, collectorFor, moduleOf, removeModules, run } from './docs-support.js';

const LABELS = ['Fresh', 'Fast', 'Fair'];
const setup = { endpoint: '/collector', privacy: { epsilon: 1, epsilonTotal: 8 } };
const shown = blocks.filter(({ name }) => name.startsWith('docs/guides/frameworks.md'));
const of = (language: string, part: string): string => {
  const found = shown.filter((block) => block.language === language && block.code.includes(part));
  expect(found).toHaveLength(1);
  return found[0]?.code ?? '';
};
const collector = await collectorFor('docs/guides/frameworks.md', 'headlines');
afterAll(async () => {
  removeModules();
  await collector.dispose();
});
beforeEach(() => {
  newPage();
  vi.stubGlobal('indexedDB', new IDBFactory());
  vi.stubGlobal('fetch', (request: Request) => collector.fetch(request));
  document.body.innerHTML = '<main></main>';
});

/** The heading of the page shows an option, and seeing it spends one report's budget. */
async function expectComponent(): Promise<void> {
  const heading = () => document.querySelector('h1') as Element;
  await vi.waitFor(() => expect(heading()?.textContent?.trim()).toBeOneOf(LABELS), 20_000);
  const spent = async () => {
    let reports = 0;
    for await (const _ of indexedDbLedger('ldp-bandits-development-0').entries()) reports++;
    return reports;
  };
  expect(await spent()).toBe(0);
  await vi.waitFor(async () => {
    show(heading());
    expect(await spent()).toBe(1);
  }, 20_000);
}

test('React', async () => {
  const { App } = await import(moduleOf(of('jsx', 'useBandit('), 'jsx'));
  createRoot(document.querySelector('main') as Element).render(createElement(App));
  await expectComponent();
});

test('Vue', async () => {
  const { descriptor } = parse(of('vue', 'useBandit('));
  const { content } = compileScript(descriptor, { id: 'headline', inlineTemplate: true });
  const { default: Headline } = await import(moduleOf(content));
  createApp(Headline as Component)
    .use(banditsPlugin(setup))
    .mount('main');
  await expectComponent();
});

test('without a framework', async () => {
  document.body.innerHTML = '<h1></h1>';
  await run(of('js', 'shareBandits('), '');
  await expectComponent();
});

test('Svelte, as a server renders it', async () => {
  const toModule = (code: string) =>
    moduleOf(compile(code, { generate: 'server', filename: 'Page.svelte' }).js.code);
  const headline = toModule(of('svelte', 'useBandit('));
  const layout = of('svelte', 'setBandits(').replace('./Headline.svelte', headline);
  const { default: Page } = await import(toModule(layout));
  expect(render(Page).body).toContain('>Fresh<');
});

test('React, as a server renders it: the option that was drawn there', async () => {
  const { loadData, Page } = await import(moduleOf(of('jsx', 'pick('), 'jsx'));
  const component = of('jsx', 'useBandit(').replace('function H', 'export function H');
  const { Headline } = await import(moduleOf(component, 'jsx'));
  const data = await loadData(collector);
  const html = renderToString(createElement(Page, { data }, createElement(Headline)));
  expect(html).toContain(`>${LABELS[data.choices.headlines.action]}<`);
});

test('the overlay of a development build', async () => {
  vi.stubGlobal(
    'CSSStyleSheet',
    class {
      replaceSync() {}
    },
  );
  await run(of('js', 'showOverlay('), '');
  const panels = [...document.body.children].filter(({ shadowRoot }) => shadowRoot);
  expect(panels).toHaveLength(1);
});
