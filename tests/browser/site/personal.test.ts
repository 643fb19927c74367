// The contextual page in Chromium and Firefox: what a visitor wants, is shown and answers stays on the device.
// Read off the bytes of every request that the page makes in use.
import { describe, expect, it, vi } from 'vitest';
import { ASPECTS, CARDS } from '../../../web/src/demos/personal/shared/cards.js';
import { complaintsOf, kProfiles } from '../support/browsers.js';
import { cardOnTable, ownNumbers, pauseCrowd, tapWire, wireOf, wish } from '../support/personal.js';
import { untilText } from '../support/runs.js';
import { reportsOf } from '../support/sent.js';
import { packetBody, press, untilConnected, untilSent } from '../support/site.js';
import { openPage, ownReports } from '../support/two-pages.js';
import { page, server, useOwnBrowser } from '../support/visit.js';

vi.setConfig({ testTimeout: 180_000, hookTimeout: 60_000 });

/** Visits of one person who changes their mind: three wishes, in the order of the sliders, and an answer. */
const kVisits = [
  { wishes: [1, 1, 1], answer: 'I’d go' },
  { wishes: [-1, -1, -1], answer: 'I’d go' },
  { wishes: [0.25, -1, 0], answer: 'Not for me' },
  { wishes: [1, -0.75, 0.5], answer: null },
  { wishes: [-1, 0, 1], answer: 'Not for me' },
  { wishes: [0, 0, 0], answer: 'I’d go' },
] as const;

interface Body {
  readonly id: string;
  readonly snapshot: number;
  readonly part: string;
  readonly data: string;
}

describe.each(kProfiles)('the contextual page in %s', (_name, launch) => {
  useOwnBrowser(launch, (page, server) => openPage(page, server, 'demos/personal'));

  it('sends packets whose length says nothing of wishes, card and answer, and nothing else', async () => {
    expect(await untilConnected(page)).toBe('Server runs in this site’s Service Worker');
    await press(page, 'epsilon 0.5');
    await pauseCrowd(page);
    await tapWire(page);
    const cards = new Set<string>();
    const truths: string[] = [];
    for (const [i, { wishes, answer }] of kVisits.entries()) {
      for (const [at, value] of wishes.entries()) await wish(page, ASPECTS[at]?.id ?? '', value);
      await press(page, i === 0 ? 'Show an option' : 'Show another option');
      await untilText(page, '.gap-state', /^Ready to send/);
      if (answer) await press(page, answer);
      const shown = await packetBody(page);
      cards.add(await cardOnTable(page));
      await untilSent(page);
      const { truth, sent } = await ownNumbers(page);
      expect(truth).toHaveLength(sent.length);
      truths.push(...truth.filter((number) => /^−?0\.\d*[1-9]/.test(number)));
      expect(ownReports(await wireOf(page)).at(-1)?.body).toBe(shown);
    }
    // The test would show little if all visits had got the same card.
    expect(cards.size).toBeGreaterThan(2);
    expect(truths.length).toBeGreaterThan(8);

    const { wire, bodies: texts } = await reportsOf(page, server, 'personal-0.5', kVisits.length);
    const bodies = texts.map((text) => JSON.parse(text) as Body);
    for (const body of bodies) {
      expect(Object.keys(body)).toEqual(['v', 'id', 'snapshot', 'part', 'data']);
      // Two bytes a number: six numbers, or the 21 of a symmetric matrix.
      expect(body.data).toMatch(body.part === 'moment' ? /^[\w-]{16}$/ : /^[\w-]{56}$/);
    }
    const lengths = bodies.map(
      ({ snapshot, part }, i) => `${part} ${(texts[i]?.length ?? 0) - String(snapshot).length}`,
    );
    expect(new Set(lengths).size).toBe(new Set(bodies.map(({ part }) => part)).size);
    // Nothing is fetched for a card, and no card, wish or true number is in what is sent.
    for (const { body } of wire) {
      for (const { name, headline } of CARDS) {
        expect(body).not.toContain(name);
        expect(body).not.toContain(headline);
      }
      for (const number of truths) expect(body).not.toContain(number.replace('−', ''));
      // But for its random letters, in which any short word comes up once in a while.
      const words = body.replaceAll(/"(id|data)":"[\w-]*"/g, '');
      expect(words).not.toMatch(/arm|action|card|wish|feature/i);
    }
  });

  it('reads nothing of the device before it is told to, and sends nothing when it does', async () => {
    const reads = await page.evaluate(
      () => Array.from(document.querySelectorAll('.may-read .fine'), (note) => note.textContent),
      null,
    );
    expect(reads).toEqual(['not read', 'not read', 'not read', 'not read']);
    await pauseCrowd(page);
    await tapWire(page);
    const said = await page.evaluate(() => {
      for (const box of document.querySelectorAll<HTMLInputElement>('.may-read input')) box.click();
      return new Promise<(string | null)[]>((resolve) =>
        requestAnimationFrame(() =>
          resolve(
            Array.from(document.querySelectorAll('.may-read .fine'), (note) => note.textContent),
          ),
        ),
      );
    }, null);
    expect(said).toEqual([
      expect.stringMatching(/^\d+ h: (early|late|either)/),
      expect.stringMatching(/asked for: (sitting still|moving), 100%$/),
      expect.stringMatching(/^\d clicks?: /),
      expect.stringMatching(/^[a-z]{2}.*: (English spoken|no words needed), 100%$/),
    ]);
    expect(ownReports(await wireOf(page))).toEqual([]);
    expect(await complaintsOf(page)).toEqual([]);
  });
});
