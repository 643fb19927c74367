// The A/B test in Chromium and Firefox: one bit about one variant, silence or not, and which variant was settled
// before. Read off the bytes of every request that the page makes in use.
import { describe, expect, it, vi } from 'vitest';
import { VARIANTS } from '../../web/src/demos/ab/shared/variants.js';
import { kProfiles } from './support/browsers.js';
import { pauseCrowd, tapWire, wireOf } from './support/personal.js';
import { untilText } from './support/runs.js';
import { reportsOf } from './support/sent.js';
import { packetBody, press, untilConnected, untilSent } from './support/site.js';
import { hurry, openPage, ownReports, packetField, textOf } from './support/two-pages.js';
import { server, useServer } from './support/visit.js';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

useServer();

describe.each(kProfiles)('the A/B test in %s', (_name, launch) => {
  it('sends one bit about the variant that was shown, whether the visitor answers or not', async () => {
    const profile = await launch();
    const page = await profile.newPage();
    await openPage(page, server, 'demos/ab');
    expect(await untilConnected(page)).toBe('Server runs in this site’s Service Worker');
    await press(page, 'epsilon 0.5');
    await hurry(page);
    await pauseCrowd(page);
    await tapWire(page);
    const visits = ['I’d go', null];
    for (const [i, answer] of visits.entries()) {
      await press(page, i === 0 ? 'Show an option' : 'Show another option');
      await untilText(page, '.gap-state', /^Ready to send/);
      // Face down the packet is there already, with the arm that it is about.
      const arm = await packetField(page, 'arm');
      expect(await packetField(page, 'bit')).toBe('face down');
      expect(await textOf(page, '.ab-card .card-headline')).toBe(VARIANTS[Number(arm)]?.headline);
      if (answer === null) await untilText(page, '.gap-state', /^(Sealed|Sent)/);
      else await press(page, answer);
      const shown = await packetBody(page);
      expect(String((JSON.parse(shown) as { arm: number }).arm)).toBe(arm);
      await untilSent(page);
      expect(ownReports(await wireOf(page)).at(-1)?.body).toBe(shown);
    }

    const { bodies } = await reportsOf(page, server, 'headlines-0.5', visits.length);
    for (const body of bodies) {
      expect(body).toMatch(
        /^\{"v":1,"id":"[\w-]{22}","snapshot":\d+,"arm":[0-2],"level":0,"bit":[01]\}$/,
      );
    }
    await profile.close();
  });
});
