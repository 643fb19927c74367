// @vitest-environment jsdom
// `ldp-bandits/react` under React itself.
import { BanditProvider, type UsedBandit, useBandit } from 'ldp-bandits/react';
import {
  act,
  Component,
  createElement as h,
  type ReactNode,
  StrictMode,
  Suspense,
  startTransition,
  use,
  useState,
} from 'react';
import { createRoot, hydrateRoot, type Root } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { CountingBandit, newPage, SPEC, show, turn, watchers } from './components-support.js';

let counts: CountingBandit;
let roots: Root[];
let complaints: ReturnType<typeof vi.spyOn>;
beforeEach(() => {
  newPage();
  counts = new CountingBandit();
  roots = [];
  complaints = vi.spyOn(console, 'error');
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
});
afterEach(async () => {
  await act(() => {
    for (const root of roots) root.unmount();
  });
  expect(complaints).not.toHaveBeenCalled();
  vi.restoreAllMocks();
});

/** What the last render of `Headline` got. */
let used: UsedBandit<'ldp-thompson'>;
function Headline({ id = '', onRender }: { id?: string; onRender?: (one: typeof used) => void }) {
  used = useBandit('headlines', SPEC, { fallback: 0, key: id });
  onRender?.(used);
  return h('h1', { ref: used.ref }, `${used.status} ${used.action}`);
}

const never = new Promise<never>(() => {});
const Wait = (): ReactNode => use(never);
let enter = () => {};
/** Goes in by a transition, and waits there for ever. */
function Shop() {
  const [isIn, setIn] = useState(false);
  enter = () => startTransition(() => setIn(true));
  return isIn ? h(Suspense, null, h(Headline), h(Wait)) : 'door';
}

/** Shows the error of what is in it. */
class Boundary extends Component<{ readonly children: ReactNode }> {
  override state = { error: '' };
  static getDerivedStateFromError = (error: unknown) => ({ error: String(error) });
  override render() {
    return this.state.error || this.props.children;
  }
}

/** As on a server, where there is no document. */
function onServer<T>(run: () => T): T {
  const { document } = globalThis;
  vi.stubGlobal('document', undefined);
  const result = run();
  vi.stubGlobal('document', document);
  return result;
}

const page = (...children: ReactNode[]) => h(BanditProvider, counts.setup, ...children);

async function render(content: ReactNode): Promise<Root> {
  const root = createRoot(document.body.appendChild(document.createElement('main')));
  roots.push(root);
  await rerender(root, content);
  return root;
}
const rerender = (root: Root, content: ReactNode) =>
  act(async () => {
    root.render(content);
    await turn();
  });
const headline = () => document.querySelector('h1') as Element;
const see = (element = headline()) => act(() => show(element));

test('a component shows the option, spends when it is seen, and its answer is the decision’s', async () => {
  await render(page(h(Headline)));
  expect(headline().textContent).toBe('ready 2');
  expect(counts.spent).toBe(0);
  see();
  expect(headline().textContent).toBe('exposed 2');
  expect(counts.spent).toBe(1);
  expect(await used.reward(1)).toEqual({ status: 'queued' });
});

test('StrictMode, which mounts twice, gives one bandit and one decision', async () => {
  await render(h(StrictMode, null, page(h(Headline))));
  see();
  expect([counts.opened, counts.picks, counts.spent]).toEqual([['headlines'], 1, 1]);
  expect(watchers()).toBe(1);
});

test('a component that is unmounted before it is seen spends nothing', async () => {
  const root = await render(page(h(Headline)));
  const element = headline();
  await rerender(root, page());
  see(element);
  expect([counts.spent, watchers()]).toEqual([0, 0]);
});

test('a component that comes back shows the same option, of the same decision', async () => {
  const root = await render(page(h(Headline)));
  see();
  await rerender(root, page());
  counts.arm = 0;
  await rerender(root, page(h(Headline)));
  see();
  expect(headline().textContent).toBe('exposed 2');
  expect(counts.spent).toBe(1);
});

test('a concurrent render that is thrown away opens, draws and spends nothing', async () => {
  const root = await render(page(h(Suspense, { fallback: null }, h(Shop))));
  await act(async () => enter());
  await rerender(root, page('left'));
  expect([counts.opened, counts.picks, counts.spent, watchers()]).toEqual([[], 0, 0, 0]);
});

test('a render for each change and no other, with the same functions', async () => {
  const renders: UsedBandit<'ldp-thompson'>[] = [];
  const onRender = (one: UsedBandit<'ldp-thompson'>) => renders.push(one);
  await render(page(h(Headline, { onRender })));
  see();
  expect(renders.map(({ status }) => status)).toEqual(['loading', 'ready', 'exposed']);
  const functions = renders.flatMap(({ ref, reward, exposed }) => [ref, reward, exposed]);
  expect(new Set(functions).size).toBe(3);
});

test('50 components of 50 keys open one bandit and spend 50 times', async () => {
  const keys = Array.from({ length: 50 }, (_, at) => `card-${at}`);
  await render(page(...keys.map((id) => h(Headline, { key: id, id }))));
  for (const element of document.querySelectorAll('h1')) see(element);
  expect([counts.opened, counts.spent]).toEqual([['headlines'], 50]);
});

test.each([
  ['the fallback', {}, 'loading 0'],
  ['the choice of the server', { choices: { headlines: { action: 1, snapshot: 7 } } }, 'ready 1'],
])('the first render of server and browser is %s', async (_, setup, shown) => {
  const content = h(BanditProvider, { ...counts.setup, ...setup }, h(Headline));
  const html = onServer(() => renderToString(content));
  expect(html).toBe(`<h1>${shown}</h1>`);
  document.body.innerHTML = html;
  const before = headline();
  await act(async () => {
    roots.push(hydrateRoot(document.body, content));
  });
  expect(headline()).toBe(before);
  expect(complaints).not.toHaveBeenCalled();
  await act(turn);
  expect(counts.opened).toEqual(['headlines']);
});

test('a server keeps nothing of one visitor for the next', () => {
  const htmlOf = (action: number) => {
    const choices = { headlines: { action, snapshot: 7 } };
    const content = h(BanditProvider, { ...counts.setup, choices }, h(Headline));
    return onServer(() => renderToString(content));
  };
  expect([htmlOf(1), htmlOf(2)]).toEqual(['<h1>ready 1</h1>', '<h1>ready 2</h1>']);
});

test('new terms open another bandit; a new consent does not', async () => {
  const root = await render(page(h(Headline)));
  const mayReport = () => false;
  await rerender(root, h(BanditProvider, { ...counts.setup, mayReport }, h(Headline)));
  expect(counts.opened).toHaveLength(1);
  expect(counts.options?.mayReport?.()).toBe(false);
  const privacy = { epsilon: 1, epsilonTotal: 4 };
  await rerender(root, h(BanditProvider, { ...counts.setup, privacy }, h(Headline)));
  expect(counts.opened).toHaveLength(2);
});

test('choices and bootstrap that come with a component are those of its first render', async () => {
  const renders: UsedBandit<'ldp-thompson'>[] = [];
  const onRender = (one: UsedBandit<'ldp-thompson'>) => renders.push(one);
  const root = await render(page());
  const bootstrap = { v: 1, at: 0, experiments: {} } as const;
  const choices = { headlines: { action: 1, snapshot: 7 } };
  const setup = { ...counts.setup, bootstrap, choices };
  await rerender(root, h(BanditProvider, setup, h(Headline, { onRender })));
  expect(renders[0]).toMatchObject({ action: 1, status: 'ready' });
  expect(counts.options?.bootstrap).toBe(bootstrap);
});

test('without a provider the error names it', async () => {
  complaints.mockImplementation(() => {});
  await render(h(Boundary, null, h(Headline)));
  expect(document.body.textContent).toMatch(/<BanditProvider>/);
  complaints.mockClear();
});
