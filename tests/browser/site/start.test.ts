// /start/: what it advises follows the answers, what it advises runs, the code follows what is edited, and nothing
// leaves the tab.
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { complaintsOf, kProfiles, type Page, type Profile, waitFor } from '../support/browsers.js';
import { ownPosts, press } from '../support/site.js';
import { server, useServer } from '../support/visit.js';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

useServer();

describe.each(kProfiles)('in %s', (_name, openProfile) => {
  let profile: Profile;
  let page: Page;
  beforeAll(async () => {
    profile = await openProfile();
    page = await profile.newPage();
    await page.goto(`${server.origin}/start/`);
    await waitFor(
      page,
      () => document.documentElement.classList.contains('live'),
      null,
      'the page',
    );
  });
  afterEach(async () => expect(await complaintsOf(page)).toEqual([]));
  afterAll(() => profile.close());

  const fill = (id: string, value: string) =>
    page.evaluate(
      ([field, text]) => {
        const input = document.getElementById(field as string) as HTMLInputElement;
        input.value = text as string;
        input.dispatchEvent(
          new Event(input.tagName === 'SELECT' ? 'change' : 'input', { bubbles: true }),
        );
      },
      [id, value],
    );
  /** Answers a question, by the name of its field. */
  const answer = (name: string, value: string) => fill(`start-${name}`, value);
  /** Edits the experiment. */
  const edit = (from: RegExp | string, to: string) =>
    page
      .evaluate(() => (document.getElementById('live-plan') as HTMLTextAreaElement).value, null)
      .then((plan) => fill('live-plan', plan.replace(from, to)));
  const text = (selector: string) =>
    page.evaluate((what) => document.querySelector(what)?.textContent ?? '', selector);
  const codes = () =>
    page.evaluate(
      () => Array.from(document.querySelectorAll('.start-texts pre'), (pre) => pre.textContent),
      null,
    );
  const advised = (type: string) =>
    waitFor(
      page,
      (wanted) => document.querySelector('.start-result h2 code')?.textContent === wanted,
      type,
      `the advice to use ${type}`,
    );
  /** What a run says at its end; the run before it may still be shown, and says another of these words. */
  const ended = (words = 'Learnt|Still learning') =>
    waitFor(
      page,
      (wanted) =>
        new RegExp(`^(${wanted}).*`).exec(
          document.querySelector('.outcome [role=status]')?.textContent ?? '',
        )?.[0],
      words,
      'the end of the run',
      60_000,
    );
  const problem = () =>
    waitFor(
      page,
      () => document.getElementById('live-problem')?.textContent,
      null,
      'what is wrong',
      20_000,
    );

  it('recommends what the answers ask for, with code that names it on both sides', async () => {
    await advised('ldp-thompson');
    for (const [choose, see, type] of [
      ['set', 'click', 'cucb-ldp-kl'],
      ['by-context', 'value', 'ldp-linear-moments'],
      ['number', 'comparison', 'ldp-two-point'],
    ] as const) {
      await answer('choose', choose);
      await answer('see', see);
      await advised(type);
      const [inPage, inCollector] = await codes();
      expect(inPage).toContain(`type: '${type}'`);
      expect(inCollector).toContain(`type: '${type}'`);
    }
  });

  it('says that rare answers cost more with privacy than frequent ones', async () => {
    await answer('choose', 'one');
    await answer('see', 'click');
    await answer('gap', '2');
    const factor = async (rate: string) => {
      await answer('rate', rate);
      await advised('ldp-thompson');
      return Number((await text('.price strong + strong')).replace('×', ''));
    };
    expect(await factor('2')).toBeGreaterThan(4 * (await factor('50')));
    await answer('rate', '40');
    await answer('gap', '10');
  });

  it('runs 10,000 visitors, who are shown the best option, and nothing leaves the tab', async () => {
    const posts = ownPosts(page);
    await press(page, 'Simulate 10,000 visitors');
    const [, all, part] =
      /after ([\d,]+) visitors, the page gets ([\d.]+)%/.exec(await ended()) ?? [];
    expect(all).toBe('10,000');
    expect(Number(part)).toBeGreaterThan(70);
    // The option that the crowd likes best is the third of four.
    const shares = await page.evaluate(
      () =>
        Array.from(document.querySelectorAll('.outcome tbody tr td:last-child'), (cell) =>
          Number.parseFloat(cell.textContent ?? ''),
        ),
      null,
    );
    expect(shares.indexOf(Math.max(...shares))).toBe(2);
    const report = JSON.parse(await text('.outcome pre code'));
    expect(Object.keys(report)).toEqual(['v', 'id', 'snapshot', 'arm', 'level', 'bit']);
    expect(posts).toEqual([]);
  });

  it('has code that follows the edited experiment, until the edits are undone', async () => {
    await edit('"epsilon": 1', '"epsilon": 2');
    await edit('ldp-thompson', 'ldp-imed');
    const [inPage, inCollector] = await codes();
    for (const code of [inPage, inCollector]) expect(code).toContain("type: 'ldp-imed'");
    expect(inPage).toContain('privacy: { epsilon: 2, epsilonTotal: 16 }');
    await press(page, 'Undo edits');
    expect((await codes())[0]).toContain("type: 'ldp-thompson'");
  });

  it.each([
    ['no JSON', '"epsilon": 1', '"epsilon": ', /Line \d|line \d|JSON|character/i],
    ['what the library refuses', '"arms": 4', '"arms": 0', /^algorithm\.arms: must be an integer/],
    ['what the client refuses', 'ldp-thompson', 'thompson', /in the simulation only/],
    ['a crowd of another size', '[0.4, ', '[', /^truth\.yes: must be a list of numbers.*: 4$/],
  ])('says what is wrong with %s', async (_what, from, to, message) => {
    await edit(from, to);
    expect(await problem()).toMatch(message);
    await press(page, 'Undo edits');
    expect(await text('#live-problem')).toBe('');
  });

  it('ends a test with its answer, and says how probably that is wrong at most', async () => {
    await answer('goal', 'decide');
    await answer('gap', '30');
    await advised('ldp-duel');
    await press(page, 'Simulate');
    expect(await ended('Decided|Not decided')).toMatch(
      /^Decided after [\d,]+ visitors: option \d is the best\. .*at most [\d.]+%/,
    );
    await answer('goal', 'earn');
    await answer('gap', '10');
  });

  it('says which answer cannot be, and what would do, and is well again when it is mended', async () => {
    await answer('epsilon', '99');
    await waitFor(
      page,
      () => document.querySelector('#start-epsilon-error') !== null,
      null,
      'an error',
    );
    expect(await text('#start-epsilon-error')).toMatch(
      /^Must be a number from 0\.0009765625 to 32$/,
    );
    expect(await text('.start-result h2')).toBe('No advice yet');
    const isShown = await page.evaluate(
      () => document.querySelector('[aria-invalid=true]')?.checkVisibility(),
      null,
    );
    expect(isShown).toBe(true);
    await answer('epsilon', '1');
    await advised('ldp-thompson');
    await answer('rate', '95');
    await waitFor(
      page,
      () => document.querySelector('#start-rate-error') !== null,
      null,
      'an error',
    );
    expect(await text('#start-rate-error')).toBe('Must be a percentage from 0 to 90');
    await answer('rate', '40');
  });

  it('has its answers in the address, and reads them back, whatever is in it', async () => {
    await answer('choose', 'number');
    await answer('see', 'comparison');
    await answer('epsilon', '2');
    await advised('ldp-two-point');
    const hash = await page.evaluate(() => location.hash, null);
    expect(hash).toBe('#choose=number&see=comparison&epsilon=2');
    await page.goto(
      `${server.origin}/start/#choose=one&goal=decide&visitors=50000&nonsense=1&see=%00`,
    );
    await page.reload();
    await advised('ldp-duel');
    expect(await page.evaluate(() => location.hash, null)).toBe('#goal=decide&visitors=50000');
  });
});
