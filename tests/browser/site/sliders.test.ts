// The tuning page in Chromium and Firefox: two settings that the packet's public coin decides on, a preference,
// and one bit about it. Read off the bytes of every request that the page makes in use.
import { describe, expect, it, vi } from 'vitest';
import { REACH } from '../../../web/src/demos/sliders/shared/experiment.js';
import { kProfiles, type Page } from '../support/browsers.js';
import { pauseCrowd, tapWire, wireOf } from '../support/personal.js';
import { untilText } from '../support/runs.js';
import { reportsOf } from '../support/sent.js';
import { packetBody, press, untilConnected, untilSent } from '../support/site.js';
import { hurry, openPage, ownReports, packetField } from '../support/two-pages.js';
import { server, useServer } from '../support/visit.js';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

useServer();

/** Card size and spacing of the two layouts on the table, in pixels as they are laid out. */
const layoutsOf = (page: Page): Promise<{ size: number; spacing: number }[]> =>
  page.evaluate(
    () =>
      Array.from(document.querySelectorAll<HTMLElement>('.pane .layout'), (layout) => ({
        size: layout.querySelector('.layout-card')?.getBoundingClientRect().width ?? 0,
        spacing: Number.parseFloat(
          getComputedStyle(layout.querySelector('.layout-cards') as Element).rowGap,
        ),
      })),
    null,
  );

describe.each(kProfiles)('the tuning page in %s', (_name, launch) => {
  it('sends the coin of the two layouts and one bit, whether the visitor answers or not', async () => {
    const profile = await launch();
    const page = await profile.newPage();
    await openPage(page, server, 'demos/sliders');
    expect(await untilConnected(page)).toBe('Server runs in this site’s Service Worker');
    await press(page, 'epsilon 0.5');
    await hurry(page);
    await pauseCrowd(page);
    await tapWire(page);
    const visits = ['← Left is better', null];
    for (const [i, answer] of visits.entries()) {
      await press(page, i === 0 ? 'Show two layouts' : 'Show another two');
      await untilText(page, '.gap-state', /^Ready to send/);
      // Face down the packet is there already, with the coin that both layouts come from.
      const coin = await packetField(page, 'coin');
      expect(await packetField(page, 'bit')).toBe('face down');
      const [left, right] = await layoutsOf(page);
      // Opposite each other: 0.5 of a slider in all, whose ends are 96 and 42 px apart.
      const apart = Math.hypot(
        ((left?.size ?? 0) - (right?.size ?? 0)) / 96,
        ((left?.spacing ?? 0) - (right?.spacing ?? 0)) / 42,
      );
      expect(Math.abs(apart - 2 * REACH)).toBeLessThan(0.05);
      if (answer === null) await untilText(page, '.gap-state', /^(Sealed|Sent)/);
      else await press(page, answer);
      const shown = await packetBody(page);
      expect((JSON.parse(shown) as { coin: string }).coin).toBe(coin);
      await untilSent(page);
      expect(ownReports(await wireOf(page)).at(-1)?.body).toBe(shown);
    }

    const { bodies } = await reportsOf(page, server, 'layout-0.5', visits.length);
    // Neither a setting nor a preference: the word that the direction comes from, and a bit.
    for (const body of bodies) {
      expect(body).toMatch(
        /^\{"v":1,"id":"[\w-]{22}","snapshot":\d+,"coin":"[\w-]{11}","bit":[01]\}$/,
      );
    }
    const coins = bodies.map((body) => (JSON.parse(body) as { coin: string }).coin);
    expect(new Set(coins).size).toBe(visits.length);
    await profile.close();
  });
});
