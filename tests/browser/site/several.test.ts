// The page with slates in Chromium and Firefox: of three answers one leaves, and which one was settled before
// any was given. Read off the bytes of every request that the page makes in use.
import { describe, expect, it, vi } from 'vitest';
import { CARDS } from '../../../web/src/demos/several/shared/cards.js';
import { kProfiles } from '../support/browsers.js';
import { pauseCrowd, tapWire, wireOf } from '../support/personal.js';
import { untilText } from '../support/runs.js';
import { reportsOf } from '../support/sent.js';
import { hurry, mark, slateOnTable } from '../support/several.js';
import { packetBody, press, untilConnected, untilSent } from '../support/site.js';
import { openPage, ownReports, packetField } from '../support/two-pages.js';
import { page, server, useOwnBrowser } from '../support/visit.js';

vi.setConfig({ testTimeout: 180_000, hookTimeout: 60_000 });

/** What one visitor does with three slates: whether the card that is reported and the two others get a mark. */
const kVisits = [
  { reported: false, others: true },
  { reported: true, others: false },
  null,
] as const;

interface Body {
  readonly arm: number;
  readonly bit: number;
}

describe.each(kProfiles)('the page with slates in %s', (_name, launch) => {
  useOwnBrowser(launch, (page, server) => openPage(page, server, 'demos/several'));

  it('reports the card that was named before the answers, whatever they are, and nothing of the others', async () => {
    expect(await untilConnected(page)).toBe('Server runs in this site’s Service Worker');
    await press(page, 'epsilon 0.5');
    await hurry(page);
    await pauseCrowd(page);
    await tapWire(page);
    for (const [i, visit] of kVisits.entries()) {
      await press(page, i === 0 ? 'Show a set' : 'Show another set');
      const before = await slateOnTable(page);
      // Face down the packet is there already, with the arm that it is about.
      await untilText(page, '.gap-state', /^Ready to send/);
      const arm = await packetField(page, 'arm');
      expect(CARDS[Number(arm)]?.headline).toBe(before.cards[before.reported]);
      expect(await packetField(page, 'bit')).toBe('face down');
      for (const place of before.cards.keys()) {
        if (visit && (place === before.reported ? visit.reported : visit.others))
          await mark(page, place);
      }
      expect(await slateOnTable(page)).toEqual(before);
      if (visit) await press(page, 'Send: ');
      else await untilText(page, '.gap-state', /^(Sealed|Sent)/);
      const shown = await packetBody(page);
      expect(String((JSON.parse(shown) as Body).arm)).toBe(arm);
      await untilSent(page);
      expect(ownReports(await wireOf(page)).at(-1)?.body).toBe(shown);
    }

    const { bodies } = await reportsOf(page, server, 'slates-0.5', kVisits.length);
    // One report each, of one length, whether there were three marks or none.
    for (const body of bodies) {
      expect(body).toMatch(
        /^\{"v":1,"id":"[\w-]{22}","snapshot":\d+,"arm":[0-5],"level":0,"bit":[01]\}$/,
      );
    }
    const lengths = bodies.map((body) => body.replace(/"snapshot":\d+/, '').length);
    expect(new Set(lengths).size).toBe(1);
  });
});
