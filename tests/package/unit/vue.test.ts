// @vitest-environment jsdom
// `ldp-bandits/vue` under Vue itself. Vue 2.7 runs in tests/package/tarball/components-browser.test.ts.
import { banditsPlugin, provideBandits, useBandit } from 'ldp-bandits/vue';
import { beforeEach, expect, test, vi } from 'vitest';
import { createApp, createSSRApp, h, nextTick, shallowRef } from 'vue';
import { renderToString } from 'vue/server-renderer';
import { CountingBandit, newPage, SPEC, show, turn, watchers } from './components-support.js';

let counts: CountingBandit;
beforeEach(() => {
  newPage();
  counts = new CountingBandit();
  document.body.innerHTML = '<main></main>';
});

const Headline = {
  setup() {
    const { action, status, ref } = useBandit('headlines', SPEC, { fallback: 0 });
    return () => h('h1', { ref }, `${status.value} ${action.value}`);
  },
};
const isShown = shallowRef(true);
const Page = { setup: () => () => (isShown.value ? h(Headline) : h('p')) };
const headline = () => document.querySelector('h1') as Element;

async function toggled(to: boolean): Promise<void> {
  isShown.value = to;
  await nextTick();
  await turn();
}

test('a component shows the option, and spends once when it is seen, however often it mounts', async () => {
  const app = createApp(Page).use(banditsPlugin(counts.setup));
  app.mount('main');
  expect(headline().textContent).toBe('loading 0');
  await turn();
  expect(headline().textContent).toBe('ready 2');
  const element = headline();
  await toggled(false);
  show(element); // unmounted before it was seen
  expect([counts.spent, watchers()]).toEqual([0, 0]);
  await toggled(true);
  show(headline());
  await nextTick();
  expect(headline().textContent).toBe('exposed 2');
  await toggled(false);
  await toggled(true);
  show(headline());
  expect([counts.opened, counts.spent]).toEqual([['headlines'], 1]);
  app.unmount();
});

test('the first render of server and browser is the choice of the server', async () => {
  const setup = { ...counts.setup, choices: { headlines: { action: 1, snapshot: 7 } } };
  const { document: page } = globalThis;
  vi.stubGlobal('document', undefined);
  const html = await renderToString(createSSRApp(Headline).use(banditsPlugin(setup)));
  vi.stubGlobal('document', page);
  expect(html).toBe('<h1>ready 1</h1>');
  expect(counts.opened).toEqual([]);
  const warn = vi.spyOn(console, 'warn');
  const complain = vi.spyOn(console, 'error');
  document.body.innerHTML = `<main>${html}</main>`;
  const before = headline();
  const app = createSSRApp(Headline).use(banditsPlugin(setup));
  app.mount('main');
  expect(headline()).toBe(before);
  expect([warn.mock.calls, complain.mock.calls]).toEqual([[], []]);
  app.unmount();
});

test('provideBandits serves the components below', async () => {
  const app = createApp({
    setup() {
      provideBandits(counts.setup);
      return () => h(Headline);
    },
  });
  app.mount('main');
  await turn();
  expect(headline().textContent).toBe('ready 2');
  app.unmount();
});

test('without either the error names both', () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  expect(() => createApp(Headline).mount('main')).toThrow(/banditsPlugin.*provideBandits/);
});
