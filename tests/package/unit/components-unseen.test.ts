// @vitest-environment jsdom
// A component of a page that is prerendered counts as seen when the page is.
import { beforeEach, expect, test, vi } from 'vitest';
import { type CountingBandit, eachOnNewPage, turn } from './components-support.js';

let counts: CountingBandit;
eachOnNewPage((counting) => {
  counts = counting;
});

let prerendering = false;
/** A page is unseen once in its life, so every test has a document that the package does not know. */
beforeEach(() => {
  const { body } = document.implementation.createHTMLDocument();
  vi.stubGlobal('document', body.ownerDocument);
  const state = () => (prerendering ? 'hidden' : 'visible');
  Object.defineProperties(document, {
    prerendering: { get: () => prerendering },
    visibilityState: { get: state },
  });
  prerendering = true;
});

function appear(): void {
  prerendering = false;
  // As Chromium does (tests/browser/library/prerender.test.ts).
  document.dispatchEvent(new Event('prerenderingchange'));
  document.dispatchEvent(new Event('visibilitychange'));
}

test('expose() opens its decision, and keeps its option, once the page is seen', async () => {
  const { placement } = await counts.mounted({ sticky: 'profile' });
  placement.expose();
  placement.expose();
  expect(placement.getSnapshot()).toMatchObject({ status: 'ready', action: 2 });
  expect([counts.spent, localStorage.length]).toEqual([0, 0]);
  appear();
  await turn();
  expect(placement.getSnapshot()).toMatchObject({ status: 'exposed', action: 2 });
  expect(counts.spent).toBe(1);
});

test('what is unmounted before does not count', async () => {
  const { placement, unmount } = await counts.mounted();
  placement.expose();
  unmount();
  appear();
  await turn();
  expect(counts.spent).toBe(0);
});

test('an answer before is one to what was not seen', async () => {
  const { placement } = await counts.mounted();
  placement.expose();
  expect(await placement.reward(1)).toEqual({ status: 'withheld', reason: 'not_exposed' });
});
