// The page that answers a few questions with an algorithm, its price and code: what it says follows the answers, what
// it says runs, and nothing leaves the tab.
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { complaintsOf, kProfiles, type Page, type Profile, waitFor } from './support/browsers.js';
import { ownPosts, press } from './support/site.js';
import { server, useServer } from './support/visit.js';

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

  /** Answers a question, by the name of its field. */
  const answer = (name: string, value: string) =>
    page.evaluate(
      ([field, text]) => {
        const input = document.getElementById(`embed-${field}`) as HTMLInputElement;
        input.value = text as string;
        input.dispatchEvent(
          new Event(input.tagName === 'SELECT' ? 'change' : 'input', { bubbles: true }),
        );
      },
      [name, value],
    );
  const text = (selector: string) =>
    page.evaluate((what) => document.querySelector(what)?.textContent ?? '', selector);
  const advised = (type: string) =>
    waitFor(
      page,
      (wanted) => document.querySelector('.embed-result h2 code')?.textContent === wanted,
      type,
      `the advice to take ${type}`,
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
      const code = await page.evaluate(
        () => Array.from(document.querySelectorAll('.embed-code pre'), (pre) => pre.textContent),
        null,
      );
      expect(code[0]).toContain(`type: '${type}'`);
      expect(code[1]).toContain(`type: '${type}'`);
    }
  });

  it('lets forty invented people use it here, and nothing leaves the tab', async () => {
    const posts = ownPosts(page);
    await press(page, 'Let forty people come');
    await waitFor(
      page,
      () => document.querySelector('.embed-run [role=status]')?.textContent?.startsWith('Done'),
      null,
      'forty people',
      60_000,
    );
    const report = JSON.parse(await text('.embed-wire code'));
    expect(Object.keys(report)).toEqual(['v', 'id', 'snapshot', 'coin', 'bit']);
    expect(posts).toEqual([]);
  });

  it('says which answer cannot be, and what would do, and is well again when it is mended', async () => {
    await answer('epsilon', '99');
    await waitFor(page, () => document.querySelector('.field-error') !== null, null, 'an error');
    expect(await text('.field-error')).toMatch(/^Must be a number from 0\.0009765625 to 32$/);
    expect(await text('.embed-result h2')).toBe('No advice yet');
    const invalid = await page.evaluate(
      () => document.querySelector('[aria-invalid=true]')?.id,
      null,
    );
    expect(invalid).toBe('embed-epsilon');
    await answer('epsilon', '2');
    await advised('ldp-two-point');
  });

  it('has its answers in the address, and reads them back, whatever stands there', async () => {
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
