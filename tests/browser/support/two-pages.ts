// What the pages with a device, a wall and a server have in common, and what is read off them.
import type { Page } from './browsers.js';
import type { Sent } from './personal.js';
import { fill } from './runs.js';
import { untilConnected } from './site.js';
import type { StaticServer } from './static-server.js';

export async function openPage(page: Page, server: StaticServer, name: string): Promise<void> {
  await page.goto(`${server.origin}/${name}/`);
  await untilConnected(page);
}

/** How long the visitor gets to answer: the shortest time on offer, where nothing else matters. */
export const hurry = (page: Page): Promise<void> => fill(page, '.zone-device select', '6');

/** As fast as the crowd goes. */
export const hurryCrowd = (page: Page): Promise<void> => fill(page, '.crowd select', '20');

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
