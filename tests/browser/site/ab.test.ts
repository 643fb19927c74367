// The A/B test in Chromium and Firefox: one bit about the variant that lies open, two seconds after the answer. Read
// off the bytes of every request that the page makes in use.
import { describe, expect, it, vi } from 'vitest';
import { VARIANTS } from '../../../web/src/demos/ab/shared/variants.js';
import { kProfiles } from '../support/browsers.js';
import { pauseCrowd, tapWire, wireOf } from '../support/personal.js';
import { untilText } from '../support/runs.js';
import { reportsOf } from '../support/sent.js';
import { kNext, kNo, kYes, packetBody, press, untilConnected, untilSent } from '../support/site.js';
import { openPage, ownReports, textOf } from '../support/two-pages.js';
import { server, useServer } from '../support/visit.js';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

useServer();

describe.each(kProfiles)('the A/B test in %s', (_name, launch) => {
  it('sends one bit about the variant that was shown, at every level, whatever the answer', async () => {
    const profile = await launch();
    const page = await profile.newPage();
    await openPage(page, server, 'demos/ab');
    expect(await untilConnected(page)).toBe('Server runs in this site’s Service Worker');
    await press(page, 'epsilon 0.5');
    await pauseCrowd(page);
    await tapWire(page);
    for (const [i, answer] of [kYes, kNo].entries()) {
      if (i > 0) await press(page, kNext);
      await untilText(page, '.ab-card .answers', /Yes, I’d go/);
      const before = await textOf(page, '.ab-card .card-headline');
      // Looking sends nothing.
      expect(ownReports(await wireOf(page))).toHaveLength(i);
      await press(page, answer);
      const body = await packetBody(page);
      const shown = await textOf(page, '.ab-card .card-headline');
      expect(VARIANTS[(JSON.parse(body) as { arm: number }).arm]?.headline).toBe(shown);
      // The first is drawn anew when the model version of that level arrives.
      if (i > 0) expect(shown).toBe(before);
      await untilSent(page);
      expect(ownReports(await wireOf(page)).at(-1)?.body).toBe(body);
    }

    const { bodies } = await reportsOf(page, server, 'headlines-0.5', 2);
    for (const body of bodies) {
      expect(body).toMatch(
        /^\{"v":1,"id":"[\w-]{22}","snapshot":\d+,"arm":[0-2],"level":0,"bit":[01]\}$/,
      );
    }
    await profile.close();
  });
});
