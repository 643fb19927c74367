// @vitest-environment jsdom
// Neither a browser nor a server runs: the page's `fetch` is the collector's.
import { memoryLedger } from 'ldp-bandits';
import { expect, test } from 'vitest';
import { collector } from '../collector.js';
import { showHeadline } from './headline.js';

test('a click on the headline is one report', async () => {
  document.body.innerHTML = '<a id="headline" href="#"></a>';
  const link = document.getElementById('headline');
  const bandit = await showHeadline(link, {
    fetch: collector.fetch,
    ledger: memoryLedger(), // jsdom has no IndexedDB
  });
  expect(link.textContent).not.toBe('');
  link.click();
  expect(await bandit.flush()).toMatchObject({ accepted: 1, pending: 0 });
  expect((await collector.results('headlines')).reports).toBe(1);
});
