// The A/B test and the tuning page, and what is read off them.
import { type Page, waitFor } from './browsers.js';
import type { Sent } from './personal.js';
import { untilConnected } from './site.js';
import type { StaticServer } from './static-server.js';

export async function openPage(page: Page, server: StaticServer, name: string): Promise<void> {
  await page.goto(`${server.origin}/${name}/`);
  await untilConnected(page);
}

/** How long the visitor gets to answer: the shortest time on offer, where nothing else matters. */
export const hurry = (page: Page): Promise<true> => choose(page, '.zone-device select', '6');

/** As fast as the crowd goes. */
export const hurryCrowd = (page: Page): Promise<true> => choose(page, '.crowd select', '20');

const choose = (page: Page, selector: string, value: string): Promise<true> =>
  waitFor(
    page,
    ({ from, to }) => {
      const select = document.querySelector<HTMLSelectElement>(from);
      if (!select) return false;
      select.value = to;
      select.dispatchEvent(new Event('change', { bubbles: true }));
      return true;
    },
    { from: selector, to: value },
    `the choice of ${selector}`,
  );

/** A field of the packet in the wall, as it is shown. */
export const packetField = (page: Page, name: string): Promise<string> =>
  page.evaluate((wanted) => {
    const rows = Array.from(document.querySelectorAll('.packet-fields tr'));
    const row = rows.find((one) => one.querySelector('th')?.textContent === wanted);
    return row?.querySelector('td')?.textContent ?? '';
  }, name);

export const textOf = (page: Page, selector: string): Promise<string> =>
  page.evaluate((wanted) => document.querySelector(wanted)?.textContent ?? '', selector);

/** The visitor’s own reports. A batch of the crowd may still be on its way when it is paused. */
export const ownReports = (wire: readonly Sent[]): readonly Sent[] =>
  wire.filter(({ method, isCrowd }) => method === 'POST' && !isCrowd);
