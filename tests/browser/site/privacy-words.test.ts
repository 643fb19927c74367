// What a loss means follows the visitor's ε, as `explain` says it: /how/, /start/, a demo's panels and its ledger.
import { explain } from 'ldp-bandits/explain';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { STOPS } from '../../../web/src/shared/experiment.js';
import { complaintsOf, kProfiles, type Page, type Profile, waitFor } from '../support/browsers.js';
import { kNo, press, untilConnected, untilSent } from '../support/site.js';
import { server, useServer } from '../support/visit.js';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

useServer();

const pure = (epsilon: number, prior?: number, reports = 1) =>
  explain({ epsilon, delta: 0 }, prior, { reports });

describe.each(kProfiles)('in %s', (_name, openProfile) => {
  let profile: Profile;
  let page: Page;
  beforeAll(async () => {
    profile = await openProfile();
    page = await profile.newPage();
  });
  afterEach(async () => expect(await complaintsOf(page)).toEqual([]));
  afterAll(() => profile.close());

  const open = async (path: string) => {
    await page.goto(`${server.origin}${path}`);
    await waitFor(
      page,
      () => document.documentElement.classList.contains('live'),
      null,
      `${path} to be live`,
    );
  };
  const set = (selector: string, value: string, event = 'input') =>
    page.evaluate(
      ([place, text, name]) => {
        const input = document.querySelector(place as string) as HTMLInputElement;
        input.value = text as string;
        input.dispatchEvent(new Event(name as string, { bubbles: true }));
      },
      [selector, value, event],
    );
  const reads = (selector: string, words: string) =>
    waitFor(
      page,
      ([place, wanted]) => {
        const shown = [...document.querySelectorAll(place as string)]
          .map(({ textContent }) => textContent ?? '')
          .join(' ')
          .replaceAll(/\s+/g, ' ');
        return shown.includes(wanted as string);
      },
      [selector, words],
      `“${words}” in ${selector}`,
    );

  it('/how/: the coin and the game', async () => {
    await open('/how/');
    for (const epsilon of [STOPS[0], STOPS[2], STOPS.at(-1)] as number[]) {
      const index = String(STOPS.indexOf(epsilon as never));
      const { sentences, texts } = pure(epsilon);
      await set('#coin-epsilon', index);
      await reads('#how-coin', `${sentences.odds} ${sentences.guess}`);
      await set('#game-epsilon', index);
      await reads('#how-game', `From even odds at most ${texts.guess} right on average`);
    }
  });

  it('/start/: the hint and the notice to copy, for the page’s own rate', async () => {
    await open('/start/');
    await set('#start-rate', '2');
    await set('#start-gap', '1');
    for (const epsilon of [0.5, 1, 3]) {
      await set('#start-epsilon', String(epsilon));
      const { odds, belief } = pure(epsilon, 0.02).sentences;
      await reads('.start-form', `${odds} ${belief}`);
      await reads('.consent', pure(8 * epsilon, 0.5, 8).sentences.odds);
    }
  });

  it('/limits/: the sentences of ε 1 in the built page', async () => {
    await open('/limits/');
    const { odds, belief } = pure(1, 0.02).sentences;
    await reads('#main', `whatever else is known: ${odds} ${belief}`);
  });

  it('a demo’s panel at two levels', async () => {
    await open('/demos/');
    await untilConnected(page);
    for (const epsilon of [0.3, 2]) {
      await set('.epsilon-exact input', String(epsilon), 'change');
      const { sentences, texts } = pure(epsilon);
      await reads('main', sentences.odds);
      await reads(
        '.readouts',
        `at most ${texts.guess}of guesses at your answer are right, from even odds`,
      );
    }
  });

  it('a demo’s ledger after a report', async () => {
    await press(page, kNo);
    await untilSent(page);
    await press(page, 'Budget used');
    const [count, spent] = await waitFor(
      page,
      () =>
        /([1-9]\d*) reports? so far: ε (\S+) of/
          .exec(document.querySelector('dialog.ledger')?.textContent ?? '')
          ?.slice(1),
      null,
      'the sum of the ledger',
    );
    await reads('dialog.ledger', pure(Number(spent), 0.5, Number(count)).sentences.odds);
  });
});
